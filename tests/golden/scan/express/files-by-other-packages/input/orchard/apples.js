const apples = require('express').Router();
apples.get('/', (req, res) => res.json({ ripe: 3 }));
module.exports = apples;
