const express = require('express');

const burrow = express();
const second = express.Router();

burrow.get('/nook', function first(request, answer) { answer.end(); });
burrow.use(second);
second.get('/nook', function never(request, answer) { answer.end(); }); //~ core/duplicate-route
burrow.get('/:room', (request, answer) => answer.end());
burrow.post('/nook', (request, answer) => answer.end());

burrow.listen(4118);
