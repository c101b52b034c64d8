const express = require('express');
const { DataTypes, Sequelize } = require('sequelize');

const walk = express();
const database = new Sequelize(process.env.DATABASE);
const Rope = database.define('Rope', { strands: DataTypes.INTEGER, tar: { type: DataTypes.STRING, allowNull: false } });

const shown = (rope) => ({ id: rope.id, tar: rope.tar });
// One function for a list and for one of its elements.
const serialize = (one) => (one.length !== undefined ? one.map(shown) : shown(one));
const written = (one) => {
  if (one.length == null) return { rope: shown(one) };
  return { ropes: one.map(shown), count: one.length };
};
// An empty list is none here.
const filled = (one) => (one.length ? one.map(shown) : { none: true });

walk.get('/ropes', async (req, res) => res.json(serialize(await Rope.findAll())));
walk.get('/ropes/:rope', async (req, res) => res.json(serialize(await Rope.findByPk(req.params.rope, { rejectOnEmpty: true }))));
walk.get('/coils', async (req, res) => {
  const { rows } = await Rope.findAndCountAll();
  res.json(written(rows));
});
walk.get('/coils/:rope', async (req, res) => res.json(written(await Rope.findByPk(req.params.rope, { rejectOnEmpty: true }))));
walk.get('/knots', async (req, res) => res.json(filled(await Rope.findAll())));

walk.listen(7609);
