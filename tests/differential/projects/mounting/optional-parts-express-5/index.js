const express = require('express');

const raft3 = express();
const planks3 = express.Router();
const ropes3 = express.Router();
const knot3 = (request, response, next) => next();

planks3.use(knot3);
planks3.get('/', (request, response) => response.end());
planks3.get('/view', (request, response) => response.end());
planks3.get('/view/:part', (request, response) => response.end());
ropes3.get('/', (request, response) => response.end());
ropes3.get('/coil', (request, response) => response.end());

raft3.use('/deck{/:level}', planks3);
raft3.use('/mast{/top}', ropes3);

module.exports = raft3;
