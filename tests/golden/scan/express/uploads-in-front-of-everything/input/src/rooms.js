const express = require('express');
const rooms = express.Router();

// Nothing parses JSON here: the fields come as a form.
rooms.post('/', (req, res) => res.status(201).json({ name: req.body.name }));

// Behind another parser for everything.
rooms.use(express.json());
rooms.put('/:room', (req, res) => res.json({ name: req.body.name }));
rooms.put('/:room/plan', (req, res) => res.json({ plan: req.file.path }));
module.exports = rooms;
