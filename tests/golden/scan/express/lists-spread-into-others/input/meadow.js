const express = require('express');
const mongoose = require('mongoose');
const mysql = require('mysql2/promise');

const Flower = mongoose.model('Flower', new mongoose.Schema({ name: { type: String, required: true }, petals: { type: Number, required: true } }));
const Grass = mongoose.model('Grass', new mongoose.Schema({ name: { type: String, required: true }, height: { type: Number, required: true } }));
const pool = mysql.createPool({});

const app = express();
app.use(express.json());

app.get('/flowers', async (_req, res) => {
  const all = [];
  all.push(...(await Flower.find().lean()));
  res.json({ all });
});
// Several lists, one after the other.
app.get('/plants', async (_req, res) => {
  const [flowers, grasses] = await Promise.all([Flower.find().select('name').lean(), Grass.find().select('height').lean()]);
  res.json({ spread: [...flowers, ...grasses], joined: flowers.concat(grasses), none: [].concat(flowers) });
});
// Beside what is always there.
app.get('/names', async (_req, res) => {
  const names = (await Flower.find()).map((flower) => ({ label: flower.name }));
  const options = [{ label: 'any', isDefault: true }, ...names];
  const first = [{ label: 'last' }];
  first.unshift(...names);
  res.json({ options, first });
});
// Page by page.
app.get('/pages', async (_req, res) => {
  let found = [];
  const counts = [];
  for (let page = 0; page < 3; page++) {
    const part = await Flower.find().skip(page * 10).limit(10).lean();
    found = [...found, ...part];
    counts.push(...part.map(({ petals }) => petals));
  }
  res.json({ found: found.filter(({ petals }) => petals > 3).slice(0, 5), counts, most: Math.max(...counts), total: found.length });
});
app.get('/first', async (_req, res) => {
  const all = [];
  all.push(...(await Flower.find().select('name')));
  if (all.length === 0) return res.status(404).json({ error: 'no flowers' });
  res.json({ first: all[0].name });
});
// Values of a statement keep their places.
app.get('/near/:meadow', async (req, res) => {
  const near = await Flower.find().select('petals');
  await pool.query('SELECT 1 FROM meadows WHERE id = ? AND acres = ?', [req.params.meadow, ...[req.query.acres]]);
  await pool.query('SELECT 1 FROM meadows WHERE id = ? AND acres IN (?)', [req.params.meadow, ...near.map(({ petals }) => petals)]);
  res.json({ near: true });
});

// What comes in with a request, and what nobody knows, is no more known than before.
app.post('/sent', (req, res) => {
  const all = ['own'];
  all.push(...req.body.names);
  res.json({ all });
});
app.get('/elsewhere', async (_req, res) => {
  const all = [{ here: true }];
  all.push(...(await fetch('https://example.org/plants').then((answer) => answer.json())));
  res.json({ all });
});

app.listen(3000);
