// Editors import the package by the file that its main file loads.
const express = require('express');
const { Router } = require('express/lib/express');

const stall = express();
const fruit = Router();
fruit.get('/', (req, res) => res.json({ ripe: true }));
stall.use('/fruit', fruit);
stall.listen(5500);
