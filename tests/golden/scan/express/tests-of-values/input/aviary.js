const express = require('express');
const validator = require('validator');
const isURL = require('validator/lib/isURL');
const aviary = express();
aviary.use(express.json());

const KINDS = ['owl', 'lark'];
const Size = Object.freeze({ SMALL: 'small', TALL: 'tall' });
const ring = /^[A-Z]{2}\d{3}$/;
const isRing = (text) => ring.test(text);

// One test after the other, each of which refuses.
aviary.post('/birds', (req, res) => {
  const { name, kind, age, size, code } = req.body;
  if (!name || name.length < 3 || name.length > 20) return res.status(400).json({ error: 'name' });
  if (!KINDS.includes(kind)) return res.status(400).json({ error: 'kind' });
  if (age !== undefined && (age < 1 || age > 90)) return res.status(400).json({ error: 'age' });
  if (size && !Object.values(Size).includes(size)) return res.status(422).json({ error: 'size' });
  if (!isRing(code)) { return res.status(400).json({ error: 'code' }); }
  res.status(201).json({ name });
});

// The other way round: what fits is served.
aviary.put('/birds/:id', (req, res) => {
  const { name, age } = req.body;
  if (name.length >= 3 && age <= 90) res.json({ name });
  else res.status(400).json({ error: 'no' });
});

// Errors are collected, and answered together.
aviary.post('/cages', (req, res) => {
  const errors = [];
  if (!req.body.label) errors.push('label');
  if (req.body.label.length > 8) errors.push('label is long');
  if (!/^\d+x\d+$/.test(req.body.space)) errors.push('space');
  if (errors.length > 0) return res.status(400).json({ errors });
  res.sendStatus(201);
});

// Only some requests are looked at: nothing is said.
aviary.post('/eggs', (req, res) => {
  if (req.query.strict && req.body.weight < 5) return res.status(400).end();
  if (req.body.colour.length < 3) req.body.colour = 'white';
  if (req.body.weight > 50) return res.status(200).json({ heavy: true });
  res.sendStatus(201);
});

// A test in front of the handler, with an error that others answer; every one of a list.
const checked = (req, res, next) => {
  const { tags, wings } = req.body;
  if (Number(wings) < 0) throw Object.assign(new Error('wings'), { status: 400 });
  for (const tag of tags) if (!KINDS.includes(tag)) return next(Object.assign(new Error('tag'), { status: 400 }));
  next();
};
aviary.post('/flocks', checked, (req, res) => res.status(201).json({ made: true }));
aviary.post('/nests', (req, res) => {
  if (!req.body.kinds.every((kind) => KINDS.includes(kind))) return res.status(400).json({ error: 'kinds' });
  res.sendStatus(201);
});
// Parameters of the path and of the query.
aviary.get('/birds/:ring', (req, res) => {
  if (!req.params.ring.match(/^[a-f0-9]{24}$/)) return res.status(400).json({ error: 'ring' });
  const limit = parseInt(req.query.limit, 10);
  if (limit > 100) return res.status(400).json({ error: 'limit' });
  res.json({ ring: req.params.ring });
});
// What stands in for a text that is not there fails the test too.
aviary.post('/keepers', (req, res) => {
  let { mail, name, site } = req.body;
  mail = mail ? mail : '';
  if (!validator.isEmail(mail) || validator.isEmpty(name || '') || !validator.isLength(name, { min: 2, max: 40 })) return res.status(400).end();
  if (site && !isURL(site)) return res.status(400).end();
  res.sendStatus(201);
});
aviary.use((error, req, res, next) => res.status(error.status || 500).json({ error: error.message }));
aviary.listen(3000);
