const express = require('express');

global.PLANT = { doors: require('./doors'), limits: { rooms: 3 } };
region = 'north';

const plant = express();
plant.use((req, res, next) => PLANT.doors.keeper(req, res, next));
plant.get('/rooms', (req, res) => res.json({ rooms: PLANT.limits.rooms, region }));
plant.listen(3000);
