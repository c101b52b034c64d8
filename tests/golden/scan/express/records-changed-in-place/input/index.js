const express = require('express');
const mongoose = require('mongoose');
const { Sequelize, DataTypes, Model } = require('sequelize');

const sequelize = new Sequelize('sqlite::memory:');
const Boat = sequelize.define('Boat', { hull: { type: DataTypes.STRING, allowNull: false }, seats: DataTypes.INTEGER }, { timestamps: false });
class Oar extends Model {}
Oar.init({ length: DataTypes.FLOAT, boatId: DataTypes.INTEGER }, { sequelize, modelName: 'Oar', timestamps: false });
const Rower = mongoose.model('Rower', new mongoose.Schema({ name: { type: String, required: true }, weight: Number }, { versionKey: false }));

const app = express();
app.use(express.json());

app.post('/boats', async (req, res) => res.status(201).json(await Boat.create({ hull: req.body.hull, seats: req.body.seats })));

// Column by column, some only where they came in.
app.put('/boats/:id', async (req, res) => {
  const { hull, seats } = req.body;
  const boat = await Boat.findByPk(req.params.id);
  if (!boat) return res.status(404).end();
  boat.hull = hull || boat.hull;
  if (seats !== undefined) boat.seats = seats;
  await boat.save();
  res.json(boat);
});
app.put('/oars/:id', async (req, res) => {
  const oar = await Oar.findByPk(req.params.id);
  oar.boatId = req.body.boatId;
  oar.painted = req.body.painted;
  await oar.save();
  res.json({ oar, was: oar.length });
});

// All at once.
app.patch('/boats/:id', async (req, res) => {
  const boat = await Boat.findByPk(req.params.id);
  boat.set(req.body);
  await boat.save();
  res.json(boat);
});
app.patch('/oars/:id', async (req, res) => {
  const oar = await Oar.findByPk(req.params.id);
  Object.assign(oar, req.body);
  await oar.save();
  res.json(oar);
});
app.patch('/rowers/:id', async (req, res) => {
  const rower = await Rower.findById(req.params.id);
  Object.assign(rower, { name: req.body.name }, { weight: Number(req.body.weight) });
  await rower.save();
  res.json(rower);
});
app.put('/rowers/:id', async (req, res) => {
  const rower = await Rower.findById(req.params.id);
  rower.set(req.body);
  res.json(await rower.save());
});
app.post('/rowers/:id/weight', async (req, res) => {
  const rower = await Rower.findById(req.params.id);
  await rower.updateOne(req.body);
  res.status(204).end();
});

// By names that only the request knows.
app.patch('/rowers/:id/fields', async (req, res) => {
  const rower = await Rower.findById(req.params.id);
  Object.keys(req.body).forEach((key) => {
    rower[key] = req.body[key];
  });
  await rower.save();
  res.json(rower);
});
app.patch('/boats/:id/fields', async (req, res) => {
  const boat = await Boat.findByPk(req.params.id);
  for (const key in req.body) boat[key] = req.body[key];
  await boat.save();
  res.json(boat);
});

// Some of these are refused, or left out: which, the lists say.
app.put('/rowers/:id/some', async (req, res) => {
  const keys = Object.keys(req.body);
  if (!keys.every((key) => ['weight'].includes(key))) return res.status(400).end();
  const rower = await Rower.findById(req.params.id);
  keys.forEach((key) => (rower[key] = req.body[key]));
  await rower.save();
  res.json(rower);
});
app.put('/boats/:id/some', async (req, res) => {
  const boat = await Boat.findByPk(req.params.id);
  for (const key in req.body) {
    if (['id', 'hull'].includes(key)) continue;
    boat[key] = req.body[key];
  }
  await boat.save();
  res.json(boat);
});

// A record of nobody has whatever it is given.
app.put('/notes', (req, res) => {
  const note = { by: 'nobody' };
  Object.assign(note, req.body);
  for (const key in req.body) note[key] = req.body[key];
  res.json(note);
});
app.listen(3000);
