const express = require('express');
const knex = require('knex')({ client: 'pg', connection: process.env.MILLPOND });

const app = express();
app.use(express.json());

app.get('/sacks', async (req, res) => {
  const { rows } = await knex.raw('SELECT s.id, s.price, m.name AS miller FROM sacks s JOIN millers m ON m.id = s.miller_id WHERE s.grain = ?', [req.query.grain]);
  res.json(rows);
});
app.get('/then', (_req, res, next) => {
  knex
    .raw('SELECT count(*) AS count FROM sacks')
    .then((result) => res.json(result.rows[0]))
    .catch(next);
});
// What is computed among what is selected.
app.get('/grains', async (_req, res) => {
  const grains = await knex('sacks')
    .select('grain', knex.raw('sum(kilos) as kilos'), knex.raw("max(ground_at) as last, coalesce(avg(price), 0) as mean"))
    .count('* as sacks')
    .groupBy('grain');
  res.json(grains);
});
app.get('/named', async (_req, res) => {
  res.json(await knex('sacks').select({ id: 'id', label: knex.raw("grain || ' ' || kilos") }));
});
// Without groups there is one row.
app.get('/totals', async (_req, res) => {
  const [{ total }] = await knex('sacks').sum('price as total');
  const most = await knex('sacks').max({ kilos: 'kilos' }).first();
  res.json({ total, most });
});
// Exact fractions and large integers are texts.
app.get('/sacks/:id', async (req, res) => {
  const sack = await knex('sacks').where({ id: req.params.id }).first('id', 'miller_id', 'price', 'discount');
  if (!sack) return res.sendStatus(404);
  res.json(sack);
});
app.post('/sacks', async (req, res) => {
  const { miller_id, price, kilos, grain } = req.body;
  const [made] = await knex('sacks').insert({ miller_id, price, kilos, grain }).returning('*');
  res.status(201).json(made);
});

// What has no name, comes from a table that no migration makes, or is written at run time, nobody knows.
app.get('/nameless', async (_req, res) => res.json(await knex('sacks').select('id', knex.raw('now()'))));
app.get('/foreign', async (_req, res) => res.json((await knex.raw('select depth from ponds')).rows));
app.get('/any', async (req, res) => res.json({ rows: await knex.raw(req.query.sql) }));
app.delete('/sacks', async (_req, res) => {
  const result = await knex.raw('delete from sacks');
  res.json({ gone: result.rowCount });
});

app.listen(3000);
