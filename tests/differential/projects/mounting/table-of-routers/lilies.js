module.exports = require('express').Router().patch('/:lily', (req, res) => res.end());
