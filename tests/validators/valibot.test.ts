import { describe, test } from '@jest/globals';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { compareWithLibrary, expectCompared, hasListForObject, schemaExpressions, templates, type Library } from './differential.js';

const require = createRequire(import.meta.url);
const v = require('valibot') as { safeParse(schema: unknown, value: unknown): { success: boolean } };

/*
 * Not generated: checks by functions, dates, tuples (orders), values of records, exclusive bounds of numbers that need not be whole, `excludes` and
 * other negations, lists where an object is meant (valibot takes them), a missing member of `any` and `unknown`. Objects drop members they do not know, unless they are strict.
 */
const schemas = schemaExpressions({
  leaf: templates(
    'v.string()',
    'v.pipe(v.string(), v.minLength(#))',
    'v.pipe(v.string(), v.maxLength(@))',
    'v.pipe(v.string(), v.length(#))',
    'v.pipe(v.string(), v.nonEmpty())',
    'v.pipe(v.string(), v.email())',
    'v.pipe(v.string(), v.url())',
    'v.pipe(v.string(), v.uuid())',
    'v.pipe(v.string(), v.regex(/^[a-d]+$/))',
    'v.pipe(v.string(), v.startsWith("ab"), v.maxLength(@))',
    'v.pipe(v.string(), v.endsWith("c"))',
    'v.pipe(v.string(), v.includes("b"))',
    'v.pipe(v.string(), v.trim(), v.brand("x"))',
    'v.pipe(v.string(), v.transform((text) => text.length), v.number())',
    'v.number()',
    'v.pipe(v.number(), v.integer())',
    'v.pipe(v.number(), v.minValue(#), v.maxValue(@))',
    'v.pipe(v.number(), v.integer(), v.gtValue(#))',
    'v.pipe(v.number(), v.ltValue(@), v.integer())',
    'v.boolean()',
    'v.null()',
    'v.literal("red")',
    'v.literal(#)',
    'v.picklist(["red", "green"])',
    'v.enum({ A: "red", B: "blue" })',
    'v.record(v.string(), v.any())',
    'v.variant("alpha", [v.object({ alpha: v.literal("red") }), v.object({ alpha: v.literal("blue"), beta: v.number() })])',
    'v.keyof(v.object({ alpha: v.string(), beta: v.number() }))',
    'v.pipe(v.number(), v.value(#))',
  ),
  wrap: [
    'v.array($)',
    'v.pipe(v.array($), v.minLength(#))',
    'v.pipe(v.array($), v.maxLength(#))',
    'v.pipe(v.array($), v.nonEmpty())',
    'v.nullable($)',
    'v.union([$, v.boolean()])',
    'v.lazy(() => $)',
    'v.pipe($, v.description("text"))',
    'v.pipe($, v.check(() => true))',
    'v.partial(v.object({ alpha: $, beta: v.string() }))',
    'v.partial(v.object({ alpha: $, beta: v.string() }), ["beta"])',
    'v.required(v.object({ alpha: v.optional(v.string()), beta: v.string() }))',
    'v.pick(v.object({ alpha: $, beta: v.string() }), ["alpha"])',
    'v.omit(v.object({ alpha: $, beta: v.string() }), ["alpha"])',
    'v.object({ alpha: $ }).entries.alpha',
    'v.object({ ...v.object({ alpha: $ }).entries, beta: v.string() })',
    'v.intersect([v.looseObject({ alpha: v.boolean() }), v.looseObject({ beta: v.string() })])',
    'v.nonNullable(v.nullable(v.string()))',
  ],
  member: ['$', '$', 'v.optional($)', 'v.nullish($)', 'v.exactOptional($)'],
  object: (members) => fc.constantFrom(`v.object({ ${members} })`, `v.looseObject({ ${members} })`, `v.strictObject({ ${members} })`),
});
const accepts: Library['accepts'] = (schema, input) => v.safeParse(schema, input).success;
const unknownMembers: Library['unknownMembers'] = (expression) =>
  !expression.includes('v.strictObject(') ? 'dropped' : expression.includes('v.object(') ? 'mixed' : 'refused';

describe('valibot accepts what its static shape says', () => {
  test('valibot 1', async () => {
    expectCompared(
      await compareWithLibrary({
        prelude: "const v = require('valibot');",
        names: { v },
        schemas,
        accepts,
        unknownMembers,
        excluded: (input, _, shape) => hasListForObject(input, shape),
      }),
    );
  });
});
