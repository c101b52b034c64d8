const express = require('express');
const { body, query, checkSchema, validationResult } = require('express-validator');

const app = express();
app.use(express.json());

const checked = (...chains) => async (req, res, next) => {
  for (const chain of chains) await chain.run(req);
  const errors = validationResult(req);
  if (errors.isEmpty()) return next();
  res.status(422).json({ problems: errors.array().map((error) => error.msg) });
};
const made = (req, res) => res.status(201).json({ ok: true });

// Objects as messages.
const heavy = { code: 'heavy', limit: 90 };
app.post('/stones', checked(body('weight').isFloat({ max: 90 }).withMessage(heavy)), made);

// Texts, the package's own and the program's.
app.post('/carts', checked(body('wheels').isInt().withMessage('wheels are counted'), body('owner').notEmpty()), made);

// A text or an object.
app.post('/ropes', checked(body('length').isInt().withMessage({ code: 'length' }), body('colour').isString()), made);

// A function, and a message of a whole chain.
app.get(
  '/layers',
  checked(
    query('depth').isInt().withMessage((value, { path }) => ({ code: path, given: value })),
    query('from', { code: 'from', hint: 'a date' }).isISO8601(),
  ),
  (req, res) => res.json({ ok: true }),
);

// Messages in a schema, run by hand.
app.put('/drills/:id', async (req, res) => {
  await checkSchema({
    bits: { in: ['body'], isInt: { errorMessage: { code: 'bits' } } },
    name: { in: ['body'], errorMessage: { code: 'name' }, isString: true },
  }).run(req);
  const errors = validationResult(req);
  if (!errors.isEmpty()) return res.status(400).json({ errors: errors.array() });
  res.json({ bits: req.body.bits });
});

app.listen(3000);
