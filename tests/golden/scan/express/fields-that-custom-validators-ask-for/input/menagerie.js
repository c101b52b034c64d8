// A field is demanded where a function of the program refuses whoever lacks it.
const express = require('express');
const { body, check, query, validationResult } = require('express-validator');
const { MongoClient } = require('mongodb');

const animals = new MongoClient('mongodb://x').db('menagerie').collection('animals');
const menagerie = express();
menagerie.use(express.json());
const valid = (req, res, next) => {
  const errors = validationResult(req);
  if (!errors.isEmpty()) return res.status(422).json({ errors: errors.array() });
  next();
};

menagerie.post(
  '/animals',
  body('name').custom((name) => {
    if (!name) throw new Error('which name?');
    return true;
  }),
  body('legs').custom((legs) => typeof legs === 'number'),
  check('kind').custom((kind) => ['bird', 'beast'].includes(kind)),
  body('food').custom((food) => (food && food.length > 2 ? true : Promise.reject('which food?'))),
  body('tags').custom(async (tags) => {
    if (!Array.isArray(tags)) throw new Error('no list');
  }),
  valid,
  (req, res) => res.status(201).json({ name: req.body.name }),
);
// Nobody is refused for what is missing, or it need not be there.
menagerie.put(
  '/animals/:animal',
  body('name').custom(async (name) => {
    if (await animals.findOne({ name })) throw new Error('there is one');
  }),
  body('legs').custom((legs) => legs === undefined || legs > 1),
  body('kind').optional().custom((kind) => ['bird', 'beast'].includes(kind)),
  body('food').custom((food, { req }) => food !== req.body.name),
  query('again').custom((again) => again !== 'never'),
  valid,
  (req, res) => res.json({ name: req.body.name }),
);
menagerie.listen(3200);
