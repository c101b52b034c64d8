const { Router } = require('express');
module.exports = (kind = 'short') => { const r = Router(); r.get('/' + kind, (req, res) => res.end()); return r; };
