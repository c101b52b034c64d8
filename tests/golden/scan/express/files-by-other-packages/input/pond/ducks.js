const ducks = require('express').Router();
ducks.get('/ducks', (req, res) => res.json({ ducks: 5 }));
module.exports = ducks;
