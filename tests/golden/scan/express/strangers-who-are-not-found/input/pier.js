// Nobody has an empty token: who sends none is not found, and goes on. Who is found and barred is refused.
const express = require('express');
const mongoose = require('mongoose');

const Angler = mongoose.model('Angler', new mongoose.Schema({ token: String, barred: Boolean, name: String }));
const pier = express();

const lookUp = async (request, answer, next) => {
  const angler = await Angler.findOne({ token: String(request.query.token || '') });
  if (!angler) return next();
  if (angler.barred) return answer.status(403).json({ error: 'barred' });
  request.angler = angler;
  next();
};
const lookUpBack = (request, answer, next) => {
  Angler.findOne({ token: request.query.token || '' }, (failure, angler) => {
    if (failure) return next(failure);
    if (!angler) return next();
    if (angler.barred) return answer.status(403).json({ error: 'barred' });
    request.angler = angler;
    next();
  });
};
// This one refuses whoever is not found.
const demand = async (request, answer, next) => {
  const angler = await Angler.findOne({ token: String(request.query.token || '') });
  if (!angler || angler.barred) return answer.status(401).json({ error: 'who?' });
  request.angler = angler;
  next();
};
const show = (request, answer) => answer.json({ name: request.angler ? request.angler.name : 'a stranger' });

pier.get('/awaited', lookUp, show);
pier.get('/called', lookUpBack, show);
pier.get('/demanded', demand, show);
pier.listen(4135);
