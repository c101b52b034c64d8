import { describe, test } from '@jest/globals';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { compareWithLibrary, expectCompared, schemaExpressions, templates, type Library } from './differential.js';

const require = createRequire(import.meta.url);
const yup: unknown = require('yup');

/*
 * Validated with `strict: true`: without it texts become numbers and much else. Nested objects are required or have no default, since a missing
 * object is otherwise taken for one whose members are missing. Strict, a default fills nothing in: what is required and has one is left out. Not generated: dates, references, conditions on other members, functions, `lazy` that
 * looks at the value, exclusive bounds of numbers that need not be whole, tuples.
 */
const schemas = schemaExpressions({
  leaf: templates(
    'yup.string()',
    'yup.string().required()',
    'yup.string().min(#)',
    'yup.string().max(@).required()',
    'yup.string().length(#)',
    'yup.string().email()',
    'yup.string().url()',
    'yup.string().uuid()',
    'yup.string().matches(/^[a-d]+$/)',
    'yup.string().oneOf(["red", "green"])',
    'yup.string().oneOf(["red", "green"]).required()',
    'yup.string().nullable()',
    'yup.string().defined()',
    'yup.string().notRequired()',
    'yup.string().label("x").trim("text")',
    'yup.number()',
    'yup.number().required()',
    'yup.number().min(#).max(@)',
    'yup.number().integer().positive()',
    'yup.number().positive().integer().required()',
    'yup.number().integer().moreThan(#)',
    'yup.number().integer().lessThan(@)',
    'yup.number().nullable().min(#)',
    'yup.boolean()',
    'yup.bool().required()',
    'yup.boolean().isTrue()',
    'yup.mixed().oneOf(["red", #])',
    'yup.mixed().oneOf([1, 2]).required()',
    'yup.array()',
    'yup.array().required()',
    'yup.string().concat(yup.string().min(#))',
    'yup.string().default("red")',
  ),
  wrap: [
    'yup.array($)',
    'yup.array().of($)',
    'yup.array().of($).min(#)',
    'yup.array().of($).max(@).required()',
    'yup.array($).length(#)',
    'yup.object({ alpha: $ }).required()',
    'yup.object().shape({ alpha: $ }).default(undefined)',
    'yup.object({ alpha: $, beta: yup.string().required() }).pick(["alpha"]).required()',
    'yup.object({ alpha: $, beta: yup.string().required() }).omit(["alpha"]).required()',
    'yup.object({ alpha: yup.string().required() }).shape({ alpha: $ }).required()',
    'yup.object({ alpha: $, beta: yup.string().required() }).partial().required()',
    'yup.object({ alpha: $ }).concat(yup.object({ beta: yup.number().required() })).required()',
    'yup.object({ alpha: $ }).noUnknown().required()',
    'yup.lazy(() => yup.string())',
    '$.nullable()',
    '$.required()',
  ],
  object: (members) =>
    fc.constantFrom(
      `yup.object({ ${members} }).required()`,
      `yup.object().shape({ ${members} }).required().noUnknown()`,
      `yup.object({ ${members} }).default(undefined)`,
    ),
});
const accepts: Library['accepts'] = (schema, input) =>
  (schema as { isValidSync(value: unknown, options: object): boolean }).isValidSync(input, { strict: true });

describe('yup accepts what its static shape says', () => {
  test('yup 1', async () => {
    const excluded: Library['excluded'] = (_, expression) => /default\("red"\)(?:\.nullable\(\))*\.required\(\)/.test(expression);
    expectCompared(await compareWithLibrary({ prelude: "const yup = require('yup');", names: { yup }, schemas, accepts, excluded }));
  });
});
