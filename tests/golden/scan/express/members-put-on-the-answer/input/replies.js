class Replies {
  constructor(res, next) {
    this.res = res;
    this.next = next;
  }
  data(data) { return this.res.json(data || {}); }
  refuse(field) { return this.res.status(422).json({ field }); }
  lost() { return this.next(Object.assign(new Error('no such barge'), { status: 404 })); }
}
module.exports = { Replies };
