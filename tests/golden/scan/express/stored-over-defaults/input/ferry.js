const express = require('express');
const axios = require('axios');
const { MongoClient } = require('mongodb');

const ferry = express();
const timetables = new MongoClient(process.env.MONGO_URL).db('ferry').collection('timetables');
const USUAL = { sails: false, cars: true };

// What is stored is laid over what is usual: it may say otherwise.
ferry.get('/crossings', async (req, res) => {
  const today = { ...USUAL, ...(await timetables.findOne({ day: 'today' })) };
  if (!today.sails) return res.status(503).json({ wind: 'too strong' });
  res.json({ cars: true });
});
ferry.get('/winds', async (req, res) => {
  const { data } = await axios.get('http://harbour/wind');
  const wind = Object.assign({}, USUAL, data);
  if (wind.sails) return res.json({ crossing: true });
  res.status(409).json({ crossing: false });
});
// What stands behind it is certain.
ferry.get('/walkers', async (req, res) => {
  const { data } = await axios.get('http://harbour/wind');
  const walkers = { ...data, ...USUAL };
  if (walkers.sails) return res.json({ crossing: true });
  res.status(410).json({ crossing: false });
});

ferry.listen(3000);
