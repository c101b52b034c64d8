const express = require('express');
const doorkeeper = require('doorkeeper');
const { makeSteps, oven, kneading, createMiddleware, settled, wrap, bound, demand, either, onDays } = require('./steps');

const bakery = express();
const { knockFirst, weigh, dust } = makeSteps({ scales: 3 });
const letIn = doorkeeper.admit.bind(doorkeeper);

async function readRecipe(req, res, next) {
  req.recipe = req.query.recipe;
  next();
}
const mayBake = (baker, place) => baker === 'Ines' && place === 'oven';

bakery.get('/loaves', knockFirst, weigh, dust, (req, res) => res.json([]));
bakery.post('/loaves', oven(220), kneading, createMiddleware(), (req, res) => res.status(201).end());
bakery.get('/recipes', settled(readRecipe), wrap(weigh), bound(knockFirst), wrap(oven(180)), (req, res) => res.json([]));
bakery.get('/doors', settled(letIn('front')), letIn('back', { bell: true }), (req, res) => res.json([]));
bakery.put('/oven', demand(mayBake), either(knockFirst, weigh), onDays(0, weigh), (req, res) => res.status(204).end());
bakery.get('/steps', [readRecipe, weigh].map((step) => (req, res, next) => step(req, res, next)), (req, res) => res.json([]));

// What is still being made has its own name, whatever calls it.
function open() {
  const sweep = (req, res, next) => next();
  doorkeeper.whenOpen(() => bakery.delete('/crumbs', sweep, (req, res) => res.status(204).end()));
}
open();

bakery.listen(3000);
