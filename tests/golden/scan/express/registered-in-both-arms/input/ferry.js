const express = require('express');
const timetable = require('./timetable');

const ferry = express();

// One of the two is there, whatever the configuration says.
if (timetable.open) ferry.get('/tickets', (request, response) => response.json({ open: true }));
else ferry.get('/tickets', (request, response) => response.redirect('/notice')); //~ core/several-registrations
if (timetable.winter) {
  ferry.get('/sailings/:day', (request, response) => response.json({ ice: true })); //~ core/several-registrations
} else {
  ferry.get('/sailings/:day', (request, response) => response.json({ ice: false }));
}

// Parameters by other names, and routers in both arms.
if (timetable.open) ferry.get('/decks/:deck', (request, response) => response.json({ deck: request.params.deck }));
else ferry.get('/decks/:level', (request, response) => response.json({ level: request.params.level }));
const cabins = express.Router();
cabins.post('/cabins', (request, response) => response.json({ cabin: 1 }));
const benches = express.Router();
benches.post('/cabins', (request, response) => response.json({ bench: 1 })); //~ core/several-registrations
switch (timetable.harbour) {
  case 'north':
    ferry.use('/book', cabins);
    break;
  default:
    ferry.use('/book', benches);
}

// The first of these is there in any case: the others never answer.
ferry.get('/crew', (request, response) => response.json([]));
if (timetable.winter) ferry.get('/crew', (request, response) => response.json(['stoker'])); //~ core/duplicate-route
if (timetable.open) {
  ferry.get('/bar', (request, response) => response.json({ drinks: 3 }));
  if (timetable.winter) ferry.get('/bar', (request, response) => response.json({ drinks: 1 })); //~ core/duplicate-route
}

ferry.listen(5000);
