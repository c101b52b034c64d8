// What stands on the request is what a condition in front of `next()` has left of it: a bird, and not a bird or nothing.
const express = require('express');
const mongoose = require('mongoose');

const Bird = mongoose.model('Bird', new mongoose.Schema({ name: { type: String, required: true } }));
const aviary = express();

const found = async (request, response, next) => {
  request.bird = await Bird.findById(request.params.id);
  if (!request.bird) return response.sendStatus(404);
  next();
};
const handed = async (request, response, next) => {
  response.locals.bird = await Bird.findById(request.params.id);
  if (response.locals.bird === null) return next(new Error('no bird'));
  return next();
};
// It looks, and lets everybody pass.
const perhaps = async (request, response, next) => {
  request.bird = await Bird.findById(request.params.id);
  if (!request.bird) console.warn('no bird');
  next();
};

aviary.get('/birds/:id', found, (request, response) => response.json(request.bird));
aviary.get('/birds/:id/song', handed, (request, response) => response.json({ of: response.locals.bird }));
aviary.get('/nests/:id', perhaps, (request, response) => response.json({ bird: request.bird }));
aviary.get('/eggs/:id', async (request, response) => {
  request.bird = await Bird.findById(request.params.id);
  if (!request.bird) return response.status(404).json({ bird: request.bird });
  response.json(request.bird);
});
aviary.param('ring', async (request, response, next, ring) => {
  request.ringed = await Bird.findOne({ ring });
  if (!request.ringed) return response.status(410).end();
  next();
});
aviary.get('/rings/:ring', (request, response) => response.json(request.ringed));

aviary.listen(3000);
