const express = require('express');
const Validator = require('validatorjs');
const { Validator: Later } = require('node-input-validator');

const kennel = express();
kennel.use(express.json());

const dog = {
  name: 'required|string|min:2|max:30',
  mail: 'required|email',
  age: 'integer|between:0,25',
  size: ['required', 'in:small,large'],
  tag: 'regex:/^[A-Z]{3}$/',
  'owner.name': 'required|string',
  'owner.phone': 'string',
  'walks.*.minutes': 'required|numeric|min:5',
  toys: 'array|max:4',
};

// What it says is asked.
kennel.post('/dogs', (req, res) => {
  const validation = new Validator(req.body, dog, { required: 'Where is :attribute?' });
  if (validation.fails()) return res.status(412).json({ why: validation.errors.all() });
  res.status(201).json({ name: req.body.name, age: req.body.age });
});

// Functions are told.
const checked = (data, rules, told) => {
  const validation = new Validator(data, rules, {});
  validation.passes(() => told(null, true));
  validation.fails(() => told(validation.errors, false));
};
const withBone = (req, res, next) =>
  checked(req.body, { weight: 'required|numeric', chewed: 'boolean', box: { wood: 'required|string' } }, (error, passes) => {
    if (!passes) res.status(422).send({ success: false, data: error });
    else next();
  });
kennel.post('/bones', withBone, (req, res) => res.status(201).json({ weight: req.body.weight }));

// It is waited for.
kennel.put('/dogs/:dog', async (req, res) => {
  const later = new Later(req.body, { name: 'required|minLength:2', home: 'url', barks: 'requiredIf:name,Rex', marks: [['between', '1', '5'], 'integer'] });
  const matched = await later.check();
  if (!matched) return res.status(422).json(later.errors);
  res.json({ name: req.body.name });
});
kennel.get('/dogs', (req, res) => {
  const v = new Later(req.query, { page: 'required|integer' });
  v.check().then((matched) => {
    if (!matched) return res.status(400).json({ why: v.errors });
    res.json([{ page: req.query.page }]);
  });
});

// Rules that nobody knows say nothing.
kennel.post('/cats', (req, res) => {
  const validation = new Validator(req.body, require('./' + process.env.RULES));
  res.status(validation.passes() ? 201 : 400).json({ ok: true });
});
kennel.listen(8500);
