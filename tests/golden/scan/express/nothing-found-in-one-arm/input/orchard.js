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
// Something or nothing, kept in a member: what is asked of it behind `?.` is nothing where it is.
orchard.use(async (request, response, next) => {
  const tree = await Tree.findById(request.query.under);
  request.shade = { tree: tree ? { kind: { name: tree.kind } } : null, swing: tree ? { rope: true } : undefined };
  next();
});
const inTheSun = (response) => response.status(401).json({ shade: false });
orchard.get('/shade/member', (request, response) => {
  if (!request.shade.tree?.kind) return inTheSun(response);
  response.json({ shade: true });
});
orchard.get('/shade/taken-out', (request, response) => {
  const { swing } = request.shade;
  if (!swing?.rope) return inTheSun(response);
  response.json({ shade: true });
});
orchard.get('/shade/kept', (request, response) => {
  const kind = request.shade.tree?.kind ?? null;
  if (kind === null) return inTheSun(response);
  response.json({ kind });
});
orchard.get('/shade/given', (request, response) => {
  response.json({ kind: request.shade.tree?.kind.name, rope: request.shade.swing?.rope });
});
orchard.listen(8080);
