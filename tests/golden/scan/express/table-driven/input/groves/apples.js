const grove = require('express').Router();
grove.get('/ripe', (q, s) => s.json([]));
module.exports = grove;
