const express = require('express');
const { QueryTypes } = require('sequelize');
const { sequelize, Sequelize, Keeper } = require('./models');

const app = express();
app.use(express.json());

app.get('/keepers', async (req, res) => {
  const keepers = await sequelize.query('SELECT * FROM Keepers WHERE name LIKE :name', {
    replacements: { name: `%${req.query.name}%` },
    type: QueryTypes.SELECT,
  });
  res.json(keepers);
});
app.get('/rooms', async (_req, res) => {
  const rooms = await sequelize.query(
    `SELECT r.id, r.title, r.lens, r.lit_at, k.name AS keeper
       FROM lamp_rooms r LEFT JOIN Keepers k ON k.id = r.keeper_id
      WHERE r.deleted_at IS NULL`,
    { type: sequelize.QueryTypes.SELECT },
  );
  res.json({ rooms });
});
// Without a type what the driver tells comes along.
app.get('/entries', async (_req, res) => {
  const [entries] = await sequelize.query('SELECT e.text FROM `tbl_entries` e ORDER BY e.id');
  res.json({ entries });
});
app.get('/entries/count', async (_req, res) => {
  const [{ total }] = await sequelize.query('SELECT COUNT(*) AS total FROM tbl_entries', { type: Sequelize.QueryTypes.SELECT });
  res.json({ total });
});
app.get('/keepers/:id', async (req, res) => {
  const keeper = await sequelize.query('SELECT id, name FROM Keepers WHERE id = ?', { replacements: [req.params.id], plain: true });
  if (!keeper) return res.status(404).json({ error: 'no such keeper' });
  res.json(keeper);
});
app.get('/keepers/:id/model', async (req, res) => {
  const found = await sequelize.query({ query: 'SELECT k.id, k.name FROM Keepers k WHERE k.id = ?', values: [req.params.id] }, { model: Keeper });
  res.json(found);
});
app.post('/entries', async (req, res) => {
  await sequelize.query('INSERT INTO tbl_entries (text) VALUES ($1)', { bind: [req.body.text], type: QueryTypes.INSERT });
  res.status(201).json({ ok: true });
});

// Of a table that no model describes, of what only run time writes, and of what a write gives nobody says anything.
app.get('/foreign', async (_req, res) => {
  res.json({ rows: await sequelize.query('SELECT depth FROM harbours', { type: QueryTypes.SELECT }) });
});
app.get('/any', async (req, res) => {
  res.json({ rows: await sequelize.query(req.query.sql, { type: QueryTypes.SELECT }) });
});
app.delete('/entries/:id', async (req, res) => {
  const result = await sequelize.query('DELETE FROM tbl_entries WHERE id = :id', { replacements: { id: req.params.id }, type: QueryTypes.DELETE });
  res.json({ result });
});

app.listen(3000);
