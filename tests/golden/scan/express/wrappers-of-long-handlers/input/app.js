const express = require('express');
const { wrap, settle, traced, inside, stored, sinks } = require('./wrap');

const app = express();
app.use(express.json());

// Takes more steps than the scan follows.
const dig = (by) => {
  const sums = {};
  for (let turn = 0; turn < 4000; turn++) for (let step = 0; step < 4; step++) sums[`${turn}-${step}`] = (turn * by) % 7;
  return sums['3-3'];
};
class Missing extends Error {
  status = 404;
}

// Each is left: what stands behind the wrapper of others is looked at all the same.
app.get('/pits/1', wrap(async (req, res) => res.json({ depth: dig(1) })));
app.get('/pits/2', wrap(async (req, res) => res.json({ depth: dig(2) })));
app.get('/pits/3', wrap(async (req, res) => res.json({ depth: dig(3) })));
app.get('/pits/4', wrap(async (req, res) => res.json({ depth: dig(4) })));
app.get('/pits/5', wrap(async (req, res) => res.json({ depth: dig(5) })));
app.get('/pits/6', wrap(async (req, res) => res.json({ depth: dig(6) })));
app.get('/pits/7', wrap(async (req, res) => res.json({ depth: dig(7) })));
app.get('/pits/8', wrap((req, res) => res.json({ depth: dig(8) })));
app.post('/stones', wrap(async (req, res) => {
  if (!req.body.weight) return res.status(400).json({ error: 'no weight' });
  res.status(201).json({ weight: req.body.weight });
}));
app.get('/stones', wrap((req, res) => res.json({ page: req.query.page })));

app.get('/seams/1', traced(async (req, res) => res.json({ depth: req.query.from })));
app.get('/seams/2', traced(async (req, res) => res.json({ depth: req.query.from })));
app.get('/seams/3', traced(async (req, res) => res.json({ depth: req.query.from })));
app.get('/seams/4', traced(async (req, res) => res.json({ depth: req.query.from })));
app.get('/seams/5', traced(async (req, res) => res.json({ depth: req.query.from })));
app.get('/seams/6', traced(async (req, res) => res.json({ depth: req.query.from })));
app.get('/seams/7', traced(async (req, res) => res.json({ depth: req.query.from })));
app.delete('/seams/:id', traced(async (req, res) => {
  if (req.params.id === '0') throw new Missing('no such seam');
  res.status(204).end();
}));

app.put('/carts/:id', settle(async (req, res) => res.json({ id: req.params.id, load: req.body.load })));
app.patch('/carts/:id', settle((req, res) => res.json({ id: req.params.id })));
app.get('/shafts/1', inside((req, res) => { //~ project/cut-short
  for (const sink of sinks.slice(0, 25)) sink('1');
  res.json({ depth: req.query.from });
}));
app.get('/shafts/2', inside((req, res) => { //~ project/cut-short
  for (const sink of sinks.slice(0, 25)) sink('2');
  res.json({ depth: req.query.from });
}));
app.get('/shafts/3', inside((req, res) => { //~ project/cut-short
  for (const sink of sinks.slice(0, 25)) sink('3');
  res.json({ depth: req.query.from });
}));
app.get('/shafts/4', inside((req, res) => { //~ project/cut-short
  for (const sink of sinks.slice(0, 25)) sink('4');
  res.json({ depth: req.query.from });
}));
app.get('/shafts/5', inside((req, res) => { //~ project/cut-short
  for (const sink of sinks.slice(0, 25)) sink('5');
  res.json({ depth: req.query.from });
}));
app.get('/shafts/6', inside((req, res) => { //~ project/cut-short
  for (const sink of sinks.slice(0, 25)) sink('6');
  res.json({ depth: req.query.from });
}));
app.get('/shafts/7', inside((req, res) => { //~ project/cut-short
  for (const sink of sinks.slice(0, 25)) sink('7');
  res.json({ depth: req.query.from });
}));
app.delete('/shafts/:id', inside((req, res) => {
  if (req.params.id === '0') return res.status(404).end();
  res.status(204).end();
}));

// What a storage runs is a part of the handler that it was written in.
app.post('/drifts/1', stored(async ({ width }) => ({ width, depth: dig(1) })));
app.post('/drifts/2', stored(async ({ width }) => ({ width, depth: dig(2) })));
app.post('/drifts/3', stored(async ({ width }) => ({ width, depth: dig(3) })));
app.post('/drifts/4', stored(async ({ width }) => ({ width, depth: dig(4) })));
app.post('/drifts/5', stored(async ({ width }) => ({ width, depth: dig(5) })));
app.post('/drifts/6', stored(async ({ width }) => ({ width, depth: dig(6) })));
app.post('/drifts/7', stored(async ({ width }) => ({ width, depth: dig(7) })));
app.post('/drifts/8', stored(async ({ width }) => ({ width, depth: dig(8) })));
app.post('/drifts', stored(async ({ width }) => {
  if (!width) throw new Missing('no width');
  return { width };
}));
app.listen(3000);
