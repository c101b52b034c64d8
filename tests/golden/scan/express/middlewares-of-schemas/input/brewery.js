const express = require('express');
const FastestValidator = require('fastest-validator');
const Joi = require('joi');
const { Validator } = require('jsonschema');
const { validate: bySchema } = require('express-jsonschema');
const { createValidator } = require('express-joi-validation');
const safely = require('express-zod-safe').default;
const { z } = require('zod');
const zodExpress = require('zod-express-middleware');

const brewery = express();
brewery.use(express.json());
const done = (request, response) => response.json({ done: true });

// Schemas of zod, for one part and for several.
const Beer = z.object({ name: z.string().min(2), strength: z.number().max(14), malts: z.array(z.string()).optional() });
brewery.post('/beers', zodExpress.validateRequestBody(Beer), done);
brewery.put(
  '/beers/:beer',
  zodExpress.processRequest({
    params: z.object({ beer: z.coerce.number().int() }),
    query: z.object({ dry: z.enum(['yes', 'no']).optional() }),
    body: Beer.partial(),
  }),
  (request, response) => response.json({ beer: request.params.beer, name: request.body.name }),
);
brewery.get('/beers', zodExpress.processRequestQuery(z.object({ page: z.string().regex(/^\d+$/) })), done);

// Records of schemas, and a handler of the program's own for what is refused.
brewery.post('/casks', safely({ body: { litres: z.number().int().min(5), beer: z.string().uuid() } }), (request, response) =>
  response.status(201).json({ litres: request.body.litres }),
);
brewery.patch(
  '/casks/:cask',
  safely({
    params: { cask: z.string().length(6) },
    handler: (errors, request, response) => response.status(422).json({ where: errors.map((error) => error.type) }),
  }),
  done,
);

// Schemas of joi: a text is answered, with the status of the validator or of the call.
const validator = createValidator({ statusCode: 422 });
brewery.post('/hops', validator.body(Joi.object({ kind: Joi.string().required(), acid: Joi.number() })), done);
brewery.get('/hops', validator.query(Joi.object({ kind: Joi.string() }), { statusCode: 404 }), done);
brewery.get('/hops/:hop', validator.response(Joi.object({ kind: Joi.string() })), done);

// The result is handed on as an error.
const passing = createValidator({ passError: true });
brewery.put('/hops/:hop', passing.params(Joi.object({ hop: Joi.string().length(4).required() })), passing.headers(Joi.object({ 'x-batch': Joi.number().required() })), done);

// Rules as short texts, as records, and as a list of alternatives.
const rules = new FastestValidator({ defaults: { object: { strict: true } } });
const isMash = rules.compile({
  $$strict: true,
  grain: 'string|min:3|max:40',
  kilos: { type: 'number', positive: true, integer: true },
  steps: { type: 'array', items: { type: 'object', props: { degrees: 'number|min:20|max:80', rest: { type: 'number', optional: true } } } },
  label: [{ type: 'string' }, { type: 'boolean' }],
  note: 'string|optional',
  tags: 'string[]',
  style: { type: 'enum', values: ['lager', 'ale'], default: 'ale' },
});
brewery.post('/mashes', (request, response) => {
  const verdict = isMash(request.body);
  if (verdict !== true) return response.status(400).json({ errors: verdict });
  response.status(201).json({ grain: request.body.grain });
});

// Schemas of JSON Schema, asked by the program and by a middleware.
const schemas = new Validator();
schemas.addSchema({ id: '/Place', type: 'object', properties: { hall: { type: 'integer' } }, required: ['hall'] });
brewery.post('/kettles', (request, response) => {
  const found = schemas.validate(request.body, { type: 'object', properties: { volume: { type: 'number', minimum: 1 }, place: { $ref: '/Place' } }, required: ['volume'] });
  if (!found.valid) return response.status(400).json(found.errors.map((error) => error.stack));
  response.status(201).end();
});
brewery.post('/taps', bySchema({ body: { type: 'object', properties: { name: { type: 'string', required: true } } } }), done);

// A function of the program with a name of theirs says nothing.
const validateRequest = () => (request, response, next) => next();
brewery.post('/tours', validateRequest({ body: Beer }), done);

brewery.use((error, request, response, next) => {
  if (error.name === 'JsonSchemaValidation') return response.status(400).json({ invalid: error.validations });
  if (error.type) return response.status(409).json({ part: error.type, message: error.error.message });
  next(error);
});
brewery.listen(3000);
