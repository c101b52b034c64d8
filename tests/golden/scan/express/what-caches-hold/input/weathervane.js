const axios = require('axios');
const express = require('express');
const Redis = require('ioredis');
const mongoose = require('mongoose');

const cache = new Redis(process.env.REDIS_URL);
const Wind = mongoose.model('Wind', new mongoose.Schema({ from: { type: String, required: true }, knots: { type: Number, required: true } }));

const kept = async (key) => {
  const text = await cache.get(key);
  return text ? JSON.parse(text) : null;
};
async function winds() {
  const known = await kept('winds');
  if (known) return known;
  const found = await Wind.find();
  await cache.setex('winds', 60, JSON.stringify(found));
  return found;
}
async function wind(id) {
  const text = await cache.get(`wind:${id}`);
  if (text) return JSON.parse(text);
  return Wind.findById(id);
}

const vane = express();
vane.get('/winds', async (_request, response) => response.json({ ok: true, winds: await winds() }));
vane.get('/winds/:id', async (request, response) => {
  const found = await wind(request.params.id);
  if (!found) return response.status(404).json({ error: 'no such wind' });
  return response.json({ wind: found });
});
// What stands in for something of which nobody knows anything tells nothing of it.
vane.get('/forecast', async (_request, response) => {
  const { data } = await axios.get('https://forecast.example');
  response.json({ days: data.days || [], note: data.note ?? null, place: data.place || 'here', options: data.options || {} });
});
// It stands in a list or a record that looks the same when nothing was kept; who says more where something was says it of that.
const listed = async () => {
  const text = await cache.get('winds');
  if (!text) return [await Wind.find(), null];
  return [JSON.parse(text), null];
};
const told = async () => {
  const text = await cache.get('winds');
  if (text) return { winds: JSON.parse(text), source: 'cache' };
  return { winds: await Wind.find(), source: 'database' };
};
const marked = async () => {
  const text = await cache.get('winds');
  return text ? { winds: JSON.parse(text), kept: true } : { winds: await Wind.find() };
};
const orNone = async () => {
  const text = await cache.get('winds');
  return text ? { wind: JSON.parse(text), error: null } : { wind: null, error: 'no wind' };
};
vane.get('/listed', async (_request, response) => {
  const [found] = await listed();
  response.json(found.map((each) => ({ force: each.knots })));
});
vane.get('/told', async (_request, response) => {
  const { winds: found, source } = await told();
  response.json({ source, forces: found.map((each) => each.knots) });
});
vane.get('/marked', async (_request, response) => response.json(await marked()));
vane.get('/or-none', async (_request, response) => {
  const { wind: found, error } = await orNone();
  if (error) return response.status(404).json({ error });
  return response.json({ force: found.knots });
});
vane.listen(8080);
