const { Router } = require('express');

const lamps = Router();
lamps.get('/', (req, res) => res.json([{ lamp: 'north' }]));
lamps.post('/:lamp/turns', (req, res) => res.status(201).json({ lamp: req.params.lamp }));
module.exports = lamps;
