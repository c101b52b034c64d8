const express = require('express');
const mongoose = require('mongoose');

const Coat = mongoose.model('Coat', new mongoose.Schema({ colour: String, size: Number, owner: String, worn: Boolean }));
const attic = express();
attic.use(express.json());

// Whoever sends anything else is refused.
attic.patch('/coats/:id', async (req, res) => {
  const updates = Object.keys(req.body);
  const allowed = ['colour', 'size'];
  const isValid = updates.every((update) => allowed.includes(update));
  if (!isValid) return res.status(400).send({ error: 'Invalid updates!' });
  const coat = await Coat.findById(req.params.id);
  updates.forEach((update) => { coat[update] = req.body[update]; });
  await coat.save();
  res.send(coat);
});

// What else is sent is left out.
const only = (given, ...names) => {
  const kept = {};
  Object.keys(given).forEach((name) => { if (names.includes(name)) kept[name] = given[name]; });
  return kept;
};
attic.put('/coats/:id', async (req, res) => res.json(await Coat.findByIdAndUpdate(req.params.id, only(req.body, 'colour', 'worn'), { new: true })));
attic.put('/coats/:id/size', async (req, res) => {
  const changes = {};
  for (const name in req.body) if (['size'].includes(name) && name !== 'owner') changes[name] = req.body[name];
  res.json(await Coat.findByIdAndUpdate(req.params.id, changes, { new: true }));
});
attic.put('/coats/:id/looks', async (req, res) => {
  const looks = new Set(['colour', 'worn']);
  const changes = Object.fromEntries(Object.entries(req.body).filter(([name]) => ['colour', 'worn'].includes(name)));
  res.json({ coat: await Coat.findByIdAndUpdate(req.params.id, changes, { new: true }), looks: looks.size });
});

// What is left out is no field that anybody takes.
attic.post('/coats', async (req, res) => {
  const given = {};
  for (const name of Object.keys(req.body)) { if (['owner', '_id'].includes(name)) continue; given[name] = req.body[name]; }
  res.status(201).json({ id: (await Coat.create({ size: req.body.size, ...given }))._id });
});
attic.listen(3000);
