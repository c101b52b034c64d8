const express = require('express');
const gardener = require('./gardener.cjs');

const beds = (module.exports = express.Router());
beds.get('/', gardener, (req, res) => res.json([]));
