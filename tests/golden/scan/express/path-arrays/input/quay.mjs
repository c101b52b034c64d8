import express from 'express';

const quay = express();
const crates = express.Router();

const weigh = (request, answer, onward) => onward();
const label = (request, answer, onward) => onward();

quay.use(['/in', '/out'], [weigh, [label]], crates);
quay.get(['/status', '/health'], [weigh], (request, answer) => answer.end());

crates.post('/:crate', (request, answer) => answer.end());

quay.listen(4102);
