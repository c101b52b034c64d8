const express = require('express');
const createError = require('http-errors');
const { compose, route, unless, watched } = require('harbour-kit');

const lamp = express();
const keeper = (req, res, next) => (req.get('x-keeper') ? next() : res.status(401).json({ error: 'who is there?' }));
const ring = async (req, res) => {
  if (!req.body.times) throw createError(400, 'how often?');
  res.status(201).json({ rung: true });
};
class Signals {
  constructor() {
    this.colour = 'red';
  }
  show(request, response) {
    response.json({ colour: this.colour, to: request.query.to });
  }
}
const signals = new Signals();

lamp.use(express.json());
// What else the package is told may decide for whom the function runs: nothing is known of it.
lamp.use(unless(['/bells'], keeper));
// A package that was given handlers, by their parameters, runs them one after the other, and handles what they throw.
lamp.post('/bells', route({ name: 'ring' }, keeper, ring));
lamp.put('/bells', watched(watched(ring)));
lamp.post('/horns', [compose([keeper, watched(ring)])]);
lamp.get('/signals', watched(signals.show.bind(signals)));
lamp.use('/logs', watched(keeper));
lamp.get('/logs', (req, res) => res.json([]));
// With what it calls any other nobody knows.
lamp.get('/tides', watched(async ({ moon }) => ({ high: moon }))); //~ project/unseen-handler
lamp.get('/winds', route({ handler: (req, res) => res.json({ from: 'west' }) })); //~ project/unseen-handler
lamp.use((err, req, res, next) => res.status(err.status || 500).json({ message: err.message }));
lamp.listen(3000);
