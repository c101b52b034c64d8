const hall = require('express').Router();
hall.get('/fire', (req, res) => res.json({ lit: true }));
module.exports = () => ({ path: '/hall', router: hall });
