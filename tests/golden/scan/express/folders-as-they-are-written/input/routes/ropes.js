module.exports = require('express').Router().get('/', (req, res) => res.json([]));
