const file = require('express').Router();
file.get('/of-the-file', (req, res) => res.end());
file.get('/names', (req, res) => res.json(require('./rooms/').names));
module.exports = file;
