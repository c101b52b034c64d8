// What is thrown has a status, and sends itself: here, or in the error handler.
const express = require('express');
const Problem = require('api-problem');

class Overdrawn extends Problem {
  constructor(by) { super(409, 'Overdrawn', { by }); }
}
const ledger = express();
ledger.use(express.json());

const isClerk = (req, res, next) => {
  if (!req.headers.authorization) return next(new Problem(401, { detail: 'no clerk' }));
  next();
};
ledger.get('/pages', (req, res) => {
  if (!req.query.page) return new Problem(400, 'No page', 'about:page').send(res);
  res.json({ page: req.query.page });
});
ledger.post('/entries', isClerk, async (req, res) => {
  if (!req.body.amount) throw new Problem(422);
  if (req.body.amount > 100) throw new Overdrawn(req.body.amount);
  res.status(201).json({ amount: req.body.amount });
});
ledger.get('/broken', () => { throw new Error('torn'); });

ledger.use((error, req, res, next) => {
  if (error instanceof Problem) return error.send(res);
  new Problem(500, { detail: error.message }).send(res);
});
ledger.listen(4800);
