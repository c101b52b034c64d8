const express = require('express');
const { body, header, query, validationResult } = require('express-validator');

const box = express();
box.use(express.json());
const levers = () => [body('lever').isString().notEmpty(), body('track').isInt({ min: 1 }), body('note').optional().isLength({ max: 80 }), body('guard').isEmail()];
const pulled = (req, res) => res.json({ pulled: true });
const answer = (req, res, next) => { const errors = validationResult(req); if (errors.isEmpty()) return next(); res.status(400).json({ errors: errors.array() }); };

// The first that fails ends it: whoever is served has passed them all.
const untilOneFails = (chains) => async (req, res, next) => {
  for (const chain of chains) {
    const result = await chain.run(req);
    if (result.errors.length) break;
  }
  answer(req, res, next);
};
const untilNotEmpty = (chains) => async (req, res, next) => {
  for (let index = 0; index < chains.length; index++) {
    const result = await chains[index].run(req);
    if (!result.isEmpty()) break;
  }
  const errors = validationResult(req);
  if (!errors.isEmpty()) return res.status(422).json({ errors: errors.mapped() });
  return next();
};
const counted = (chains) => async (req, res, next) => {
  for (const chain of chains) {
    const { errors } = await chain.run(req);
    if (errors.length > 0) break;
  }
  answer(req, res, next);
};
const answeredAtOnce = (chains) => async (req, res, next) => {
  for (const chain of chains) {
    const result = await chain.run(req);
    if (!result.isEmpty()) return res.status(400).json({ errors: result.array() });
  }
  next();
};
box.post('/until-one-fails', untilOneFails(levers()), pulled);
box.post('/until-not-empty', untilNotEmpty(levers()), pulled);
box.post('/counted', counted(levers()), pulled);
box.post('/answered-at-once', answeredAtOnce(levers()), pulled);
box.get('/queries', untilOneFails([query('from').isISO8601(), query('to').isISO8601(), header('x-box').isUUID()]), pulled);
// Here others decide whether the second one runs.
box.post('/some', async (req, res, next) => { await body('lever').notEmpty().run(req); if (req.body.kind === 'point') await body('angle').isInt().run(req); answer(req, res, next); }, pulled);
box.post('/halved', async (req, res, next) => { await body('lever').notEmpty().run(req); if (Math.random() > 0.5) await body('angle').isInt().run(req); answer(req, res, next); }, pulled);
// A list that is not sent has no elements that could fail.
box.post('/elements', [body('tags').optional().isArray(), body('tags.*').isString(), body('crew.*.name').notEmpty(), body('place.mile').isFloat()], answer, pulled);
box.listen(3000);
