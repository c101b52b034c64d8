const express = require('express');
const ferry = express();

ferry.get('/crossing/:day?', (request, answer) => answer.end());
ferry.get('/berth/:row-:seat', (request, answer) => answer.end());
ferry.get('/ticket/:code(\\d{4})', (request, answer) => answer.end());
ferry.get('/cargo/*', (request, answer) => answer.end());

ferry.listen(4109);
