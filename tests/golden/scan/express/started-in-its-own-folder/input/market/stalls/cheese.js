const board = require('express').Router();
board.get('/prices', (req, res) => res.json({}));
module.exports = board;
