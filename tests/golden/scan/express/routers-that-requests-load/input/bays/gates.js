const { hangar } = require('../hangar');
module.exports = require('express').Router().get('/', hangar.badge, (req, res) => res.json([]));
