import { describe, test } from '@jest/globals';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { compareWithLibrary, expectCompared, schemaExpressions, templates, type Library } from './differential.js';

const require = createRequire(import.meta.url);

/*
 * Not generated, because a shape does not say it or says it otherwise: coercions and preprocessing (a text for a number is meant for the query),
 * `catch` (accepts everything), checks by functions, `gt`/`lt`/`positive` of numbers that need not be whole (the bound itself), orders within
 * tuples, values of records, a missing member of `z.any()` or `z.unknown()` (later releases of zod 4 refuse it, the others do not: nothing is demanded), `multipleOf`, dates (JSON has none), objects
 * that let a member pass on one side of an intersection and change it on the other (zod throws).
 * Inputs leave out texts of formats on which zod's expressions and ajv's differ.
 */
const schemas = (...more: readonly string[]): Library['schemas'] =>
  schemaExpressions({
    leaf: templates(
      ...more,
      'z.string()',
      'z.string().min(#)',
      'z.string().max(@)',
      'z.string().min(#).max(@)',
      'z.string().length(#)',
      'z.string().nonempty()',
      'z.string().email()',
      'z.string().uuid()',
      'z.string().url()',
      'z.string().regex(/^[a-d]+$/)',
      'z.string().startsWith("ab")',
      'z.string().endsWith("c")',
      'z.string().includes("b")',
      'z.string().datetime()',
      'z.number()',
      'z.number().int()',
      'z.number().min(#)',
      'z.number().max(@)',
      'z.number().gte(#).lte(@)',
      'z.number().int().positive()',
      'z.number().positive().int()',
      'z.number().int().gt(#)',
      'z.number().int().lt(@)',
      'z.number().int().negative()',
      'z.number().nonnegative()',
      'z.number().nonpositive()',
      'z.number().finite()',
      'z.boolean()',
      'z.null()',
      'z.enum(["red", "green"])',
      'z.enum(["red", "green", "blue"]).exclude(["red"])',
      'z.enum(["red", "green", "blue"]).extract(["red"])',
      'z.nativeEnum({ A: "red", B: "blue" })',
      'z.nativeEnum({ A: 1, B: 2, 1: "A", 2: "B" })',
      'z.literal("red")',
      'z.literal(#)',
      'z.literal(true)',
      'z.string().trim().brand()',
      'z.record(z.string(), z.any())',
      'z.string().transform((text) => text.length)',
      'z.discriminatedUnion("alpha", [z.object({ alpha: z.literal("red") }), z.object({ alpha: z.literal("blue"), beta: z.number() })])',
      'z.object({ alpha: z.string(), beta: z.number() }).keyof()',
    ),
    wrap: [
      'z.array($)',
      '$.array()',
      'z.array($).min(#)',
      'z.array($).max(#)',
      'z.array($).length(#)',
      'z.array($).nonempty()',
      '$.nullable()',
      'z.union([$, z.boolean()])',
      '$.or(z.null())',
      'z.lazy(() => $)',
      '$.refine(() => true)',
      '$.superRefine(() => undefined)',
      '$.describe("text")',
      '$.pipe(z.any())',
      'z.object({ alpha: $ }).extend({ beta: z.string() })',
      'z.object({ alpha: $ }).merge(z.object({ alpha: z.boolean(), beta: z.string() }))',
      'z.object({ alpha: $, beta: z.string() }).pick({ alpha: true })',
      'z.object({ alpha: $, beta: z.string() }).omit({ alpha: true })',
      'z.object({ alpha: $, beta: z.string() }).partial()',
      'z.object({ alpha: $, beta: z.string() }).partial({ alpha: true })',
      'z.object({ alpha: $.optional(), beta: z.string().optional() }).required({ beta: true })',
      'z.object({ alpha: $ }).shape.alpha',
      'z.object({ alpha: $ }).and(z.object({ beta: z.number() }))',
      'z.object({ alpha: z.boolean() }).passthrough().and(z.object({ beta: z.number() }).passthrough())',
      'z.array($).element',
      '$.nullable().unwrap()',
    ],
    member: ['$', '$', '$.optional()', '$.nullish()', '$.optional().nullable()', '$.describe("x").optional()'],
    object: (members) =>
      fc.constantFrom(`z.object({ ${members} })`, `z.object({ ${members} }).passthrough()`, `z.object({ ${members} }).strict()`),
  });

const accepts: Library['accepts'] = (schema, input) =>
  (schema as { safeParse(value: unknown): { success: boolean } }).safeParse(input).success;

/** Objects drop members they do not know, unless they are strict. */
const unknownMembers: Library['unknownMembers'] = (expression) => {
  const [objects, strict] = [expression.split('z.object(').length, expression.split('.strict()').length];
  return strict === 1 ? 'dropped' : strict === objects ? 'refused' : 'mixed';
};

describe('zod accepts what its static shape says', () => {
  for (const [version, module, more] of [
    ['3', 'zod-3', ['z.any()', 'z.unknown()']],
    [
      '4',
      'zod',
      [
        'z.email()',
        'z.int().min(#)',
        'z.looseObject({ alpha: z.string() })',
        'z.literal(["red", "blue"])',
        'z.enum({ A: "red", B: "blue" })',
      ],
    ],
  ] as const)
    test(`zod ${version}`, async () => {
      expectCompared(
        await compareWithLibrary({
          prelude: "const { z } = require('zod');",
          names: { z: (require(module) as { z: unknown }).z },
          schemas: schemas(...more),
          accepts,
          unknownMembers,
        }),
      );
    });
});
