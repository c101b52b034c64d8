const { Router } = require('express');
module.exports = ({ guards: { scribe } }) => Router().get('/ledgers', (req, res) => res.end()).post('/ledgers', scribe, (req, res) => res.end());
