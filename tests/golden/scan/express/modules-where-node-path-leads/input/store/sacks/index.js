const { Router } = require('express');
module.exports = Router().get('/full', (req, res) => res.json({ full: 12 }));
