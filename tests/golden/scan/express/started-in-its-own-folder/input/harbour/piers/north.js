const pier = require('express').Router();
pier.get('/boats', (req, res) => res.json([]));
module.exports = pier;
