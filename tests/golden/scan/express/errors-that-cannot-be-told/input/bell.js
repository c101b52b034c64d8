// Errors whose accessors and toJSON throw, or never end, are errors still: who looks at what a function has thrown runs them.
const express = require('express');
const bell = express();

class Cracked extends Error {
  get status() { throw new Error('no status'); }
}
class Muffled extends Error {
  constructor() { super('muffled'); this.status = 409; }
  toJSON() { throw new Error('no text'); }
}
class Endless extends Error {
  constructor() { super('endless'); this.status = 423; }
  toJSON() { for (let n = 0; ; n++) this.last = { n, before: this.last }; }
}

bell.get('/cracked', async (req, res) => {
  if (req.query.hard) throw new Cracked('crack');
  res.json({ rung: true });
});
bell.get('/muffled', async (req, res) => {
  if (req.query.hard) throw new Muffled();
  res.json({ rung: true });
});
bell.get('/endless', async (req, res) => {
  if (req.query.hard) throw new Endless();
  res.json({ rung: true });
});
bell.listen(1);
