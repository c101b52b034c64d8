const pears = require('express').Router();
pears.post('/', (req, res) => res.status(201).json({ picked: true }));
module.exports = pears;
