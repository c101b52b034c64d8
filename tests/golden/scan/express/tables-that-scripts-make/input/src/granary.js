const express = require('express');
const mysql = require('mysql2/promise');

const pool = mysql.createPool({});
const app = express();
app.use(express.json());

app.get('/bins', async (_req, res) => {
  const [bins] = await pool.query('SELECT b.*, SUM(l.tons) AS tons FROM bins b LEFT JOIN loads l ON l.bin_id = b.id GROUP BY b.id');
  res.json(bins);
});
app.get('/mice', async (_req, res) => {
  const [mice] = await pool.query('SELECT id, name FROM mice');
  res.json({ mice });
});
app.get('/owls', async (_req, res) => {
  const [owls] = await pool.query('SELECT name FROM owls');
  res.json({ owls });
});

/** One function for several tables, whose names stand for `??`. */
const oneOf = (table, columns) => async (req, res) => {
  const [[row]] = await pool.query('SELECT ?? FROM ?? WHERE id = ?', [columns, table, req.params.id]);
  if (!row) return res.status(404).json({ error: `nothing in ${table}` });
  res.json(row);
};
app.get('/bins/:id', oneOf('bins', ['id', 'label']));
app.get('/loads/:id', oneOf('loads', ['tons', 'bin_id']));
// Which table it is only the request says.
app.get('/any/:table/:id', async (req, res) => {
  const [rows] = await pool.query('SELECT * FROM ?? WHERE id = ?', [req.params.table, req.params.id]);
  res.json({ rows });
});

app.listen(3000);
