const wine = require('express').Router();
wine.get('/', (req, res) => res.json([]));
module.exports = wine;
