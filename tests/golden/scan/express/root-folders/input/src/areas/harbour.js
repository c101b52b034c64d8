const { Router } = require('express');

this.router = Router();
this.router.get('/ships', (req, res) => res.json({ ships: [] }));
module.exports = this.router;
