const { Router } = require('express');
const needToken = require('./token');

const methods = new Router();
methods.use((req, res, next) => (['GET', 'HEAD'].includes(req.method) ? next() : needToken(req, res, next)));
methods.get('/buoys', (req, res) => res.json([]));
methods.post('/buoys', (req, res) => res.status(201).json({}));
module.exports = methods;
