const { Router } = require('express');
const needToken = require('./token');

const FREE = ['/sign-in', '/weather'];
const SPARED = [/^\/charts\//, /^\/maps$/];
const lists = new Router();
lists.use((req, res, next) => {
  if (FREE.includes(req.path) || SPARED.some((each) => each.test(req.path))) return next();
  for (const front of ['/public', '/static']) if (req.path.startsWith(front)) return next();
  return needToken(req, res, next);
});
lists.post('/sign-in', (req, res) => res.json({ token: 'x' }));
lists.get('/weather', (req, res) => res.json({}));
lists.get('/charts/:sea', (req, res) => res.json({}));
lists.get('/maps', (req, res) => res.json([]));
lists.get('/maps/:map', (req, res) => res.json({}));
lists.get('/static/flags', (req, res) => res.json([]));
lists.get('/oil', (req, res) => res.json({}));
module.exports = lists;
