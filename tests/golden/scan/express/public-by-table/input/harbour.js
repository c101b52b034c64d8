// Which requests a guard lets pass is read from a table: by a segment of the address, by the method, by the whole path.
const express = require('express');

const harbour = express();
const pier = (guard) => {
  const router = express.Router();
  router.use(guard);
  router.get('/ships', (req, res) => res.json([]));
  router.post('/ships', (req, res) => res.status(201).json({ id: 1 }));
  router.delete('/ships/:id', (req, res) => res.sendStatus(204));
  router.post('/login', (req, res) => res.json({ token: 't' }));
  router.get('/tides', (req, res) => res.json({ high: 4 }));
  return router;
};

const refuse = (req, res, next) => (req.headers.authorization ? next() : res.status(401).end());

// The method that is open, by a segment.
const OPEN = { login: 'POST', ships: 'GET' };
harbour.use(
  '/north',
  pier(function bySegment(req, res, next) {
    const segment = req.originalUrl.split('/')[2];
    if (OPEN[segment] && OPEN[segment] === req.method) return next();
    refuse(req, res, next);
  }),
);

// More of them than are told apart one by one.
const MANY = { login: 'POST', ships: 'GET', a: 'GET', b: 'GET', c: 'GET', d: 'GET', e: 'GET', f: 'PUT', g: 'PUT', h: 'PUT' };
harbour.use(
  '/east',
  pier(function byLargeTable(req, res, next) {
    return MANY[req.path.split('/')[1]] === req.method ? next() : refuse(req, res, next);
  }),
);

// The paths that are open, by the method.
const byMethod = { GET: ['/ships', '/tides'], POST: ['/login'] };
const isOpen = (req) => byMethod[req.method]?.includes(req.path);
harbour.use(
  '/south',
  pier(function byMethods(req, res, next) {
    if (isOpen(req)) next();
    else refuse(req, res, next);
  }),
);

// Maps of sets.
const lanes = new Map([
  ['GET', new Set(['/tides'])],
  ['POST', new Set(['/login'])],
]);
harbour.use(
  '/west',
  pier(function byMap(req, res, next) {
    const lane = lanes.get(req.method);
    if (lane && lane.has(req.path)) return next();
    refuse(req, res, next);
  }),
);

// What a table says of a path, and that it says something.
const RULES = { '/tides': 'anyone', '/login': 'anyone', '/ships': 'crew' };
harbour.use(
  '/inner',
  pier(function byRule(req, res, next) {
    if (RULES[req.path] !== 'anyone') return refuse(req, res, next);
    next();
  }),
);
harbour.use(
  '/outer',
  pier(function byName(req, res, next) {
    if (req.path in { '/tides': 1 } || Object.hasOwn({ '/login': 1 }, req.path)) return next();
    refuse(req, res, next);
  }),
);

// By way of a variable: with a fallback, and one by one.
harbour.use(
  '/upper',
  pier(function withFallback(req, res, next) {
    const open = byMethod[req.method] || [];
    if (open.some((path) => req.path.startsWith(path))) return next();
    refuse(req, res, next);
  }),
);
harbour.use(
  '/lower',
  pier(function oneByOne(req, res, next) {
    const open = byMethod[req.method];
    if (!open) return refuse(req, res, next);
    for (const path of open) if (path === req.path) return next();
    refuse(req, res, next);
  }),
);
harbour.listen(4014);
