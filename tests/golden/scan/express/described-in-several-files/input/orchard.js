// The description lies in several files, which refer to each other.
const express = require('express');
const { middleware } = require('express-openapi-validator');

const orchard = express();
orchard.use(express.json());
orchard.use(middleware({ apiSpec: './docs/orchard.yaml' }));
orchard.get('/trees', (req, res) => res.json({ kind: req.query.kind }));
orchard.post('/trees', async (req, res) => res.status(201).json(await plant(req.body)));
orchard.put('/trees/:row', async (req, res) => res.json(await plant(req.body)));
orchard.post('/rakes', async (req, res) => res.json(await plant(req.body)));
orchard.use((error, req, res, next) => {
  res.status(error.status || 500).json({ message: error.message });
});
orchard.listen(4700);

const plant = (body) => fetch('https://trees.example', { method: 'POST', body: JSON.stringify(body) }).then((answer) => answer.json());
