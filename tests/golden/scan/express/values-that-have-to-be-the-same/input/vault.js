// What has to be the same as something that is demanded is demanded itself.
const express = require('express');
const Joi = require('joi');

const vault = express();
vault.use(express.json());

vault.post('/keepers', (req, res) => {
  const { name, password, confirmed } = req.body;
  if (!name || !password) return res.status(400).json({ why: 'incomplete' });
  if (password !== confirmed) return res.status(400).json({ why: 'not the same' });
  res.status(201).json({ name });
});
vault.post('/words', (req, res, next) => {
  const { word, again } = req.body;
  if (typeof word !== 'string' || word.length < 8) return next(new Error('short'));
  if (again.trim() !== word.trim()) throw Object.assign(new Error('not the same'), { status: 422 });
  res.status(201).json({ word });
});
// Gathered; in one condition; and whoever sends the same is served.
vault.put('/words', (req, res) => {
  const wrong = [];
  if (!req.body.word) wrong.push('word');
  if (req.body.word !== req.body.again) wrong.push('again');
  if (wrong.length > 0) return res.status(400).json({ wrong });
  res.json({ word: req.body.word });
});
vault.put('/pins', ({ body: { pin, again } }, res) => {
  if (!pin || pin !== again) return res.status(400).json({ why: 'pin' });
  res.json({ kept: true });
});
vault.put('/doors', ({ body: { door, again } }, res) => {
  if (!door) return res.sendStatus(400);
  if (door === again) res.json({ kept: true });
  else res.sendStatus(409);
});
// What a validator demands.
const worded = Joi.object({ word: Joi.string().min(6).required(), again: Joi.any() });
const checked = (req, res, next) => {
  const { error } = worded.validate(req.body);
  if (error) return res.status(400).json({ why: error.message });
  next();
};
vault.patch('/words', checked, (req, res) => {
  if (req.body.word !== req.body.again) return res.sendStatus(409);
  res.json({ kept: true });
});

// Where neither is demanded both may be missing; a master need not say it twice; and the old one is refused.
vault.patch('/pins', ({ body: { pin, again } }, res) => {
  if (pin !== again) return res.sendStatus(400);
  res.json({ kept: true });
});
vault.patch('/doors', ({ body: { door, again, master } }, res) => {
  if (!door) return res.sendStatus(400);
  if (!master && door !== again) return res.sendStatus(400);
  res.json({ kept: true });
});
vault.patch('/locks', ({ body: { old, lock } }, res) => {
  if (!lock) return res.sendStatus(400);
  if (old === lock) return res.sendStatus(409);
  res.json({ kept: true });
});

vault.use((error, req, res, next) => res.status(error.status ?? 400).json({ why: error.message }));
vault.listen(3100);
