const express = require('express');
const mysql = require('mysql2/promise');

const pool = mysql.createPool({ host: 'db' });
const app = express();
app.get('/anvils', async (req, res) => {
  const [rows] = await pool.query('SELECT * FROM anvils');
  res.json(rows);
});
app.get('/hammers', async (req, res) => {
  const [rows] = await pool.query('SELECT id, weight FROM hammers');
  res.json(rows);
});
app.listen(3000);
