const express = require('express');
const axios = require('axios');
const { promisify } = require('util');
const redis = require('redis');
const NodeCache = require('node-cache');
const { remember, shelf } = require('./shelf');

const client = redis.createClient();
const memory = new NodeCache({ stdTTL: 30 });
const read = promisify(client.get).bind(client);
const pick = () => ({ sort: 'Boskoop', apples: [{ grams: Math.random(), ripe: true }] });

const app = express();

// Answered out of the cache, else made: both look alike.
app.get('/parsed', async (req, res) => {
  const kept = await client.get('parsed');
  if (kept) return res.json(JSON.parse(kept));
  const basket = pick();
  await client.set('parsed', JSON.stringify(basket), { EX: 60 });
  res.json(basket);
});

// One variable holds either.
app.get('/either', async (req, res) => {
  let basket = memory.get('either');
  if (!basket) {
    basket = pick();
    memory.set('either', basket);
  }
  res.json(basket);
});

// As a member beside others.
app.get('/member', async (req, res) => {
  const kept = await read('member');
  if (kept) return res.json({ from: 'cache', basket: JSON.parse(kept) });
  const basket = pick();
  client.set('member', JSON.stringify(basket));
  res.json({ from: 'orchard', basket });
});

// Callbacks are given what was kept.
app.get('/callback', (req, res) => {
  client.get('callback', (error, kept) => {
    if (kept) return res.json(JSON.parse(kept));
    const basket = pick();
    client.setex('callback', 60, JSON.stringify(basket));
    return res.json({ basket, weighed: basket.apples.length });
  });
});

// A middleware answers for the handler behind it, and keeps what that sends.
const cached = (seconds) => async (req, res, next) => {
  const kept = await client.get(req.originalUrl);
  if (kept) return res.status(200).json(JSON.parse(kept));
  const json = res.json.bind(res);
  res.json = (body) => {
    client.setEx(req.originalUrl, seconds, JSON.stringify(body));
    return json(body);
  };
  next();
};
app.get('/middleware', cached(20), (req, res) => res.json(pick()));

// Helpers and classes around the client.
app.get('/helper', async (req, res) => res.json(await remember('helper', () => pick())));
app.get('/class', async (req, res) => res.json({ basket: await shelf.getOrMake('class', pick) }));

// An empty list says nothing of what is kept elsewhere, nor does null.
app.get('/list', async (req, res) => {
  const kept = await client.get('list');
  res.json(kept ? JSON.parse(kept) : []);
});
app.get('/null', async (req, res) => {
  const kept = await client.get('null');
  res.json({ basket: kept ? JSON.parse(kept) : null });
});

// Somebody else's answer is no cache.
app.get('/elsewhere', async (req, res) => {
  const { data } = await axios.get('https://elsewhere.test/basket');
  if (data) return res.json(data);
  res.json(pick());
});

app.listen(3000);
