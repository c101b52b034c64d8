import { describe, expect, test } from '@jest/globals';
import {
  diagnosticId,
  endpointId,
  handlerId,
  itemId,
  middlewareId,
  routerId,
  type ChainEntry,
  type Diagnostic,
  type Endpoint,
  type EndpointSet,
  type Item,
  type Middleware,
  type Path,
  type Segment,
} from '@tool/ir';
import fc from 'fast-check';
import { toModel } from '../../backends/model-json/index.js';
import { validate, type Endpoint as ModelEndpoint, type Model } from '../../schemas/index.js';

const project = { name: 'harbour', language: 'typescript', framework: 'express' } as const;
const span = (line: number, file = 'src/pier.ts') => ({ file, line, column: 1 });

const segmentsOf = (path: string): Segment[] =>
  path
    .split('/')
    .filter((piece) => piece !== '')
    .map((piece): Segment => (piece.startsWith(':') ? { kind: 'param', name: piece.slice(1) } : { kind: 'lit', text: piece }));

const endpoint = (index: number, method: string, path: string, more: Partial<Endpoint> = {}): Endpoint => ({
  id: endpointId(index),
  method,
  path,
  segments: segmentsOf(path),
  trail: [],
  chain: [],
  handler: handlerId(0),
  source: span(index + 1),
  key: `${method} ${path}`,
  ...more,
});

const middleware = (index: number, name: string, more: Partial<Middleware> = {}): Middleware => ({
  id: middlewareId(index),
  name,
  place: span(100 + index),
  ...more,
});

const entry = (index: number, more: Partial<ChainEntry> = {}): ChainEntry => ({ middleware: middlewareId(index), ...more });

const diagnostic = (index: number, loss: Diagnostic['loss'], more: Partial<Diagnostic> = {}): Diagnostic => ({
  id: diagnosticId(index),
  code: 'express/dynamic-mount-path',
  severity: 'warning',
  message: `reason ${index}`,
  place: span(200 + index),
  related: [],
  loss,
  ...more,
});

const set = (
  parts: Partial<Omit<EndpointSet, 'kind' | 'program'>> & { middlewares?: readonly Middleware[]; items?: readonly Item[] },
): EndpointSet => ({
  kind: 'endpoint-set',
  endpoints: [],
  drops: [],
  unresolved: [],
  schemes: [],
  links: [],
  diagnostics: [],
  ...parts,
  program: {
    kind: 'program',
    handlers: [{ id: handlerId(0), name: 'moor', place: span(1) }],
    middlewares: parts.middlewares ?? [],
    roots: [routerId(0)],
    diagnostics: [],
    routers: [
      {
        id: routerId(0),
        framework: 'express',
        name: 'pier',
        place: span(1),
        syntax: 'path-to-regexp@8',
        caseSensitive: false,
        strict: false,
        items: parts.items ?? [],
      },
    ],
  },
});

/** Every model of these tests is checked against the schema. */
function model(parts: Parameters<typeof set>[0]): Model {
  const made = toModel(set(parts), project);
  const result = validate('model', JSON.parse(JSON.stringify(made)));
  expect(result).toMatchObject({ ok: true });
  return made;
}

const only = (parts: Parameters<typeof set>[0]): ModelEndpoint => model(parts).endpoints[0]!;
const chainOf = (...middlewares: Middleware[]): ModelEndpoint['middleware'] =>
  only({ middlewares, endpoints: [endpoint(0, 'GET', '/berths', { chain: middlewares.map((_, index) => entry(index)) })] }).middleware;

test('an endpoint with everything', () => {
  const place = span(101);
  const found = only({
    middlewares: [
      middleware(0, 'log', { type: 'logging', origin: { module: 'morgan', path: 'default()' }, arguments: ['tiny'] }),
      middleware(1, 'guard', { type: 'auth' }),
    ],
    endpoints: [
      endpoint(4, 'POST', '/berths/:berth/boats', {
        name: 'Moor a boat',
        handlerName: 'Harbour.moor',
        chain: [entry(0), entry(1, { conditional: true })],
        conditional: true,
        parameters: [
          { name: 'berth', in: 'path', type: 'string', required: true, evidence: { source: 'path', place } },
          { name: 'page', in: 'query', type: 'number', evidence: { source: 'body-read', place } },
        ],
        security: [{ scheme: 'bearer', required: false, scopes: ['moor'], evidence: { source: 'guard', place } }],
        rateLimit: { windowMs: 1000, max: 3, evidence: { source: 'guard', place } },
      }),
    ],
    schemes: [{ name: 'bearer', type: 'http', scheme: 'bearer', evidence: { source: 'guard', place } }],
  });
  expect(found).toEqual({
    id: 'POST /berths/:berth/boats',
    method: 'POST',
    path: '/berths/:berth/boats',
    name: 'Moor a boat',
    handlerName: 'Harbour.moor',
    source: { file: 'src/pier.ts', line: 5 },
    middleware: [
      { name: 'log', type: 'logging', config: { arguments: ['tiny'] }, source: { file: 'src/pier.ts', line: 100 }, origin: 'morgan' },
      { name: 'guard', type: 'auth', scheme: 'bearer', scopes: ['moor'], conditional: true, source: { file: 'src/pier.ts', line: 101 } },
    ],
    security: [{ scheme: 'bearer', required: false, scopes: ['moor'] }],
    parameters: [
      { name: 'berth', in: 'path', type: 'string', required: true },
      { name: 'page', in: 'query', type: 'number' },
    ],
    rateLimit: { windowMs: 1000, max: 3 },
    conditional: true,
  });
});

test('without evidence a field is absent, except the empty chain', () => {
  expect(only({ endpoints: [endpoint(0, 'GET', '/', { segments: [] })] })).toEqual({
    id: 'GET /',
    method: 'GET',
    path: '/',
    source: { file: 'src/pier.ts', line: 1 },
    middleware: [],
  });
});

test('what no source line wrote has no place', () => {
  expect(only({ endpoints: [endpoint(0, 'GET', '/', { source: { synthetic: 'loader' } })] })).not.toHaveProperty('source');
});

test('path parameters are there even if no pass mentioned them, those inside a segment included', () => {
  const segments: Segment[] = [
    {
      kind: 'mixed',
      pieces: [
        { kind: 'param', name: 'from' },
        { kind: 'lit', text: '-' },
        { kind: 'param', name: 'to', pattern: '\\d+' },
      ],
    },
    { kind: 'wild', name: 'rest' },
  ];
  expect(only({ endpoints: [endpoint(0, 'GET', '/:from-:to/*rest', { segments })] }).parameters).toEqual([
    { name: 'from', in: 'path', type: 'string', required: true },
    { name: 'to', in: 'path', type: 'string', required: true, pattern: '\\d+' },
  ]);
});

test('endpoints are sorted by path, then by method, by code unit', () => {
  const endpoints = ['POST /b', 'GET /b', 'GET /B', 'GET /a/:id', 'GET /a'].map((key, index) =>
    endpoint(index, ...(key.split(' ') as [string, string])),
  );
  expect(model({ endpoints }).endpoints.map((found) => found.id)).toEqual(['GET /B', 'GET /a', 'GET /a/:id', 'GET /b', 'POST /b']);
});

describe('shadowed endpoints', () => {
  test('one with the method and path of its shadower is left out', () => {
    const found = model({
      endpoints: [
        endpoint(0, 'GET', '/a', { handlerName: 'first' }),
        endpoint(1, 'GET', '/a', { handlerName: 'second', shadowedBy: endpointId(0) }),
      ],
    }).endpoints;
    expect(found.map((each) => each.handlerName)).toEqual(['first']);
  });

  test('one with another path or method stays, and names its shadower', () => {
    const found = model({
      endpoints: [
        endpoint(0, 'GET', '/a/:id'),
        endpoint(1, 'GET', '/a/me', { shadowedBy: endpointId(0) }),
        endpoint(2, 'ALL', '/b'),
        endpoint(3, 'GET', '/b', { shadowedBy: endpointId(2) }),
      ],
    }).endpoints;
    expect(found.map((each) => [each.id, each.shadowedBy])).toEqual([
      ['GET /a/:id', undefined],
      ['GET /a/me', 'GET /a/:id'],
      ['ALL /b', undefined],
      ['GET /b', 'ALL /b'],
    ]);
  });
});

describe('the chain', () => {
  test('hooks for a named parameter are no part of it, error handlers are of type error', () => {
    const found = only({
      middlewares: [middleware(0, 'loadBoat'), middleware(1, 'onError'), middleware(2, 'plain')],
      endpoints: [endpoint(0, 'GET', '/', { chain: [entry(0, { phase: 'param:boat' }), entry(1, { phase: 'error' }), entry(2)] })],
    });
    expect(found.middleware.map(({ name, type }) => [name, type])).toEqual([
      ['onError', 'error'],
      ['plain', 'other'],
    ]);
  });

  test('a guard has the scheme that it is the evidence of', () => {
    const uses = [102, 101].map((line) => ({ scheme: `s${line}`, required: true, evidence: { source: 'guard', place: span(line) } }));
    const found = only({
      middlewares: [
        middleware(0, 'cors', { type: 'cors' }),
        middleware(1, 'key', { type: 'auth' }),
        middleware(2, 'token', { type: 'auth' }),
      ],
      endpoints: [endpoint(0, 'GET', '/', { chain: [entry(0), entry(1), entry(2)], security: uses })],
      schemes: uses.map(({ scheme, evidence }) => ({ name: scheme, type: 'apiKey', in: 'header', parameter: 'x-key', evidence })),
    });
    expect(found.middleware.map(({ scheme }) => scheme)).toEqual([undefined, 's101', 's102']);
  });

  test('config: the fields of a single object, else the arguments; nothing where there are none', () => {
    const configs = chainOf(
      middleware(0, 'helmet', { arguments: [{ hsts: false }] }),
      middleware(1, 'two', { arguments: ['a', { b: 1 }] }),
      middleware(2, 'none', { arguments: [] }),
      middleware(3, 'empty', { arguments: [{}] }),
      middleware(4, 'own'),
    ).map(({ config }) => config);
    expect(configs).toEqual([{ hsts: false }, { arguments: ['a', { b: 1 }] }, undefined, undefined, undefined]);
  });

  test('a rate limit says max, whichever name its package uses', () => {
    expect(
      chainOf(
        middleware(0, 'a', { type: 'rate-limit', arguments: [{ windowMs: 5, limit: 7 }] }),
        middleware(1, 'b', { type: 'rate-limit', arguments: [{ windowMs: 5, max: 8 }] }),
      ).map(({ config }) => config),
    ).toEqual([
      { max: 7, windowMs: 5 },
      { windowMs: 5, max: 8 },
    ]);
  });

  test('no secret gets into the model', () => {
    const chain = chainOf(
      middleware(0, 'session', { arguments: [{ secret: 'hunter2', name: 'sid', cookie: { maxAge: 5 } }] }),
      middleware(1, 'cookies', {
        origin: { module: 'cookie-parser', path: 'default()' },
        arguments: [['hunter2', 'hunter2'], { path: '/' }],
      }),
      middleware(2, 'basic', { arguments: [{ users: { admin: 'hunter2' }, challenge: true }] }),
      middleware(3, 'jwt', {
        arguments: [{ nested: [{ clientSecret: 'hunter2', API_KEY: 'hunter2', 'private-key': 'hunter2' }], algorithms: ['HS256'] }],
      }),
    );
    expect(JSON.stringify(chain)).not.toContain('hunter2');
    expect(chain.map(({ config }) => config)).toEqual([
      { secret: '***', name: 'sid', cookie: { maxAge: 5 } },
      { arguments: [['***', '***'], { path: '/' }] },
      { users: { admin: '***' }, challenge: true },
      { nested: [{ clientSecret: '***', API_KEY: '***', 'private-key': '***' }], algorithms: ['HS256'] },
    ]);
  });
});

test('no limit is no number', () => {
  const rateLimit = { windowMs: 0.5, max: Number.POSITIVE_INFINITY, scope: 'user', evidence: { source: 'guard', place: span(1) } };
  expect(only({ endpoints: [endpoint(0, 'GET', '/', { rateLimit })] }).rateLimit).toEqual({ scope: 'user' });
});

test('schemes are sorted by name, with the parameter that carries a key', () => {
  const evidence = { source: 'guard', place: span(1) };
  const { securitySchemes } = model({
    schemes: [
      { name: 'token', type: 'http', scheme: 'bearer', evidence },
      { name: 'key', type: 'apiKey', in: 'query', parameter: 'api_key', evidence },
    ],
  });
  expect(Object.entries(securitySchemes)).toEqual([
    ['key', { type: 'apiKey', in: 'query', name: 'api_key' }],
    ['token', { type: 'http', scheme: 'bearer' }],
  ]);
});

test('links are values that one endpoint produces and another consumes', () => {
  const evidence = { source: 'link', place: span(1) };
  const { endpoints } = model({
    endpoints: [endpoint(0, 'POST', '/boats'), endpoint(1, 'GET', '/boats/:boat'), endpoint(2, 'DELETE', '/boats/:boat')],
    links: ['GET', 'DELETE'].map((method) => ({
      producer: 'POST /boats',
      field: 'data.0.id',
      consumer: `${method} /boats/:boat`,
      usedAs: 'path:boat',
      evidence,
    })),
  });
  const of = (id: string) => endpoints.find((found) => found.id === id);
  expect(of('POST /boats')?.produces).toEqual([{ variable: 'id', responseField: 'data.0.id' }]);
  expect(of('GET /boats/:boat')?.consumes).toEqual([{ variable: 'id', usedAs: 'path:boat', producedBy: 'POST /boats' }]);
});

describe('unresolved', () => {
  const path = (id: number): Path => ({
    syntax: 'path-to-regexp@8',
    raw: [{ kind: 'hole', why: 'settings.prefix', diagnostic: diagnosticId(id) }],
  });

  test('registrations come with what is known of them', () => {
    expect(
      model({
        diagnostics: [diagnostic(0, 'dropped', { help: 'Give the value.' })],
        unresolved: [{ diagnostic: diagnosticId(0), what: 'route', method: 'GET', path: '/{?}/boats', place: span(7) }],
      }).unresolved,
    ).toEqual([
      {
        what: 'route',
        method: 'GET',
        path: '/{?}/boats',
        source: { file: 'src/pier.ts', line: 7 },
        code: 'express/dynamic-mount-path',
        reason: 'reason 0',
        help: 'Give the value.',
        loss: 'dropped',
      },
    ]);
  });

  test('so does every other diagnostic that says that something is missing, with the registration it belongs to', () => {
    const { unresolved } = model({
      diagnostics: [
        diagnostic(0, 'dropped'),
        diagnostic(1, 'partial'),
        diagnostic(2, 'approximate'),
        diagnostic(3, 'none'),
        diagnostic(4, 'partial', { place: { synthetic: 'fuel' } }),
      ],
      items: [
        { kind: 'opaque', id: itemId(0), what: 'use', diagnostic: diagnosticId(0), place: span(1) },
        {
          kind: 'branch',
          id: itemId(1),
          condition: 'x',
          cause: 'unknown',
          exhaustive: false,
          place: span(1),
          arms: [[{ kind: 'mount', id: itemId(2), path: path(1), target: routerId(0), scope: 'inherit', place: span(1) }]],
        },
      ],
    });
    expect(unresolved?.map(({ what, loss, source }) => [what, loss, source?.line])).toEqual([
      ['other', 'partial', undefined],
      ['use', 'dropped', 200],
      ['mount', 'partial', 201],
      ['other', 'approximate', 202],
    ]);
  });

  test('nothing is listed twice, and without losses there is no list', () => {
    const twice = { diagnostic: diagnosticId(0), what: 'use' as const, place: span(7) };
    expect(model({ diagnostics: [diagnostic(0, 'partial')], unresolved: [twice, twice] }).unresolved).toHaveLength(1);
    expect(model({ diagnostics: [diagnostic(0, 'none')] })).not.toHaveProperty('unresolved');
  });
});

test('environments of the configuration are in the model', () => {
  const environments = [{ name: 'local', baseUrl: 'http://localhost:3000' }];
  expect(toModel(set({}), { ...project, environments }).environments).toEqual(environments);
});

test('the order in which the passes list things does not reach the model', () => {
  const evidence = { source: 'guard', place: span(1) };
  const endpoints = ['GET /', 'GET /a', 'POST /a', 'GET /a/:id', 'ALL /b'].map((key, index) =>
    endpoint(index, ...(key.split(' ') as [string, string])),
  );
  const schemes = ['x', 'y', 'z'].map((name) => ({ name, type: 'http' as const, evidence }));
  const diagnostics = [0, 1, 2].map((index) => diagnostic(index, 'partial'));
  const expected = JSON.stringify(model({ endpoints, schemes, diagnostics }));
  const shuffled = <T>(values: T[]) => fc.shuffledSubarray(values, { minLength: values.length });
  fc.assert(
    fc.property(shuffled(endpoints), shuffled(schemes), shuffled(diagnostics), (e, s, d) => {
      expect(JSON.stringify(model({ endpoints: e, schemes: s, diagnostics: d }))).toBe(expected);
    }),
    { numRuns: 100 },
  );
});
