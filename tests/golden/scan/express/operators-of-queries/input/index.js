const express = require('express');
const { trips } = require('./trips');
const { where } = require('./where');
const app = express();
app.use(express.json());

app.post('/trips', (request, response) => {
  response.json(trips.filter(where({ harbour: request.body.harbour, day: request.body.day })));
});
// else arm
const matches = (trip, name, value) => {
  if (value && typeof value === 'object') {
    if ('$in' in value) return value.$in.includes(trip[name]);
    else if (value.$lt) return trip[name] < value.$lt;
    return false;
  } else {
    return trip[name] === value;
  }
};
app.post('/found', (request, response) => {
  const { captain } = request.body;
  response.json(trips.filter((trip) => matches(trip, 'captain', captain)));
});
// asked by the operator itself
const passes = (trip, name, value) => ('$ne' in value ? trip[name] !== value.$ne : trip[name] === value);
app.post('/others', (request, response) => {
  response.json(trips.filter((trip) => passes(trip, 'ship', request.body.ship)));
});
// counter: operators nothing else serves for
app.post('/ranges', (request, response) => {
  const { price } = request.body;
  response.json(trips.filter((trip) => trip.price > price.$gt && trip.price < price['$lt']));
});
// counter: top level
app.get('/odata', (request, response) => {
  const top = '$top' in request.query ? request.query['$top'] : 10;
  response.json(trips.slice(0, Number(top)));
});
// counter: no operator
app.post('/named', (request, response) => {
  const { of } = request.body;
  const key = 'code' in of ? of.code : of.name;
  response.json(trips.filter((trip) => trip.key === key));
});
// Whoever sends anything else is refused.
app.post('/moorings', (request, response) => {
  const { mooring, buoy } = request.body;
  if (typeof mooring === 'object' && typeof buoy === 'object') {
    response.json({ at: mooring['pier'], colour: buoy.colour });
    return;
  }
  response.status(400).json({ error: `${mooring} and ${buoy}` });
});
const depthOf = (anchor) => {
  if (typeof anchor === 'object') return anchor['depth'];
  throw new TypeError(`no anchor: ${anchor}`);
};
app.post('/anchors', (request, response) => response.json({ depth: depthOf(request.body.anchor) }));
// Anything else serves.
const lengthOf = (rope) => {
  if (typeof rope === 'object') return rope['length'] + ('splice' in rope ? rope.splice : 0);
  return Number(rope);
};
app.post('/ropes', (request, response) => response.json({ length: lengthOf(request.body.rope) }));
app.listen(3000);
