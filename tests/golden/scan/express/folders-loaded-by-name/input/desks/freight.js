const { Router } = require('express');
module.exports = Router().post('/', (req, res) => res.status(201).json({ weight: req.body.weight }));
