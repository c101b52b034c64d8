// The message of an error is a text, whatever it is made of.
import express from 'express';
import { readFile } from 'node:fs/promises';

class OrchardError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}
const caught = (handler) => (req, res, next) => handler(req, res).catch((error) => next(new OrchardError(error, 502)));
const orchard = express();
orchard.use(express.json());

// Another error, a list, a record, a number, nothing, and what a class says of itself.
orchard.get('/trees', caught(async (req, res) => res.json({ trees: JSON.parse(await readFile(req.query.file, 'utf8')).length })));
orchard.post('/trees', (req, res, next) => {
  const missing = ['kind', 'age'].filter((name) => req.body[name] === undefined);
  if (missing.length > 0) return next(new OrchardError(missing, 422));
  res.status(201).json({ kind: req.body.kind, age: req.body.age });
});
orchard.put('/trees/:tree', (req, res, next) => {
  if (!req.body.kind) return next(new OrchardError({ field: 'kind', why: 'missing' }, 422));
  res.json({ kind: req.body.kind });
});
orchard.delete('/trees/:tree', (req, res) => {
  const error = req.query.sure ? new Error(404) : new TypeError(undefined);
  res.status(404).json({ error: error.message });
});
class Branch { toString() { return 'a branch'; } }
orchard.get('/branches', (req, res) => res.status(410).json({ error: new RangeError(new Branch()).message }));
orchard.use((error, req, res, next) => res.status(error.status ?? 500).json({ error: error.message }));
orchard.listen(8093);
