import { describe, test } from '@jest/globals';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { compareWithLibrary, expectCompared, schemaExpressions, templates, type Library } from './differential.js';

const require = createRequire(import.meta.url);

/*
 * Validated with `convert: false`: texts for numbers, booleans and dates are conversions. Not generated, because a shape does not say it: the empty
 * text (joi refuses it unless allowed; inputs have none), references, `or`/`xor`/`with`, functions, `greater`/`less`/`positive` of numbers that need
 * not be whole (the bound itself), conditions that look at another member (the shape accepts what either branch accepts), `invalid`, `unique`, dates.
 */
const schemas = schemaExpressions({
  leaf: templates(
    'Joi.string()',
    'Joi.string().min(#)',
    'Joi.string().max(@)',
    'Joi.string().min(#).max(@)',
    'Joi.string().length(#)',
    'Joi.string().email()',
    'Joi.string().guid()',
    'Joi.string().uri()',
    'Joi.string().pattern(/^[a-d]+$/)',
    'Joi.string().regex(/b/)',
    'Joi.string().alphanum()',
    'Joi.string().token()',
    'Joi.string().hex()',
    'Joi.string().valid("red", "green")',
    'Joi.string().valid(...["red", "green"])',
    'Joi.string().allow(null)',
    'Joi.string().min(@).allow("ab", null)',
    'Joi.number()',
    'Joi.number().integer()',
    'Joi.number().min(#)',
    'Joi.number().max(@)',
    'Joi.number().integer().min(#).max(@)',
    'Joi.number().integer().positive()',
    'Joi.number().positive().integer()',
    'Joi.number().integer().greater(#)',
    'Joi.number().integer().less(@)',
    'Joi.number().integer().negative()',
    'Joi.number().port()',
    'Joi.number().valid(1, 2)',
    'Joi.number().equal(#)',
    'Joi.boolean()',
    'Joi.bool()',
    'Joi.any()',
    'Joi.valid("red", #)',
    'Joi.any().valid(null, true)',
    'Joi.alternatives("red", "blue")',
    'Joi.alternatives().try(Joi.string(), Joi.number())',
    'Joi.alternatives().try(Joi.string().max(#), Joi.number())',
    'Joi.object()',
    'Joi.object({})',
    'Joi.object().unknown()',
    'Joi.array()',
    'Joi.object().keys({ alpha: "red", beta: [Joi.string(), Joi.number()], gamma: { delta: Joi.boolean().required() } })',
  ),
  wrap: [
    'Joi.array().items($)',
    'Joi.array().items($).min(#)',
    'Joi.array().items($).max(#)',
    'Joi.array().items($).length(#)',
    'Joi.array().items($, Joi.boolean())',
    '$.allow(null)',
    '$.description("text")',
    '$.label("x").messages({})',
    '$.concat(Joi.any())',
    'Joi.alternatives().try($, Joi.boolean())',
    'Joi.compile($)',
    'Joi.object({ alpha: $ }).append({ beta: Joi.string().required() })',
    'Joi.object({ alpha: $ }).keys({ alpha: Joi.boolean(), beta: Joi.forbidden() })',
    'Joi.object({ alpha: $ }).fork(["alpha"], (schema) => schema.required())',
    'Joi.object({ alpha: $.required() }).fork("alpha", (schema) => schema.optional())',
    'Joi.object({ alpha: $.required(), beta: Joi.string() }).concat(Joi.object({ gamma: Joi.number() }))',
    'Joi.object({ alpha: $ }).options({ presence: "required" })',
    'Joi.object({ alpha: Joi.object({ beta: $ }) }).prefs({ allowUnknown: true })',
    'Joi.object({ alpha: $ }).extract("alpha")',
    'Joi.object({ alpha: $ }).unknown(false)',
  ],
  member: ['$', '$', '$.required()', '$.required()', '$.optional()', '$.exist().label("y")'],
  object: (members) =>
    fc.constantFrom(`Joi.object({ ${members} })`, `Joi.object().keys({ ${members} })`, `Joi.object({ ${members} }).unknown()`),
});

const accepts: Library['accepts'] = (schema, input) =>
  (schema as { validate(value: unknown, options: object): { error?: unknown } }).validate(input, { convert: false }).error === undefined;

describe('joi accepts what its static shape says', () => {
  for (const [version, module] of [
    ['17', 'joi'],
    ['18', 'joi-18'],
  ] as const)
    test(`joi ${version}`, async () => {
      expectCompared(
        await compareWithLibrary({ prelude: "const Joi = require('joi');", names: { Joi: require(module) as unknown }, schemas, accepts }),
      );
    });
});
