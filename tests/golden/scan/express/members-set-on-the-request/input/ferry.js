const express = require('express');
const session = require('express-session');

const app = express();
app.use(express.json());
app.use(session({ secret: 'tide' }));

// What came in, written in another way: it still comes in.
app.post('/tickets', (req, res) => {
  req.body.email = req.body.email.toLowerCase();
  req.body.seats = Number(req.body.seats);
  res.status(201).json({ email: req.body.email, seats: req.body.seats });
});

// A default in one arm: what came in counts in the other.
app.post('/crossings', (req, res) => {
  if (!req.body.port) req.body.port = 'north';
  res.status(201).json({ port: req.body.port });
});

// A middleware of the route sets it: no request has to.
const skipper = (req, res, next) => { req.body.skipper = { name: 'Ahab', since: 1840 }; next(); };
app.post('/charters', skipper, (req, res) => res.status(201).json({ skipper: req.body.skipper, days: req.body.days }));
// Another route has no such middleware: here it comes in.
app.post('/salvages', (req, res) => res.status(201).json({ skipper: req.body.skipper }));

// A callback of a parameter looks it up, and refuses.
app.param('boat', (req, res, next, boat) => {
  if (boat.length > 9) return res.status(404).json({ lost: boat });
  req.params.found = { name: boat, deck: 2 };
  next();
});
app.get('/boats/:boat', (req, res) => res.json({ boat: req.params.found }));
app.get('/quays/:quay', (req, res) => res.json({ quay: req.params.found }));

// What one request keeps in the session, the next one finds, or not.
app.post('/boarding', (req, res) => {
  req.session.passenger = { berth: Number(req.body.berth), tired: true };
  res.sendStatus(204);
});
app.get('/passenger', (req, res) => {
  if (!req.session.passenger) return res.status(401).json({ message: 'not on board', port: process.env.PORT_NAME });
  res.json(req.session.passenger);
});

app.listen(3000);
