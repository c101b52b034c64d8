const express = require('express');
const Joi = require('joi');
const { z } = require('zod');
const yup = require('yup');
const v = require('valibot');

const app = express();
app.use(express.json());
const passing = (schema) => (req, res, next) => {
  const { error, value } = schema.validate(req.body);
  if (error) return res.status(400).json({ message: error.message });
  req.body = value;
  next();
};
const done = (req, res) => res.json({ done: true });

// Keepers may name a shelf, others may not: the rule is added.
app.put('/added', (req, res, next) => {
  const rules = { title: Joi.string().required() };
  if (req.user.role === 'keeper') rules.shelf = Joi.number().integer().required();
  passing(Joi.object(rules))(req, res, next);
}, done);
app.put('/spread', (req, res, next) => {
  const isKeeper = req.user.role === 'keeper';
  passing(Joi.object({ title: Joi.string().required(), ...(isKeeper && { shelf: Joi.number().integer().required() }) }))(req, res, next);
}, done);
// One of two rules: the field is a whole number for both, or must not come.
app.put('/either', (req, res, next) => {
  const isKeeper = req.user.role === 'keeper';
  passing(Joi.object({ title: Joi.string().required(), shelf: isKeeper ? Joi.number().integer().required() : Joi.forbidden() }))(req, res, next);
}, done);
app.put('/both', (req, res, next) => {
  const isKeeper = req.user.role === 'keeper';
  passing(Joi.object({ title: Joi.string().required(), shelf: isKeeper ? Joi.number().required() : Joi.string().required() }))(req, res, next);
}, done);
app.put('/zod', (req, res, next) => {
  const shape = { title: z.string() };
  if (req.user.role === 'keeper') shape.shelf = z.number().int();
  if (!z.object(shape).safeParse(req.body).success) return res.status(422).end();
  next();
}, done);
app.put('/yup', async (req, res, next) => {
  const fields = { title: yup.string().required() };
  if (req.user.role === 'keeper') fields.shelf = yup.number().integer().required();
  if (!(await yup.object(fields).isValid(req.body))) return res.status(422).end();
  next();
}, done);
app.put('/valibot', (req, res, next) => {
  const isKeeper = req.user.role === 'keeper';
  const entries = { title: v.string(), ...(isKeeper ? { shelf: v.pipe(v.number(), v.integer()) } : {}) };
  if (!v.safeParse(v.object(entries), req.body).success) return res.status(422).end();
  next();
}, done);
// Nobody may send it, and what is always asked for is asked of everybody.
app.put('/never', passing(Joi.object({ title: Joi.string().required(), shelf: Joi.forbidden() })), done);
app.put('/always', (req, res, next) => {
  const rules = { title: Joi.string().required() };
  rules.shelf = Joi.number().integer().required();
  passing(Joi.object(rules))(req, res, next);
}, done);

app.listen(3000);
