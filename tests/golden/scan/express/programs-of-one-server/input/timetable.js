// Nobody serves before it is asked to: what this program makes is its own.
const express = require('express');

const board = express();
board.get('/board', (request, response) => response.json([]));
board.listen(3002);
