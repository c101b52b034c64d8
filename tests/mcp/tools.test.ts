import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { ANSWER_CHARACTERS, fitInto, toText } from '../../runtime/mcp/answer.js';
import { changedPointers, mergePatch } from '../../runtime/mcp/merge-patch.js';
import { searchEndpoints } from '../../runtime/project/search-endpoints.js';
import type { Endpoint, Model } from '../../schemas/index.js';
import { bookshop, call, connectOlder, project, removeScratch } from '../support/mcp-clients.js';

jest.setTimeout(120_000);
afterAll(removeScratch);

type Client = Awaited<ReturnType<typeof connectOlder>>;
const withClient = async <Result>(root: string, run: (client: Client) => Promise<Result>, args: string[] = []): Promise<Result> => {
  const client = await connectOlder(root, args);
  try {
    return await run(client);
  } finally {
    await client.close();
  }
};

const modelOf = (endpoints: readonly Partial<Endpoint>[], more: object = {}): string =>
  JSON.stringify({
    version: '0.3',
    generatedAt: '2026-01-31T12:00:00.000Z',
    project: { name: 'p', language: 'typescript', framework: 'express' },
    environments: [],
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    endpoints: endpoints.map((endpoint) => ({ id: `${endpoint.method} ${endpoint.path}`, middleware: [], ...endpoint })),
    ...more,
  });

/** Like a large service: 5,000 endpoints with everything that an endpoint can have. */
const large = (count = 5000): string =>
  modelOf(
    Array.from({ length: count }, (_, index) => ({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'][index % 5]!,
      path: `/api/v1/region-${Math.floor(index / 500)}/customers/:customerId/shipment-${Math.floor(index / 5)}/:shipmentId`,
      name: `Handle shipment ${index}`,
      handlerName: `ShipmentController${index}.handle`,
      source: { file: `src/region-${Math.floor(index / 500)}/shipment-${index}.ts`, line: 12 },
      summary: `Shipment operation number ${index} of the region`,
      middleware: [{ name: 'authenticate', type: 'auth', scheme: 'token' }],
      security: [{ scheme: 'token' }],
      parameters: [
        { name: 'customerId', in: 'path' as const, type: 'string', required: true },
        { name: 'limit', in: 'query' as const, type: 'integer', min: 1, max: 100 },
      ],
      requestBody: {
        contentType: 'application/json',
        fields: { weight: { type: 'number', required: true }, label: { type: 'string', minLength: 3, maxLength: 80 } },
      },
      responses: { 200: { description: 'OK', schema: { id: 'string', 'items.0.weight': 'number' } } },
    })),
  );

const tokens = (text: string): number => encode(text).length;

describe('reading a model of 5,000 endpoints', () => {
  let client: Client;
  beforeAll(async () => {
    client = await connectOlder(project({ '.tool/model.json': large() }));
  });
  afterAll(() => client.close());

  test.each([
    ['tool_status', {}],
    ['tool_find_endpoints', {}],
    ['tool_find_endpoints', { limit: 200 }],
    ['tool_find_endpoints', { limit: 200, detail: 'full' }],
    ['tool_find_endpoints', { query: 'shipment' }],
    ['tool_get_endpoint', { endpoint: 'GET /api/v1/region-0/customers/:customerId/shipment-0/:shipmentId' }],
    ['tool_explain', {}],
    ['tool_get_workflow', {}],
    ['tool_get_changes', {}],
    ['tool_validate', {}],
  ])('%s %j answers in less than 5,000 tokens', async (name, args) => {
    const { text, isError } = await call(client, name, args);
    expect(isError).toBe(false);
    expect(tokens(text)).toBeLessThan(5000);
  });

  test('pages are complete and do not overlap', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { document } = await call(client, 'tool_find_endpoints', {
        path: '/api/v1/region-3/',
        limit: 200,
        ...(cursor !== undefined ? { cursor } : {}),
      });
      expect(document.total).toBe(500);
      seen.push(...document.endpoints.map((row: { endpoint: string }) => row.endpoint));
      cursor = document.next;
    } while (cursor !== undefined);
    expect(seen).toHaveLength(500);
    expect(new Set(seen).size).toBe(500);
  });

  test('a cursor of another question is refused, and so is one that is none', async () => {
    const { document } = await call(client, 'tool_find_endpoints', { limit: 5 });
    expect((await call(client, 'tool_find_endpoints', { limit: 5, method: 'GET', cursor: document.next })).document.error).toMatchObject({
      code: 'cursor/stale',
    });
    expect((await call(client, 'tool_find_endpoints', { cursor: 'page two' })).document.error).toMatchObject({ code: 'cursor/invalid' });
  });

  test('the resource of the model is a summary, and no dump', async () => {
    const { contents } = await client.readResource({ uri: 'tool://model' });
    const text = (contents[0] as { text: string }).text;
    expect(tokens(text)).toBeLessThan(5000);
    expect(JSON.parse(text).counts.total).toBe(5000);
  });
});

describe('search', () => {
  const model = JSON.parse(
    modelOf([
      {
        method: 'GET',
        path: '/orders',
        name: 'List orders',
        source: { file: 'src/orders/routes.ts', line: 1 },
        parameters: [{ name: 'page', in: 'query' }],
      },
      {
        method: 'POST',
        path: '/orders/:orderId/cancel',
        handlerName: 'OrderController.cancelOrder',
        security: [{ scheme: 'token' }],
        middleware: [{ name: 'requireUser', type: 'auth', scheme: 'token' }],
      },
      {
        method: 'POST',
        path: '/users',
        requestBody: { fields: { address: { type: 'object', properties: { zipCode: { type: 'string' } } } } },
      },
      { method: 'ALL', path: '/proxy/*' },
    ]),
  ) as Model;
  const find = (query: Parameters<typeof searchEndpoints>[1]) =>
    searchEndpoints(model, query).endpoints.map((endpoint) => `${endpoint.method} ${endpoint.path}`);

  test.each([
    [{ words: 'cancel order' }, ['POST /orders/:orderId/cancel']],
    [{ words: 'order' }, ['GET /orders', 'POST /orders/:orderId/cancel']],
    [{ words: 'Cancel' }, ['POST /orders/:orderId/cancel']],
    [{ method: 'get' }, ['GET /orders', 'ALL /proxy/*']],
    [{ path: '/ORDERS' }, ['GET /orders', 'POST /orders/:orderId/cancel']],
    [{ path: '/orders/*/cancel' }, ['POST /orders/:orderId/cancel']],
    [{ field: 'zipCode' }, ['POST /users']],
    [{ field: 'page' }, ['GET /orders']],
    [{ file: 'orders/routes' }, ['GET /orders']],
    [{ guard: 'requireuser' }, ['POST /orders/:orderId/cancel']],
    [{ guard: 'none', method: 'POST' }, ['POST /users', 'ALL /proxy/*']],
    [{ words: 'zzz' }, []],
  ])('%j', (query, expected) => {
    expect(find(query)).toEqual(expected);
  });

  test('when no endpoint has all words, those with some of them come, and that is said', () => {
    expect(find({ words: 'zip code orders' })).toEqual(['POST /users', 'GET /orders', 'POST /orders/:orderId/cancel']);
    expect(searchEndpoints(model, { words: 'cancel spaceship' })).toMatchObject({
      partial: true,
      endpoints: [{ path: '/orders/:orderId/cancel' }],
    });
  });

  test('no pattern is a regular expression, and none takes long', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (path, words) => {
        searchEndpoints(model, { path, words });
      }),
    );
    expect(find({ path: '(a+)+$' })).toEqual([]);
    expect(searchEndpoints(model, { path: '*'.repeat(50) + 'x' }).endpoints).toEqual([]);
  });
});

describe('errors', () => {
  test.each([
    ['tool_get_endpoint', { endpoint: 'GET /order' }, { code: 'endpoint/unknown', candidates: ['GET /orders'] }],
    ['tool_get_endpoint', { endpoint: 'DELETE /orders' }, { code: 'endpoint/unknown', candidates: ['GET /orders'] }],
    ['tool_get_endpoint', { endpoint: '/orders/7' }, { code: 'endpoint/method-missing' }],
    ['tool_get_endpoint', { endpoint: 'the list of orders' }, { code: 'endpoint/invalid' }],
    ['tool_get_endpoint', {}, { code: 'input/invalid' }],
    ['tool_find_endpoints', { methode: 'GET' }, { code: 'input/invalid', candidates: ['method'] }],
    ['tool_find_endpoints', { limit: 0 }, { code: 'input/invalid' }],
    ['tool_explain', { pass: 'flatten-prefix' }, { code: 'pass/unknown', candidates: ['flatten-prefixes'] }],
    ['tool_run_workflow', { name: 'loginn' }, { candidates: ['login'] }],
    ['tool_get_workflow', { scaffold: 'GET /nothing' }, { code: 'endpoint/unknown' }],
    ['tool_test_endpoint', { endpoints: ['GET /order'] }, { code: 'endpoint/unknown', candidates: ['GET /orders'] }],
    [
      'tool_edit_model',
      { edits: [{ kind: 'endpoint', name: 'GET /orders', set: { security: [{ scheme: 'tokn' }] } }] },
      { code: 'scheme/unknown', candidates: ['token'] },
    ],
    ['tool_edit_model', { edits: [{ kind: 'endpoint', name: 'GET /orders', set: { parameters: 'all' } }] }, { code: 'model/invalid' }],
    ['tool_edit_model', { edits: [{ kind: 'endpoint', name: 'GET /orders', remove: true }] }, { code: 'endpoint/scanned' }],
    ['tool_edit_model', { edits: [{ kind: 'environment', name: 'nowhere', remove: true }] }, { code: 'environment/unknown' }],
    [
      'tool_edit_model',
      { edits: [{ kind: 'endpoint', name: 'GET /orders' }] },
      { code: 'edit/invalid', hint: expect.stringMatching(/What "set" of kind "endpoint" takes: (?!.*\borigin\b).*\bparameters, /) },
    ],
    [
      'tool_edit_model',
      { edits: [{ kind: 'environment', name: 'far' }] },
      { code: 'edit/invalid', hint: expect.stringContaining('"environment" takes: baseUrl') },
    ],
    [
      'tool_edit_model',
      { name: 'GET /orders' },
      { code: 'input/invalid', hint: expect.stringContaining('edits (a list of objects with kind, name, set, remove), dryRun') },
    ],
    ['tool_get_changes', { files: ['../../x.ts'] }, { code: 'path/outside-project' }],
    [
      'tool_create_workflow',
      { name: 'w', steps: [{ name: 'a', method: 'get', path: '/x' }, { method: 'GET' }] },
      { code: 'workflow/invalid' },
    ],
    ['tool_get_run', { run: 'last' }, {}],
    ['tool_run_agent', { agent: 'covrage' }, { candidates: ['coverage'] }],
  ])('%s %j', async (name, args, expected) => {
    const files = {
      '.tool/model.json': modelOf([{ method: 'GET', path: '/orders', source: { file: 'a.ts', line: 1 } }], {
        environments: [{ name: 'local', baseUrl: 'http://127.0.0.1:1' }],
      }),
      '.tool/workflows/login.json': JSON.stringify({ name: 'login', steps: [{ name: 'a', method: 'GET', path: '/orders' }] }),
    };
    await withClient(
      project(files),
      async (client) => {
        const { isError, document } = await call(client, name, args);
        expect(isError).toBe(true);
        expect(document.error).toMatchObject(expected);
        expect(document.error.message.length).toBeGreaterThan(10);
        expect(document.error.hint.length).toBeGreaterThan(5);
      },
      ['--tools', 'all'],
    );
  });

  test('without a model every tool says what to do first', async () => {
    await withClient(project({}), async (client) => {
      for (const [name, args] of [
        ['tool_find_endpoints', {}],
        ['tool_get_endpoint', { endpoint: 'GET /a' }],
        ['tool_explain', {}],
        ['tool_edit_model', { edits: [{ kind: 'environment', name: 'e', remove: true }] }],
        ['tool_test_endpoint', { endpoints: ['GET /a'] }],
      ] as const) {
        const { isError, document } = await call(client, name, args);
        expect(isError).toBe(true);
        expect(document.error.hint).toMatch(/scan/);
      }
    });
  });

  test('a damaged model is an error that names the place, and is not overwritten', async () => {
    const root = project({ '.tool/model.json': '{"version":"0.3",' });
    await withClient(root, async (client) => {
      for (const [name, args] of [
        ['tool_status', {}],
        ['tool_scan', {}],
        ['tool_edit_model', { edits: [{ kind: 'environment', name: 'e', set: { baseUrl: 'http://localhost' } }] }],
      ] as const) {
        const { isError, document } = await call(client, name, args);
        expect(isError).toBe(true);
        expect(document.error.message).toContain('.tool/model.json:1:');
      }
      expect((await call(client, 'tool_validate')).document).toMatchObject({ valid: false, errors: 1 });
    });
    expect(readFileSync(join(root, '.tool/model.json'), 'utf8')).toBe('{"version":"0.3",');
  });
});

describe('editing', () => {
  test('edited fields survive a rescan, and all edits of a call are made or none', async () => {
    const root = bookshop();
    const read = (): Model => JSON.parse(readFileSync(join(root, '.tool/model.json'), 'utf8'));
    await withClient(root, async (client) => {
      await call(client, 'tool_scan');
      const edits = [
        { kind: 'endpoint', name: 'GET /health', set: { summary: 'Is it alive?', tags: ['ops'] } },
        { kind: 'endpoint', name: 'POST /api/v1/auth/login', set: { responses: { 200: { schema: { accessToken: 'string' } } } } },
        { kind: 'endpoint', name: 'GET /legacy/report', set: { description: 'Served by the old system' } },
        {
          kind: 'securityScheme',
          name: 'bearerAuth',
          set: { obtainedFrom: { endpoint: 'POST /api/v1/auth/login', field: 'accessToken' } },
        },
      ];
      const before = readFileSync(join(root, '.tool/model.json'), 'utf8');
      expect(
        (await call(client, 'tool_edit_model', { edits: [...edits, { kind: 'endpoint', name: 'GET /health', set: { path: '/healthz' } }] }))
          .document.error,
      ).toMatchObject({ code: 'endpoint/field-kept' });
      expect((await call(client, 'tool_edit_model', { edits, dryRun: true })).document.changes).toHaveLength(4);
      expect(readFileSync(join(root, '.tool/model.json'), 'utf8')).toBe(before);
      expect((await call(client, 'tool_edit_model', { edits })).document).toMatchObject({ written: true });
      expect((await call(client, 'tool_edit_model', { edits })).document).toMatchObject({ written: false });
      expect((await call(client, 'tool_scan')).document.endpoints.total).toBe(31);
    });
    const model = read();
    const of = (path: string) => model.endpoints.find((endpoint) => endpoint.path === path)!;
    expect(of('/health')).toMatchObject({ summary: 'Is it alive?', tags: ['ops'], authored: ['/summary', '/tags'] });
    expect(of('/api/v1/auth/login').responses!['200']!.schema).toMatchObject({ accessToken: 'string' });
    expect(of('/legacy/report')).toMatchObject({ origin: 'manual', description: 'Served by the old system' });
    expect(model.securitySchemes['bearerAuth']).toMatchObject({ obtainedFrom: { field: 'accessToken' } });
    await withClient(root, async (client) => {
      expect(
        (await call(client, 'tool_edit_model', { edits: [{ kind: 'endpoint', name: 'GET /legacy/report', remove: true }] })).document
          .changes,
      ).toEqual(['removed GET /legacy/report']);
    });
    expect(read().endpoints).toHaveLength(30);
  });

  const json = fc.jsonValue({ maxDepth: 3 });
  test('a merge patch does what RFC 7396 says, and its pointers lead to all that differs', () => {
    expect(mergePatch({ a: 1, b: { c: 2, d: [1] } }, { a: null, b: { c: 3 }, e: { f: null } })).toEqual({ b: { c: 3, d: [1] }, e: {} });
    expect(Object.getPrototypeOf(mergePatch({}, JSON.parse('{"__proto__":{"polluted":true}}')))).toBe(Object.prototype);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    fc.assert(
      fc.property(json, json, (target, patch) => {
        const merged = mergePatch(target, patch);
        expect(mergePatch(merged, patch)).toEqual(merged);
        expect(changedPointers(merged, merged)).toEqual([]);
        if (JSON.stringify(merged) !== JSON.stringify(target)) expect(changedPointers(target, merged).length).toBeGreaterThan(0);
      }),
    );
  });
});

describe('answers', () => {
  test('whatever is in a document, what is sent fits, is JSON, and keeps its keys', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string({ maxLength: 8 }),
          fc.oneof(fc.string({ maxLength: 3000 }), fc.array(fc.string({ maxLength: 200 }), { maxLength: 60 })),
          { maxKeys: 12 },
        ),
        fc.integer({ min: 2000, max: 20_000 }),
        (document, characters) => {
          const fitted = fitInto(document, characters);
          expect(toText(fitted).length).toBeLessThanOrEqual(characters);
          expect(Object.keys(fitted)).toEqual(Object.keys(document));
        },
      ),
      { numRuns: 200 },
    );
    expect(fitInto({ a: [1, 2] }, ANSWER_CHARACTERS)).toEqual({ a: [1, 2] });
  });
});

describe('why an endpoint is what it is', () => {
  let client: Client;
  beforeAll(async () => {
    client = await connectOlder(bookshop());
    await call(client, 'tool_scan');
  });
  afterAll(() => client.close());

  test('its trail of mounts, its chain with reasons, the evidence of its fields', async () => {
    const { document } = await call(client, 'tool_explain', { endpoint: 'POST /api/v1/books' });
    expect(document.trail).toEqual([
      'mount /api/v1 on app at src/app.ts:26',
      'mount /books on api at src/routes/index.ts:25',
      'route / on books at src/routes/books.ts:30',
    ]);
    const authenticate = document.chain.find((entry: { middleware: string }) => entry.middleware === 'authenticate');
    expect(authenticate).toMatchObject({
      type: 'auth',
      because: 'given to the route itself',
      does: expect.stringContaining('reads headers authorization'),
    });
    expect(document.chain[0]).toMatchObject({ because: expect.stringContaining('used on app at src/app.ts:14') });
    expect(document.evidence).toMatchObject({ 'security.bearerAuth': expect.stringContaining('src/middleware/authenticate.ts:') });
  });

  test('the IR after a pass, cut to the endpoint', async () => {
    const lowered = await call(client, 'tool_explain', { endpoint: 'POST /api/v1/books', pass: 'lower' });
    expect(lowered.document.ir).toContain('route POST "/"');
    expect(lowered.document.ir).not.toContain('endpoint e');
    const final = await call(client, 'tool_explain', { endpoint: 'POST /api/v1/books', pass: 'canonicalize' });
    expect(final.document.ir).toContain('POST /api/v1/books');
    expect(final.document.ir).not.toContain('/api/v1/carts');
    const all = await call(client, 'tool_explain', { pass: 'lower' });
    expect(all.document.next).toEqual(expect.any(String));
    expect(tokens(all.text)).toBeLessThan(6000);
  });

  test('the source of its handler', async () => {
    const { document } = await call(client, 'tool_get_endpoint', { endpoint: 'GET /api/v1/books/:bookId', source: true });
    expect(document.handlerSource).toMatchObject({
      at: 'src/controllers/book-controller.ts:13',
      text: expect.stringContaining("throw notFoundError('book')"),
    });
  });

  test('what a change reaches: the file of a controller, not everything that the application imports', async () => {
    const { document } = await call(client, 'tool_get_changes', { files: ['src/controllers/orders.ts'] });
    const names: string[] = document.endpoints.affected.map((one: { endpoint: string }) => one.endpoint);
    expect(names).toContain('GET /api/v1/orders');
    expect(names).not.toContain('POST /api/v1/auth/login');
  });

  test('what could not be resolved, with the reason and the line', async () => {
    const root = project({
      'package.json': JSON.stringify({ name: 'p', main: 'main.js', dependencies: { express: '^5.0.0' } }),
      'main.js':
        "const hall = require('express')();\nconst prefix = require('./remote').load();\nhall.get('/open', (q, s) => s.end());\nhall.use(prefix, (() => { const desk = require('express').Router(); desk.get('/x', (q, s) => s.end()); return desk; })());\nhall.listen(1);\n",
      'remote.js': "exports.load = () => process.argv[7] + JSON.parse(require('fs').readFileSync('/nowhere'));\n",
    });
    await withClient(root, async (own) => {
      await call(own, 'tool_scan');
      const { document } = await call(own, 'tool_explain');
      expect(document.total).toBeGreaterThan(0);
      expect(document.unresolved[0]).toMatchObject({
        code: expect.stringMatching(/^[a-z]+\//),
        why: expect.any(String),
        at: expect.stringMatching(/^main\.js:\d+$/),
      });
    });
  });
});

describe('changes for clients since a commit', () => {
  test('are classed, what breaks first', async () => {
    const root = project({
      '.tool/model.json': modelOf([
        { method: 'GET', path: '/orders' },
        { method: 'GET', path: '/users' },
      ]),
    });
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t.test', ...args], { cwd: root, stdio: 'ignore' });
    git('init', '-q');
    git('add', '-f', '.');
    git('commit', '-q', '-m', 'first');
    writeFileSync(
      join(root, '.tool/model.json'),
      modelOf([
        { method: 'GET', path: '/users' },
        { method: 'GET', path: '/new' },
      ]),
    );
    await withClient(root, async (client) => {
      const { document } = await call(client, 'tool_get_changes', { since: 'HEAD' });
      expect(document.changes.map((change: { level: string; endpoint: string }) => [change.level, change.endpoint])).toEqual([
        ['breaking', 'GET /orders'],
        ['safe', 'GET /new'],
      ]);
      expect((await call(client, 'tool_get_changes', { since: '--output=x' })).isError).toBe(true);
    });
  });
});

describe('resources', () => {
  test('templates, completion, reading, and updates when files change', async () => {
    const root = project({
      '.tool/model.json': modelOf([
        { method: 'GET', path: '/users/:id' },
        { method: 'POST', path: '/users' },
      ]),
    });
    mkdirSync(join(root, '.tool/workflows'));
    writeFileSync(
      join(root, '.tool/workflows/login.json'),
      JSON.stringify({ name: 'Log in', steps: [{ name: 'a', method: 'POST', path: '/users' }] }),
    );
    await withClient(root, async (client) => {
      const { resourceTemplates } = await client.listResourceTemplates();
      expect(resourceTemplates.map((template) => template.uriTemplate).sort()).toEqual([
        'tool://endpoint/{method}{+path}',
        'tool://run/{id}',
        'tool://workflow/{+name}',
      ]);
      expect((await client.listResources()).resources.map((resource) => resource.uri)).toEqual([
        'tool://model',
        'tool://workflow/login.json',
      ]);
      const complete = async (uri: string, name: string, value: string, context?: Record<string, string>) =>
        (
          await client.complete({
            ref: { type: 'ref/resource', uri },
            argument: { name, value },
            ...(context ? { context: { arguments: context } } : {}),
          })
        ).completion.values;
      expect(await complete('tool://endpoint/{method}{+path}', 'method', 'p')).toEqual(['POST']);
      expect(await complete('tool://endpoint/{method}{+path}', 'path', '/us', { method: 'GET' })).toEqual(['/users/:id']);
      expect(await complete('tool://workflow/{+name}', 'name', 'lo')).toEqual(['login.json']);
      for (const uri of ['tool://endpoint/GET/users/:id', 'tool://endpoint/GET/users/%3Aid']) {
        expect(JSON.parse(((await client.readResource({ uri })).contents[0] as { text: string }).text)).toMatchObject({
          path: '/users/:id',
        });
      }
      await expect(client.readResource({ uri: 'tool://endpoint/GET/user/:id' })).rejects.toThrow(/Did you mean "GET \/users\/:id"/);
      await expect(client.readResource({ uri: 'tool://workflow/../../../etc/passwd' })).rejects.toThrow();

      const told: string[] = [];
      const { ResourceUpdatedNotificationSchema, ResourceListChangedNotificationSchema } =
        await import('@modelcontextprotocol/sdk/types.js');
      let wake: () => void = () => {};
      client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
        told.push(params.uri);
        wake();
      });
      client.setNotificationHandler(ResourceListChangedNotificationSchema, () => {
        told.push('list');
        wake();
      });
      const until = async (uri: string): Promise<void> => {
        while (!told.includes(uri))
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      };
      await client.subscribeResource({ uri: 'tool://endpoint/GET/users/:id' });
      await client.subscribeResource({ uri: 'tool://model' });
      await call(client, 'tool_edit_model', { edits: [{ kind: 'endpoint', name: 'GET /users/:id', set: { summary: 'one' } }] });
      await until('tool://model');
      await until('tool://endpoint/GET/users/:id');
      await client.unsubscribeResource({ uri: 'tool://endpoint/GET/users/:id' });
      told.length = 0;
      writeFileSync(join(root, '.tool/workflows/second.json'), JSON.stringify({ name: 'second', steps: [] }));
      await until('list');
      expect(told).not.toContain('tool://endpoint/GET/users/:id');
      expect((await client.listResources()).resources).toHaveLength(3);
    });
  });
});

test('without tools that change something, none is named: the command that does the same is', async () => {
  await withClient(
    project({ 'package.json': '{}', '.tool/model.json': modelOf([]) }),
    async (client) => {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).not.toContain('tool_scan');
      const { prompts } = await client.listPrompts();
      expect(prompts.map(({ name }) => name)).toEqual(['review-changes', 'explain-run']);
      const { document } = await call(client, 'tool_find_endpoints');
      expect(document.note).toBe('The model is empty: call `tool scan` in a terminal.');
      const said = [
        client.getInstructions(),
        (await call(client, 'tool_status')).document.next,
        JSON.stringify(await client.getPrompt({ name: 'review-changes', arguments: {} })),
        (await call(client, 'tool_get_endpoint', { endpoint: 'GET /nowhere' })).document.error.hint,
      ].join();
      expect(said).toContain('`tool scan` in a terminal');
      expect([...said.matchAll(/tool_\w+/g)].map(([name]) => name).filter((name) => !tools.some((tool) => tool.name === name))).toEqual([]);
    },
    ['--read-only'],
  );
});

describe('prompts', () => {
  test('all name tools that exist', async () => {
    await withClient(project({}), async (client) => {
      const [{ prompts }, { tools }] = await Promise.all([client.listPrompts(), client.listTools()]);
      expect(prompts.map((prompt) => prompt.name)).toEqual(['onboard', 'write-workflow', 'review-changes', 'explain-run']);
      const known = tools.map((tool) => tool.name);
      for (const { name } of prompts) {
        const { messages } = await client.getPrompt({
          name,
          arguments: name === 'write-workflow' ? { feature: 'checkout of a cart' } : {},
        });
        const text = (messages[0]!.content as { text: string }).text;
        expect([...text.matchAll(/tool_[a-z_]+/g)].map((match) => match[0]).filter((tool) => !known.includes(tool))).toEqual([]);
        expect(tokens(text)).toBeLessThan(800);
      }
    });
  });
});
