const express = require('express');
const Joi = require('joi');
const laundry = express();
laundry.use(express.json());

const checked = (schema) => (req, res, next) => {
  const { error, value } = schema.validate(req.body);
  if (error) return res.status(400).json({ error: error.message });
  req.body = value;
  next();
};
// An empty text stands for one that is not there; where it has to be there it is refused.
laundry.put('/loads/:id', checked(Joi.object({ cloth: Joi.string().valid('silk', 'wool').empty(''), soap: Joi.string().min(3).empty(''), mail: Joi.string().email().empty(null) })), (req, res) => res.json(req.body));
laundry.post('/loads', checked(Joi.object({ cloth: Joi.string().min(2).empty('').required(), heat: Joi.number().max(90).empty(0).default(40) })), (req, res) => res.status(201).json(req.body));
// This one may really be empty.
laundry.post('/notes', checked(Joi.object({ text: Joi.string().min(5).allow('') })), (req, res) => res.sendStatus(204));
laundry.listen(3000);
