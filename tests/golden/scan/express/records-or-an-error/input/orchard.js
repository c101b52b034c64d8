// `orFail` gives the record, or throws: an error of its own, the one that it is given, or what a function makes.
const express = require('express');
const mongoose = require('mongoose');

const Tree = mongoose.model('Tree', new mongoose.Schema({ kind: { type: String, required: true }, height: Number }));

class NoTree extends Error {
  constructor(status) {
    super('no such tree');
    this.status = status;
  }
}
const caught = (run) => (request, response, next) => run(request, response).catch(next);

const orchard = express();
orchard.use(express.json());

orchard.get('/trees/:id', caught(async (request, response) => response.json(await Tree.findById(request.params.id).orFail(new NoTree(404)))));
orchard.get('/stumps/:id', caught(async (request, response) => response.json(await Tree.findOne({ height: 0 }).orFail(() => new NoTree(410)).lean())));
orchard.put('/trees/:id', caught(async (request, response) => {
  const tree = await Tree.findByIdAndUpdate(request.params.id, request.body, { new: true }).orFail();
  response.json({ kind: tree.kind });
}));
// It may find nothing: the record or null.
orchard.get('/saplings/:id', caught(async (request, response) => response.json(await Tree.findById(request.params.id))));
// What is not there is made: it is the record, unless the one from before is asked for.
const write = (how) => caught(async (request, response) => {
  response.json(await Tree.findOneAndUpdate({ kind: request.params.kind }, { height: request.body.height }, { upsert: true, ...how }));
});
orchard.put('/grafts/:kind', write({ new: true }));
orchard.put('/cuttings/:kind', write({ returnDocument: 'after' }));
orchard.put('/former/:kind', write({ returnDocument: 'before' }));

orchard.use((error, request, response, next) => {
  if (error.name === 'DocumentNotFoundError') return response.status(404).json({ gone: true });
  response.status(error.status || 500).json({ reason: error.message });
});
orchard.listen(3000);
