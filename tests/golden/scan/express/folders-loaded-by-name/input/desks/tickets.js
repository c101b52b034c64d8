const { Router } = require('express');
module.exports = Router().get('/open', (req, res) => res.json([{ seat: 1 }]));
