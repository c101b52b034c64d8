import { describe, test } from '@jest/globals';
import { createRequire } from 'node:module';
import type { Json } from '@tool/ir';
import { compareWithLibrary, expectCompared, templates, type Library } from './differential.js';

const require = createRequire(import.meta.url);
const { body } = require('express-validator') as { body: unknown };

/*
 * Every validator reads its value as text, so that `5` is as good as `"5"`: inputs leave out values of another type than the one that is meant, and
 * lists for what is meant for their elements. Not generated: validators that a shape does not say (phone numbers, dates before another), `if`, `oneOf`.
 */
const chains = templates(
  'body("alpha").isEmail()',
  'body("alpha").isUUID()',
  'body("alpha").isURL()',
  'body("alpha").isLength({ min: # })',
  'body("alpha").isLength({ max: @ })',
  'body("alpha").isString().isLength({ min: #, max: @ })',
  'body("alpha").isString()',
  'body("alpha").isInt()',
  'body("alpha").isInt({ min: # })',
  'body("alpha").isInt({ min: #, max: @ })',
  'body("alpha").isInt({ gt: #, lt: @ }).toInt()',
  'body("alpha").isFloat({ min: # })',
  'body("alpha").isBoolean()',
  'body("alpha").isIn(["red", "green"])',
  'body("alpha").isIn([1, 2])',
  'body("alpha").equals("red")',
  'body("alpha").matches(/^[a-d]+$/)',
  'body("alpha").isAlpha()',
  'body("alpha").isAlphanumeric()',
  'body("alpha").notEmpty()',
  'body("alpha").not().isEmpty()',
  'body("alpha").exists()',
  'body("alpha").not().isEmail()',
  'body("alpha").trim().isLength({ min: # })',
  'body("alpha").optional().isEmail()',
  'body("alpha").isInt().optional()',
  'body("alpha").optional({ nullable: true }).isString()',
  'body("alpha").isArray()',
  'body("alpha").isArray({ min: #, max: @ })',
  'body("alpha").isObject()',
  'body("alpha.beta").isString()',
  'body("alpha.beta").isInt({ max: @ })',
  'body("alpha").isString().withMessage("text").bail().isLength({ max: # })',
  'body("alpha").custom(() => true)',
  'body("alpha").default("x").isString()',
  'body(["alpha", "beta"]).isString()',
  'body("alpha").isPort()',
  'body("alpha").isString().notEmpty()',
);

/** Not the type that the chain means, or a text that only a conversion makes one. */
function excluded(input: Json, expression: string): boolean {
  const leaf = (value: Json | undefined): boolean => {
    if (value === undefined) return false;
    const meant = /isInt|isFloat|isPort|isIn\(\[1/.test(expression)
      ? 'number'
      : /isBoolean/.test(expression)
        ? 'boolean'
        : /isArray|isObject/.test(expression)
          ? null
          : 'string';
    if (/exists|not\(\)\.isEmail|custom/.test(expression)) return typeof value === 'object';
    if (value === null) return !expression.includes('nullable') && !/isString|isArray|isObject/.test(expression);
    return meant !== null && typeof value !== meant && !/isString/.test(expression);
  };
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return true;
  const members = input as Readonly<Record<string, Json>>;
  const alpha = members['alpha'];
  // A field of what is no object is a field that is missing; a required part of an object is demanded with the object or without it.
  if (expression.includes('alpha.beta'))
    return typeof alpha !== 'object' || alpha === null || Array.isArray(alpha) || leaf((alpha as Readonly<Record<string, Json>>)['beta']);
  return leaf(alpha) || leaf(members['beta']);
}

const accepts: Library['accepts'] = async (chain, input) =>
  (await (chain as { run(request: object): Promise<{ isEmpty(): boolean }> }).run({ body: input })).isEmpty();

describe('express-validator accepts what its static shape says', () => {
  test('chains of the body', async () => {
    expectCompared(
      await compareWithLibrary({
        prelude: "const { body } = require('express-validator');",
        names: { body },
        schemas: chains,
        accepts,
        excluded,
      }),
    );
  });
});
