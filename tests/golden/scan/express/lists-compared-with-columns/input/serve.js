// What a column is compared with may be a list of its values: where the program asks whether it is one, goes through it, or names an operator for lists.
const express = require('express');
const { Sequelize, DataTypes, Op } = require('sequelize');
const mongoose = require('mongoose');

const Sheet = new Sequelize('sqlite::memory:').define('sheet', {
  id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
  title: DataTypes.STRING,
});
const Map = mongoose.model('Map', new mongoose.Schema({ name: String, scale: Number }));

const archive = express();
archive.use(express.json());

archive.post('/asked', async (req, res) => {
  const { ids } = req.body;
  if (!Array.isArray(ids) || ids.length === 0) return res.json({ sheets: 0 });
  res.json({ sheets: (await Sheet.findAll({ where: { id: ids } })).length });
});
archive.post('/refused', async (req, res) => {
  const { ids } = req.body;
  if (!Array.isArray(ids)) return res.status(400).json({ error: 'which?' });
  res.json({ sheets: (await Sheet.findAll({ where: { id: ids } })).length });
});
archive.post('/gone-through', async (req, res) => {
  const { ids } = req.body;
  for (const id of ids) await Sheet.update({ title: 'old' }, { where: { id } });
  res.json({ sheets: (await Sheet.findAll({ where: { id: ids } })).length });
});
archive.post('/mapped', async (req, res) => {
  const { ids } = req.body;
  const found = await Sheet.findAll({ where: { id: ids } });
  res.json({ sheets: found.length, asked: ids.map((id) => ({ id })) });
});
archive.post('/operator', async (req, res) => {
  await Sheet.destroy({ where: { id: { [Op.in]: req.body.ids }, title: { [Op.ne]: req.body.title } } });
  res.json({ gone: true });
});
archive.post('/documents', async (req, res) => {
  await Map.deleteMany({ scale: { $in: req.body.scales }, name: req.body.name });
  res.json({ gone: true });
});
// One value is one value, and a text has a first letter.
archive.post('/one', async (req, res) => {
  const { id, title } = req.body;
  await Sheet.update({ title: title[0].toUpperCase() }, { where: { id, title } });
  res.json({ done: true });
});
// Lists are refused.
archive.post('/no-lists', async (req, res) => {
  const { id } = req.body;
  if (Array.isArray(id)) return res.status(400).json({ error: 'one only' });
  res.json({ sheets: (await Sheet.findAll({ where: { id } })).length });
});

archive.listen(3000);
