const express = require('express');
const Joi = require('joi');
const refuse = require('express-validation');
const { validate, ValidationError } = require('express-validation');
Promise = require('bluebird');

const orchard = express();
orchard.use(express.json());

// Records of schemas by part, as the first version takes them.
orchard.post('/apples', refuse({ body: { sort: Joi.string().required(), weight: Joi.number().min(1) }, options: { status: 422 } }), (ask, say) => say.status(201).json({ sort: ask.body.sort }));
// Schemas, as the later ones do.
orchard.put('/apples/:apple', validate({ params: Joi.object({ apple: Joi.string().hex().required() }), body: Joi.object({ ripe: Joi.boolean().required(), picked: Joi.date().timestamp() }) }, { context: true }, {}), (ask, say) => say.json({ ripe: ask.body.ripe }));
// A rejection of the promises that stand in for the language's own.
const pick = (tree) => Promise.resolve(tree).then((found) => { if (found) return found; return Promise.reject(Object.assign(new Error('no tree'), { status: 404 })); });
orchard.get('/trees', (ask, say, onward) => { pick(ask.query.tree).then(() => say.json({ picked: true })).catch(onward); });
orchard.use((error, ask, say, onward) => {
  if (error instanceof ValidationError) return say.status(error.statusCode).json({ details: error.message });
  say.status(error.status || 500).json({ message: error.message });
});
orchard.listen(4110);
