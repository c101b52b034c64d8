const express = require('express');
const session = require('express-session');

const mill = express();
mill.use(express.urlencoded({ extended: true }));
// Forms come everywhere, JSON everywhere but to the scales.
mill.use((req, res, next) => {
  if (req.path.startsWith('/scales')) return next();
  return express.json()(req, res, next);
});
const sparing = (paths, served) => (req, res, next) => (paths.some((path) => req.path === path) ? next() : served(req, res, next));
mill.use(sparing(['/open'], session({ secret: process.env.MILL_SECRET, name: 'miller' })));

mill.post('/sacks', (req, res) => res.status(201).json({ grain: req.body.grain }));
mill.post('/scales', (req, res) => res.status(201).json({ weight: req.body.weight }));
mill.get('/ledger', (req, res) => {
  if (!req.session.millerId) return res.status(401).end();
  res.json({ of: req.session.millerId });
});
mill.listen(4100);
