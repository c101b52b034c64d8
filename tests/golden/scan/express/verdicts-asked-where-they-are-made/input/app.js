const express = require('express');
const { z } = require('zod');
const Joi = require('joi');

const app = express();
app.use(express.json());

const plate = z.string().min(3);
const passes = (value) => plate.safeParse(value).success;

// The verdict is asked for in the condition itself.
app.post('/cars', (req, res) => {
  if (!plate.safeParse(req.body.plate).success) return res.status(400).json({ error: 'which plate?' });
  res.json({ plate: req.body.plate });
});
app.put('/cars/:car', (req, res) => {
  if (z.string().uuid().safeParse(req.params.car).success === false) return res.status(404).end();
  const isOwner = z.string().email().safeParse(req.body.owner).success;
  if (!isOwner) {
    res.status(422).json({ error: 'whose?' });
    return;
  }
  res.json({ owner: req.body.owner });
});
app.post('/barriers', (req, res) => {
  if (Joi.number().required().validate(req.body.height).error) return res.status(400).end();
  res.json({ height: req.body.height });
});
// By a function of the program, for several values.
app.post('/swaps', (req, res) => {
  if (!passes(req.body.from) || !passes(req.body.to)) return res.status(400).end();
  res.json({ from: req.body.from, to: req.body.to });
});

// What may be missing may be missing, and who is not refused need not send it.
app.post('/notes', (req, res) => {
  if (!z.string().max(40).optional().safeParse(req.body.note).success) return res.status(400).end();
  res.json({ note: req.body.note });
});
app.get('/cars', (req, res) => {
  const page = z.coerce.number().safeParse(req.query.page).success ? Number(req.query.page) : 1;
  res.json({ page });
});
app.post('/tours', (req, res) => {
  if (!z.object({ stops: z.array(z.string()), guide: z.string().optional() }).safeParse(req.body).success) return res.status(400).end();
  res.json({ stops: req.body.stops });
});

app.listen(3000);
