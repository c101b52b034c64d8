module.exports = require('express').Router().get('/spices', (req, res) => res.json([]));
