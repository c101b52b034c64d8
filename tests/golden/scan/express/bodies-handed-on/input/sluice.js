const express = require('express');
const axios = require('axios');
const winston = require('winston');
const request = require('request-promise');
const { Kafka } = require('kafkajs');

const river = new Kafka({ brokers: ['localhost:9092'] }).producer();
const app = express();
app.use(express.json());
// In front of every route: whatever comes is told to somebody, and no endpoint takes a body for it.
app.use((req, res, next) => {
  request.post({ url: 'http://audit.example/log', json: { path: req.path, body: req.body } });
  next();
});

// As it came.
app.post('/barges', async (req, res) => {
  const { data } = await axios.post('http://harbour.example/barges', req.body);
  res.status(201).json(data);
});
// As the option of a request that is made elsewhere.
app.put('/barges/:id', (req, res, next) => {
  const options = { url: `http://harbour.example/barges/${req.params.id}`, json: true };
  options.body = req.body;
  request.put(options).then((answer) => res.json(answer), next);
});
// As a text.
app.patch('/barges/:id', async (req, res) => {
  const answer = await fetch('http://harbour.example/barges', { method: 'PATCH', body: JSON.stringify(req.body) });
  res.status(answer.ok ? 204 : 502).end();
});
// With something more.
app.post('/messages', async (req, res) => {
  await river.send({ topic: 'messages', messages: [{ ...req.body, at: Date.now() }] });
  res.sendStatus(202);
});
// A function hands it on that serves all methods: nobody sends a body to be given something.
const forward = (req, res, next) =>
  axios({ method: req.method, url: `http://lock.example${req.path}`, data: req.body }).then(({ data }) => res.json(data), next);
app.get('/lock', forward);
app.delete('/lock', forward);
app.post('/lock', forward);
// Members that the code names are all that is known of it.
app.post('/tolls', async (req, res) => {
  const { ship } = req.body;
  await axios.post(`http://toll.example/${ship}`, req.body);
  res.json({ ship });
});
// Somebody who writes to a log takes what comes, and so does who asks what kind of thing it is.
app.post('/gates/open', (req, res) => {
  winston.info('opening', req.body);
  console.log(req.body);
  res.json({ open: true });
});
app.listen(3000);
