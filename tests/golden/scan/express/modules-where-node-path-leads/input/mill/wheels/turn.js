const { Router } = require('express');
module.exports = Router().get('/speed', (req, res) => res.json({ speed: 4 }));
