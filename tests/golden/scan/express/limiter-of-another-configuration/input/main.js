const express = require('express');
const limit = require('express-rate-limit');

const mode = process.env.NODE_ENV || 'development';
const brakes = (windowMs, max) => {
  if (mode === 'test') return (req, res, next) => next();
  return limit({ windowMs, max });
};
const quiet = () => {
  if (mode !== 'production') return (req, res, next) => next();
  return limit({ windowMs: 1000, max: 1 });
};

const counter = express();
counter.get('/braked', brakes(60_000, 5), (req, res) => res.json({ up: process.uptime(), text: String(req.query.text) }));
counter.get('/free', quiet(), (req, res) => res.json({ memory: process.memoryUsage().rss }));

if (mode === 'production') counter.use('/tills', limit({ windowMs: 900_000, max: 20 }));
counter.post('/tills/login', (req, res) => res.json({ till: req.body.till }));
counter.post('/tills/token', brakes(60_000, 50), (req, res) => res.json({ token: req.body.till }));
counter.listen(3000);
