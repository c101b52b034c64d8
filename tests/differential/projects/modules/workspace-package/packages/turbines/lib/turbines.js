const { Router } = require('express');
exports.makeTurbines = ({ unit }) => Router().get(`/turbines/${unit}`, (req, res) => res.end());
