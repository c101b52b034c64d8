const express = require('express');
const { body, query, param, oneOf, checkSchema, matchedData, validationResult } = require('express-validator');

const app = express();
app.use(express.json());

const lamps = [];
const passed = (req, res, next) => {
  const found = validationResult(req);
  return found.isEmpty() ? next() : res.status(422).json({ wrong: found.array() });
};
const lampId = param('lamp').isInt().toInt();

// What the code reads beside it is no part of the record.
app.post('/lamps', body('colour').isIn(['red', 'white']), body('range').optional().isInt({ min: 1 }).toInt(), passed, (req, res) => {
  const lamp = matchedData(req);
  lamps.push(lamp);
  res.status(201).json({ lamp, by: req.body.keeper });
});

// One chain stands in several routes: each has its own fields.
app.put('/lamps/:lamp', lampId, body('height').isFloat(), passed, (req, res) => res.json(matchedData(req)));
app.patch('/lamps/:lamp', lampId, body('note').isString(), passed, (req, res) => {
  const changes = matchedData(req, { locations: ['body'] });
  const { lamp } = matchedData(req, { locations: ['params'] });
  res.json({ lamp, changes });
});

// Chains that a function of the program runs.
const validated = (...chains) => async (req, res, next) => {
  await Promise.all(chains.map((chain) => chain.run(req)));
  const found = validationResult(req);
  if (!found.isEmpty()) return res.status(400).json({ wrong: found.array() });
  req.checked = matchedData(req);
  next();
};
app.get('/passages', validated(query('from').isISO8601(), query('flag').optional().isString()), (req, res) => res.json(req.checked));

// Lists and records within.
app.post(
  '/keepers',
  checkSchema({ 'home.town': { isString: true }, shifts: { isArray: true }, 'shifts.*': { isInt: true } }, ['body']),
  passed,
  (req, res) => res.json(matchedData(req)),
);

// Of several groups of which one holds nobody knows which.
app.post('/signals', oneOf([body('horn').isBoolean(), body('bell').isBoolean()]), body('at').isString(), (req, res) => res.json(matchedData(req)));

// Groups of several fields; what two of them say of one field, neither says by itself.
app.post(
  '/tolls',
  oneOf([[body('card').isCreditCard(), body('month').isInt({ min: 1, max: 12 })], body('voucher').isLength({ min: 5 })], 'pay somehow'),
  oneOf([query('at').isInt(), query('at').isIn(['now'])]),
  passed,
  (req, res) => res.sendStatus(204),
);

app.listen(3000);
