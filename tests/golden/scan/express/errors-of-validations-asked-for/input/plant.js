const express = require('express');
const Ajv = require('ajv/dist/2020.js');

const plant = express();
plant.use(express.json());
const rules = new Ajv({ allErrors: true });
const tin = { type: 'object', required: ['fish'], properties: { fish: { type: 'string' }, weight: { type: 'number' } } };
const fits = rules.compile(tin);

// A validator has errors where a value does not pass, and null where it does: asking for them is asking for the verdict, once more or instead of it.
plant.post('/tins', (req, res) => {
  const valid = fits(req.body);
  if (valid && !fits.errors) return res.status(201).json({ fish: req.body.fish });
  res.status(400).json({ errors: fits.errors });
});

plant.post('/labels', (req, res) => {
  fits(req.body);
  if (fits.errors) return res.status(400).json({ errors: fits.errors });
  res.json({ fish: req.body.fish });
});

plant.post('/crates', (req, res) => {
  fits(req.body);
  if (fits.errors !== null) return res.status(422).json({ errors: fits.errors.map((error) => error.message) });
  res.json({ fish: req.body.fish });
});

plant.post('/pallets', (req, res) => {
  rules.validate(tin, req.body);
  if (!rules.errors) res.json({ fish: req.body.fish });
  else res.status(422).json({ error: rules.errorsText(rules.errors) });
});

const checked = (schema, payload) =>
  new Promise((resolve, reject) => {
    const validate = rules.compile(schema);
    const valid = validate(payload);
    if (valid && !validate.errors) resolve({ ...payload });
    else reject(Object.assign(new Error('does not fit'), { status: 400, errors: validate.errors }));
  });
plant.post('/ships', async (req, res, next) => {
  try {
    const payload = await checked(tin, req.body);
    res.json({ weight: payload.weight });
  } catch (error) {
    next(error);
  }
});

plant.listen(4700);
