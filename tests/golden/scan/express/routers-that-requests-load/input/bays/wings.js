module.exports = require('express').Router().get('/:span', (req, res) => res.json({ span: 1 }));
