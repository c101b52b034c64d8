const { Router } = require('express');
const needToken = require('./token');

const OPEN = new Set(['/hello', '/bye']);
const isOpen = (req) => OPEN.has(req.path);
function needsKeeper(req) {
  if (req.path === '/lamp') return false;
  if (isOpen(req)) return false;
  return true;
}

const helpers = new Router();
// Written in one expression, and asked by a guard that waits.
function isFree(path) {
  return path == '/fog' || path.startsWith('/mist') || path.endsWith('.txt');
}
helpers.use(async function waiting(req, res, next) {
  if (isFree(req.path)) { next(); return; }
  const key = req.headers['x-api-key'];
  if (!key) { res.status(401).json({ error: 'no key' }); return; }
  const known = await Promise.resolve(key === process.env.LAMP_KEY);
  if (!known) { res.status(401).end(); return; }
  next();
});
helpers.get('/mist/:hour', (req, res) => res.json({}));
helpers.get('/tide.txt', (req, res) => res.json({}));
helpers.use(function onlyKeepers(req, res, next) {
  const guarded = needsKeeper(req);
  if (!guarded) return next();
  return needToken(req, res, next);
});
helpers.get('/hello', (req, res) => res.json({}));
helpers.get('/bye', (req, res) => res.json({}));
helpers.get('/lamp', (req, res) => res.json({}));
helpers.get('/horn', (req, res) => res.json({}));
module.exports = helpers;
