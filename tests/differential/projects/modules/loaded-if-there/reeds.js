const reeds = require('express').Router();
reeds.get('/tall', (req, res) => res.send('tall'));
module.exports = reeds;
