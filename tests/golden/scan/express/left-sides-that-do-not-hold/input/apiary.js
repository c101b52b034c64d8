// What `a && b` gives where `a` does not hold is `a`: an empty text, none or nothing, and false of truths only.
const express = require('express');
const mongoose = require('mongoose');

const Hive = mongoose.model(
  'Hive',
  new mongoose.Schema({ name: { type: String, required: true }, photo: String, frames: Number, strong: { type: Boolean, default: false }, built: Date }),
);
const apiary = express();
apiary.use(express.json());

apiary.get('/hives/:id', async (req, res) => {
  const hive = await Hive.findById(req.params.id);
  if (!hive) return res.sendStatus(404);
  res.json({
    photo: hive.photo && `https://apiary.example/${hive.photo}`,
    loud: hive.name && hive.name.toUpperCase(),
    honey: hive.frames && hive.frames * 2,
    built: hive.built && hive.built.toISOString(),
    state: hive.strong && 'strong',
    many: hive.frames > 8 && hive.name,
  });
});
apiary.get('/hives', async (req, res) => {
  const { q, page, strong } = req.query;
  const filter = { ...(q && { name: q }), ...(strong === 'yes' && { strong: true }) };
  res.json({ hives: await Hive.find(filter), asked: q && q.trim(), page: page && parseInt(page), first: page && page === '1' });
});
// A truth on the right side is asked for: whoever has no name is refused.
apiary.post('/hives', async (req, res) => {
  const isNamed = req.body.name && req.body.name.length > 2;
  if (!isNamed) return res.status(400).json({ error: 'name' });
  res.status(201).json({ name: req.body.name, frames: req.body.frames && Number(req.body.frames) });
});
apiary.listen(4200);
