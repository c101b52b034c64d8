import express from 'express';

const ropeway = express();
ropeway.use(express.json());

// A function of the program says which texts there are.
const isLine = (line) => line === 'north' || line === 'south';
ropeway.get('/cabins', (req, res) => {
  const { line, stop } = req.query;
  if (!isLine(line) || typeof stop !== 'string' || stop === '') return res.status(400).json({ error: 'line and stop' });
  res.json({ line, stop });
});

// Each by itself; of what may be missing nothing is asked when it is.
ropeway.post('/tickets', (req, res) => {
  const { zone, back = 'no' } = req.body;
  if (req.body.age && req.body.age !== 'child' && req.body.age !== 'senior') return res.status(422).json({ error: 'age' });
  if (zone !== 'inner' && zone !== 'outer') return res.status(422).json({ error: 'zone' });
  if (back !== 'yes' && back !== 'no') return res.status(422).json({ error: 'back' });
  res.status(201).json({ zone });
});

// What is left empty is as good as what is missing.
ropeway.put('/seasons', (req, res) => {
  const { season, from } = req.body;
  if (season !== 'summer' && season !== 'winter' && season !== '') return res.status(422).json({ error: 'season' });
  if (!from) return res.status(422).json({ error: 'from' });
  if (from !== '' && from !== 'valley' && from !== 'top') return res.status(422).json({ error: 'from' });
  res.json({ season, from });
});

// A set, the names of a table, the cases of a switch.
const masts = new Set(['steel', 'wood']);
const prices = { day: 10, year: 200 };
ropeway.get('/masts/:kind', (req, res) => {
  if (!masts.has(req.params.kind)) return res.status(404).json({ error: 'no such mast' });
  res.json({ kind: req.params.kind });
});
ropeway.get('/prices', (req, res) => {
  if (!Object.hasOwn(prices, req.query.span)) return res.status(400).json({ error: 'span' });
  if (!(req.query.currency in { eur: 1, chf: 1 })) return res.status(400).json({ error: 'currency' });
  res.json({ price: prices[req.query.span] });
});
ropeway.get('/reports', (req, res) => {
  switch (req.query.as) {
    case 'table':
    case 'list':
      return res.json({ rows: [] });
    case 'sum':
      return res.json({ sum: 0 });
    default:
      return res.status(400).json({ error: 'as' });
  }
});

// These say nothing of which texts there are: others are served, or it is not for the model to say what the text is.
ropeway.get('/maps', (req, res) => {
  if (req.query.scale === 'large' && !req.query.sheet) return res.status(400).json({ error: 'sheet' });
  switch (req.query.colour) {
    case 'grey':
      return res.json({ colour: 0 });
    default:
      return res.json({ colour: 1 });
  }
});
ropeway.get('/engine', (req, res) => {
  if (req.query.token !== 'winch') return res.status(401).json({ error: 'who?' });
  res.json({ running: true });
});

// A set and a table that requests add to.
const guests = new Set(['miller']);
const stops = { top: 1 };
ropeway.get('/guests/:name', (req, res) => {
  if (!guests.has(req.params.name)) return res.status(404).json({ error: 'no such guest' });
  res.json({ name: req.params.name });
});
ropeway.get('/stops/:name', (req, res) => {
  if (!Object.hasOwn(stops, req.params.name)) return res.status(404).json({ error: 'no such stop' });
  res.json({ name: req.params.name });
});
ropeway.post('/guests', (req, res) => {
  guests.add(req.body.name);
  stops[req.body.stop] = 2;
  res.status(201).end();
});

ropeway.listen(8080);
