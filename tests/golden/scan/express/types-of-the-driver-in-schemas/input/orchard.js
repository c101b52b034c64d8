const express = require('express');
const mongoose = require('mongoose');
const { ObjectId, Double, Long } = require('mongodb');
const bson = require('bson');
const { Schema } = mongoose;

const Tree = mongoose.model(
  'Tree',
  new Schema({
    orchard: { type: ObjectId, ref: 'Orchard', required: true },
    planter: { type: bson.ObjectId, ref: 'Planter' },
    grafts: [{ type: ObjectId, ref: 'Tree' }],
    height: { type: Double, default: 0 },
    girth: 'Double',
    age: Schema.Types.Int32,
    worth: { type: 'Decimal128' },
    // Nobody knows what the schema makes of it.
    leaves: Long,
    // Paths of a record, which are called so.
    label: { type: { type: String }, ref: String },
    keeper: { name: 'string' },
  }),
);

const orchard = express();
orchard.use(express.json());
orchard.get('/trees/:id', async (request, response) => {
  const tree = await Tree.findById(request.params.id);
  if (!tree) return response.status(404).json({ error: 'no such tree' });
  return response.json(tree);
});
orchard.post('/trees', async (request, response) => {
  const { orchard: of, height, age } = request.body;
  const tree = await Tree.create({ orchard: of, height, age });
  response.status(201).json({ id: tree._id, orchard: tree.orchard });
});
orchard.listen(8080);
