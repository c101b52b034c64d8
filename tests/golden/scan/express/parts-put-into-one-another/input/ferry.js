const express = require('express');
const app = express();
app.use(express.json());

// The parameters of the path take in what stands behind the question mark, if there is something.
function collect(request, run) {
  const wanted = request.params;
  if (Object.keys(request.query).length > 0) Object.assign(wanted, request.query);
  return run(wanted);
}
const crossings = ({ harbour, day, berth }) => [harbour, day, berth];
app.get('/crossings/:harbour', (request, response) => {
  response.json(collect(request, (wanted) => crossings(wanted)));
});

// Of a body, and of both.
app.put('/tickets/:number', (request, response) => {
  const ticket = Object.assign(request.params, request.body);
  if (!ticket.passenger) return response.status(400).end();
  response.json({ number: ticket.number, passenger: ticket.passenger });
});
app.post('/boats/:boat', (request, response) => {
  Object.assign(request.body, { ...request.query, ...request.params });
  response.json({ boat: request.body.boat, deck: request.body.deck });
});

// What a function in front has put there.
const withQuery = (request, response, next) => {
  Object.assign(request.body, request.query || {});
  next();
};
app.get('/fares', withQuery, (request, response) => response.json({ zone: request.body.zone }));

// A copy takes nothing into the parameters.
app.get('/tides/:harbour', (request, response) => {
  const all = Object.assign({}, request.params, request.query);
  response.json({ harbour: request.params.harbour, week: all.week, moon: request.params.moon });
});
app.listen(3000);
