const express = require('express');
const { Pool } = require('pg');

const pool = new Pool();
const barn = express();
barn.use(express.json());

barn.get('/horses/:id', async (request, response) => {
  const { rows: [horse] } = await pool.query('select id, name from horses where id = $1', [request.params.id]);
  if (!horse) return response.status(404).json({ stable: 'empty' });
  response.json(horse);
});
barn.get('/horses/:id/name', async (request, response) => {
  const found = await pool.query('select name from horses where id = $1', [request.params.id]);
  const name = found.rows[0]?.name;
  if (name === undefined) { response.status(410).json({ gone: true }); return; }
  response.json({ name });
});
barn.post('/horses', async (request, response) => {
  const made = await pool.query('insert into horses (name, height) values ($1, $2) returning *', [request.body.name, request.body.height]);
  if (!made.rows[0]) return response.status(409).json({ never: true });
  response.status(201).json(made.rows[0]);
});
barn.get('/count', async (request, response) => {
  const { rows } = await pool.query('select count(*) from horses');
  if (!rows[0]) return response.status(404).json({ never: true });
  response.json({ total: rows[0].count });
});
barn.get('/first', async (request, response) => {
  const { rows } = await pool.query('select * from horses order by id');
  response.json({ first: rows[0] ?? null, all: rows.map(({ name }) => name) });
});
barn.listen(3000);
