const express = require('express');
const ferry = express();

ferry.get('/crossing{/:day}', (request, answer) => answer.end());
ferry.get('/berth/:row-:seat', (request, answer) => answer.end());
ferry.get('/ticket/:"ticket code"', (request, answer) => answer.end());
ferry.get('/cargo/*freight', (request, answer) => answer.end());

ferry.listen(4110);
