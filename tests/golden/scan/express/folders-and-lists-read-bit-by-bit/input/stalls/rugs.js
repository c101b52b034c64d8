module.exports = require('express').Router().get('/rugs', (req, res) => res.json([]));
