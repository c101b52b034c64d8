// The classes of these errors are in a package that nobody sees: what is said of their statuses is the number that they are made with, or their name.
const express = require('express');
require('express-async-errors');
const { errorHandler, BadRequestError, Failure, HttpConflictException, NotFoundError, StoneError, TooManyRequestsError } = require('@quarry/common');

const app = express();
app.use(express.json());

const foreman = (req, res, next) => {
  if (!req.get('x-helmet')) return next(new Failure(401, 'no helmet'));
  next();
};
app.get('/stones/:id', async (req, res) => {
  if (req.params.id === '13') throw new NotFoundError();
  res.json({ id: req.params.id });
});
app.post('/stones', foreman, async (req, res) => {
  if (!req.body.weight) throw new BadRequestError('no weight');
  if (req.body.weight > 100) throw new HttpConflictException();
  res.status(201).json({ id: 1 });
});
app.get('/dust', (req, res, next) => {
  if (req.query.fine) return next(new Failure('too fine', 422));
  if (req.query.wet) return next(new TooManyRequestsError(3));
  res.json({});
});
// Neither says which: two numbers, a name of its own, no error that is made here.
app.get('/blasts', (req, res, next) => {
  if (req.query.twice) return next(new Failure(400, 500));
  if (req.query.loud) return next(new StoneError('loud'));
  if (req.query.late) return next(NotFoundError);
  res.json({});
});

app.use(errorHandler);
app.listen(8080);
