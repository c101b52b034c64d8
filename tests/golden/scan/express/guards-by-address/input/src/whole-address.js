const { Router } = require('express');
const needToken = require('./token');

// What a mount leaves of the address is another text than the whole of it.
const whole = new Router();
whole.use('/deep', (req, res, next) => (req.originalUrl === '/deep/well' ? next() : needToken(req, res, next)));
whole.use('/deep', (req, res, next) => { if (req.path === '/deep/well') return res.status(401).end(); next(); });
whole.get('/deep/well', (req, res) => res.json({}));
whole.get('/deep/shaft', (req, res) => res.json({}));
module.exports = whole;
