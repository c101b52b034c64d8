const express = require('express');
const store = require('some-store');

const tunnel = express();
tunnel.use(express.json());

const refuse = (req, res, next) => (req.headers.authorization ? next() : res.status(401).json({ why: 'who are you' }));
const OPEN = [/^\/$/, /^\/fares$/, /^\/fares\/[^/]+$/];

const byLength = (req, res, next) => {
  for (let at = 0; at < OPEN.length; at++) if (OPEN[at].test(req.path)) return next();
  return refuse(req, res, next);
};
const byCount = (req, res, next) => {
  for (var at = 0, count = OPEN.length; at < count; at++) {
    const each = OPEN[at];
    if (each.test(req.path)) return next();
  }
  return refuse(req, res, next);
};
const isOpen = (path) => {
  for (let at = 0; at < OPEN.length; at += 1) {
    if (OPEN[at].test(path)) return true;
  }
  return false;
};
const byFunction = (req, res, next) => (isOpen(req.path) ? next() : refuse(req, res, next));

// Fields of which each is demanded.
const FIELDS = ['name', 'lane'];
const demanding = (req, res, next) => {
  for (let at = 0; at < FIELDS.length; at++) if (!req.body[FIELDS[at]]) return res.status(400).json({ missing: FIELDS[at] });
  next();
};

// Of what came in nobody knows how much there is.
const each = async (req, res) => {
  const saved = [];
  for (let at = 0; at < req.body.cars.length; at++) saved.push(await store.save({ plate: req.body.cars[at].plate }));
  res.status(201).json({ saved: saved.length });
};

const lanes = (guard) => {
  const router = express.Router();
  router.use(guard);
  router.get('/', (req, res) => res.json({ open: true }));
  router.get('/fares', (req, res) => res.json([]));
  router.get('/fares/:id', (req, res) => res.json({ fare: 3 }));
  router.get('/keys', (req, res) => res.json([]));
  return router;
};
tunnel.use('/length', lanes(byLength));
tunnel.use('/count', lanes(byCount));
tunnel.use('/function', lanes(byFunction));
tunnel.post('/lanes', demanding, (req, res) => res.status(201).json({ name: req.body.name }));
tunnel.post('/cars', each);

tunnel.listen(3000);
