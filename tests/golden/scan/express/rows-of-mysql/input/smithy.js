const express = require('express');
const mysql = require('mysql2');

const connection = mysql.createConnection({ host: 'localhost', database: 'smithy' });
const pool = mysql.createPool({ database: 'smithy' }).promise();
connection.connect((error) => { if (error) throw error; });

const app = express();
app.use(express.json());

app.get('/tools', (req, res) => {
  let query = 'SELECT * FROM tools';
  if (req.query.title) query += ` WHERE title LIKE '%${req.query.title}%'`;
  connection.query(query, (error, tools) => {
    if (error) return res.status(500).json({ message: 'no tools' });
    res.json(tools);
  });
});
app.post('/tools', (req, res) => {
  const tool = { title: req.body.title, forged: false };
  connection.query('INSERT INTO tools SET ?', tool, (error, result) => {
    if (error) { res.status(500).json({ message: error.message }); return; }
    res.status(201).json({ id: result.insertId, ...tool });
  });
});
app.put('/tools/:id', async (req, res) => {
  const [result] = await pool.execute('UPDATE tools SET title = ?, kind = ? WHERE id = ?', [req.body.title, req.body.kind, req.params.id]);
  if (result.affectedRows === 0) return res.sendStatus(404);
  const [[tool]] = await pool.query('SELECT id, title, kind, sold_on AS soldOn FROM tools WHERE id = ?', [req.params.id]);
  res.json(tool);
});
app.listen(3000);
