import fc from 'fast-check';
import type { Endpoint, FieldDescriptor, Model, Parameter } from '../../schemas/index.js';
import { hostileText } from './ir-arbitraries.js';

/** Arbitrary models: everything that the schema allows, with hostile texts. References need not resolve. */

const natural = fc.nat({ max: 100_000 });
const few = <Type>(arbitrary: fc.Arbitrary<Type>, maxLength = 3): fc.Arbitrary<Type[]> => fc.array(arbitrary, { maxLength });
const map = <Type>(value: fc.Arbitrary<Type>): fc.Arbitrary<Record<string, Type>> =>
  fc.dictionary(fc.oneof(fc.constantFrom('id', 'email', 'data.0.id', '200'), hostileText), value, { maxKeys: 3, noNullPrototype: true });
const record = <Type = unknown>(
  required: Readonly<Record<string, fc.Arbitrary<unknown>>>,
  optional: Readonly<Record<string, fc.Arbitrary<unknown>>> = {},
): fc.Arbitrary<Type> =>
  fc.record({ ...required, ...optional }, { requiredKeys: Object.keys(required), noNullPrototype: true }) as fc.Arbitrary<Type>;

/** Numbers that JSON can hold. */
const json = fc.jsonValue({ maxDepth: 2, stringUnit: 'binary' }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const nonEmpty = hostileText.map((text) => text || 'x');
const location = record({
  file: fc.oneof(fc.constantFrom('src/app.ts', 'src/routes/users.ts'), nonEmpty),
  line: fc.integer({ min: 1, max: 9999 }),
});
const type = fc.constantFrom('string', 'number', 'integer', 'boolean', 'array', 'object');

const bounds = {
  format: hostileText,
  minLength: natural,
  maxLength: natural,
  pattern: hostileText,
  enum: few(json),
  nullable: fc.boolean(),
  description: hostileText,
  example: json,
};
const descriptor: fc.Arbitrary<FieldDescriptor> = fc.letrec<{ field: FieldDescriptor }>((tie) => ({
  field: record<FieldDescriptor>(
    {},
    {
      type,
      required: fc.boolean(),
      ...bounds,
      items: fc.oneof({ maxDepth: 2 }, fc.constant({ type: 'string' }), tie('field')),
      properties: fc.oneof({ maxDepth: 2 }, fc.constant({}), map(tie('field'))),
    },
  ),
})).field;
const parameter = record<Parameter>(
  { name: nonEmpty, in: fc.constantFrom('path', 'query', 'header', 'cookie') },
  {
    type,
    required: fc.boolean(),
    min: fc.integer(),
    max: fc.integer(),
    default: json,
    ...bounds,
    items: descriptor,
    properties: map(descriptor),
  },
);

const segment = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('users', 'orders', 'api', 'v1', ':id', ':userId', '*rest', 'me', 'search') },
  { weight: 1, arbitrary: hostileText },
);
export const path = few(segment, 5).map((segments) => `/${segments.join('/')}`);
const key = fc.tuple(fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'ALL'), path).map(([method, own]) => `${method} ${own}`);

const middleware = record(
  { name: hostileText, type: fc.constantFrom('auth', 'parser', 'rate-limit', 'other') },
  {
    scheme: hostileText,
    scopes: few(hostileText),
    config: map(json),
    conditional: fc.boolean(),
    source: location,
    origin: hostileText,
  },
);

export const endpoint: fc.Arbitrary<Endpoint> = fc
  .tuple(fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'ALL'), path)
  .chain(([method, own]) =>
    record<Endpoint>(
      {
        id: fc.oneof({ weight: 5, arbitrary: fc.constant(`${method} ${own}`) }, nonEmpty),
        method: fc.constant(method),
        path: fc.constant(own),
        middleware: few(middleware, 4),
      },
      {
        name: hostileText,
        handlerName: hostileText,
        summary: hostileText,
        description: hostileText,
        tags: few(hostileText),
        deprecated: fc.boolean(),
        source: location,
        requestBody: record({}, { contentType: hostileText, fields: map(descriptor) }),
        responses: fc.dictionary(
          fc.constantFrom('200', '201', '4XX', 'default'),
          record({}, { description: hostileText, schema: map(type) }),
          { noNullPrototype: true },
        ),
        security: few(record({ scheme: hostileText }, { required: fc.boolean(), scopes: few(hostileText) })),
        parameters: few(parameter),
        pagination: record(
          { type: fc.constantFrom('page', 'offset', 'cursor') },
          { pageParam: hostileText, limitParam: hostileText, totalPath: hostileText },
        ),
        rateLimit: record({}, { windowMs: natural, max: natural, scope: hostileText }),
        ownership: record({ ownerField: hostileText, mustMatchAuthClaim: hostileText }),
        produces: few(record({ variable: hostileText, responseField: hostileText })),
        consumes: few(record({ variable: hostileText, usedAs: hostileText, producedBy: key })),
        timeout: natural,
        conditional: fc.boolean(),
        shadowedBy: key,
        origin: fc.constantFrom('scan', 'manual'),
        authored: few(hostileText.map((text) => `/${text}`)),
        stale: fc.boolean(),
        future: json,
      },
    ),
  );

const scheme = record<Model['securitySchemes'][string]>(
  { type: fc.constantFrom('http', 'apiKey', 'oauth2', 'openIdConnect') },
  {
    scheme: hostileText,
    in: fc.constantFrom('header', 'query', 'cookie'),
    name: hostileText,
    obtainedFrom: record({ endpoint: key, field: hostileText }),
    origin: fc.constantFrom('scan', 'manual'),
  },
);

export const model: fc.Arbitrary<Model> = record<Model>(
  {
    version: fc.constant('0.3'),
    generatedAt: fc.constant('2026-01-01T00:00:00.000Z'),
    project: record({ name: hostileText, language: hostileText, framework: hostileText }),
    environments: few(
      record(
        { name: nonEmpty, baseUrl: fc.constantFrom('http://localhost:3000', 'https://example.com/api') },
        { allowWrites: fc.boolean() },
      ),
    ),
    securitySchemes: map(scheme),
    endpoints: few(endpoint, 8),
  },
  { middleware: json, later: json },
);
