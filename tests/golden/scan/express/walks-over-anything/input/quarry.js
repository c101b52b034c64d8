import express from 'express';
import knex from 'knex';
import { forbidOperators, hide, sorted, texts } from './walks.js';

const db = knex({ client: 'pg' });
const app = express();
app.use(express.json());

// Hides members in what it logs: no member of a body is taken.
app.use((req, res, next) => {
  console.log(JSON.stringify(hide({ method: req.method, body: req.body, query: req.query })));
  next();
});

// Refuses whoever sends operators, however deep they are.
app.post('/stones', (req, res) => {
  try {
    forbidOperators(req.body);
  } catch (error) {
    return res.status(400).json({ message: error.message });
  }
  res.status(201).json({ weight: req.body.weight, key: sorted(req.body) });
});

// The first level says what it does with the others.
app.post('/stones/labels', (req, res) => {
  const found = texts(req.body, true);
  if (!found) return res.status(422).json({ message: 'no labels' });
  res.json({ found });
});

// What a database gives is no part of what it was asked with: it goes as deep as ever.
const below = async (id, depth = 0) => {
  const layers = await db('layers').where({ above: id }).select('id', 'name');
  for (const layer of layers) layer.below = depth < 2 ? await below(layer.id, depth + 1) : [];
  return layers;
};
app.get('/layers/:id', async (req, res) => {
  res.json({ id: req.params.id, below: await below(req.params.id) });
});

// As deep as the record is that it is given.
app.get('/plan', (req, res) => {
  res.json(hide({ site: { north: { owner: { name: 'Ada', secret: 'x' } } }, by: req.query.by }));
});

app.listen(3000);
