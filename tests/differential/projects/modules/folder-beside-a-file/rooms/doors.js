const doors = require('express').Router();
doors.get('/doors', (req, res) => res.end());
doors.get(`/loaded-${typeof require('.')}`, (req, res) => res.end());
doors.get(`/parent-${typeof require('..')}`, (req, res) => res.end());
module.exports = doors;
