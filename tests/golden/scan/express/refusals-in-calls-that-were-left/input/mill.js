const express = require('express');

const mill = express();
mill.use(express.json());

class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

// Works long and refuses behind that.
function weigh(sack) {
  const flour = {};
  for (let turn = 0; turn < 4000; turn++) for (let grain = 0; grain < 4; grain++) flour[`${turn}-${grain}`] = (turn * grain) % 7;
  if (flour['3-3'] < sack.weight) throw new Refused(403, 'too heavy');
  return flour['1-1'];
}
mill.post('/sacks', (req, res) => {
  weigh({ weight: req.body.weight });
  res.status(201).json({ taken: true });
});

// Answers behind it.
function grindFor(req, res) {
  const flour = {};
  for (let turn = 0; turn < 4000; turn++) for (let grain = 0; grain < 4; grain++) flour[`${turn}-${grain}`] = (turn * grain) % 7;
  if (flour['9-3'] > 3) res.status(401).json({ error: 'who are you?' });
}
mill.post('/orders', (req, res) => { //~ project/cut-short
  if (req.body.urgent) return res.status(202).json({ urgent: true });
  grindFor(req, res);
  res.status(201).json({ ordered: true });
});

// Reads behind it.
function note(order) {
  const flour = {};
  for (let turn = 0; turn < 4000; turn++) for (let grain = 0; grain < 4; grain++) flour[`${turn}-${grain}`] = (turn * grain) % 7;
  return order.miller;
}
mill.put('/orders', (req, res) => { //~ project/cut-short
  note(req.body);
  res.json({ noted: true });
});

// What is left of it calls what refuses.
const check = (sack) => {
  if (!sack.label) throw new Refused(400, 'no label');
};
function inspect(sack) {
  const flour = {};
  for (let turn = 0; turn < 4000; turn++) for (let grain = 0; grain < 4; grain++) flour[`${turn}-${grain}`] = (turn * grain) % 7;
  check(sack);
}
mill.post('/inspections', (req, res) => { //~ project/cut-short
  inspect(req.body);
  res.status(201).json({ inspected: true });
});

// Knows nothing of the request, and refuses all the same.
function isOpen() {
  const flour = {};
  for (let turn = 0; turn < 4000; turn++) for (let grain = 0; grain < 4; grain++) flour[`${turn}-${grain}`] = (turn * grain) % 7;
  if (flour['9-3'] > 3) throw new Refused(403, 'closed');
}
mill.get('/gate', (req, res) => {
  isOpen();
  res.json({ open: true });
});

// What works long is called, and gives only a number: what refuses is behind the call.
function grind() {
  const flour = {};
  for (let turn = 0; turn < 4000; turn++) for (let grain = 0; grain < 4; grain++) flour[`${turn}-${grain}`] = (turn * grain) % 7;
  return flour['3-3'];
}
mill.post('/meals', (req, res) => {
  if (grind() < req.body.weight) throw new Refused(409, 'too much');
  res.status(201).json({ weight: req.body.weight });
});

// A logger is long, and says nothing to the client.
const lines = [];
function log(text, more) {
  const padded = {};
  for (let at = 0; at < 4000; at++) for (let by = 0; by < 4; by++) padded[`${at}-${by}`] = at * by;
  lines.push(`${text} ${JSON.stringify(more)} ${padded['3-3']}`);
}
mill.get('/sacks/:number', (req, res) => {
  log(req.originalUrl, { number: req.params.number, by: req.get('x-miller') });
  res.json({ number: req.params.number });
});

// It fails, and nobody hears of it.
function remember(what) {
  const flour = {};
  for (let turn = 0; turn < 4000; turn++) for (let grain = 0; grain < 4; grain++) flour[`${turn}-${grain}`] = (turn * grain) % 7;
  if (flour['9-3'] === 0) throw new Refused(400, what);
}
mill.delete('/sacks/:number', (req, res) => {
  try {
    remember(req.params.number);
  } catch (error) {
    console.error(error);
  }
  res.status(204).end();
});

// It refuses in front of what takes long.
function take(order) {
  if (!order.weight) throw new Refused(400, 'no weight');
  const flour = {};
  for (let turn = 0; turn < 4000; turn++) for (let grain = 0; grain < 4; grain++) flour[`${turn}-${grain}`] = (turn * grain) % 7;
  return flour['3-1'];
}
mill.post('/grains', (req, res) => {
  take(req.body);
  res.status(201).json({ taken: true });
});

// It refuses as it has refused before.
function sort(order) {
  if (!order.colour) throw new Refused(422, 'no colour');
  const flour = {};
  for (let turn = 0; turn < 4000; turn++) for (let grain = 0; grain < 4; grain++) flour[`${turn}-${grain}`] = (turn * grain) % 7;
  if (!order.weight) throw new Refused(422, 'no weight');
}
mill.post('/flours', (req, res) => {
  const { weight } = req.body;
  sort(req.body);
  res.status(201).json({ weight });
});

mill.use((error, req, res, next) => {
  res.status(error.status || 500).json({ error: error.message });
});
mill.listen(3000);
