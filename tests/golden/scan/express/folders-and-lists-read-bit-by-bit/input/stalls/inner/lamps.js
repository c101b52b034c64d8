module.exports = require('express').Router().get('/lamps', (req, res) => res.json([]));
