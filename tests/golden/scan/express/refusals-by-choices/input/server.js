const express = require('express');
const rateLimit = require('express-rate-limit');
const { boats } = require('./boats');

const app = express();
app.use(express.json());

// A guard that is one choice.
const aboard = (req, res, next) => (req.get('x-ticket') ? next() : res.status(401).json({ error: 'no ticket' }));
const limiter = rateLimit({ windowMs: 60_000, max: 5 });

app.get('/boats', aboard, (req, res) => {
  // What is chosen for a value refuses nobody.
  const page = req.query.page ? Number(req.query.page) : 1;
  const order = req.query.desc ? 'desc' : 'asc';
  res.json({ page, order, boats });
});

app.post('/boats', (req, res) => {
  const { name, berth, sail } = req.body;
  return name && berth ? res.status(201).json({ name, berth, sail: sail ? String(sail) : 'none' }) : res.status(400).json({ error: 'name and berth' });
});

app.put('/boats/:id', (req, res) =>
  !req.body.name ? res.status(422).json({ error: 'name' }) : req.body.berth ? res.json({ moved: true }) : res.json({ moved: false }),
);

app.patch('/boats/:id', (req, res) => {
  req.body.colour || res.status(400).json({ error: 'colour' });
  req.body.colour && res.json({ colour: req.body.colour });
});

// What is noted where something is missing stands in for nothing.
app.put('/piers/:id', (req, res) => {
  const errors = {};
  req.body.metres || (errors.metres = 'missing');
  req.body.wood || (errors.wood = 'missing');
  if (Object.keys(errors).length > 0) return res.status(400).json({ errors });
  res.json({ kept: true });
});

const refuse = (status, message) => {
  throw Object.assign(new Error(message), { status });
};
app.post('/piers', (req, res) => {
  const metres = req.body.metres ?? refuse(400, 'metres');
  const depth = req.body.depth || 2;
  res.status(201).json({ metres, depth });
});

// Those who come without a pass are not refused, but for coming too often.
app.get('/piers', (req, res, next) => (req.get('x-pass') ? next() : limiter(req, res, next)), (req, res) => res.json([{ length: 12 }]));

// Either is enough.
app.delete('/boats', (req, res) => (req.query.id || req.query.name ? res.status(204).end() : res.status(400).json({ error: 'id or name' })));

app.use((error, req, res, next) => res.status(error.status || 500).json({ message: error.message }));

app.listen(3000);
