module.exports = require('express').Router().get('/east', (req, res) => res.json([]));
