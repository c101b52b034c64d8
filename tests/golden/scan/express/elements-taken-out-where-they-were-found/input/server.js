const express = require('express');
const mongoose = require('mongoose');

const Coop = mongoose.model(
  'Coop',
  new mongoose.Schema({ name: { type: String, required: true }, hens: [{ ring: { type: String, required: true }, eggs: { type: Number, required: true } }] }),
);
const app = express();

// One is taken out of however many there are.
app.delete('/coops/:id/hens/:ring', async (req, res) => {
  const coop = await Coop.findById(req.params.id);
  if (!coop) return res.status(404).json({ error: 'No such coop' });
  const at = coop.hens.findIndex((hen) => hen.ring === req.params.ring);
  if (at === -1) return res.status(404).json({ error: 'No such hen' });
  coop.hens.splice(at, 1);
  res.json(await coop.save());
});
// A list of the handler's own is as long as it is.
app.get('/days', (req, res) => {
  const days = ['Monday', 'Tuesday'];
  days.splice(0, 1);
  res.json({ days });
});

app.listen(3000);
