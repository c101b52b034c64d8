module.exports = require('express').Router().get('/west', (req, res) => res.json([]));
