// A tool for developers, started by hand: another process, with globals of its own.
const { Server } = require('http');
const express = require('express');

const panel = express();
global.PLANT = {};
region = null;
panel.get('/reload', (req, res) => res.json({ started: PLANT.started === true }));
new Server(panel).listen(4000);
