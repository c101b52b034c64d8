import express from 'express';
import Joi from 'joi';
import { z } from 'zod';

const quay = express();
quay.use(express.json());

const byCar = z.object({ plate: z.string().min(2), length: z.number(), note: z.string() });
const onFoot = z.object({ name: z.string(), note: z.string() });

// A table of validators, asked by a parameter of the path: only what all of them ask for is asked of everybody.
const kinds = { car: (sent) => byCar.parse(sent), foot: (sent) => onFoot.parse(sent) };
quay.post('/passages/:kind', (req, res) => {
  if (!Object.hasOwn(kinds, req.params.kind)) return res.status(404).json({ error: 'no such kind' });
  kinds[req.params.kind](req.body);
  res.status(201).json({ ok: true });
});

// Two arms: each request takes one of them.
quay.post('/tickets', (req, res) => {
  const sent = req.query.return === 'yes' ? byCar.parse(req.body) : onFoot.parse(req.body);
  res.status(201).json({ note: sent.note });
});

// One arm: the others are served unseen.
quay.post('/quotes', (req, res) => {
  if (req.query.strict) onFoot.parse(req.body);
  res.json({ fare: 1 });
});

// Records made of members: all requests are asked for some of these, some requests for others.
quay.post('/parcels', (req, res) => {
  if (req.query.insured) byCar.parse({ plate: req.body.plate, length: req.body.length, note: 'insured' });
  onFoot.parse({ name: req.body.sender, note: req.body.remark });
  res.json({ sent: true });
});

// What may be null and is a list or an object otherwise stays so, whatever the code takes out of it.
const crew = Joi.object({
  hands: Joi.array().items(Joi.object().unknown(true)).allow(null),
  captain: Joi.object({ name: Joi.string().required(), since: Joi.number().integer() }).allow(null),
});
const checked = (schema) => (req, res, next) => {
  const { error, value } = schema.validate(req.body);
  if (error) return res.status(400).json({ error: error.message });
  req.body = value;
  next();
};
quay.post('/crews', checked(crew), (req, res) => {
  const hands = (req.body.hands ?? []).map((hand) => ({ pay: Number(hand.pay) || 0 }));
  res.status(201).json({ hands, captain: req.body.captain?.name, ship: req.body.captain?.ship });
});

quay.listen(8080);
