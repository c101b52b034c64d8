const { Router } = require('express');
const needToken = require('./token');

const but = new Router();
but.use((req, res, next) => {
  if (!req.path.startsWith('/open') && req.path !== '/beacon') {
    needToken(req, res, next);
  } else {
    next();
  }
});
but.get('/beacon', (req, res) => res.json({ lit: true }));
but.get('/open/hours', (req, res) => res.json([]));
but.get('/stores', (req, res) => res.json([]));
module.exports = but;
