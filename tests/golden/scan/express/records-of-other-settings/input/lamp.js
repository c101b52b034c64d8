// What answers hold where the program runs is what its settings are there: a service that has none of them here answers with records of both.
const express = require('express');
const { Beacon } = require('./beacon');

const app = express();
const beacon = new Beacon();

// Told apart by what they say of themselves.
app.get('/beams/:id', async (req, res) => {
  const found = await beacon.ask(req.params.id);
  if (!found.success) return res.status(404).json(found);
  res.json(found);
});
app.get('/beams/:id/span', async (req, res) => {
  const found = await beacon.ask(req.params.id);
  return found.success ? res.json(found.data) : res.status(502).json(found.error);
});
// By whether there is one.
app.get('/keepers/:id', async (req, res) => {
  const keeper = await beacon.keeper(req.params.id);
  if (!keeper) return res.status(404).json({ error: 'nobody' });
  res.json(keeper);
});
app.get('/keepers/:id/rota', async (req, res) => {
  const keeper = await beacon.keeper(req.params.id);
  if (keeper === null) return res.status(404).json({ error: 'nobody' });
  res.json({ of: keeper, nights: 3 });
});
// By nothing.
app.get('/range', (req, res) => {
  const range = beacon.address ? { miles: 18, from: 'chart' } : { miles: 12 };
  res.json(range);
});
app.get('/fog', (req, res) => {
  let fog;
  if (beacon.address) fog = { horn: 'on' };
  else fog = { horn: 'off', guessed: true };
  res.json({ fog });
});
// A text that the default gives, and what a setting says by itself, stay what they are.
app.get('/mode', (req, res) => res.json({ mode: beacon.address ? 'live' : 'rehearsal', lamp: process.env.LAMP || 'oil' }));
// Settings decide here which function answers: one of them is the default.
app.get('/oil', process.env.OIL_URL ? (req, res) => res.json({ litres: 4, from: 'store' }) : (req, res) => res.json({ litres: 3 }));

app.listen(3000);
