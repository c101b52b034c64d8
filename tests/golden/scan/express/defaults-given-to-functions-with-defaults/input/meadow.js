const express = require('express');

const flowers = ['daisy', 'clover', 'yarrow'];
const some = (from = 0, most = 10) => flowers.slice(from, from + most);

const meadow = express();
// The caller's default stands in for what is missing: the function's own never does.
meadow.get('/by-or', (request, response) => response.json(some(Number(request.query.from) || 1, parseInt(request.query.most, 10) || 20)));
meadow.get('/by-pattern', (request, response) => {
  const { from = 2, most = 30 } = request.query;
  response.json(some(from, most));
});
meadow.get('/by-question', (request, response) => response.json(some(0, Number(request.query.most ?? 40))));
// No number is one, and not missing.
meadow.get('/by-number', (request, response) => response.json(some(0, Number(request.query.most))));
// Here it is the function's.
meadow.get('/by-function', (request, response) => {
  const { from, most } = request.query;
  response.json(some(from, most));
});
meadow.listen(8080);
