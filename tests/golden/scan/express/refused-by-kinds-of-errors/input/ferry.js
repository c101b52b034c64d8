import express from 'express';
import { expressjwt, UnauthorizedError } from 'express-jwt';
import { KnexTimeoutError } from 'knex';

/** None of them knows its status: the handler at the end tells them apart. */
class NotFit { constructor(message) { this.message = message; } }
class NotHere extends Error {}
class Broken extends Error {}

const later = (work) => async (req, res, next) => {
  try { await work(req, res, next); } catch (error) { return next(error); }
};
const ferry = express();
ferry.use(express.json());
// Refused with 422 and 404: both have to be there.
ferry.post('/crossings', later(async (req, res) => {
  const { pier, cars, note } = req.body;
  if (!pier) throw new NotFit('no pier');
  if (cars === undefined) throw new NotHere('no cars');
  res.status(201).json({ pier, cars, note });
}));
// Ends in 500: nobody says that it has to be there.
ferry.post('/repairs', later(async (req, res) => {
  if (!req.body.part) throw new Broken('no part');
  if (!req.body.yard) throw new Error('no yard');
  res.json({ part: req.body.part });
}));
// Of the one refusal the server is at fault, of the other one the client.
ferry.post('/either', later(async (req, res) => {
  if (!req.body.part && req.query.hard) throw new Broken('no part');
  if (!req.body.part) throw new NotFit('no part');
  res.json({ part: req.body.part });
}));
// A look, and a text that has to look like something.
ferry.put('/tides', (req, res, next) => {
  if (!/^\d\d:\d\d$/.test(req.body.at)) return next(new NotFit('when?'));
  res.json({ at: req.body.at });
});
// The package's own error, which is of its class and of no other one.
ferry.get('/crew', expressjwt({ secret: 's', algorithms: ['HS256'] }), (req, res) => { res.json({ mates: 3 }); });
ferry.use((error, req, res, next) => {
  if (error instanceof KnexTimeoutError) return res.status(409).json({ busy: true });
  if (error instanceof UnauthorizedError) return res.status(400).json({ token: 'none' });
  if (error instanceof NotFit) return res.status(422).json({ message: error.message });
  if (error instanceof NotHere) return res.status(404).json({ message: error.message });
  res.status(500).json({ message: 'broken' });
});
ferry.listen(8099);
