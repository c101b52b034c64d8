import fc from 'fast-check';
import type { Endpoint, FieldDescriptor, Model, Parameter } from '../../schemas/index.js';

const endpoint = (method: string, path: string, rest: Partial<Endpoint> = {}): Endpoint => ({
  id: `${method} ${path}`,
  method,
  path,
  middleware: [],
  ...rest,
});

/** A model that uses every field of the format, written by hand. */
export const fullModel: Model = {
  version: '0.3',
  generatedAt: '2026-01-31T12:00:00.000Z',
  project: { name: 'Ferry bookings', language: 'typescript', framework: 'express' },
  environments: [
    { name: 'local', baseUrl: 'http://127.0.0.1:4100/' },
    { name: 'staging', baseUrl: 'https://staging.ferry.test/api', allowWrites: false },
  ],
  securitySchemes: {
    crew: { type: 'http', scheme: 'bearer', obtainedFrom: { endpoint: 'POST /api/v1/sessions', field: 'data.accessToken' } },
    'harbour key': { type: 'apiKey', in: 'header', name: 'X-Harbour-Key' },
    deckCookie: { type: 'apiKey', in: 'cookie', name: 'deck' },
    purser: { type: 'http', scheme: 'basic' },
    fleet: { type: 'oauth2' },
    port: { type: 'openIdConnect', origin: 'manual' },
  },
  endpoints: [
    endpoint('GET', '/'),
    endpoint('ALL', '/api/v1/health', { name: 'health', handlerName: 'health' }),
    endpoint('POST', '/api/v1/sessions', {
      summary: 'Sign in',
      tags: ['session'],
      source: { file: 'src/sessions.ts', line: 12 },
      requestBody: {
        contentType: 'application/json',
        fields: {
          email: { type: 'string', format: 'email', required: true },
          password: { type: 'string', minLength: 8, maxLength: 72, required: true, example: 'hunter2hunter2' },
        },
      },
      responses: {
        200: { description: 'Signed in', schema: { data: 'object', 'data.accessToken': 'string', 'data.crew.id': 'string' } },
        401: {},
        '5XX': {},
      },
      middleware: [
        { name: 'json', type: 'parser', origin: 'express' },
        { name: 'slowly', type: 'rate-limit', config: { windowMs: 60_000, max: 5 } },
      ],
      rateLimit: { windowMs: 60_000, max: 5, scope: 'ip' },
      produces: [{ variable: 'accessToken', responseField: 'data.accessToken' }],
    }),
    endpoint('GET', '/api/v1/sailings', {
      security: [{ scheme: 'crew' }, { scheme: 'harbour key', required: false }],
      parameters: [
        { name: 'page', in: 'query', type: 'number', min: 1, default: 1 },
        { name: 'limit', in: 'query', type: 'integer', min: 1, max: 100, default: 20, required: true },
        { name: 'state', in: 'query', type: 'string', enum: ['open', 'full', 'open'], nullable: true },
        { name: 'X-Trace', in: 'header', type: 'string', pattern: '^[0-9a-f]+$' },
        { name: 'Authorization', in: 'header', type: 'string' },
        { name: 'deck', in: 'cookie', type: 'string', required: true },
        { name: 'ids', in: 'query', type: 'array', items: { type: 'string', format: 'uuid' } },
        { name: 'broken', in: 'query', type: 'string', pattern: '([' },
      ],
      responses: {
        200: {
          schema: {
            items: 'array',
            'items.0.id': 'string',
            'items.0.stops[].port': 'string',
            'items.0.cars': 'number|null',
            total: 'integer',
          },
        },
      },
      pagination: { type: 'page', pageParam: 'page', limitParam: 'limit', totalPath: 'total' },
    }),
    endpoint('POST', '/api/v1/sailings', {
      security: [{ scheme: 'crew', scopes: ['sailings:write'] }],
      requestBody: {
        fields: {
          'route.from': { type: 'string', required: true },
          'route.to': { type: 'string' },
          departsAt: { type: 'Date', required: true },
          cars: { type: 'integer', nullable: true, enum: [0, 20] },
          crew: {
            type: 'array',
            items: { type: 'object', properties: { name: { type: 'string', required: true }, roles: { type: 'string[]' } } },
          },
          vessel: { type: 'VesselRef' },
          note: { description: 'Free text', example: 'calm' },
        },
      },
      responses: { 201: { schema: { id: 'string' } }, 400: { description: 'Invalid', schema: { 'errors.0.field': 'string' } } },
      produces: [{ variable: 'id', responseField: 'id' }],
    }),
    endpoint('GET', '/api/v1/sailings/:sailingId', {
      parameters: [{ name: 'sailingId', in: 'path', type: 'string', format: 'uuid', description: 'Which sailing' }],
      security: [{ scheme: 'deckCookie' }],
      consumes: [
        { variable: 'id', usedAs: 'path:sailingId', producedBy: 'POST /api/v1/sailings' },
        { variable: 'accessToken', usedAs: 'header:Authorization', producedBy: 'POST /api/v1/sessions' },
      ],
      responses: { 200: { schema: { '': 'object' } }, 404: {} },
      deprecated: true,
    }),
    endpoint('DELETE', '/api/v1/sailings/:id', {
      security: [{ scheme: 'fleet', scopes: ['admin'] }, { scheme: 'port' }],
      ownership: { ownerField: 'captainId', mustMatchAuthClaim: 'sub' },
      responses: { 204: {} },
      consumes: [{ variable: 'id', usedAs: 'path:id', producedBy: 'POST /api/v1/sailings' }],
    }),
    endpoint('GET', '/api/v1/sailings/:other', { conditional: true }),
    endpoint('PUT', '/api/v1/sailings/:sailingId/manifest', {
      security: [{ scheme: 'purser' }],
      requestBody: { contentType: 'multipart/form-data', fields: { file: { type: 'file', required: true }, kind: { type: 'string' } } },
    }),
    endpoint('POST', '/api/v1/tickets', {
      requestBody: {
        contentType: 'application/x-www-form-urlencoded',
        fields: { sailing: { type: 'string' }, seats: { type: 'integer' } },
      },
      consumes: [{ variable: 'id', usedAs: 'body:sailing', producedBy: 'POST /api/v1/sailings' }],
      produces: [{ variable: 'id', responseField: 'ticket.id' }],
    }),
    endpoint('GET', '/api/v1/routes/:from-:to', {}),
    endpoint('GET', '/files/*', {}),
    endpoint('GET', '/files/:id/parts/:id', { parameters: [{ name: 'id', in: 'path' }] }),
    endpoint('PURGE', '/cache', {}),
    endpoint('GET', '/^\\/v(1|2)\\/legacy$/', {}),
    endpoint('GET', '/api/v1/gone', { stale: true, description: 'kept', authored: ['/description'] }),
    endpoint('GET', '/api/v1/sailings/next', { shadowedBy: 'GET /api/v1/sailings/:sailingId' }),
    endpoint('PATCH', '/odd/{braces}/a b', { origin: 'manual', timeout: 3000 }),
  ],
  unresolved: [
    { what: 'route', method: 'GET', path: '/{?}', code: 'express/dynamic-mount-path', reason: 'the path is not known', loss: 'dropped' },
  ],
};

const word = fc.stringMatching(/^[a-z][a-zA-Z0-9]{0,6}$/);
const anyName = fc.oneof(
  word,
  fc.string({ minLength: 1, maxLength: 8 }),
  fc.constantFrom('__proto__', 'constructor', 'password', 'a.b', 'a/b', 'x~y'),
);
const typeName = fc.oneof(
  fc.constantFrom('string', 'number', 'integer', 'boolean', 'array', 'object', 'null', 'Date', 'string[]', 'string|null', 'unknown', 'Foo'),
  fc.string({ maxLength: 6 }),
);
const json = fc.jsonValue({ maxDepth: 1 });

const fieldOf = (inner: fc.Arbitrary<FieldDescriptor> | null): fc.Arbitrary<FieldDescriptor> =>
  fc.record(
    {
      type: typeName,
      format: fc.constantFrom('email', 'uuid', 'date-time', 'odd'),
      minLength: fc.nat(5),
      maxLength: fc.nat(50),
      required: fc.boolean(),
      nullable: fc.boolean(),
      pattern: fc.constantFrom('^a+$', '([', ''),
      enum: fc.array(json, { maxLength: 3 }),
      description: fc.string(),
      example: json,
      ...(inner !== null && { items: inner, properties: fc.dictionary(anyName, inner, { maxKeys: 2 }) }),
    },
    { requiredKeys: [] },
  );

const field = fieldOf(fieldOf(fieldOf(null)));

const pathArbitrary = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: word },
      { weight: 3, arbitrary: word.map((name) => `:${name}`) },
      fc.constantFrom('*', '*rest', ':a-:b', 'v1', 'a b', 'ü', '{x}'),
    ),
    { maxLength: 4 },
  )
  .map((segments) => `/${segments.join('/')}`);

const parameter: fc.Arbitrary<Parameter> = fc
  .tuple(
    anyName,
    fc.constantFrom('path' as const, 'query' as const, 'header' as const, 'cookie' as const),
    field,
    fc.record({ min: fc.integer(), max: fc.integer(), default: json }, { requiredKeys: [] }),
  )
  .map(([name, place, descriptor, bounds]) => ({ ...descriptor, ...bounds, name, in: place }));

const schemeNames = ['crew', 'key of all', 'basic', 'gate'];
const SCHEMES: Model['securitySchemes'] = {
  crew: { type: 'http', scheme: 'bearer', obtainedFrom: { endpoint: 'POST /login', field: 'a.b.0.c' } },
  'key of all': { type: 'apiKey' },
  basic: { type: 'http', scheme: 'basic' },
  gate: { type: 'oauth2' },
};

/** Any model that the schema accepts, as far as exporters can tell one from another. */
export const anyModel: fc.Arbitrary<Model> = fc
  .record({
    name: fc.string({ maxLength: 10 }),
    environments: fc.array(fc.record({ name: word, baseUrl: fc.constantFrom('http://127.0.0.1:1', 'https://a.test/x/') }), {
      maxLength: 2,
    }),
    endpoints: fc.uniqueArray(
      fc.tuple(
        fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'ALL', 'PURGE', 'HEAD'),
        pathArbitrary,
        fc.record(
          {
            summary: fc.string(),
            tags: fc.array(fc.string(), { maxLength: 2 }),
            deprecated: fc.boolean(),
            stale: fc.boolean(),
            parameters: fc.array(parameter, { maxLength: 4 }),
            requestBody: fc.record(
              {
                contentType: fc.constantFrom('application/json', 'multipart/form-data', 'application/x-www-form-urlencoded', 'text/plain'),
                fields: fc.dictionary(anyName, field, { maxKeys: 3 }),
              },
              { requiredKeys: [] },
            ),
            responses: fc.dictionary(
              fc.constantFrom('200', '201', '404', '5XX', '20X', 'default'),
              fc.record(
                {
                  description: fc.string(),
                  schema: fc.dictionary(fc.constantFrom('', 'id', 'a', 'a.b', 'a.0', 'a.0.c', '0.id', 'a[].d', '__proto__.x'), typeName, {
                    maxKeys: 4,
                  }),
                },
                { requiredKeys: [] },
              ),
              { maxKeys: 3 },
            ),
            security: fc.array(
              fc.record(
                {
                  scheme: fc.constantFrom(...schemeNames, 'unknown'),
                  required: fc.boolean(),
                  demand: fc.integer({ min: 1, max: 3 }),
                  scopes: fc.array(word, { maxLength: 2 }),
                },
                { requiredKeys: ['scheme'] },
              ),
              { maxLength: 2 },
            ),
            produces: fc.array(fc.record({ variable: anyName, responseField: fc.constantFrom('id', 'a.b', 'a.0.c') }), { maxLength: 2 }),
            consumes: fc.array(
              fc.record({
                variable: anyName,
                usedAs: fc.constantFrom('path:id', 'query:q', 'header:X', 'body:a.b', 'odd'),
                producedBy: fc.constantFrom('GET /', 'POST /login'),
              }),
              { maxLength: 2 },
            ),
          },
          { requiredKeys: [] },
        ),
      ),
      { maxLength: 6, selector: ([method, path]) => `${method} ${path}` },
    ),
  })
  .map(({ name, environments, endpoints }) => ({
    version: '0.3',
    generatedAt: '2026-01-31T12:00:00.000Z',
    project: { name, language: 'javascript', framework: 'koa' },
    environments,
    securitySchemes: SCHEMES,
    endpoints: endpoints.map(([method, path, rest]) => endpoint(method, path, rest as Partial<Endpoint>)),
  }));
