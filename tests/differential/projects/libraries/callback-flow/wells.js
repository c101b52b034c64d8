module.exports = require('express').Router().get('/:well', (req, res) => res.end());
