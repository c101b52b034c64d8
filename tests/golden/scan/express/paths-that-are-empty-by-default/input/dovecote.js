const express = require('express');
const mongoose = require('mongoose');

const { ObjectId } = mongoose.Schema.Types;
const Dove = mongoose.model(
  'Dove',
  new mongoose.Schema({
    ring: { type: String, required: true, default: null },
    name: { type: String, default: null },
    lastFlight: { type: Date, default: null },
    mate: { type: ObjectId, ref: 'Dove', default: null },
    weight: { type: Number, default: 300 },
    grade: { type: String, enum: ['a', 'b', null], default: null },
    colours: { type: [String], default: null },
    nest: { row: { type: Number, default: null }, warm: Boolean },
    eggs: [{ laid: Date, hatched: { type: Date, default: null } }],
  }),
);

const dovecote = express();
dovecote.use(express.json());

// Documents have nothing there until somebody brings it.
dovecote.get('/doves', async (req, res) => res.json(await Dove.find()));
dovecote.get('/doves/lean', async (req, res) => res.json(await Dove.find().select('name nest').lean()));
dovecote.get('/doves/:id', async (req, res) => res.json(await Dove.findById(req.params.id).populate('mate', 'name').orFail()));
dovecote.get('/doves/:id/flight', async (req, res) => {
  const { name, lastFlight } = await Dove.findById(req.params.id).orFail();
  if (!lastFlight) return res.status(404).json({ reason: 'It never flew' });
  res.json({ name, lastFlight });
});

// What a request brings is what the path holds.
dovecote.post('/doves', async (req, res) => res.status(201).json(await Dove.create(req.body)));
dovecote.put('/doves/:id/name', async (req, res) => {
  const dove = await Dove.findById(req.params.id).orFail();
  dove.name = req.body.name;
  await dove.save();
  res.json({ name: dove.name, grade: dove.grade });
});
dovecote.patch('/doves/:id', async (req, res) => {
  const { name, lastFlight } = req.body;
  res.json(await Dove.findByIdAndUpdate(req.params.id, { name, lastFlight }, { new: true }).orFail());
});
dovecote.post('/doves/:id/eggs', async (req, res) => {
  const dove = await Dove.findById(req.params.id).orFail();
  dove.eggs.push({ laid: req.body.laid, hatched: req.body.hatched });
  await dove.save();
  res.status(201).json(dove.eggs);
});

dovecote.listen(8090);
