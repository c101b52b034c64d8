const express = require('express');

const app = express();
app.use(express.json());

app.post('/churns', (request, response) => {
  if ([undefined, null].includes(request.body.milk)) return response.status(400).json({ error: 'milk' });
  response.status(201).json({ milk: request.body.milk });
});

app.put('/churns', (request, response) => {
  const isGiven = ![null, undefined, false, ''].includes(request.body.cream);
  if (!isGiven) return response.status(400).json({ error: 'cream' });
  response.json({ cream: request.body.cream });
});

app.post('/cheeses', (request, response) => {
  const { name, age } = request.body;
  if (![name, age].every(Boolean)) return response.status(400).json({ error: 'name and age' });
  response.status(201).json({ name, age });
});

app.put('/cheeses', (request, response) => {
  const { name, rind } = request.body;
  if ([name, rind].includes(undefined)) return response.status(400).json({ error: 'name and rind' });
  response.json({ name, rind });
});

app.patch('/cheeses', (request, response) => {
  const isNamed = Boolean(request.body.name);
  if (!isNamed) return response.status(400).json({ error: 'name' });
  response.json({ name: request.body.name });
});

// The first that is missing.
app.post('/yoghurt', (request, response) => {
  const missing = ['culture', 'hours'].find((name) => !request.body[name]);
  if (missing) return response.status(400).json({ missing });
  response.status(201).json({ hours: request.body.hours });
});

app.put('/yoghurt', (request, response) => {
  const missing = ['culture', 'hours'].find((name) => !(name in request.body));
  if (missing !== undefined) return response.status(400).json({ missing });
  response.json({ culture: request.body.culture });
});

// The first that is there.
app.patch('/yoghurt', (request, response) => {
  const given = ['culture', 'hours'].find((name) => request.body[name]);
  if (!given) return response.status(400).json({ error: 'nothing' });
  response.json({ [given]: request.body[given] });
});

// One of them is enough.
app.get('/cheeses', (request, response) => {
  const { name, age } = request.query;
  if (![name, age].some(Boolean)) return response.status(400).json({ error: 'name or age' });
  response.json([]);
});

// Other constants, and what is not there on no way, say nothing of it.
app.post('/butter', (request, response) => {
  if (['salted', undefined].includes(request.body.kind)) return response.json({ salted: true });
  if ([request.body.kind, 'plain'].includes('none')) return response.status(400).json({ error: 'none' });
  response.json({ salted: false });
});

// Whoever leaves it out is served.
app.post('/whey', (request, response) => {
  const litres = [null, undefined].includes(request.body.litres) ? 1 : Number(request.body.litres);
  response.json({ litres });
});

app.listen(3000);
