const express = require('express');
const { body, check, checkSchema, param, query, validationResult } = require('express-validator');

const mill = express();
mill.use(express.json());
const checked = (request, response, next) => {
  const found = validationResult(request);
  return found.isEmpty() ? next() : response.status(422).json({ found: found.array() });
};
const sack = check('sack').exists().isMongoId();

mill.get('/sacks/:sack', sack, checked, (request, response) => { response.json({ sack: request.params.sack }); });
mill.patch('/sacks/:sack', [sack, check('weight').isInt({ min: 1 })], checked, (request, response) => { response.json({ done: true }); });
mill.get('/sacks', check('heavier').optional().isInt(), check('sort').isIn(['weight', 'age']), checked, (request, response) => { response.json([]); });
mill.post('/sacks', sack, check('weight').isFloat(), checked, (request, response) => { response.status(201).end(); });
mill.put('/sacks/:sack', param('sack').isMongoId(), body('sack').isMongoId(), query('dry').isBoolean(), checked, (request, response) => { response.end(); });
mill.delete('/sacks/:sack', checkSchema({ sack: { isMongoId: true }, why: { isLength: { options: { max: 9 } } } }), checked, (request, response) => { response.status(204).end(); });
// What functions of the program look at is where the check has found it.
const named = (name) => check(name).custom((value) => {
  if (!value.startsWith('mill-')) throw new Error('not of this mill');
  return true;
});
const ran = (checks) => async (request, response, next) => {
  await Promise.all(checks.map((each) => each.run(request)));
  checked(request, response, next);
};
mill.get('/stones/:stone', ran([named('stone')]), (request, response) => { response.json({ stone: request.params.stone }); });
mill.delete('/stones/:stone', ran([named('stone')]), (request, response) => { response.sendStatus(204); });
mill.get('/stones', ran([named('quarry')]), (request, response) => { response.json([]); });
mill.post('/stones', ran([named('stone')]), (request, response) => { response.status(201).json({ stone: request.body.stone }); });
mill.listen(8080);
