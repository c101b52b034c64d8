// A check of some members leaves the others where they are: what the handlers read of them comes in.
import express from 'express';
import { z } from 'zod';

const turning = z.object({ turn: z.coerce.number().int().min(1).default(1), step: z.coerce.number().max(90).default(15) });
const turned = (req, res, next) => {
  const checked = turning.safeParse(req.query);
  if (!checked.success) return res.status(400).json({ why: checked.error.message });
  req.turning = checked.data;
  next();
};
const planet = z.object({ title: z.string().min(1) });
const named = (req, res, next) => {
  planet.parse(req.body);
  next();
};

const orrery = express();
orrery.use(express.json());
orrery.get('/planets', turned, (req, res) => {
  const { ring, moons } = req.query;
  res.json({ step: req.turning.step, ringed: ring === 'yes', moons: Number(moons) });
});
orrery.post('/planets', named, (req, res) => res.status(201).json({ title: req.body.title, mass: req.body.mass * 2 }));
// What it gives is taken in place of the body.
orrery.put('/planets/:title', (req, res) => {
  const { title } = planet.parse(req.body);
  res.json({ title });
});

orrery.listen(7015);
