const express = require('express');

const ferry = express();

ferry.get('/crossings/:id', (request, response, next) => {
  if (request.params.id === '0') return next(new Error('no such crossing'));
  response.json({ id: request.params.id });
});

// What this answer is sent as says nothing of the errors of others.
ferry.get('/crossings.csv', (request, response) => {
  response.set('Content-Type', 'text/csv');
  response.send('from;to');
});

// What is set in front of a route holds for its errors, too.
const harbour = express.Router();
harbour.use((request, response, next) => {
  response.type('application/vnd.harbour+json');
  next();
});
harbour.get('/berths', (request, response) => {
  if (!request.query.length) throw new Error('how long is she?');
  response.send({ berths: [1] });
});
ferry.use('/harbour', harbour);

ferry.use((error, request, response, next) => {
  response.status(422).json({ sunk: false, why: error.message });
});

ferry.listen(8080);
