const express = require('express');
const mongoose = require('mongoose');

const Barge = mongoose.model('Barge', new mongoose.Schema({ name: String, tons: Number }));

const app = express();
app.use(express.json());

// Later versions have `matchedCount` and `modifiedCount`, and no `n`.
app.put('/new/barges/:id', async (req, res) => {
  const written = await Barge.updateOne({ _id: req.params.id }, { $set: { tons: req.body.tons } });
  if (written.matchedCount === 0) return res.status(404).end();
  if (written.n) return res.status(500).end();
  res.json({ changed: written.modifiedCount });
});

app.listen(3001);
