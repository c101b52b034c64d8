const express = require('express');
const xss = require('xss');
const vines = require('./vines');

const app = express();
const shown = (vine) => ({ id: vine.id, grape: xss(vine.grape), note: xss(vine.note), planted: vine.planted, colour: vine.colour, soil: vine.soil });

app.get('/vines', (req, res, next) => {
  vines
    .all(req.app.get('cellar'))
    .then((found) => res.json(found.map(shown)))
    .catch(next);
});
app.get('/vines/of/:colour', async (req, res) => res.json(await vines.byColour(req.app.get('cellar'), req.params.colour)));
app.get('/vines/latest', async (req, res) => res.json(await vines.latest(req.app.get('cellar'))));
app.get('/vines/:id', (req, res, next) => {
  vines
    .one(req.app.get('cellar'), req.params.id)
    .then((vine) => (vine ? res.json(vine) : res.status(404).json({ error: 'no vine' })))
    .catch(next);
});
app.post('/vines', express.json(), (req, res, next) => {
  const { grape, rows, colour, note, soil } = req.body;
  const vine = { grape, rows, colour };
  for (const [key, value] of Object.entries(vine)) if (value == null) return res.status(400).json({ error: `no ${key}` });
  vines
    .plant(req.app.get('cellar'), { ...vine, note, soil })
    .then((planted) => res.status(201).json(shown(planted)))
    .catch(next);
});
app.get('/barrels', async (req, res) => res.json(await vines.barrels(req.app.get('cellar'))));

module.exports = app;
