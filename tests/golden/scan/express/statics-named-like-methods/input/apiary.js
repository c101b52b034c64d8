const express = require('express');
const mongoose = require('mongoose');

const app = express();
app.use(express.json());

// Set by its name: what is updated is the first parameter, not the second.
const hiveSchema = new mongoose.Schema({ frames: Number, queen: { name: String } });
hiveSchema.statics.update = (values) => Hive.findOneAndUpdate({}, values, { new: true });
const Hive = mongoose.model('Hive', hiveSchema);
app.put('/hive', async (req, res) => {
  res.json(await Hive.update(req.body));
});

// Of a record of them, beside one whose name no model has.
const honeySchema = new mongoose.Schema(
  { jar: String, grams: Number },
  {
    statics: {
      findById(jar) {
        return this.findOne({ jar });
      },
      heaviest() {
        return this.find().sort({ grams: -1 }).limit(1);
      },
    },
  },
);
// By the method of the schema: refused before anything is made.
honeySchema.static('create', async function create(values) {
  if (!values.jar) throw Object.assign(new Error('no jar'), { status: 422 });
  return new this(values).save();
});
const Honey = mongoose.model('Honey', honeySchema);
app.post('/honey', async (req, res) => {
  try {
    res.status(201).json(await Honey.create(req.body));
  } catch (error) {
    res.status(error.status || 500).json({ message: error.message });
  }
});
app.get('/honey/:jar', async (req, res) => {
  const found = await Honey.findById(req.params.jar);
  if (!found) return res.sendStatus(404);
  res.json(found);
});

// What the schema does not have is every model's.
const bee = mongoose.model('Bee', new mongoose.Schema({ wings: Number }));
app.patch('/bees/:id', async (req, res) => {
  res.json(await bee.update({ _id: req.params.id }, req.body));
});

// Whatever is no schema yet is made one.
const modelOf = (name, definition) => {
  let schema = definition;
  if (schema instanceof mongoose.Schema === false) schema = new mongoose.Schema(schema);
  schema.set('autoIndex', false);
  return mongoose.model(name, schema, name);
};
const Smoker = modelOf('Smoker', new mongoose.Schema({ fuel: String }));
const Frame = modelOf('Frame', { wires: Number });
app.put('/smokers/:id', async (req, res) => {
  res.json(await Smoker.findByIdAndUpdate(req.params.id, req.body));
});
app.put('/frames/:id', async (req, res) => {
  res.json(await Frame.findByIdAndUpdate(req.params.id, req.body));
});
app.listen(3000);
