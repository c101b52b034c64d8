const express = require('express');
const knex = require('knex')({ client: 'pg', connection: process.env.CREAMERY });

const app = express();
app.use(express.json());

app.get('/herds', async (req, res) => res.json(await knex('herds').orderBy('name')));
app.get('/herds/:id', async (req, res) => {
  const herd = await knex('herds').where({ id: req.params.id }).first();
  if (!herd) return res.sendStatus(404);
  const cows = await knex.select('cows.id', 'nick as name', { since: 'cows.born' }).from('cows').leftJoin('herds', 'cows.herd_id', 'herds.id').where('herd_id', herd.id);
  res.json({ ...herd, cows });
});
app.post('/herds', async (req, res) => {
  const { name, motto } = req.body;
  const [herd] = await knex('herds').insert({ name, motto }).returning(['id', 'name', 'created_at']);
  res.status(201).json(herd);
});
app.patch('/herds/:id', async (req, res) => {
  const changed = await knex('herds').where('id', req.params.id).update(req.body);
  res.json({ changed });
});
app.delete('/cows/:id', async (req, res) => {
  await knex.transaction(async (trx) => { await trx('cows').where('id', req.params.id).del(); });
  res.status(204).end();
});
app.get('/census', (req, res, next) => {
  knex('cows').count('* as total').max('born as youngest').first().then((row) => res.json(row)).catch(next);
});
// Names of columns are known where the table is not.
app.get('/rats', async (req, res) => res.json(await knex('rats').select('id', 'tail as tail_length')));
app.get('/rats/:id', async (req, res) => {
  const rat = await knex('rats').where({ id: req.params.id }).first();
  if (!rat) return res.status(404).json({ gone: true });
  res.json({ rat });
});
app.get('/names', async (req, res) => res.json({ names: await knex('cows').pluck('nick') }));

app.listen(3000);
