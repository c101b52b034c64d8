const express = require('express');
const mongoose = require('mongoose');

const Tree = mongoose.model('tree', new mongoose.Schema({ kind: String, height: Number, planted: Date }));
const orchard = express();
orchard.use(express.json());

orchard.get('/trees/:id', async (request, response) => {
  const tree = await Tree.findById(request.params.id);
  const summary = { kind: tree.kind, height: tree.height };
  response.json(summary);
});
// A missing tree is answered, and the function goes on without one.
orchard.get('/trees/:id/age', async (request, response) => {
  const tree = await Tree.findById(request.params.id);
  if (!tree) response.status(404).json({ felled: true });
  response.json({ planted: tree.planted });
});
orchard.get('/trees/:id/height', async (request, response) => {
  const tree = await Tree.findOne({ kind: request.params.id });
  response.json({ height: tree?.height ?? 0 });
});
orchard.listen(8080);
