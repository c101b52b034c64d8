const aged = require('express').Router();
aged.get('/:age', (req, res) => res.json([]));
module.exports = aged;
