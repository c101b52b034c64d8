const flock = require('express').Router();
flock.get('/', (req, res) => res.json([]));
module.exports = flock;
