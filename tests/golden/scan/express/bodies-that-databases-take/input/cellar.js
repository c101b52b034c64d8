// Nobody says what columns there are, but what comes in is written there: there is a body.
const express = require('express');
const knex = require('knex')({ client: 'pg' });
const { MongoClient } = require('mongodb');
const { Pool } = require('pg');

const pool = new Pool();
const store = new MongoClient(process.env.STORE).db('cellar');
const cellar = express();
cellar.use(express.json());
cellar.post('/barrels', async (req, res) => {
  await knex('barrels').insert(req.body);
  res.sendStatus(201);
});
cellar.put('/barrels/:id', async (req, res) => {
  await knex('barrels').where({ id: req.params.id }).update({ ...req.body, turned: new Date() });
  res.sendStatus(204);
});
cellar.post('/jugs', async (req, res) => {
  await store.collection('jugs').insertOne(req.body);
  res.sendStatus(201);
});
cellar.patch('/jugs/:id', async (req, res) => {
  await store.collection('jugs').updateOne({ label: req.params.id }, { $set: req.body });
  res.sendStatus(204);
});
cellar.post('/notes', async (req, res) => {
  await pool.query('INSERT INTO notes (note) VALUES ($1)', [req.body]);
  res.sendStatus(201);
});
// No whole body is taken here: of one a member is, of the next nothing, and nobody sends one with a GET.
cellar.post('/taps', async (req, res) => {
  await knex('taps').insert({ barrel: req.body.barrel });
  res.sendStatus(201);
});
cellar.post('/barrels/:id/empty', async (req, res) => {
  await knex('barrels').where({ id: req.params.id }).update({ full: false });
  res.sendStatus(204);
});
cellar.get('/barrels', async (req, res) => {
  await knex('visits').insert(req.body);
  res.json([]);
});
cellar.listen(4800);
