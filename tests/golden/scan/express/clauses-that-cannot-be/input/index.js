const express = require('express');

const ferry = express();
const labelled = (text) => 'lane ' + text;

// One of two: no other clause is there for it, and no default.
ferry.get('/lanes', (req, res) => {
  const lanes = req.query.wide ? 2 : 4;
  switch (lanes) {
    case 2:
      return res.json({ wide: lanes });
    case 3:
      return res.status(500).json({ error: 'three' });
    case 4:
      return res.json({ narrow: lanes });
    default:
      return res.status(501).json({ error: 'lanes' });
  }
});

// Both have the same one.
ferry.get('/decks', (req, res) => {
  const deck = req.query.top ? 'top' : 'low';
  switch (deck) {
    case 'keel':
      return res.status(418).end();
    case 'top':
    case 'low':
      return res.json({ deck });
  }
  res.status(404).json({ error: 'no such deck' });
});

// A text that begins otherwise is none of these; who says no lane is refused.
ferry.get('/lanes/:lane/cars', (req, res) => {
  let lane;
  if ('lane' in req.query) lane = req.query.lane;
  switch (labelled(lane)) {
    case 'wide':
      return res.json({ cars: 2 });
  }
  if (!lane) return res.status(400).json({ error: 'which lane?' });
  res.json({ cars: 1 });
});

// What nobody knows may be each of them, and none.
ferry.get('/tides/:tide', (req, res) => {
  switch (req.params.tide) {
    case 'high':
      return res.json({ sails: true });
    case 'low':
      return res.status(409).json({ sails: false });
    default:
      return res.status(404).json({ error: 'no such tide' });
  }
});

// Another configuration sails otherwise: each clause is there for some.
const wayOf = (req) => (req.body?.way && req.body.way !== 'none' ? req.body.way : process.env.FERRY_WAY || 'rope');
ferry.post('/crossings', (req, res) => {
  switch (wayOf(req)) {
    case 'wind':
      return res.status(202).json({ sail: req.get('x-wind') });
    case 'rope':
    default:
      return res.status(201).json({ rope: true });
  }
});

// Classes that nobody has made an instance of here are not known not to be it.
class Full extends Error {}
class Late extends Error {}
ferry.post('/crossings/:crossing/cars', async (req, res) => {
  const error = await new Promise((resolve) => require('ferry-office').book(req.params.crossing, resolve));
  switch (error.constructor) {
    case Full:
      return res.status(409).json({ error: 'full' });
    case Late:
      return res.status(410).json({ error: 'late' });
    default:
      return res.status(201).json({ booked: true });
  }
});

ferry.listen(3000);
