// One check of body, path and query together: what the path brings is not asked of the body, and a body of which nothing is asked is none.
import express from 'express';
import { z } from 'zod';

const together = (schema) => (req, res, next) => {
  const checked = schema.safeParse({ ...req.body, ...req.params, ...req.query });
  return checked.success ? next() : res.status(400).json({ why: checked.error.issues[0].message });
};
const gate = z.object({ gate: z.string().uuid() });
const filling = z.object({ gate: z.string().uuid(), litres: z.number().positive() });

const lock = express();
lock.use(express.json());
lock.get('/gates/:gate', together(gate), (req, res) => res.json({ gate: req.params.gate }));
lock.delete('/gates/:gate', together(gate), (req, res) => res.sendStatus(204));
lock.post('/gates/:gate/open', together(gate), (req, res) => res.sendStatus(202));
lock.post('/gates/:gate/fill', together(filling), (req, res) => res.json({ litres: req.body.litres }));
// Whatever members it has.
lock.put('/gates/:gate/marks', (req, res) => {
  const marks = z.record(z.string()).parse(req.body);
  res.json({ marks: Object.keys(marks).length });
});

lock.listen(7017);
