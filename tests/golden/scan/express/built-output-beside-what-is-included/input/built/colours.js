const { Router } = require('express');
const colours = (module.exports = Router());
colours.get('/', (req, res) => res.json(['red']));
