const express = require('express');
const Joi = require('joi');
const struct = require('superstruct');
const demand = require('http-assert');
const { insist, forbid, remark } = require('./insist');

const hives = [{ id: 1, keeper: 'ada' }];
const app = express();
app.use(express.json());

// What a package asserts of a record and of fields.
app.get('/hives/:id', (req, res) => {
  const hive = hives.find((each) => each.id === Number(req.params.id));
  demand(hive, 404, 'no such hive');
  demand.notEqual(hive.keeper, 'nobody', 409, 'abandoned');
  res.json(hive);
});
app.post('/hives', (req, res) => {
  const { keeper, frames, kind, note } = req.body;
  demand(keeper && keeper.length >= 2, 400, 'who keeps it?');
  demand.ok(Number.isInteger(frames), 422, 'how many frames?');
  demand(['wood', 'straw'].includes(kind), 422, 'of what?');
  res.status(201).json({ keeper, frames, kind, note });
});
// The same with functions of one's own, of which one says it the other way round.
app.put('/hives/:id', (req, res) => {
  const { keeper, kind } = req.body;
  insist(keeper && keeper.length >= 2, 400, 'who keeps it?');
  forbid(kind !== 'wood' && kind !== 'straw', 'of what?');
  res.json({ keeper, kind });
});
// One that throws nothing demands nothing.
app.patch('/hives/:id', (req, res) => {
  remark(!req.body.keeper, 'kept by nobody');
  res.json({ keeper: req.body.keeper });
});
app.delete('/hives/:id', (req, res) => {
  demand.fail(403, 'hives stay');
});
app.use((error, req, res, next) => {
  res.status(error.status || 500).json({ reason: error.message });
});
const Swarm = struct.object({ at: struct.string(), bees: struct.optional(struct.number()) });
// A schema is asserted of a value: that it may be missing is the schema's to say.
app.post('/keepers', (req, res) => {
  const { mail, age } = req.body;
  Joi.assert(mail, Joi.string().email(), 'mail');
  Joi.assert(age, Joi.number().min(18));
  res.status(201).json({ mail });
});
app.post('/swarms', (req, res) => {
  struct.assert(req.body, Swarm);
  res.status(201).json({ at: req.body.at });
});

app.listen(3000);
