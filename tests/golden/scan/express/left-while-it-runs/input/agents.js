// Each works for a while before it waits for the first time.
const work = (turns, by) => {
  const sums = {};
  for (let turn = 0; turn < turns; turn++) sums[`${turn}-${by}`] = (turn * by) % 7;
  return sums;
};
const deliver = async (sums, order) => sums[order.title];
class Agent {
  constructor(name) {
    this.name = name;
  }
  async send(subject, order) {
    const sums = work(300, this.name.length);
    try {
      if (order.left) await deliver(sums, order);
    } catch {
      this.failed = true;
    }
  }
}
exports.work = work;
exports.agents = ['m', 'pu', 'hok', 'chat', 'pager', 'called', 'texting', 'postings', 'bellbells', 'birdsandmo'].map((name) => new Agent(name));
