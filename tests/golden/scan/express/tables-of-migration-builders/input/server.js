const express = require('express');
const { Pool } = require('pg');

const pool = new Pool();
const app = express();
app.use(express.json());

app.get('/beers', async (req, res) => {
  const { rows } = await pool.query('SELECT b.*, w.name AS brewer FROM beers b JOIN brewers w ON w.id = b.brewer_id');
  res.json(rows);
});
app.post('/brewers', async (req, res) => {
  const { rows } = await pool.query('INSERT INTO brewers (id, name) VALUES ($1, $2) RETURNING id, since', [req.body.id, req.body.name]);
  res.status(201).json(rows[0]);
});
app.get('/kegs', async (req, res) => res.json((await pool.query('SELECT * FROM kegs')).rows));
app.listen(3000);
