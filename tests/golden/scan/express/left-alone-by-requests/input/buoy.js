// What requests leave alone they do not wait for; what it changes later requests find, and what is given the response answers.
const express = require('express');
const { createClient } = require('redis');
const redis = createClient();
const buoy = express();
let depth = null;
const marks = new Map();
const log = { lines: 0 };

async function sound() {
  const found = await redis.get('depth');
  depth = { metres: Number(found) };
}
async function mark(colour) {
  await redis.get(colour);
  marks.set(colour, true);
}
async function count(by) {
  await redis.get('lines');
  log.lines += by;
}
async function ring(response, times) {
  await redis.get('bell');
  response.status(202).json({ rung: times });
}

buoy.get('/depth', (req, res) => {
  if (depth) return res.json(depth);
  sound();
  res.status(503).json({ retry: true });
});
buoy.post('/marks', (req, res) => {
  mark('red');
  mark('green');
  void count(1);
  res.status(204).end();
});
buoy.get('/marks', (req, res) => {
  if (!marks.has('green')) return res.status(404).end();
  res.json({ green: true });
});
buoy.post('/bell', (req, res) => {
  ring(res, 3);
});
buoy.listen(1);
