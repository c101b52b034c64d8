import express from 'express';
import jwt from 'jsonwebtoken';
import { DrizzleError } from 'drizzle-orm';

/** They inherit from nothing, or from the language's own: from no class of a package. */
class NotFit { constructor(message, errors) { this.message = message; this.errors = errors; } }
class NotHere extends Error {}

const REQUIRED = ['bell', 'hour'];
const lacking = (data) => REQUIRED.flatMap((key) => {
  const value = data[key];
  if (value === undefined) return { field: key, value: 'is missing' };
  if (typeof value === 'string' && value === '') return { field: key, value: 'is empty' };
  return [];
});
const belfry = express();
belfry.use(express.json());
belfry.post('/rings', (req, res, next) => {
  try {
    const { bell, hour } = req.body;
    const errors = [...lacking({ bell, hour })];
    if (errors.length > 0) throw errors;
    res.status(201).json({ bell, rung: true });
  } catch (error) { next(new NotFit('not rung', error)); }
});
belfry.get('/bells/:bell', (req, res, next) => { if (req.params.bell === 'none') return next(new NotHere('no bell')); res.json({ bell: req.params.bell }); });
belfry.get('/keys', (req, res) => { res.json(jwt.verify(req.query.key, 'k')); });
belfry.use((error, req, res, next) => {
  let status = 500;
  if (error instanceof jwt.TokenExpiredError) status = 400;
  else if (error instanceof NotFit) status = 422;
  else if (error instanceof NotHere) status = 404;
  else if (error instanceof DrizzleError) status = 409;
  res.status(status).json({ message: error.message });
});
belfry.listen(8086);
