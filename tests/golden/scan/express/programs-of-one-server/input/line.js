const express = require('express');

const line = express();
line.use(express.json());
line.get('/stops', (request, response) => response.json([]));

module.exports = line;
