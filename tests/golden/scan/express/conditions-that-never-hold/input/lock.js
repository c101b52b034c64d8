const express = require('express');
const mongoose = require('mongoose');

const Barge = mongoose.model('Barge', new mongoose.Schema({ name: String }));
const lock = express();

// The path of the root is one character long.
lock.use((request, answer, next) => {
  if (request.path.length > 1 && request.query.old) return answer.redirect(301, '/');
  next();
});
lock.get('/', (request, answer) => answer.json({ gates: 2 }));
// No length is less than zero, and a number has none.
lock.get('/barges', async (request, answer) => {
  const barges = await Barge.find({});
  if (barges.length < 0) return answer.status(404).end();
  const count = await Barge.countDocuments({});
  if (count.length > 0) return answer.status(409).end();
  answer.json({ count });
});
// Every request has a query and parameters, if without members.
lock.get('/keepers', (request, answer) => {
  if (!request.query || !request.params) return answer.status(400).end();
  answer.json({ keepers: 1 });
});

lock.listen(4133);
