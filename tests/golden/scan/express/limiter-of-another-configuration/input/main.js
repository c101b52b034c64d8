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

// What stands in for it is named like a limit, and is none.
function rateLimit(settings) {
  if (!process.env.LIMITS) {
    return function (req, res, next) {
      return next();
    };
  }
  return limit({ windowMs: settings.window * 1000, limit: settings.limit });
}

const counter = express();
counter.get('/braked', brakes(60_000, 5), (req, res) => res.json({ up: process.uptime(), text: String(req.query.text) }));
counter.get('/free', quiet(), (req, res) => res.json({ memory: process.memoryUsage().rss }));

if (mode === 'production') counter.use('/tills', limit({ windowMs: 900_000, max: 20 }));
counter.post('/tills/login', (req, res) => res.json({ till: req.body.till }));
counter.post('/tills/token', brakes(60_000, 50), (req, res) => res.json({ token: req.body.till }));
counter.post('/tills/coins', rateLimit({ window: 60, limit: 3 }), (req, res) => res.json({ coins: req.body.coins }));
counter.listen(3000);
