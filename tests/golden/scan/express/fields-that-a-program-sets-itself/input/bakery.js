// Of a body that is written as a whole, fields that the program takes out, or puts something else in the place of, do not come in.
const express = require('express');
const Joi = require('joi');
const mongoose = require('mongoose');
const bcrypt = require('bcryptjs');

const bakery = express();
bakery.use(express.json());
const Loaf = mongoose.model(
  'Loaf',
  new mongoose.Schema({
    flour: String,
    weight: Number,
    baker: { type: mongoose.Schema.Types.ObjectId, ref: 'Baker' },
    state: { type: String, default: 'dough' },
    oven: { shelf: Number, heat: { top: Number } },
    seeds: [{ kind: { type: String, required: true }, grams: Number }],
  }),
);
const Baker = mongoose.model('Baker', new mongoose.Schema({ name: String, password: String, rank: String }));

// Taken out of the body, of another name for it, and of a copy.
bakery.post('/loaves', async (req, res) => {
  delete req.body.state;
  const loaf = new Loaf(req.body);
  await loaf.save();
  res.sendStatus(201);
});
bakery.put('/loaves/:id', async (req, res) => {
  const changes = req.body;
  delete changes['baker'];
  await Loaf.findByIdAndUpdate(req.params.id, { $set: changes });
  res.sendStatus(204);
});
bakery.patch('/loaves/:id', async (req, res) => {
  const changes = { ...req.body };
  delete changes.baker;
  delete changes.state;
  await Loaf.updateOne({ _id: req.params.id }, changes);
  res.sendStatus(204);
});
// Set on the record that was made of it, before it is stored.
bakery.post('/buns', async (req, res) => {
  const bun = new Loaf(req.body);
  bun.baker = req.user;
  bun.state = 'risen';
  await bun.save();
  res.status(201).json({ id: bun._id });
});
bakery.post('/pretzels', async (req, res) => {
  const pretzel = new Loaf(req.body);
  pretzel.baker = await Baker.findOne({ name: req.query.baker });
  await pretzel.save();
  res.sendStatus(201);
});

// In some requests only: in others it comes in.
bakery.post('/rolls', async (req, res) => {
  if (!req.query.master) delete req.body.baker;
  const roll = new Loaf(req.body);
  if (req.query.raw) roll.state = 'dough';
  await roll.save();
  res.sendStatus(201);
});
// What is set is made of what came in.
bakery.post('/bakers', async (req, res) => {
  const baker = new Baker(req.body);
  baker.name = req.body.name.trim();
  baker.password = await bcrypt.hash(baker.password, 10);
  await baker.save();
  // It is stored: this is only not shown.
  baker.rank = 'hidden';
  baker.password = undefined;
  res.status(201).json(baker);
});
// Lists and records of a record have fields of their own, as far as nothing else says what comes in.
bakery.post('/baskets', async (req, res) => {
  if (req.body.seeds[0].toasted) return res.sendStatus(409);
  await Loaf.create({ seeds: req.body.seeds, oven: req.body.oven });
  res.sendStatus(201);
});
const grain = Joi.object({ seeds: Joi.array().items(Joi.object({ kind: Joi.string().required() })).required() });
bakery.post('/grains', async (req, res) => {
  const { error, value } = grain.validate(req.body);
  if (error) return res.status(400).json({ error: error.message });
  await Loaf.create(value);
  res.sendStatus(201);
});
bakery.post('/husks', async (req, res) => {
  const { error } = grain.validate(req.body);
  if (error) return res.status(400).json({ error: error.message });
  await Loaf.create(req.body);
  res.sendStatus(201);
});

bakery.listen(3000);
