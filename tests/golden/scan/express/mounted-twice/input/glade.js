const express = require('express');

const glade = express();
const deer = express.Router();
const hush = (request, answer, onward) => onward();
const watch = (request, answer, onward) => onward();

deer.get('/tracks', (request, answer) => answer.json([]));

glade.use('/dawn', deer);
glade.use(hush);
glade.use('/dusk', watch, deer);

glade.listen(4107);
