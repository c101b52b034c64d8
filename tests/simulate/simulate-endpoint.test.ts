import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, jest, test } from '@jest/globals';
import { keyOf, simulateProject, type SimulateHost, type SimulateRequest } from '../../runtime/simulate/index.js';
import { emptyModel, formatModel, readRun, setMemory } from '../../runtime/store/index.js';
import type { Endpoint, Model, Run } from '../../schemas/index.js';
import { faultPaths, startFaultServer } from '../support/fault-server.js';
import { document, projectIn, repository, scratchFolder, tool } from '../support/tool-process.js';
import { ALL, checksOf, problems } from '../support/simulated.js';

jest.setTimeout(120_000);
const scratch = scratchFolder('simulate');
const closers: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closers) await close();
  rmSync(scratch, { recursive: true, force: true });
});

/** A server on a free port; returns its URL. */
async function serve(listener: (...sent: Parameters<RequestListener>) => void | Promise<void>): Promise<string> {
  const server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closers.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Database {
  all(sql: string): readonly Record<string, unknown>[];
}
const example = async <Module>(file: string): Promise<Module> =>
  (await import(pathToFileURL(join(repository, 'examples', file)).href)) as Module;

async function library(): Promise<{ url: string; database: Database }> {
  const { openDatabase } = await example<{ openDatabase: () => Database }>('library-express/src/database.js');
  const { createApp } = await example<{ createApp: (database: Database) => RequestListener }>('library-express/src/app.js');
  const database = openDatabase();
  return { url: await serve(createApp(database)), database };
}

async function notes(): Promise<string> {
  const { createApp } = await example<{ createApp: () => { listen(options: object): Promise<string>; close(): Promise<void> } }>(
    'notes-fastify/src/app.js',
  );
  const app = createApp();
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  closers.push(() => app.close());
  return url;
}

const modelOf = (name: string): Model => JSON.parse(readFileSync(join(repository, 'examples', name, '.tool/model.json'), 'utf8')) as Model;
const at = (model: Model, url: string): Model => ({ ...model, environments: [{ name: 'local', baseUrl: url }] });
const projectWith = (model: Model): string => projectIn(scratch, { '.tool/model.json': formatModel(model) });

const run = (model: Model, request: Partial<SimulateRequest> = {}, host: Partial<SimulateHost> = {}): Promise<Run> =>
  simulateProject(
    { ...ALL, ...request },
    { root: host.root ?? projectWith(model), model, toolVersion: 'test', processEnvironment: {}, ...host },
  );

/** What was sent, without what the server chose. */
const sentBodies = (result: Run): string[] =>
  checksOf(result).flatMap(({ exchanges }) =>
    exchanges.map(({ request }) => `${request.method} ${new URL(request.url).pathname} ${JSON.stringify(request.body)}`),
  );

describe('the Express example with its database', () => {
  test('every endpoint works, everything broken is refused, and nothing but accounts is left', async () => {
    const { url, database } = await library();
    const root = projectWith(at(modelOf('library-express'), url));
    const result = await run(at(modelOf('library-express'), url), { negative: true, cleanup: true }, { root });
    expect(problems(result)).toEqual([]);
    expect(result.verdict).toBe('passed');
    expect(new Set(checksOf(result).map(({ endpoint }) => endpoint))).toEqual(new Set(modelOf('library-express').endpoints.map(keyOf)));
    for (const table of ['books', 'authors', 'reviews']) expect(database.all(`SELECT * FROM ${table}`)).toEqual([]);
    // The record holds everything but the secrets: no token of the database, no password that was sent.
    const record = readFileSync(join(root, '.tool/runs', result.runId, 'run.json'), 'utf8');
    expect(readRun(root, 'last')).toEqual(result);
    for (const { token } of database.all('SELECT token FROM sessions')) expect(record).not.toContain(token);
    expect(record).not.toMatch(/Aa1!/);
    expect(record).toContain('"password": "***"');
  });

  test('creating comes first, deleting last, and what is made of other things goes before them', async () => {
    const { url } = await library();
    const order = checksOf(await run(at(modelOf('library-express'), url))).map(({ endpoint }) => endpoint!);
    const before = (first: string, second: string): void => {
      expect(order.indexOf(first)).toBeLessThan(order.indexOf(second));
    };
    before('POST /api/authors', 'POST /api/books');
    before('POST /api/books', 'GET /api/books/:bookId');
    before('GET /api/books/:bookId', 'DELETE /api/books/:bookId');
    before('DELETE /api/books/:bookId', 'DELETE /api/authors/:authorId');
    before('DELETE /api/authors/:authorId', 'POST /api/logout');
  });

  test('a seed repeats a run byte for byte, also with many requests at once', async () => {
    const model = modelOf('library-express');
    const [first, second, atOnce] = [await library(), await library(), await library()];
    const sent = sentBodies(await run(at(model, first.url), { negative: true }));
    expect(sent.length).toBeGreaterThan(80);
    expect(sentBodies(await run(at(model, second.url), { negative: true }))).toEqual(sent);
    const parallel = await run(at(model, atOnce.url), { negative: true, concurrency: 8 });
    expect(problems(parallel)).toEqual([]);
    // Numbers that the server counts may be given in another order.
    const counted = (lines: readonly string[]): string[] =>
      lines.map((line) => line.replace(/\/\d+/g, '/n').replace(/"authorId":\d+/, '"authorId":n')).sort();
    expect(counted(sentBodies(parallel))).toEqual(counted(sent));
    expect(sentBodies(await run(at(model, (await library()).url), { seed: 8 }))).not.toEqual(
      sentBodies(await run(at(model, (await library()).url))),
    );
  });

  test('one endpoint brings along what it needs, and no more', async () => {
    const { url, database } = await library();
    const result = await run(at(modelOf('library-express'), url), { endpoints: ['PATCH /api/books/:bookId'] });
    expect(problems(result)).toEqual([]);
    expect(checksOf(result)).toHaveLength(1);
    expect(checksOf(result)[0]!.exchanges.map(({ request }) => `${request.method} ${new URL(request.url).pathname}`)).toEqual([
      'POST /api/register',
      'POST /api/login',
      'POST /api/authors',
      'POST /api/books',
      'PATCH /api/books/1',
    ]);
    expect(database.all('SELECT * FROM books')).toHaveLength(1);
  });

  test('a credential that a person gives is used as it is', async () => {
    const { url } = await library();
    const result = await run(
      at(modelOf('library-express'), url),
      { endpoints: ['GET /api/me'] },
      { processEnvironment: { TOOL_CREDENTIAL_BEARERAUTH: 'given-by-hand' } },
    );
    expect(checksOf(result)[0]).toMatchObject({
      verdict: 'failed',
      failures: [{ check: 'status', received: 401 }],
      exchanges: [{ request: { headers: { authorization: 'Bearer ***' } } }],
    });
    expect(JSON.stringify(result)).not.toContain('given-by-hand');
  });
});

describe('the Fastify example with its session cookie', () => {
  test('every endpoint works, and everything broken is refused', async () => {
    const url = await notes();
    const result = await run(at(modelOf('notes-fastify'), url), { negative: true, cleanup: true, concurrency: 4 });
    expect(problems(result)).toEqual([]);
    expect(JSON.stringify(result)).toContain('sid=***');
    expect(JSON.stringify(result)).not.toMatch(/sid=[\w-]{10}/);
  });
});

/** An endpoint with its defaults. */
const endpoint = (method: string, path: string, more: Partial<Endpoint> = {}): Endpoint => ({
  id: `${method} ${path}`,
  method,
  path,
  middleware: [],
  ...more,
});
const model = (url: string, endpoints: readonly Endpoint[], more: Partial<Model> = {}): Model => ({
  ...emptyModel('shop', new Date(0)),
  environments: [{ name: 'local', baseUrl: url }],
  endpoints: [...endpoints],
  ...more,
});
const answer = (response: ServerResponse, status: number, body?: unknown, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body === undefined ? undefined : JSON.stringify(body));
};
const bodyOf = async (request: IncomingMessage): Promise<any> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? undefined : JSON.parse(text);
};

describe('what a server does wrong is found', () => {
  test.each<[string, number, unknown, RegExp]>([
    ['a field is gone', 200, { id: 1, tags: [] }, /name: it is missing/],
    ['a type is another one', 200, { id: '1', name: 'x', tags: [] }, /id: expected number, received string "1"/],
    [
      'an element of a list',
      200,
      { id: 1, name: 'x', tags: [{ label: 'a' }, { label: 2 }] },
      /tags\.1\.label: expected string, received number 2/,
    ],
    ['a status that the model does not know', 202, { id: 1, name: 'x', tags: [] }, /answers 202; the model knows 200/],
    ['a failure', 500, { error: 'x' }, /the server failed on a valid request/],
    ['a refusal of valid data', 422, { error: 'price is missing' }, /answers 422 to a valid request \("price is missing"\)/],
  ])('%s', async (_name, status, body, message) => {
    const url = await serve((_request, response) => {
      answer(response, status, body);
    });
    const things = endpoint('GET', '/things', {
      responses: { 200: { schema: { id: 'number', name: 'string', tags: 'array', 'tags.0.label': 'string' } } },
    });
    const [check] = checksOf(await run(model(url, [things])));
    expect(check).toMatchObject({ verdict: 'failed', failures: [{ message: expect.stringMatching(message) }] });
    expect(check!.exchanges.at(-1)!.curl).toContain(`curl -sS -i ${url}/things`);
  });

  test.each([
    ['what may be missing, and what would be in it', { id: 1, rows: [{}, { owner: { name: 'x' } }] }, []],
    ['a member of what may be missing, where it is there', { id: 1, rows: [{ owner: {} }] }, [/rows\.0\.owner\.name: it is missing/]],
    ['another type of what may be missing', { id: 1, note: 2, rows: [] }, [/note: expected string, received number 2/]],
    ['what must be there', { rows: [] }, [/id: it is missing; the model says number/]],
  ])('optional: %s', async (_name, body, messages) => {
    const url = await serve((_request, response) => {
      answer(response, 200, body);
    });
    const schema = {
      id: 'number',
      note: 'string',
      rows: 'array',
      'rows.0': 'object',
      'rows.0.owner': 'object',
      'rows.0.owner.name': 'string',
    };
    const things = endpoint('GET', '/things', { responses: { 200: { schema, optional: ['note', 'rows.0.owner'] } } });
    const [check] = checksOf(await run(model(url, [things])));
    expect(check!.failures ?? []).toEqual(messages.map((message) => expect.objectContaining({ message: expect.stringMatching(message) })));
  });

  test('null where a text is known is worth a look, no failure', async () => {
    const url = await serve((_request, response) => {
      answer(response, 200, { name: null });
    });
    const [check] = checksOf(await run(model(url, [endpoint('GET', '/things', { responses: { 200: { schema: { name: 'string' } } } })])));
    expect(check).toMatchObject({ verdict: 'passed', warnings: [expect.stringContaining('name: it is null')] });
  });

  test('an answer that is no JSON', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
    });
    expect(
      problems(await run(model(url, [endpoint('GET', '/things', { responses: { 200: { schema: { name: 'string' } } } })])))[0],
    ).toMatch(/text\/html, and no JSON/);
  });

  test('missing validation, a missing guard and a missing comparison of owners', async () => {
    let next = 0;
    const url = await serve(async (request, response) => {
      const body = await bodyOf(request);
      if (request.url === '/register') return answer(response, 201, { id: ++next });
      if (request.url === '/login') return answer(response, 200, { token: `token-of-${String(body.email)}` });
      if (request.method === 'POST' && request.url === '/notes') {
        if (typeof body.title !== 'string') return answer(response, 500, { error: 'title.trim is not a function' });
        return answer(response, 201, { id: ++next });
      }
      answer(response, 200, { id: next });
    });
    const account = { email: { type: 'string', format: 'email', required: true }, password: { type: 'string', required: true } };
    const security = [{ scheme: 'bearer' }];
    const result = await run(
      model(
        url,
        [
          endpoint('POST', '/register', { requestBody: { fields: account } }),
          endpoint('POST', '/login', { requestBody: { fields: account } }),
          endpoint('POST', '/notes', {
            security,
            requestBody: { fields: { title: { type: 'string', required: true, maxLength: 5 } } },
            produces: [{ variable: 'noteId', responseField: 'id' }],
          }),
          endpoint('GET', '/notes/:noteId', {
            security,
            ownership: { ownerField: 'ownerId', mustMatchAuthClaim: 'sub' },
            consumes: [{ variable: 'noteId', usedAs: 'path:noteId', producedBy: 'POST /notes' }],
          }),
        ],
        { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', obtainedFrom: { endpoint: 'POST /login', field: 'token' } } } },
      ),
      { only: ['notes'], negative: true },
    );
    expect(result.verdict).toBe('failed');
    expect(problems(result)).toEqual([
      'POST /notes, no credential: It answers 201 with no credential.',
      'POST /notes, an unknown credential: It answers 201 with an unknown credential.',
      'POST /notes, body.title is missing: It answers 500, body.title is missing: the server fails where it should refuse.',
      'POST /notes, body.title is an object, not a text: It answers 500, body.title is an object, not a text: the server fails where it should refuse.',
      'POST /notes, body.title is longer than 5: It answers 201 although body.title is longer than 5.',
      'GET /notes/:noteId, no credential: It answers 200 with no credential.',
      'GET /notes/:noteId, an unknown credential: It answers 200 with an unknown credential.',
      'GET /notes/:noteId, the credential of another user (ownerId must be sub): It answers 200 with the credential of another user (ownerId must be sub): everybody can reach what belongs to one.',
    ]);
  });

  test('which statuses refuse is for the person to say', async () => {
    const url = await serve(async (request, response) => {
      const body = await bodyOf(request);
      answer(response, 200, typeof body?.n === 'number' ? { ok: true } : { ok: false });
    });
    const things = endpoint('POST', '/things', { requestBody: { fields: { n: { type: 'number', required: true } } } });
    expect(problems(await run(model(url, [things]), { negative: true }))).toHaveLength(2);
    expect(problems(await run(model(url, [things]), { negative: true, negativeExpect: '4xx,200' }))).toEqual([]);
  });

  test('a slow server misses the gate', async () => {
    const url = await serve((_request, response) => {
      setTimeout(() => {
        answer(response, 200, {});
      }, 60);
    });
    const result = await run(model(url, [endpoint('GET', '/a')]), { maxP95Ms: 20 });
    expect(result).toMatchObject({
      verdict: 'failed',
      failures: [{ check: 'latency', expected: 20 }],
      latency: { p95: expect.any(Number) },
    });
  });
});

describe('what cannot be tried is said, and is no failure', () => {
  test.each<[string, Endpoint, Partial<Model>, RegExp]>([
    [
      'no way to a credential',
      endpoint('GET', '/a', { security: [{ scheme: 'key' }] }),
      { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
      /TOOL_CREDENTIAL_KEY/,
    ],
    [
      'a producer that fails',
      endpoint('GET', '/a/:id', { consumes: [{ variable: 'id', usedAs: 'path:id', producedBy: 'POST /broken' }] }),
      {},
      /needs "id" from POST \/broken: POST \/broken answered 500/,
    ],
    [
      'a producer that is not there',
      endpoint('GET', '/a/:id', { consumes: [{ variable: 'id', usedAs: 'path:id', producedBy: 'POST /gone' }] }),
      {},
      /no endpoint POST \/gone/,
    ],
    [
      'a pattern without an example',
      endpoint('POST', '/a', { requestBody: { fields: { code: { type: 'string', pattern: '(?=a)b' } } } }),
      {},
      /no text was found for "code"/,
    ],
    ['a path that is a regular expression', endpoint('GET', '/^\\/ab+c$/'), {}, /regular expression/],
    ['an endpoint that another one shadows', endpoint('GET', '/a', { shadowedBy: 'GET /:x' }), {}, /GET \/:x takes its requests/],
  ])('%s', async (_name, one, more, reason) => {
    const url = await serve((request, response) => {
      answer(response, request.url === '/broken' ? 500 : request.headers['x-key'] === undefined && one.security ? 401 : 200, {});
    });
    const result = await run(model(url, [one, endpoint('POST', '/broken')], more), { endpoints: [keyOf(one)] });
    expect(checksOf(result)[0]).toMatchObject({ verdict: 'skipped', reason: expect.stringMatching(reason) });
    expect(result.verdict).toBe('passed');
  });

  test('a login for which no endpoint makes accounts needs one that a person stores', async () => {
    const url = await serve((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      request.on('end', () => {
        if (text.includes('"warden"')) answer(response, 200, { token: 'open' });
        else answer(response, 400, { reason: 'nobody' });
      });
    });
    const gate = model(url, [
      endpoint('POST', '/login', {
        requestBody: { fields: { keeper: { type: 'string', required: true }, password: { type: 'string', required: true } } },
      }),
    ]);
    expect(checksOf(await run(gate))[0]).toMatchObject({
      verdict: 'skipped',
      reason: expect.stringContaining('`tool memory set global:keeper <value>`'),
    });
    const root = projectWith(gate);
    const store = (keeper: string): Promise<unknown> =>
      setMemory(root, [
        { scope: 'global', key: 'keeper', value: keeper },
        { scope: 'global', key: 'password', value: 'sesame' },
      ]);
    await store('warden');
    expect(problems(await run(gate, {}, { root }))).toEqual([]);
    // A stored account that is refused is a failure.
    await store('stranger');
    expect(problems(await run(gate, {}, { root }))[0]).toContain('It answers 400');
  });

  test('an id that nobody produces may be unknown, unless a person says which there is', async () => {
    const url = await serve((request, response) => {
      answer(response, request.url === '/things/42' ? 200 : 404, {});
    });
    const things = model(url, [endpoint('GET', '/things/:thingId')]);
    expect(checksOf(await run(things))[0]).toMatchObject({ verdict: 'passed', warnings: [expect.stringContaining('"thingId"')] });
    const root = projectWith(things);
    await setMemory(root, [{ scope: 'global', key: 'thingId', value: '42' }]);
    expect(checksOf(await run(things, {}, { root }))[0]).toMatchObject({
      verdict: 'passed',
      warnings: [],
      exchanges: [{ response: { status: 200 } }],
    });
  });
});

describe('pace', () => {
  test('a server that asks for patience gets it', async () => {
    const times: number[] = [];
    const url = await serve((_request, response) => {
      times.push(Date.now());
      if (times.length === 1) answer(response, 429, {}, { 'retry-after': '1' });
      else answer(response, 200, {});
    });
    expect(problems(await run(model(url, [endpoint('GET', '/a')])))).toEqual([]);
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(990);
  });

  test('the limits of the model are kept, counted where they are shared', async () => {
    const times: number[] = [];
    const url = await serve((_request, response) => {
      times.push(Date.now());
      answer(response, 200, {});
    });
    const limiter = { name: 'limit', type: 'rate-limit', config: { windowMs: 400, max: 2 }, source: { file: 'a.js', line: 1 } };
    const limited = ['/a', '/b', '/c'].map((path) => endpoint('GET', path, { middleware: [limiter] }));
    expect(problems(await run(model(url, limited)))).toEqual([]);
    expect(times[2]! - times[0]!).toBeGreaterThanOrEqual(395);
    const long = { ...limiter, config: { windowMs: 3_600_000, max: 1 } };
    expect(
      problems(
        await run(
          model(
            url,
            limited.map((one) => ({ ...one, middleware: [long] })),
          ),
        ),
      ),
    ).toEqual(['GET /b', 'GET /c'].map((name) => expect.stringMatching(new RegExp(`^${name}: the rate limit`))));
  });

  test('a rate of a person is kept', async () => {
    const times: number[] = [];
    const url = await serve((_request, response) => {
      times.push(Date.now());
      answer(response, 200, {});
    });
    await run(
      model(
        url,
        ['/a', '/b', '/c', '/d'].map((path) => endpoint('GET', path)),
      ),
      { intervalMs: 100, concurrency: 4 },
    );
    // What is 300 ms at the sender may be less where it arrives: the first request opens a connection.
    expect(times).toHaveLength(4);
    expect(times[3]! - times[0]!).toBeGreaterThanOrEqual(200);
  });
});

describe('a server that misbehaves on the wire', () => {
  test('every fault is one failed check with its reason, and the rest goes on', async () => {
    const faults = await startFaultServer();
    closers.push(() => faults.close());
    const result = await run(
      model(
        faults.url,
        faultPaths.map((path) => endpoint('GET', path, { responses: { 200: { schema: { ok: 'boolean' } } } })),
      ),
      { timeoutMs: 500, concurrency: 4 },
    );
    expect(
      checksOf(result)
        .map(({ endpoint: key }) => key)
        .sort(),
    ).toEqual(faultPaths.map((path) => `GET ${path}`).sort());
    for (const check of checksOf(result)) expect(check.verdict === 'passed' || (check.failures[0]?.message.length ?? 0) > 15).toBe(true);
    const failed = new Set(
      checksOf(result)
        .filter(({ verdict }) => verdict === 'failed')
        .map(({ endpoint: key }) => key!.slice(4)),
    );
    for (const path of [
      '/slow-headers',
      '/slow-body',
      '/trickle',
      '/reset',
      '/truncated',
      '/not-json',
      '/not-http',
      '/chunked-100-mb',
      '/gzip-bomb',
      '/circle',
    ])
      expect(failed).toContain(path);
    expect(failed).not.toContain('/ok');
    expect(result.verdict).toBe('failed');
  });

  test('a server that goes away in the middle of a run ends it, and what was done stays', async () => {
    let requests = 0;
    const server = createServer((_request, response) => {
      answer(response, 200, {});
      if (++requests === 2) {
        server.close();
        setImmediate(() => {
          server.closeAllConnections();
        });
      }
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const result = await run(
      model(
        url,
        ['/a', '/b', '/c', '/d', '/e'].map((path) => endpoint('GET', path)),
      ),
      { intervalMs: 50 },
    );
    expect(result.verdict).toBe('unreachable');
    expect(checksOf(result).filter(({ verdict }) => verdict === 'passed')).toHaveLength(2);
    expect(checksOf(result).at(-1)).toMatchObject({ verdict: 'skipped', reason: 'no server could be reached' });
  });

  test('an interrupted run cleans up and is recorded', async () => {
    const { url, database } = await library();
    const stop = new AbortController();
    const root = projectWith(at(modelOf('library-express'), url));
    const result = await run(
      at(modelOf('library-express'), url),
      { cleanup: true, negative: true },
      {
        root,
        signal: stop.signal,
        onCheck: (check) => {
          if (check.endpoint === 'POST /api/books') stop.abort();
        },
      },
    );
    expect(result.verdict).toBe('interrupted');
    expect(readRun(root, 'last').verdict).toBe('interrupted');
    expect(checksOf(result).some(({ verdict, reason }) => verdict === 'skipped' && reason === 'the run was interrupted')).toBe(true);
    for (const table of ['books', 'authors']) expect(database.all(`SELECT * FROM ${table}`)).toEqual([]);
  });
});

describe('the command line', () => {
  const lines = (text: string): string => text.replace(/\s+/g, ' ');

  test('success, findings, a server that is down, and mistakes have codes of their own', async () => {
    const { url } = await library();
    const root = projectWith(at(modelOf('library-express'), url));
    const passed = await tool(root, ['simulate', 'endpoint', '--all', '--seed', '3', '--json']);
    expect(passed.code).toBe(0);
    expect(document(passed, 'run')).toMatchObject({ seed: 3, verdict: 'passed', kind: 'endpoint' });

    const broken = await serve((_request, response) => {
      answer(response, 500, {});
    });
    const failing = projectWith(model(broken, [endpoint('GET', '/a'), endpoint('GET', '/b')]));
    const failed = await tool(failing, ['simulate', 'endpoint', '--all']);
    expect(failed.code).toBe(1);
    expect(failed.stdout).toMatch(/✖ GET \/a[^]*curl -sS -i [^]*2 failed[^]*seed \d+/);
    expect((await tool(failing, ['simulate', 'endpoint', '--all', '--bail'])).stdout).toMatch(/1 failed, 1 skipped/);

    const nobody = projectWith(model('http://127.0.0.1:9', [endpoint('GET', '/a'), endpoint('GET', '/b')]));
    const down = await tool(nobody, ['simulate', 'endpoint', '--all']);
    expect(down.code).toBe(3);
    expect(lines(down.stdout)).toMatch(/Nothing listens on 127\.0\.0\.1:9.*the server is not reachable/);
  });

  test.each<[readonly string[], RegExp]>([
    [[], /needs an endpoint, or --all/],
    [['GET'], /needs the path, too/],
    [['GET', '/a', '--all'], /others are chosen, too/],
    [['GET', '/c'], /no endpoint "GET \/c"/],
    [['--all', '--env', 'stagin'], /no environment "stagin"[^]*"staging"/],
    [['--only', 'nothing'], /No endpoint matches "nothing"/],
    [['--all', '--tag', 'x'], /No endpoint has the tag "x"/],
    [['--all', '--seed', 'x'], /"--seed" needs a whole number/],
    [['--all', '--rate', 'fast'], /--rate "fast" is no rate/],
    [['--all', '--wait', 'long'], /--wait "long" is no duration/],
    [['--all', '--negative-expect', '9xx'], /"9xx" is no list of statuses/],
    [['--failed'], /no recorded run/],
    [['POST', '/a', '--env', 'staging'], /POST requests are not sent to "staging"[^]*--allow-writes/],
  ])('%j is a mistake, and nothing is sent', async (args, message) => {
    let requests = 0;
    const url = await serve((_request, response) => {
      requests++;
      answer(response, 200, {});
    });
    const root = projectWith({
      ...model(url, [endpoint('GET', '/a'), endpoint('POST', '/a')]),
      environments: [
        { name: 'local', baseUrl: url },
        { name: 'staging', baseUrl: 'http://staging.example.invalid' },
      ],
    });
    const { code, stderr } = await tool(root, ['simulate', 'endpoint', ...args]);
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/help: /);
    expect(code).toBe(2);
    expect(requests).toBe(0);
  });

  test('what failed is called again, and a run is repeated with the same bytes', async () => {
    const seen: string[] = [];
    let broken = true;
    const url = await serve(async (request, response) => {
      seen.push(`${request.method} ${request.url} ${JSON.stringify(await bodyOf(request))}`);
      answer(response, broken && request.url === '/b' ? 500 : 200, {});
    });
    const fields = { email: { type: 'string', format: 'email' }, when: { type: 'string', format: 'date-time' } };
    const root = projectWith(model(url, [endpoint('GET', '/a'), endpoint('POST', '/b', { requestBody: { fields } })]));
    expect((await tool(root, ['simulate', 'endpoint', '--all'])).code).toBe(1);
    const sent = seen.splice(0);
    broken = false;
    expect((await tool(root, ['simulate', 'endpoint', '--failed'])).stdout).toMatch(/1 endpoint: 1 passed/);
    expect(seen.splice(0).map((line) => line.slice(0, 7))).toEqual(['POST /b']);
    expect((await tool(root, ['simulate', 'endpoint', '--failed'])).stderr).toMatch(/no endpoint failed/);
    const first = readdirSync(join(root, '.tool/runs')).sort()[0]!;
    expect(document(await tool(root, ['replay', first, '--json']), 'run')).toMatchObject({ verdict: 'passed' });
    expect(seen).toEqual(sent);
    expect((await tool(root, ['replay', 'no-such-run'])).code).toBe(2);
  });

  test('it waits for a server that starts late', async () => {
    const placeholder = createServer();
    await new Promise<void>((resolve) => {
      placeholder.listen(0, '127.0.0.1', resolve);
    });
    const { port } = placeholder.address() as AddressInfo;
    await new Promise((resolve) => {
      placeholder.close(resolve);
    });
    const late = createServer((_request, response) => {
      answer(response, 200, {});
    });
    closers.push(
      () =>
        new Promise((resolve) => {
          late.closeAllConnections();
          late.close(resolve);
        }),
    );
    const result = tool(projectWith(model(`http://127.0.0.1:${port}`, [endpoint('GET', '/a')])), [
      'simulate',
      'endpoint',
      'GET',
      '/a',
      '--wait',
      '60s',
    ]);
    setTimeout(() => {
      late.listen(port, '127.0.0.1');
    }, 1_500);
    expect((await result).code).toBe(0);
  });

  test('environments elsewhere are only read unless writing is allowed', async () => {
    const result = await run({ ...model('http://192.0.2.1', [endpoint('POST', '/a')]) });
    expect(checksOf(result)[0]).toMatchObject({ verdict: 'skipped', reason: expect.stringContaining('--allow-writes') });
    expect(result.counts.requests).toBe(0);
  });
});

describe('the memory on the command line', () => {
  test('values are set, listed masked, shown one at a time, deleted and cleared', async () => {
    const root = projectIn(scratch, { 'package.json': '{}' });
    expect(document(await tool(root, ['memory', 'set', 'workflow:accessToken', 'very-secret', '--json']), 'memory-set')).toEqual({
      address: 'workflow:accessToken',
      stored: true,
    });
    await tool(root, ['memory', 'set', 'global:baseUrl', 'http://localhost:1']);
    const listed = await tool(root, ['memory', 'list']);
    expect(listed.stdout).toContain('workflow:accessToken  ***');
    expect(listed.stdout).not.toContain('very-secret');
    expect(document(await tool(root, ['memory', 'list', '--json']), 'memory-list')).toMatchObject({
      revealed: false,
      total: 2,
      entries: [{ value: '***' }, { value: '***' }],
    });
    expect((await tool(root, ['memory', 'list', '--reveal'])).stdout).toContain('very-secret');
    expect((await tool(root, ['memory', 'get', 'workflow:accessToken'])).stdout).toBe('very-secret\n');
    expect(document(await tool(root, ['memory', 'get', 'workflow:accessToken', '--json']), 'memory-get')).toEqual({
      address: 'workflow:accessToken',
      value: 'very-secret',
    });
    expect(await tool(root, ['memory', 'get', 'workflow:acessToken'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"workflow:accessToken"'),
    });
    expect(await tool(root, ['memory', 'set', 'nonsense', 'x'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('<scope>:<key>'),
    });
    expect(document(await tool(root, ['memory', 'delete', 'workflow:accessToken', '--json']), 'memory-delete')).toEqual({
      address: 'workflow:accessToken',
      deleted: true,
    });
    expect((await tool(root, ['memory', 'delete', 'workflow:accessToken'])).code).toBe(2);
    expect(document(await tool(root, ['memory', 'clear', '--json']), 'memory-clear')).toEqual({ deleted: 1 });
    expect((await tool(root, ['memory', 'list'])).stdout).toContain('Nothing is remembered');
  });
});
