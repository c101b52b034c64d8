class Wreck extends Error {
  constructor(code, message, details) { super(message); this.code = code; this.details = details; }
}
class Missing extends Wreck {
  constructor(message) { super(404, message); }
}
module.exports = { Wreck, Missing };
