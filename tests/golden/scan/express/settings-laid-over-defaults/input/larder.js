// What only run time knows is laid over defaults: each default may be replaced by it, whatever it is called.
const fs = require('fs');
const express = require('express');
const YAML = require('yaml');
const { Pool } = require('pg');

const pool = new Pool();
const larder = express();
larder.use(express.json());

const byRow = { jam: false, shelf: '/jam' };
const byKey = { rye: false };
const assigned = { oats: false };
const perhaps = { salt: true };
const named = { tea: false, mint: false };
const filled = { figs: false };
const kept = { hams: false };

class Options {
  constructor(given) {
    this.dill = false;
    Object.assign(this, given);
  }
}

async function open() {
  const { rows } = await pool.query('select * from settings');
  rows.forEach((row) => {
    byRow[row.name] = row.value;
  });
  for (const row of rows) byKey[row.name] = row.value;
  Object.assign(assigned, rows[0]);
  const spread = { beans: false, ...YAML.parse(fs.readFileSync('larder.yml', 'utf8')) };
  Object.assign(perhaps, process.env.LARDER ? JSON.parse(process.env.LARDER) : {});
  const options = new Options(rows[0]);
  named.tea = rows[0].tea;

  if (byRow.jam) larder.get(`${byRow.shelf}/jars`, (req, res) => res.json({ jars: 1 }));
  if (byKey.rye) larder.get('/rye', (req, res) => res.json({ rye: 1 }));
  if (assigned.oats) larder.get('/oats', (req, res) => res.json({ oats: 1 }));
  if (spread.beans) larder.get('/beans', (req, res) => res.json({ beans: 1 }));
  if (options.dill) larder.get('/dill', (req, res) => res.json({ dill: 1 }));
  if (perhaps.salt) larder.get('/salt', (req, res) => res.json({ salt: 1 }));
  if (named.tea) larder.get('/tea', (req, res) => res.json({ tea: 1 }));
  // Nothing replaces this one.
  if (named.mint) larder.get('/mint', (req, res) => res.json({ mint: 1 }));

  // Handlers find the default or something else.
  larder.post('/jars', (req, res) => {
    if (!byRow.jam) return res.status(404).json({ error: 'no jam' });
    res.status(201).json({ jar: req.body.jar });
  });
  larder.post('/beans', (req, res) => (spread.beans ? res.status(201).json({ bean: req.body.bean }) : res.status(404).end()));
  larder.post('/mint', (req, res) => (named.mint ? res.status(201).end() : res.status(404).end()));
  // What a request sets by a name that it says may be any of them, for the requests behind it.
  larder.put('/figs/:name', (req, res) => {
    filled[req.params.name] = req.body.value;
    kept.hams = req.body.hams;
    res.status(204).end();
  });
  larder.get('/figs', (req, res) => (filled.figs ? res.json({ figs: 1 }) : res.status(409).end()));
  larder.get('/hams', (req, res) => (kept.hams ? res.json({ hams: 1 }) : res.status(409).end()));

  larder.listen(3000);
}
open();
