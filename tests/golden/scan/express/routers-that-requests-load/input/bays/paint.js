exports.router = require('express').Router().post('/', (req, res) => res.sendStatus(202));
