const express = require('express');
const { Pool } = require('pg');
const pool = new Pool();
const app = express();
app.use(express.json());
// The tables are made by files in a folder beside the one of the server.
app.get('/trees', async (req, res) => {
  const { rows } = await pool.query('SELECT id, sort, planted_at FROM trees');
  res.json(rows);
});
app.post('/trees', async (req, res) => {
  const { rows } = await pool.query('INSERT INTO trees (sort) VALUES ($1) RETURNING *', [req.body.sort]);
  res.status(201).json(rows[0]);
});
// A table that only a folder of another program makes is nobody's here.
app.get('/jobs', async (req, res) => {
  const { rows } = await pool.query('SELECT * FROM jobs');
  res.json(rows);
});
app.listen(3000);
