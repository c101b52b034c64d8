const express = require('express');
const { json } = require('body-parser');
const cookies = require('cookie-parser');
const expressValidator = require('express-validator');

const canal = express();
canal.use(json());
canal.use(cookies());

canal.use(expressValidator());

// Fields one by one; errors as a list.
canal.post('/barges', (req, res) => {
  req.checkBody('name', 'a barge has a name').notEmpty();
  req.checkBody('draught').isFloat({ min: 0.2, max: 4 });
  req.checkBody('owner.mail').optional().isEmail();
  req.checkBody(['hull', 'colour'], 'of two colours').isIn(['black', 'red']);
  req.checkQuery('dry').optional({ checkFalsy: true }).isBoolean();
  req.checkHeaders('X-Skipper', 'who steers').notEmpty();
  const refused = req.validationErrors();
  if (refused) return res.status(422).json({ refused });
  res.status(201).json({ name: req.body.name });
});

// A schema, and a promise of the result.
canal.put('/barges/:barge', (req, res, next) => {
  req.checkParams('barge').isMongoId();
  req.checkBody({
    length: { notEmpty: true, isInt: { options: [{ min: 5, max: 110 }], errorMessage: 'metres' }, errorMessage: 'how long' },
    flag: { optional: true, isLength: { options: [2, 3] } },
    dry: { in: 'query', optional: { options: { checkFalsy: true } }, isBoolean: true },
  });
  req
    .getValidationResult()
    .then((result) => {
      if (!result.isEmpty()) return res.status(400).json(result.useFirstErrorOnly().array());
      res.json({ length: req.body.length });
    })
    .catch(next);
});

// A promise that is rejected with the errors.
canal.patch('/barges/:barge', async (req, res) => {
  req.assert('cargo', 'what it carries').len({ min: 3, max: 40 });
  try {
    await req.asyncValidationErrors();
    res.json({ cargo: req.body.cargo });
  } catch (refused) {
    res.status(409).json({ because: refused });
  }
});

// One function checks, another asks; what only some requests are checked for may be missing.
const describe = (req, res, next) => {
  req.check('from').isISO8601();
  if (req.body.express) req.checkBody('fee').isInt();
  next();
};
const ask = (req, res, next) => {
  if (req.validationErrors(true)) return res.redirect('/passages/new');
  next();
};
canal.post('/passages', describe, ask, (req, res) => res.status(201).json({ from: req.body.from }));

// What nobody asks the errors of refuses nothing.
canal.post('/wishes', (req, res) => {
  req.checkBody('text').notEmpty();
  res.status(202).end();
});

// Sanitizers change the request at once.
canal.post('/notices', (req, res) => {
  req.sanitizeBody('text').trim();
  req.sanitizeBody('urgent').toBoolean();
  const weeks = req.sanitize('weeks').toInt();
  req.checkBody('text').notEmpty();
  if (req.validationErrors()) return res.sendStatus(400);
  res.json({ text: req.body.text, weeks });
});

// Another application whose requests have no such methods.
const towpath = express();
towpath.post('/horses', (req, res) => {
  if (req.checkBody) req.checkBody('name').notEmpty();
  res.status(202).end();
});

require('./locks/gates');
canal.listen(4000);
towpath.listen(4001);
