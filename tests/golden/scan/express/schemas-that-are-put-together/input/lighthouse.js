const express = require('express');
const Joi = require('joi');
const app = express();
app.use(express.json());
// What a branch says of a member holds beside what is said of it in front: it stays a text, of some length.
const secret = Joi.string().min(8);
const change = Joi.object({
  name: Joi.string().max(40),
  secret,
  renewed: secret.optional(),
})
  .when('.renewed', {
    is: Joi.exist(),
    then: Joi.object({ name: Joi.optional(), secret: Joi.required() }),
    otherwise: Joi.object({ secret: Joi.forbidden(), name: Joi.required() }),
  });
// The same where two schemas are put together; what only one of them has is as that one says.
const place = Joi.object({ street: Joi.string().required(), zip: Joi.string().length(5) }).concat(Joi.object({ zip: Joi.required(), city: Joi.string() }));
const check = (schema) => (req, res, next) => {
  const { error, value } = schema.validate(req.body);
  if (error) return res.status(422).json({ error: error.message });
  req.body = value;
  next();
};
app.put('/keeper', check(change), (req, res) => res.json({ ok: true }));
app.post('/places', check(place), (req, res) => res.json({ ok: true }));
app.listen(3000);
