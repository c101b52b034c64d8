// That a condition has found a member says nothing behind it: only where those without it have gone it is there for good.
const express = require('express');
const mongoose = require('mongoose');

const Letter = mongoose.model('Letter', new mongoose.Schema({ to: { type: String, required: true }, from: String, stamp: Number }));
const archive = express();

archive.get('/seen/:id', async (request, response) => {
  const letter = await Letter.findById(request.params.id).orFail();
  if (letter.from) console.log(letter.from);
  response.json(letter);
});
archive.get('/plain/:id', async (request, response) => {
  const letter = await Letter.findById(request.params.id).orFail().lean();
  const sender = letter.from ? letter.from.trim() : 'nobody';
  if (letter.stamp) console.log(sender);
  response.json({ ...letter, sender });
});
archive.get('/answered/:id', async (request, response) => {
  const letter = await Letter.findById(request.params.id).orFail();
  if (!letter.from) return response.status(409).json({ reason: 'from nobody' });
  response.json(letter);
});
// One arm sets it: in the other it may be missing still.
archive.get('/stamped/:id', async (request, response) => {
  const letter = await Letter.findById(request.params.id).orFail().lean();
  if (!letter.from) letter.stamp = 0;
  response.json(letter);
});
archive.get('/filled/:id', async (request, response) => {
  const letter = await Letter.findById(request.params.id).orFail().lean();
  if (!letter.from) letter.from = 'nobody';
  response.json(letter);
});

archive.listen(3000);
