const express = require('express');

const barge9 = express();
const holds9 = express.Router();
const tags9 = express.Router();
const bolt9 = (request, response, next) => next();

holds9.use(bolt9);
holds9.get('/', (request, response) => response.end());
holds9.get('/crate', (request, response) => response.end());
tags9.get('/crate', (request, response) => response.end());
tags9.get('/77', (request, response) => response.end());

barge9.use('/:tongue?', bolt9);
barge9.use('/hold/:side?', holds9);
barge9.use('/tag/:number(\\d+)?', tags9);

module.exports = barge9;
