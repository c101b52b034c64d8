// Of a record that is answered without members it is known that it has none: those of the other one need not be there.
const express = require('express');
const toll = express();

toll.get('/fares', (request, answer) => {
  if (request.query.free) answer.json({});
  else answer.json({ fare: 3 });
});
// Of this one nothing is known.
toll.get('/lists', (request, answer) => {
  if (request.query.all) answer.json(require('fares')());
  else answer.json({ fare: 3 });
});

toll.listen(4134);
