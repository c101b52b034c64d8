// What made a body is asked of it as of any object: that is no field. Compared with a text, or taken as it is, it is one.
const express = require('express');

const quarry = express();
quarry.use(express.json());

quarry.post('/stones', (req, res) => {
  if (Object.keys(req.body).length === 0 && req.body.constructor === Object) return res.status(400).json({ empty: true });
  res.status(201).json({ weight: req.body.weight });
});
quarry.post('/slabs', (req, res) => {
  const slab = req.body;
  if (slab?.constructor !== Object || Array == slab.sides.constructor) return res.status(400).end();
  res.json({ sides: slab.sides.length });
});
quarry.put('/loads', (req, res) => {
  const { load } = req.body;
  if (load.constructor.name === 'Array') return res.json({ many: true });
  res.json({ tons: load.tons });
});
quarry.post('/bridges', (req, res) => {
  if (req.body.constructor === 'Roebling') return res.json({ hanging: true });
  res.json({ arches: req.body.arches });
});
quarry.post('/walls', (req, res) => {
  const { constructor, length } = req.body;
  res.json({ by: constructor.name, length });
});
quarry.listen(3000);
