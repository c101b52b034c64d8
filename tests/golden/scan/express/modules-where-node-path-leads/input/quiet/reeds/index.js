const { Router } = require('express');
module.exports = Router().get('/cut', (req, res) => res.json({ cut: 2 })); //~ core/unmounted-router
