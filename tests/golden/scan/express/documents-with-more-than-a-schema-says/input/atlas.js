// What a schema does not list may be in a document all the same, where the schema is loose or others are made of it.
const express = require('express');
const mongoose = require('mongoose');
const geo = require('mongoose-geo');

const Loose = mongoose.model('Loose', new mongoose.Schema({ name: String }, { strict: false }));
const shapes = new mongoose.Schema({ name: String }, { discriminatorKey: 'kind' });
shapes.methods.label = function () {
  return this.name;
};
const Shape = mongoose.model('Shape', shapes);
const Lake = Shape.discriminator('Lake', new mongoose.Schema({ depth: { type: Number, required: true } }));
const plugged = new mongoose.Schema({ name: String });
plugged.plugin(geo);
const Plugged = mongoose.model('Plugged', plugged);
const Inner = mongoose.model('Inner', new mongoose.Schema({ legend: new mongoose.Schema({ text: String }, { strict: false }) }));
const Strict = mongoose.model('Strict', new mongoose.Schema({ name: String, at: { lat: Number } }));

const atlas = express();
atlas.use(express.json());
const found = (read) => async (req, res) => {
  const document = await read(req.params.id);
  if (!document) return res.status(404).end();
  res.json({ document });
};
const field = (read) => async (req, res) => {
  if (!(await read(req.params.id))) return res.status(409).end();
  res.json({ there: true });
};

atlas.get('/loose/:id', field(async (id) => (await Loose.findById(id)).file));
atlas.get('/lean/:id', field(async (id) => (await Loose.findById(id).lean()).file));
atlas.get('/plain/:id', field(async (id) => (await Loose.findById(id)).toObject().file));
atlas.get('/kinds/:id', field(async (id) => (await Shape.findById(id)).kind === 'Lake'));
atlas.get('/depths/:id', field(async (id) => (await Shape.findById(id)).depth));
atlas.get('/plugged/:id', field(async (id) => (await Plugged.findById(id)).place));
atlas.get('/inner/:id', field(async (id) => (await Inner.findById(id)).legend.colour));
atlas.get('/dotted/:id', field(async (id) => (await Strict.findById(id)).get('at.lat')));
atlas.get('/lakes/:id', found((id) => Lake.findById(id)));
atlas.get('/labels/:id', async (req, res) => res.json({ label: (await Lake.findById(req.params.id)).label() }));
atlas.post('/lakes', async (req, res) => res.status(201).json(await Lake.create({ name: req.body.name, depth: req.body.depth })));
// By its name a method of the callback kind.
atlas.post('/checked', (req, res) => {
  new Strict({ name: req.body.name }).validate((error) => {
    if (error) return res.status(422).json({ error: error.message });
    res.status(201).end();
  });
});
// It lists all that there is.
atlas.get('/strict/:id', field(async (id) => (await Strict.findById(id)).file));

atlas.listen(3000);
