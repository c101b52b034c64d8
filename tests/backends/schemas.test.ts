import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { shapes, validate, valueAt, type Kind } from '../../schemas/index.js';

const folder = fileURLToPath(new URL('../../../schemas/', import.meta.url));
const files = readdirSync(folder).filter((file) => file.endsWith('.schema.json'));

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly $ref?: string;
}

function withoutDescription(schema: Schema, path: string): string[] {
  const children = [
    ...Object.entries(schema.properties ?? {}).map(([key, child]) => [`${path}.${key}`, child] as const),
    ...Object.entries(schema.$defs ?? {}).map(([key, child]) => [`${path}#${key}`, child] as const),
    ...(schema.items ? [[`${path}[]`, schema.items] as const] : []),
    ...(typeof schema.additionalProperties === 'object' ? [[`${path}{}`, schema.additionalProperties] as const] : []),
  ];
  const mine = !schema.description && !(schema.$ref && /[\]}]$/.test(path)) ? [path] : [];
  return [...mine, ...children.flatMap(([key, child]) => withoutDescription(child, key))];
}

const model = {
  version: '0.3',
  generatedAt: '2026-01-31T12:00:00.000Z',
  project: { name: 'shop', language: 'typescript', framework: 'express' },
  environments: [{ name: 'local', baseUrl: 'http://localhost:3000' }],
  securitySchemes: { bearer: { type: 'http', scheme: 'bearer', obtainedFrom: { endpoint: 'POST /login', field: 'data.token' } } },
  endpoints: [
    {
      id: 'POST /workspaces',
      method: 'POST',
      path: '/workspaces',
      name: 'Create workspace',
      handlerName: 'WorkspaceController.create',
      source: { file: 'src/routes.ts', line: 12 },
      requestBody: {
        contentType: 'application/json',
        fields: { email: { type: 'string', format: 'email', minLength: 3, required: true } },
      },
      responses: { 201: { description: 'Created', schema: { 'data.id': 'string', 'data.items.0': 'number' } } },
      middleware: [
        { name: 'cors', type: 'cors' },
        { name: 'authenticate', type: 'auth', scheme: 'bearer' },
        { name: 'limit', type: 'rate-limit', config: { windowMs: 60000, max: 10 } },
      ],
      security: [{ scheme: 'bearer' }],
      parameters: [{ name: 'page', in: 'query', type: 'number', min: 1, max: 100, default: 1 }],
      pagination: { type: 'page', pageParam: 'page', limitParam: 'limit', totalPath: 'meta.total' },
      rateLimit: { windowMs: 60000, max: 10, scope: 'user' },
      ownership: { ownerField: 'ownerId', mustMatchAuthClaim: 'sub' },
      produces: [{ variable: 'workspaceId', responseField: 'data.id' }],
      consumes: [{ variable: 'accessToken', usedAs: 'header:Authorization', producedBy: 'POST /login' }],
    },
  ],
};

/** One value of every kind with the fields of the first version of its format. */
const valid: Record<Kind, unknown> = {
  model,
  workflow: {
    name: 'onboarding',
    generatedAt: '2026-01-31T12:00:00Z',
    steps: [
      {
        name: 'register',
        method: 'POST',
        path: '/register',
        body: { email: '{{faker.internet.email}}' },
        captureInput: { 'workflow:adminEmail': 'email' },
        capture: { 'workflow:accessToken': 'data.token' },
        inject: { 'header:Authorization': 'Bearer {{workflow:accessToken}}' },
        expectStatus: 201,
      },
    ],
  },
  memory: {
    workflow: { adminEmail: 'a@b.c', token: { value: 'x', expiresAt: '2026-01-31T12:00:00Z' } },
    global: { baseUrl: 'http://localhost' },
  },
  changes: {
    version: 1,
    watchedSince: '2026-01-31T12:00:00Z',
    projectRoot: '/project',
    changes: [{ filePath: 'src/app.ts', absolutePath: '/project/src/app.ts', changedAt: '2026-01-31T12:00:01Z', eventType: 'change' }],
  },
  'agent-report': {
    version: 1,
    agent: 'model-watcher',
    runId: 'r1',
    startedAt: '2026-01-31T12:00:00Z',
    finishedAt: '2026-01-31T12:00:01Z',
    summary: 'Nothing.',
    findings: [{ kind: 'endpoint_removed', severity: 'warning', message: 'It is gone.', endpoint: 'GET /a', evidence: { line: 1 } }],
  },
  run: {
    version: 1,
    runId: '20260131-120000-abcdef',
    kind: 'endpoint',
    startedAt: '2026-01-31T12:00:00Z',
    finishedAt: '2026-01-31T12:00:01Z',
    durationMs: 1000,
    seed: 7,
    environment: { name: 'local', baseUrl: 'http://localhost:3000' },
    toolVersion: '0.3.0',
    options: { all: true },
    verdict: 'failed',
    counts: { passed: 0, failed: 1, skipped: 0, warned: 0, requests: 1 },
    latency: { min: 1, mean: 1, p50: 1, p95: 1, p99: 1, max: 1 },
    failures: [],
    groups: [
      {
        name: 'endpoints',
        verdict: 'failed',
        durationMs: 1000,
        checks: [
          {
            name: 'GET /a',
            verdict: 'failed',
            endpoint: 'GET /a',
            durationMs: 2,
            failures: [{ check: 'status', message: 'It answers 500.', expected: [200], received: 500 }],
            warnings: [],
            exchanges: [
              {
                startedAt: '2026-01-31T12:00:00Z',
                latencyMs: 2,
                request: { method: 'GET', url: 'http://localhost:3000/a', headers: { accept: '*/*' } },
                response: { status: 500, headers: { 'set-cookie': ['a=***'] }, body: 'no', sizeBytes: 2 },
              },
            ],
          },
        ],
      },
    ],
  },
  'activity-record': { ts: '2026-01-31T12:00:00Z', kind: 'endpoint_changed', endpoint: 'GET /a', detail: { fields: ['security'] } },
  config: {
    $schema: './.tool/config.schema.json',
    name: 'shop',
    entries: ['src/server.ts'],
    exclude: ['legacy/**'],
    env: { API_PREFIX: '/api' },
    values: { 'settings.prefix': '/v1', 'src/app.ts:12': 3, 'src/app.ts:settings.on': true },
    projects: ['apps/*'],
    adapters: ['express'],
    port: 8787,
    environments: [{ name: 'staging', baseUrl: 'https://staging.example.com', allowWrites: true }],
  },
};

test('the generated types and validators are those of the schemas', () => {
  execFileSync(process.execPath, [`${folder}generate.mjs`, '--check'], { stdio: 'pipe' });
}, 60_000);

test('every field of every schema has a description', () => {
  expect(files.length).toBe(Object.keys(valid).length);
  for (const file of files) expect(withoutDescription(JSON.parse(readFileSync(folder + file, 'utf8')) as Schema, file)).toEqual([]);
});

test.each(Object.keys(valid) as Kind[])('a complete %s is valid and comes back as it is', (kind) => {
  expect(validate(kind, valid[kind])).toEqual({ ok: true, value: valid[kind] });
});

test.each((Object.keys(valid) as Kind[]).filter((kind) => kind !== 'config'))('a reader of a %s ignores what it does not know', (kind) => {
  const value = kind === 'memory' ? valid[kind] : { ...(valid[kind] as object), fromTheFuture: { deep: [1] } };
  expect(validate(kind, value).ok).toBe(true);
});

test('the additions to the model format are accepted', () => {
  const endpoint = {
    ...model.endpoints[0],
    origin: 'manual',
    authored: ['/summary'],
    stale: true,
    conditional: true,
    shadowedBy: 'GET /a',
    summary: 's',
    description: 'd',
    tags: ['t'],
    deprecated: true,
    timeout: 5000,
    security: [{ scheme: 'bearer', required: false, scopes: ['admin'] }],
  };
  const unresolved = [
    {
      what: 'mount',
      path: '/api/{?}',
      source: { file: 'a.ts', line: 1 },
      code: 'express/dynamic-mount-path',
      reason: 'why',
      help: 'do',
      loss: 'dropped',
    },
    { what: 'other', code: 'core/fuel', reason: 'why', loss: 'partial' },
  ];
  expect(validate('model', { ...model, endpoints: [endpoint], unresolved }).ok).toBe(true);
});

describe('errors are in plain language', () => {
  const errorsOf = (kind: Kind, value: unknown) => {
    const result = validate(kind, value);
    return result.ok ? [] : result.errors.map(({ pointer, message }) => `${pointer} ${message}`.trim());
  };

  test('a misspelt setting is found, with the settings there are', () => {
    const result = validate('config', { entires: [] });
    expect(result.ok ? null : result.errors[0]).toMatchObject({
      pointer: '',
      unknownKey: 'entires',
      message: 'there is no field "entires"',
    });
    expect(result.ok ? null : result.errors[0]?.knownKeys).toContain('entries');
  });

  test('types, formats and patterns say what was expected and what was found', () => {
    expect(errorsOf('config', { port: 'x', env: { A: 1 }, environments: [{ name: 'a', baseUrl: 'localhost:3000' }] })).toEqual([
      '/env/A must be a string, but is 1',
      '/port must be a whole number, but is "x"',
      '/environments/0/baseUrl must be a URL that starts with http:// or https://, but is "localhost:3000"',
    ]);
    expect(errorsOf('activity-record', { ts: 'today', kind: 'x', endpoint: 'GET /' })).toEqual([
      '/ts must be a time such as "2026-01-31T12:00:00.000Z", but is "today"',
      '/kind must be one of "endpoint_added", "endpoint_removed", "endpoint_changed", but is "x"',
    ]);
  });

  test('a step needs method and path unless it runs another workflow', () => {
    expect(errorsOf('workflow', { name: 'w', steps: [{ name: 'a' }, { name: 'b', use: 'other' }] })).toEqual([
      '/steps/0 the field "method" is missing',
      '/steps/0 the field "path" is missing',
    ]);
  });

  test('a message about memory repeats no value: they are credentials', () => {
    const text = errorsOf('memory', { global: { pin: 73519, list: ['hunter2'] }, other: 'hunter2' }).join('\n');
    expect(text).toContain('/global/pin');
    expect(text).not.toMatch(/73519|hunter2/);
  });

  test('a wrong version is said with both versions', () => {
    expect(errorsOf('model', { ...model, version: '0.2' })).toEqual(['/version must be "0.3", but is "0.2"']);
  });
});

test('pointers lead to their values', () => {
  expect(valueAt({ 'a/b': [{ '~': 1 }] }, '/a~1b/0/~0')).toBe(1);
  expect(valueAt({ a: 1 }, '/a/b')).toBeUndefined();
  expect(valueAt({}, '/constructor')).toBeUndefined();
});

test('the shapes name the keys of the model in the order of the schema', () => {
  expect(Object.keys(shapes.model.root.properties ?? {})).toEqual([
    'version',
    'generatedAt',
    'project',
    'environments',
    'securitySchemes',
    'endpoints',
    'unresolved',
  ]);
});

test('validating loads no schema compiler', () => {
  const script = `
    import { validate } from ${JSON.stringify(new URL('../../schemas/index.js', import.meta.url).href)};
    import { createRequire } from 'node:module';
    validate('model', {});
    const loaded = Object.keys(createRequire(import.meta.url).cache);
    console.log(JSON.stringify(loaded.map((file) => file.replaceAll('\\\\', '/'))));`;
  const loaded = JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })) as string[];
  expect(loaded.filter((file) => /validate-[a-z-]+\.cjs$/.test(file)).length).toBe(1);
  expect(loaded.filter((file) => file.includes('/ajv/') && !file.includes('/ajv/dist/runtime/'))).toEqual([]);
});
