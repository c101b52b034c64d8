import { describe, test } from '@jest/globals';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { compareWithLibrary, expectCompared, hasListForObject, schemaExpressions, templates, type Library } from './differential.js';

const require = createRequire(import.meta.url);
const s = require('superstruct') as { is(value: unknown, struct: unknown): boolean };

/*
 * Not generated: functions (`define`, `refine`), dates, tuples (orders), values of records, intersections of closed objects, exclusive bounds of numbers
 * that need not be whole. Inputs leave out lists where an object is meant.
 */
const schemas = schemaExpressions({
  leaf: templates(
    's.string()',
    's.size(s.string(), #, @)',
    's.size(s.string(), #)',
    's.nonempty(s.string())',
    's.pattern(s.string(), /^[a-d]+$/)',
    's.number()',
    's.integer()',
    's.min(s.number(), #)',
    's.max(s.integer(), @)',
    's.size(s.number(), #, @)',
    's.min(s.integer(), #, { exclusive: true })',
    's.boolean()',
    's.literal("red")',
    's.literal(#)',
    's.enums(["red", "green"])',
    's.enums([1, 2])',
    's.refine(s.string(), "x", () => true)',
    's.trimmed(s.string())',
    's.array()',
    's.record(s.string(), s.any())',
  ),
  wrap: [
    's.array($)',
    's.size(s.array($), #, @)',
    's.nonempty(s.array($))',
    's.nullable($)',
    's.union([$, s.boolean()])',
    's.lazy(() => $)',
    's.partial(s.object({ alpha: $, beta: s.string() }))',
    's.pick(s.object({ alpha: $, beta: s.string() }), ["alpha"])',
    's.omit(s.object({ alpha: $, beta: s.string() }), ["alpha"])',
    's.assign(s.object({ alpha: $ }), s.object({ beta: s.string() }))',
    's.intersection([s.type({ alpha: $ }), s.type({ beta: s.string() })])',
    's.object({ alpha: $ }).schema.alpha',
  ],
  member: ['$', '$', 's.optional($)'],
  object: (members) => fc.constantFrom(`s.object({ ${members} })`, `s.type({ ${members} })`),
});
const accepts: Library['accepts'] = (schema, input) => s.is(input, schema);

describe('superstruct accepts what its static shape says', () => {
  test('superstruct 2', async () => {
    expectCompared(
      await compareWithLibrary({
        prelude: "const s = require('superstruct');",
        names: { s },
        schemas,
        accepts,
        excluded: (input, _, shape) => hasListForObject(input, shape),
      }),
    );
  });
});
