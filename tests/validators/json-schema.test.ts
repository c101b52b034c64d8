import { describe, expect, test } from '@jest/globals';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { compareWithLibrary, expectCompared, schemaExpressions, templates, type Library } from './differential.js';
import { evaluateSchemas } from './evaluate-schemas.js';

const require = createRequire(import.meta.url);
const { Ajv } = require('ajv') as { Ajv: new (options: object) => { compile(schema: unknown): (data: unknown) => boolean } };
const addFormats = require('ajv-formats') as { default: (ajv: object) => void };
const ajv = new Ajv({ strict: false, logger: false });
addFormats.default(ajv);
const compiled = new WeakMap<object, (data: unknown) => boolean>();
const passes = (schema: object, input: unknown): boolean => {
  let check = compiled.get(schema);
  if (!check) compiled.set(schema, (check = ajv.compile(schema)));
  return check(input);
};
const accepts: Library['accepts'] = (schema, input) => passes(schema as object, input);

/*
 * Not generated, because a shape does not say it: `not`, `if`, `oneOf` of alternatives that overlap, `dependencies`, `multipleOf`, `uniqueItems`, the
 * order within tuples, values under `patternProperties`, exclusive bounds of numbers that need not be whole, keywords without a type (they would
 * hold for values of one type only). Members beside the known ones are given to open objects.
 */
const schemas = schemaExpressions({
  leaf: templates(
    "{ type: 'string' }",
    "{ type: 'string', minLength: #, maxLength: @ }",
    "{ type: 'string', pattern: '^[a-d]+$' }",
    "{ type: 'string', format: 'email' }",
    "{ type: 'string', format: 'uuid' }",
    "{ type: 'string', format: 'date-time' }",
    "{ type: 'string', enum: ['red', 'green'] }",
    "{ enum: ['red', #, null] }",
    "{ const: 'red' }",
    '{ const: # }',
    "{ type: 'number' }",
    "{ type: 'number', minimum: #, maximum: @ }",
    "{ type: 'integer' }",
    "{ type: 'integer', minimum: # }",
    "{ type: 'integer', exclusiveMinimum: #, exclusiveMaximum: @ }",
    "{ type: 'boolean' }",
    "{ type: 'null' }",
    "{ type: ['string', 'null'], minLength: # }",
    "{ type: ['integer', 'boolean'], maximum: @ }",
    '{}',
    "{ type: 'object' }",
    "{ type: 'array' }",
    "{ type: 'object', additionalProperties: false }",
    "{ type: 'string', nullable: true }",
  ),
  wrap: [
    "{ type: 'array', items: $ }",
    "{ type: 'array', items: $, minItems: #, maxItems: @ }",
    "{ anyOf: [$, { type: 'boolean' }] }",
    "{ allOf: [{ type: 'object', properties: { alpha: $ } }, { type: 'object', properties: { beta: { type: 'string' } }, required: ['beta'] }] }",
    "{ oneOf: [{ type: 'object', properties: { alpha: $, kind: { const: 'red' } }, required: ['kind'] }, { type: 'object', properties: { kind: { const: 'blue' } }, required: ['kind'] }] }",
    "{ ...$, description: 'text' }",
  ],
  // What is required is stated as well: a closed object that requires what it does not know accepts nothing.
  object: (members) =>
    fc
      .tuple(fc.subarray(['alpha', 'beta'].filter((name) => members.startsWith(`${name}: `))), fc.boolean())
      .map(
        ([required, closed]) =>
          `{ type: 'object', properties: { ${members} }${required.length > 0 ? `, required: ${JSON.stringify(required)}` : ''}${closed ? ', additionalProperties: false' : ''} }`,
      ),
});
/** References look from the root of their document: they stand around the others. */
const documents = fc.oneof(
  { weight: 4, arbitrary: schemas },
  fc
    .tuple(
      fc.constantFrom(
        "{ type: 'object', properties: { alpha: { $ref: '#/definitions/part' } }, required: ['alpha'], definitions: { part: % } }",
        "{ $defs: { part: % }, type: 'array', items: { $ref: '#/$defs/part' } }",
        "{ type: 'object', properties: { alpha: { $ref: '#/definitions/a' }, beta: { type: 'array', items: { $ref: '#/definitions/b' } } }, definitions: { a: %, b: { anyOf: [{ $ref: '#/definitions/a' }, { type: 'null' }] } } }",
        "{ type: 'array', items: { $ref: '#part' }, definitions: { x: { $id: '#part', type: 'object', properties: { alpha: { type: 'integer' } } } } }",
      ),
      schemas,
    )
    .map(([document, inner]) => document.replace('%', () => inner)),
);

const box = schemaExpressions({
  leaf: templates(
    'Type.String()',
    'Type.String({ minLength: # })',
    'Type.String({ format: "email" })',
    'Type.String({ pattern: "^[a-d]+$" })',
    'Type.RegExp(/^[a-d]+$/)',
    'Type.Number({ minimum: # })',
    'Type.Integer()',
    'Type.Integer({ minimum: #, maximum: @ })',
    'Type.Boolean()',
    'Type.Null()',
    'Type.Any()',
    'Type.Literal("red")',
    'Type.Literal(#)',
    'Type.Union([Type.Literal("red"), Type.Literal("blue")])',
    'Type.Enum({ A: "red", B: "blue" })',
    'Type.KeyOf(Type.Object({ alpha: Type.String(), beta: Type.String() }))',
  ).filter((source) => !source.includes('RegExp')),
  wrap: [
    'Type.Array($)',
    'Type.Array($, { minItems: # })',
    'Type.Union([$, Type.Null()])',
    'Type.Readonly($)',
    'Type.Unsafe($)',
    'Type.Partial(Type.Object({ alpha: $, beta: Type.String() }))',
    'Type.Required(Type.Object({ alpha: Type.Optional($), beta: Type.String() }))',
    'Type.Pick(Type.Object({ alpha: $, beta: Type.Optional(Type.String()) }), ["beta"])',
    'Type.Omit(Type.Object({ alpha: $, beta: Type.Optional(Type.String()) }), ["beta"])',
    'Type.Composite([Type.Object({ alpha: $ }), Type.Object({ beta: Type.Optional(Type.String()) })])',
    'Type.Intersect([Type.Object({ alpha: $ }), Type.Object({ beta: Type.String() })])',
    'Type.Index(Type.Object({ alpha: $ }), ["alpha"])',
    'Type.Transform($).Decode((value) => value).Encode((value) => value)',
  ],
  member: ['$', '$', 'Type.Optional($)'],
  object: (members) => fc.constantFrom(`Type.Object({ ${members} })`, `Type.Object({ ${members} }, { additionalProperties: false })`),
});

const fluent = schemaExpressions({
  leaf: templates(
    'S.string()',
    'S.string().minLength(#)',
    'S.string().maxLength(@)',
    'S.string().format(S.FORMATS.EMAIL)',
    'S.string().format("uuid")',
    'S.string().pattern("^[a-d]+$")',
    'S.string().pattern(/^[a-d]+$/)',
    'S.string().enum(["red", "green"])',
    'S.enum(["red", "green"])',
    'S.const("red")',
    'S.number().minimum(#).maximum(@)',
    'S.integer()',
    'S.integer().exclusiveMinimum(#)',
    'S.boolean()',
    'S.null()',
    'S.mixed(["string", "null"])',
    'S.object()',
    'S.raw({ type: "string", minLength: # })',
    'S.object().prop("alpha", S.string()).required()',
    'S.object().prop("alpha").prop("beta", S.integer().required())',
    'S.object().additionalProperties(false).prop("alpha", S.string().required())',
  ),
  wrap: [
    'S.array().items($)',
    'S.array().items($).minItems(#)',
    'S.anyOf([$, S.boolean()])',
    'S.object().prop("alpha", $)',
    'S.object().prop("alpha", $.required()).prop("beta", S.string())',
    'S.object().prop("alpha", $).prop("beta", S.string()).required(["alpha"])',
    'S.object().prop("alpha", $).prop("beta", S.string().required()).only(["alpha"])',
    'S.object().prop("alpha", $).prop("beta", S.string().required()).without(["alpha"])',
    'S.object().prop("beta", S.boolean().required()).extend(S.object().prop("alpha", $.required()))',
    '$.description("text")',
  ],
  object: (members) =>
    fc.constant(
      members.split(/, (?=(?:alpha|beta|gamma|delta): S)/).reduce((source, member) => {
        const at = member.indexOf(': ');
        return at < 0 ? source : `${source}.prop("${member.slice(0, at)}", ${member.slice(at + 2)})`;
      }, 'S.object()'),
    ),
  member: ['$', '$.required()'],
});

describe('JSON Schema accepts what its static shape says', () => {
  test('as ajv reads it', async () => {
    expectCompared(await compareWithLibrary({ prelude: '', names: {}, schemas: documents, accepts }));
  });
  test('made with TypeBox', async () => {
    expectCompared(
      await compareWithLibrary({
        prelude: "const { Type } = require('@sinclair/typebox');",
        names: { Type: (require('@sinclair/typebox') as { Type: unknown }).Type },
        schemas: box,
        accepts,
      }),
    );
  });
  test('made with fluent-json-schema', async () => {
    const S: unknown = require('fluent-json-schema');
    expectCompared(
      await compareWithLibrary({
        prelude: "const S = require('fluent-json-schema');",
        names: { S },
        schemas: fluent,
        accepts: (schema, input) => passes(jsonOf(schema), input),
        excluded: (_, expression) => /extend\(.*\)\./.test(expression),
      }),
    );
  });
});
const plain = new WeakMap<object, object>();
const jsonOf = (schema: unknown): object => {
  const builder = schema as { valueOf(): object };
  let made = plain.get(builder);
  if (!made) plain.set(builder, (made = builder.valueOf()));
  return made;
};

describe('references', () => {
  test('a schema that names itself is unknown from its second occurrence on', () => {
    const [seen] = evaluateSchemas('', ["{ type: 'object', properties: { name: { type: 'string' }, next: { $ref: '#' } } }"]);
    expect(seen!.shape).toEqual({
      kind: 'object',
      open: true,
      properties: [
        { name: 'name', shape: { kind: 'string' } },
        {
          name: 'next',
          shape: {
            kind: 'object',
            open: true,
            properties: [
              { name: 'name', shape: { kind: 'string' } },
              { name: 'next', shape: { kind: 'any' } },
            ],
          },
        },
      ],
    });
  });
  test.each([
    [
      'JSON Schema',
      "const part = (own) => ({ type: 'object', properties: Object.fromEntries(names.map((name) => [name, name === own ? { type: 'string' } : { $ref: `#/definitions/${name}` }])) });",
      "{ $ref: '#/definitions/a', definitions: Object.fromEntries(names.map((name) => [name, part(name)])) }",
    ],
    [
      'zod',
      "const { z } = require('zod'); const parts = {}; for (const own of names) parts[own] = z.object(Object.fromEntries(names.map((name) => [name, name === own ? z.string() : z.lazy(() => parts[name]).optional()])));",
      'parts.a',
    ],
  ])('of %s, where every part refers to every other: as far as there is an end of it, and all alike', (_, prelude, schema) => {
    const [seen] = evaluateSchemas(`const names = [...'abcdefghijklmnop']; ${prelude}`, [schema]);
    expect(seen!.unknown).toBeNull();
    const kinds = seen!.shape!.properties!.map(({ name, shape }) => `${name} ${shape.kind} ${shape.properties?.length ?? 0}`);
    expect(kinds).toEqual(['a string 0', ...[...'bcdefghijklmnop'].map((name) => `${name} object 16`)]);
  });
  test('a part that gives itself a name', () => {
    const [seen] = evaluateSchemas('', [
      "{ type: 'array', items: { $ref: '#city' }, definitions: { x: { $id: '#city', type: 'string' } } }",
    ]);
    expect(seen!.shape).toEqual({ kind: 'array', items: { kind: 'string' } });
  });
});
