const express = require('express');
const mongoose = require('mongoose');

const Perch = mongoose.model('Perch', new mongoose.Schema({ wood: String, height: Number }, { versionKey: false }));
const Berry = mongoose.model('Berry', new mongoose.Schema({ colour: String }, { versionKey: false, collection: 'fruit' }));
const Feather = mongoose.model('Feather', new mongoose.Schema({ grams: Number }, { versionKey: false }), 'plumage');

// One handler for all of them: what it calls the documents is the name of the collection, of the model, or of one document.
const list = (Model) => async (req, res) => {
  const found = await Model.find();
  res.json({ count: found.length, [Model.collection.collectionName]: found });
};
const one = (Model) => async (req, res) => {
  const found = await Model.findById(req.params.id);
  if (!found) return res.status(404).json({ reason: `none in ${Model.collection.name}` });
  const { name } = Model.collection;
  res.json({ [name.slice(0, name.length - 1)]: found, kind: Model.modelName.toLowerCase() });
};
const purge = (Model) => async (req, res) => {
  await Model.collection.drop();
  res.json({ dropped: Model.collection.collectionName });
};

const app = express();
for (const [path, Model] of Object.entries({ perches: Perch, berries: Berry, feathers: Feather })) {
  app.get(`/${path}`, list(Model));
  app.get(`/${path}/:id`, one(Model));
  app.delete(`/${path}`, purge(Model));
}
app.listen(3000);
