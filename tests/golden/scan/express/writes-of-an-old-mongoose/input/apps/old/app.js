const express = require('express');
const mongoose = require('mongoose');

const Barge = mongoose.model('Barge', new mongoose.Schema({ name: String, tons: Number }));

const app = express();
app.use(express.json());

// Version 5 says `n` and `nModified`, awaited or by `then`.
app.put('/old/barges/:id', async (req, res) => {
  const written = await Barge.updateOne({ _id: req.params.id }, { $set: { tons: req.body.tons } });
  if (!written.n && !written.nModified) return res.status(404).end();
  res.json({ n: written.n });
});
app.put('/old/barges/:id/name', (req, res) => {
  Barge.updateOne({ _id: req.params.id }, { name: req.body.name }).then((written) => {
    if (written.n === 0) return res.status(404).end();
    res.json({ changed: written.nModified });
  });
});
app.delete('/old/barges/:id', async (req, res) => {
  const { deletedCount, ok } = await Barge.deleteOne({ _id: req.params.id });
  if (!ok) return res.status(500).end();
  res.json({ deletedCount });
});

app.listen(3000);
