const express = require('express');

const app = express();
app.use(express.json());

// A record that need not be sent, and what stands in for each of its members.
app.post('/kites', (req, res) => {
  const { line: { metres = 30, doubled = false } = {}, tail } = req.body;
  res.status(201).json({ metres, doubled, tail });
});
app.put('/kites/:id', (req, res) => {
  const { colour = 'red', ribs } = req.body.cloth || {};
  const wind = req.body.wind ?? {};
  const force = wind.force || 4;
  const from = wind.from ?? 'west';
  res.json({ colour, ribs, force, from });
});

// Without the record there is no member of it, so both are demanded.
app.post('/fields', (req, res) => {
  const { name } = req.body.owner || {};
  if (!name) return res.status(400).json({ error: 'owner' });
  res.status(201).json({ name });
});
app.put('/fields/:id', (req, res) => {
  if (!req.body.gate?.lock?.key) return res.status(400).json({ error: 'key' });
  res.json({ locked: true });
});

// Elements of a list have to have it, and there need not be any.
app.post('/flights', (req, res) => {
  for (const flight of req.body.flights || []) if (!flight.pilot) return res.status(400).json({ error: 'pilot' });
  res.status(204).end();
});

// Who sends a reel says how long it is, and nobody has to send one.
app.patch('/kites/:id', (req, res) => {
  if (req.body.reel && !req.body.reel.metres) return res.status(400).json({ error: 'metres' });
  res.json({ reel: Boolean(req.body.reel) });
});

app.listen(3000);
