const wagons = require('express').Router();
wagons.get('/list', (req, res) => res.json([]));
module.exports = wagons;
