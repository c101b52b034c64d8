const express = require('express');
const knex = require('knex')({ client: 'pg', connection: process.env.ROOKERY });
const { Model, ConstraintViolationError, DataError, NotFoundError, UniqueViolationError } = require('objection');

class Bird extends Model { static tableName = 'birds'; }
class Nest extends Model { static tableName = 'nests'; }
Model.knex(knex);
const rookery = express();
rookery.use(express.json());

// Nothing is known of the table: it may refuse whatever comes in.
rookery.post('/birds', async (req, res) => { await Bird.query().insert({ name: req.body.name }); res.sendStatus(201); });
rookery.delete('/birds/:id', async (req, res) => { await Bird.query().deleteById(req.params.id).throwIfNotFound(); res.sendStatus(204); });
rookery.get('/birds', async (req, res) => { await Bird.query(); res.json({ birds: true }); });
// Of this one the columns are known: a note is refused by nobody, a ring where there is one, a cliff that is not there or no number.
rookery.patch('/nests/:id/note', async (req, res) => { await Nest.query().patch({ note: req.body.note }).where('ring', 'a'); res.sendStatus(204); });
rookery.post('/nests', async (req, res) => { await Nest.query().insert({ ring: req.body.ring }); res.sendStatus(201); });
rookery.put('/nests', async (req, res) => { await Nest.query().insert({ cliff_id: req.body.cliff }); res.sendStatus(201); });
// Knex hands on what the driver throws.
rookery.post('/rings', async (req, res) => { await knex('nests').insert({ ring: req.body.ring }); res.sendStatus(201); });
rookery.post('/notes', async (req, res) => { await knex('nests').insert({ note: req.body.note }); res.sendStatus(201); });

rookery.use((error, req, res, next) => {
  if (error instanceof NotFoundError) return res.status(404).json({ gone: true });
  if (error instanceof UniqueViolationError) return res.status(409).json({ taken: error.columns });
  if (error instanceof ConstraintViolationError) return res.status(424).json({ constraint: error.name });
  if (error instanceof DataError) return res.status(422).json({ unfit: true });
  if (error.code === '23505') return res.status(423).json({ detail: error.detail });
  res.status(500).json({ broken: true });
});
rookery.listen(3000);
