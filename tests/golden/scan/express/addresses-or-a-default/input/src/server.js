const express = require('express');
const session = require('express-session');
const passport = require('passport');

const app = express();
app.use(session({ secret: 'kept' }));
app.use(passport.initialize());
app.use(passport.session());

const known = (req, res, next) => (req.user ? next() : res.status(401).end());

// No request is without an address or a method: the default never stands in for it.
function mills(req, res, next) {
  const whole = req.originalUrl || req.url;
  return whole.includes('/mills/notice') ? next() : known(req, res, next);
}
function locks(req, res, next) {
  if ((req.originalUrl ?? req.url).startsWith('/locks/notice')) return next();
  return known(req, res, next);
}
function weirs(req, res, next) {
  const path = req.path || '';
  const method = (req.method || 'GET').toUpperCase();
  if (path === '/notice' || method === 'POST') return next();
  return known(req, res, next);
}
function ponds(req, res, next, path = req.path) {
  if (!req.url || path.endsWith('/notice')) return next();
  return known(req, res, next);
}
// At the root there is no base: what stands in for it is what is tested.
function tides(req, res, next) {
  const base = req.baseUrl || '/notice';
  return base === '/notice' ? next() : known(req, res, next);
}

for (const [name, guard] of Object.entries({ mills, locks, weirs, ponds, tides })) {
  const router = express.Router();
  router.get('/notice', (req, res) => res.json({ text: 'open' }));
  router.get('/gates', (req, res) => res.json({ gates: [] }));
  router.post('/gates', (req, res) => res.status(201).json({ gate: 1 }));
  app.use(`/${name}`, guard, router);
}

app.listen(3000);
