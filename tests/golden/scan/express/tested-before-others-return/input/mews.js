const express = require('express');

const mews = express();
mews.use(express.json());
const KINDS = ['owl', 'lark'];
const refused = (message) => Object.assign(new Error(message), { status: 400 });

// What is refused by an error is refused for all that come behind it, whatever else they are asked for.
mews.post('/hawks', (req, res) => {
  const { call, wings } = req.body;
  if (wings < 0) throw refused('wings');
  if (call === 'kek') return res.status(202).end();
  res.status(201).end();
});
mews.post('/kites', (req, res, next) => {
  const { call, wings } = req.body;
  if (wings < 0) throw refused('wings');
  if (call === 'kek') return next(refused('call'));
  next();
});
mews.post('/kites', (req, res) => res.status(201).end());
mews.post('/owls', (req, res, next) => {
  const { calls, wings } = req.body;
  if (wings < 0) throw refused('wings');
  for (const call of calls) if (!KINDS.includes(call)) return next(refused('call'));
  res.status(201).end();
});

// Those that have returned before were not asked.
mews.post('/larks', (req, res) => {
  const { call, wings } = req.body;
  if (call === 'kek') return res.status(202).end();
  if (wings < 0) throw refused('wings');
  res.status(201).end();
});
// One of the program's own rows is there: who is equal to it is there as well.
const perches = [{ name: 'high' }, { name: 'low' }];
mews.get('/perches', (req, res) => {
  const { name } = req.query;
  for (const perch of perches) if (perch.name === name) return res.status(203).json(perch);
  if (!name) return res.status(400).end();
  res.status(206).end();
});
// Whom a loop has answered nobody asked.
mews.get('/gloves', (req, res) => {
  const { name } = req.query;
  for (const perch of perches) {
    if (req.get('x-left')) break;
    return res.status(203).json(perch);
  }
  if (!name) return res.status(400).end();
  res.status(206).end();
});
mews.use((error, req, res, next) => res.status(error.status || 500).json({ error: error.message }));
mews.listen(3000);
