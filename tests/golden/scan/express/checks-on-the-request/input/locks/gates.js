const express = require('express');
const expressValidator = require('express-validator');
const { body } = require('express-validator/check');
const { matchedData, sanitizeBody } = require('express-validator/filter');
const { validationResult } = require('express-validator/check');

const gates = express();
gates.use(express.json());
gates.use(
  expressValidator({
    customValidators: {
      isEven: (value) => Number(value) % 2 === 0,
      isFree: (value) => fetch(`http://keeper/${value}`),
    },
    customSanitizers: { toLevel: (value) => ({ level: Number(value) }) },
    errorFormatter: (param, msg, value, location) => ({ field: `${location}.${param}`, because: msg }),
  }),
);

// Functions of the program check, and what it makes of an error is what is sent.
gates.post('/gates', (req, res) => {
  req.checkBody('number').isInt().isEven().withMessage('gates come in pairs');
  req.checkBody('place').notEmpty().isFree();
  req.checkCookies('keeper').isLength({ min: 8 });
  const level = req.sanitizeBody('water').toLevel();
  const refused = req.validationErrors();
  if (refused) return res.status(400).json(refused);
  res.status(201).json({ level });
});

// The chains that came later stand in the same package.
gates.put('/gates/:gate', [body('open').isBoolean(), sanitizeBody('note').trim()], (req, res) => {
  const errors = validationResult(req);
  if (!errors.isEmpty()) return res.status(422).json(errors.mapped());
  res.json(matchedData(req));
});

gates.listen(4002);
