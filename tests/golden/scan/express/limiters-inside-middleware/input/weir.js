// A middleware that gives the request to a limiter hands on whom that does not refuse, in whatever branch it stands.
const express = require('express');
const { rateLimit } = require('express-rate-limit');

const limiter = rateLimit({ windowMs: 60000, limit: 10 });
const weir = express();

weir.use('/locks', (req, res, next) => {
  if (req.method !== 'GET') return next();
  return limiter(req, res, next);
});
weir.use('/eels', (req, res, next) => {
  if (req.path === '/count') return next();
  limiter(req, res, next);
});
weir.use('/sluices', (req, res, next) => (req.headers['x-warden'] ? next() : limiter(req, res, next)));
weir.use('/gauges', (req, res, next) => {
  limiter(req, res, () => next());
});

const tell = (req, res) => res.json({ at: req.query.at });
weir.get('/locks/:id', tell);
weir.put('/locks/:id', tell);
weir.get('/eels/count', tell);
weir.get('/eels/:id', tell);
weir.get('/sluices', tell);
weir.get('/gauges', tell);

weir.listen(3000);
