const { Router } = require('express');
module.exports = Router().get('/', (q, s) => s.json([])).post('/', (q, s) => s.status(201).end());
