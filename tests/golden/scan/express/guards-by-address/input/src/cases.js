const { Router } = require('express');
const needToken = require('./token');

const cases = new Router();
cases.use((req, res, next) => {
  switch (req.path) {
    case '/ping':
    case '/pong':
      return next();
    default:
      return needToken(req, res, next);
  }
});
cases.get('/ping', (req, res) => res.json({}));
cases.get('/pong', (req, res) => res.json({}));
cases.get('/rope', (req, res) => res.json({}));
module.exports = cases;
