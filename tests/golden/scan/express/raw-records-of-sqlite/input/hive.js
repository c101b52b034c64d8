const express = require('express');
const { Sequelize, DataTypes } = require('sequelize');

// SQLite keeps booleans as numbers, and a raw query gives them so; a query that is not raw, and another database, give booleans.
const columns = { queen: DataTypes.STRING, calm: { type: DataTypes.BOOLEAN, allowNull: false } };
const kept = new Sequelize({ dialect: 'sqlite', storage: ':memory:', query: { raw: true } });
const Bee = kept.define('bee', columns);
const asked = new Sequelize('sqlite::memory:');
const Comb = asked.define('comb', columns);
const Wasp = new Sequelize('postgres://nest/wasps').define('wasp', columns);

const hive = express();
hive.get('/bees', async (req, res) => res.json(await Bee.findAll()));
hive.get('/bees/whole', async (req, res) => res.json(await Bee.findAll({ raw: false })));
hive.get('/combs', async (req, res) => res.json(await Comb.findAll()));
hive.get('/combs/raw', async (req, res) => res.json(await Comb.findAll({ raw: true })));
hive.get('/wasps/raw', async (req, res) => res.json(await Wasp.findAll({ raw: true })));

hive.listen(3000);
