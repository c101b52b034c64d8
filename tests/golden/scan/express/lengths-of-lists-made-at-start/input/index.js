const express = require('express');

const mill = express();
mill.use(express.json());
const ground = (req, res) => res.json({ ground: true });

const needsFarm = (req, res, next) => {
  if (!req.headers['x-farm']) return res.status(400).json({ error: 'which farm?' });
  next();
};

/** Made with a list that nobody changes: how long it is decides who is asked. */
const whenAny = (kinds) => (req, res, next) => (kinds.length === 0 ? next() : needsFarm(req, res, next));
const whenSome = (kinds) => (req, res, next) => {
  if (!kinds.length) return next();
  return needsFarm(req, res, next);
};
mill.get('/any', whenAny(['rye']), ground);
mill.get('/none', whenAny([]), ground);
mill.get('/some', whenSome(['rye', 'oats']), ground);

/** Requests add to this one, take from it and empty it. */
const sacks = [{ kind: 'rye', weight: 50 }];
mill.get('/sacks', (req, res) => {
  if (sacks.length === 0) return res.status(404).json({ error: 'no sacks' });
  res.json({ count: sacks.length, first: sacks[0] });
});
mill.post('/sacks', (req, res) => {
  if (sacks.length > 9) return res.status(409).json({ error: 'full' });
  sacks.push({ kind: req.body.kind, weight: req.body.weight });
  res.status(201).end();
});
mill.delete('/sacks', (req, res) => {
  sacks.splice(0, sacks.length);
  res.status(204).end();
});

mill.listen(3000);
