const express = require('express');
const { expressjwt } = require('express-jwt');

class Full extends Error {}
const crew = express.Router();
crew.use((req, res, next) => {
  if (!req.headers['x-api-key']) return next(Object.assign(new Error('crew only'), { status: 403 }));
  next();
});
// Behind the guard of the router: nobody outside of it is asked.
crew.use((err, req, res, next) => (err.status === 403 ? res.status(401).json({ crew: false }) : next(err)));
crew.get('/roster', (req, res) => res.json([]));

const pier = express();
pier.use('/desk', expressjwt({ secret: process.env.PIER_SECRET, algorithms: ['HS256'] }));
pier.use((err, req, res, next) => {
  if (err.name !== 'UnauthorizedError') return next(err);
  if (req.path === '/desk/fares') return next();
  res.status(403).end('show your pass');
});
pier.get('/desk/fares', (req, res) => res.json({ adult: 4 }));
pier.get('/desk/tickets', (req, res) => res.json([]));
pier.use('/crew', crew);
// Its own error comes to no handler in front of it.
pier.post('/boardings', (req, res, next) => (req.query.full ? next(new Full('no room')) : res.status(201).end()));
pier.post('/cargo', (req, res, next) => (req.query.full ? next(new Full('no room')) : res.status(201).end()));
pier.use((err, req, res, next) => {
  if (err instanceof Full && req.path.startsWith('/cargo')) return res.status(507).json({ wait: true });
  if (err instanceof Full) return res.status(409).json({ wait: false });
  res.status(500).json({ broken: true });
});
pier.listen(4400);
