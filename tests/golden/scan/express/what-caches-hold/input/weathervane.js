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
vane.listen(8080);
