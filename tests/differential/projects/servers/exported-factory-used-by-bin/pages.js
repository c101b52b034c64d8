const { Router } = require('express');
module.exports = () => { const r = Router(); r.get('/', (req, res) => res.end()); r.get('/:page', (req, res) => res.end()); return r; };
