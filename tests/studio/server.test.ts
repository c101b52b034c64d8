import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, jest, test } from '@jest/globals';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { parse } from 'yaml';
import { scanProject } from '../../compiler/scan.js';
import { createScanner } from '../../runtime/server/scanner.js';
import { startStudio } from '../../runtime/server/index.js';
import { createEventHub } from '../../runtime/server/event-hub.js';
import { call, listen, makeFolder, modelText, openStudio, writeFiles, type TestStudio } from '../support/studio-server.js';

jest.setTimeout(240_000);

const repository = resolve(fileURLToPath(new URL('../../..', import.meta.url)));
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const open = async (files: Readonly<Record<string, string>>, options: Parameters<typeof openStudio>[1] = {}): Promise<TestStudio> => {
  const studio = await openStudio(files, options);
  cleanups.push(() => studio.close());
  return studio;
};

const openapi = parse(readFileSync(join(repository, 'runtime/server/openapi.yaml'), 'utf8')) as {
  paths: Record<string, Record<string, any>>;
  components: object;
};

const manifest = JSON.stringify({ name: 'kiosk', main: 'index.js', dependencies: { express: '^5.0.0' } });
const kiosk = (...routes: string[]): string =>
  ["const express = require('express');", 'const kiosk = express();', ...routes, 'kiosk.listen(1);', ''].join('\n');
const route = (path: string): string => `kiosk.get('${path}', (req, res) => res.json({}));`;

test('the overview counts what the source has, and asks no guard of what logs in or makes the account for it', async () => {
  const fields = { email: { type: 'string', required: true }, password: { type: 'string', required: true } };
  const post = (path: string, more: object = {}) => ({ id: `POST ${path}`, method: 'POST', path, middleware: [], ...more });
  const account = { requestBody: { contentType: 'application/json', fields } };
  const endpoints = [
    post('/account/open', { ...account, handlerName: 'register' }),
    post('/account/enter', account),
    post('/login', account),
    post('/members', { requestBody: { contentType: 'application/json', fields: { password: { type: 'string' } } } }),
    post('/notes'),
    post('/gone', { stale: true, shadowedBy: 'POST /notes' }),
  ];
  const bearer = { type: 'http', scheme: 'bearer', obtainedFrom: { endpoint: 'POST /account/enter', field: 'token' } };
  const { studio, cookie } = await open({ '.tool/model.json': modelText(endpoints, { securitySchemes: { bearer } }) });
  const { model } = (await call(studio.port, 'GET', '/api/project', { cookie })).json;
  expect(model).toMatchObject({
    endpoints: 5,
    methods: { POST: 5 },
    unguarded: { first: ['POST /members', 'POST /notes'] },
    shadowed: { count: 0 },
    stale: { first: ['POST /gone'] },
  });
});

describe('the description of the API', () => {
  test('is what a scan of this very server finds, with its guards', async () => {
    const root = makeFolder({
      'package.json': JSON.stringify({ name: 'studio', type: 'module', main: 'main.ts', dependencies: { hono: '^4.0.0' } }),
      'main.ts':
        "import { startStudio } from './runtime/server/index.js';\nconst studio = await startStudio({ root: '.', port: 8787, toolVersion: '0' });\nprocess.stdout.write(studio.link());\n",
      // Without a page the server would not start, and the scan knows it.
      'studio/page/index.html': '',
      'studio/page/page.js': '',
    });
    cleanups.push(() => rmSync(root, { recursive: true, force: true }));
    for (const folder of ['runtime', 'schemas', 'tsconfig.base.json'])
      cpSync(join(repository, folder), join(root, folder), { recursive: true, filter: (file) => !/[\\/](?:dist|cli|mcp)$/.test(file) });
    const { endpointSet, diagnostics } = await scanProject({ root });
    const [losses, cut] = [false, true].map((isCut) =>
      diagnostics.filter(({ loss, code }) => loss !== 'none' && (code === 'project/cut-short') === isCut),
    );
    expect(losses!.map(({ message }) => message)).toEqual([]);
    // Functions that take more steps than a scan follows: what they read in calls that are left may be missing, and that is said.
    const isCut = ({ source }: (typeof endpointSet.endpoints)[number]): boolean =>
      cut!.some(({ place }) => JSON.stringify(place, ['file', 'line']) === JSON.stringify(source, ['file', 'line']));
    const left = endpointSet.endpoints.filter(isCut);
    expect(left.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'POST /api/endpoints/try',
      'POST /api/workflows/validate',
      'PUT /api/workflows/one',
    ]);
    // Nothing that they answer is missing: what the stores throw, wherever they are left, is answered with 409, and all have the status of what they give.
    const lacks = (isIt: (status: number | 'default') => boolean): string[] =>
      left.filter(({ responses }) => !responses?.some(({ status }) => isIt(status))).map(({ path }) => path);
    expect(lacks((status) => status === 409)).toEqual([]);
    expect(lacks((status) => status !== 'default' && status < 300)).toEqual([]);
    const found = endpointSet.endpoints.map(({ method, path }) => `${method} ${path}`).sort();
    const described = Object.entries(openapi.paths)
      .flatMap(([path, operations]) =>
        Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
      )
      .sort();
    expect(found).toEqual(described);
    // What it says of answers that are none of errors is answered.
    const unanswered = endpointSet.endpoints.flatMap(({ method, path, responses }) =>
      Object.keys(openapi.paths[path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()].responses)
        .filter((status) => status !== 'default' && !responses?.some((response) => String(response.status) === status))
        .map((status) => `${method} ${path} ${status}`),
    );
    expect(unanswered).toEqual([]);
    expect(endpointSet.unresolved).toEqual([]);
    const guards = new Set(endpointSet.program.middlewares.filter(({ name }) => /session/i.test(name)).map(({ id }) => id));
    const open = endpointSet.endpoints
      .filter((endpoint) => !endpoint.chain.some((entry) => guards.has(entry.middleware)))
      .map(({ method, path }) => `${method} ${path}`)
      .sort();
    const withoutSecurity = Object.entries(openapi.paths)
      .flatMap(([path, operations]) =>
        Object.entries(operations)
          .filter(([, operation]) => operation.security?.length === 0)
          .map(([method]) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
      )
      .sort();
    expect(open).toEqual(withoutSecurity);
  });

  const ajv = new Ajv2020({ strict: false });
  ajv.addSchema(openapi, 'api');
  const schemaOf = (path: string): ValidateFunction =>
    ajv.compile({
      $ref: `api#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/get/responses/200/content/application~1json/schema`,
    });

  test('holds for the answers', async () => {
    const { studio, cookie } = await open(
      {
        'package.json': manifest,
        'index.js': kiosk(route('/tickets/:ticket'), "kiosk.post('/tickets', (req, res) => res.json({ id: 1 }));"),
        '.tool/model.json': modelText([]),
        '.tool/workflows/buy.json': '{"name":"buy","steps":[{"name":"one","method":"GET","path":"/tickets/1"}]}',
        '.tool/memory.json': '{"workflow":{"token":"abcdefgh"}}',
      },
      { scan: true },
    );
    await studio.ready;
    const reads = Object.entries(openapi.paths).filter(
      ([path, operations]) =>
        path.startsWith('/api/') && operations['get']?.responses['200']?.content?.['application/json'] !== undefined && !path.includes('{'),
    );
    const wanted: Record<string, string> = {
      '/api/workflows/one': '?name=buy',
      '/api/endpoints/one': '?id=GET%20%2Ftickets%2F%3Aticket',
      '/api/endpoints/source': '?id=GET%20%2Ftickets%2F%3Aticket',
    };
    for (const [path] of reads) {
      const answer = await call(studio.port, 'GET', `${path}${wanted[path] ?? ''}`, { cookie });
      if (
        wanted[path] === undefined &&
        openapi.paths[path]!['get'].parameters?.some((parameter: { required?: boolean }) => parameter.required === true)
      )
        continue;
      // There is no repository to compare with.
      if (path === '/api/diff') {
        expect(answer.status).toBe(404);
        expect(answer.json.error.help).toContain('commit');
        continue;
      }
      expect({ path, status: answer.status, text: answer.status === 200 ? '' : answer.text }).toEqual({ path, status: 200, text: '' });
      const validate = schemaOf(path);
      expect({ path, errors: validate(answer.json) ? [] : validate.errors }).toEqual({ path, errors: [] });
    }
  });
});

describe('live', () => {
  test('a saved file is in the change log, in the model and in the page', async () => {
    const { root, studio, cookie } = await open({ 'package.json': manifest, 'index.js': kiosk(route('/one')) }, { scan: true });
    await studio.ready;
    const stream = await listen(studio.port, cookie);
    await stream.until((events) => events.some(({ event }) => event === 'hello'));
    writeFileSync(join(root, 'index.js'), kiosk(route('/one'), route('/two')));
    const changed = (): number => stream.events.findIndex(({ event }) => event === 'changes');
    await stream.until((events) => changed() >= 0 && events.slice(changed()).some(({ event }) => event === 'model'));
    expect(stream.events.find(({ event }) => event === 'changes')?.data).toEqual({
      files: [{ filePath: 'index.js', eventType: 'change' }],
    });
    const rows = (await call(studio.port, 'GET', '/api/endpoints', { cookie })).json.endpoints;
    expect(rows.map(({ id }: { id: string }) => id)).toEqual(['GET /one', 'GET /two']);
    expect(JSON.parse(readFileSync(join(root, '.tool/changes.json'), 'utf8')).changes).toMatchObject([
      { filePath: 'index.js', eventType: 'change' },
    ]);
    expect(
      (await call(studio.port, 'GET', '/api/activity', { cookie })).json.records.map((record: { endpoint: string }) => record.endpoint),
    ).toContain('GET /two');
    stream.close();
  });

  test('a connection that was lost goes on where it was: nothing twice, nothing left out', async () => {
    const hub = createEventHub({ kept: 50, heartbeatMs: 10_000 });
    cleanups.push(() => hub.close());
    const reader = hub.open(undefined).getReader();
    await reader.read();
    const read = async (id: string | undefined, count: number): Promise<string[]> => {
      const stream = hub.open(id).getReader();
      const texts: string[] = [];
      await stream.read();
      for (let i = 0; i < count; i++) texts.push(new TextDecoder().decode((await stream.read()).value));
      await stream.cancel();
      return texts;
    };
    const first = /id: (\S+)/.exec((await read(undefined, 1))[0]!)![1]!;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 19 }), async (sent, seen) => {
        const from = /id: (\S+)/.exec((await read(undefined, 1))[0]!)![1]!;
        for (let i = 0; i < sent; i++) hub.publish('changes', { number: i });
        const number = Number(from.split('-')[1]);
        const last = `${from.split('-')[0]}-${number + Math.min(seen, sent - 1)}`;
        const rest = await read(last, sent - Math.min(seen, sent - 1));
        expect(rest.map((text) => JSON.parse(/data: (.*)/.exec(text)![1]!).number)).toEqual(
          Array.from({ length: rest.length }, (_, index) => Math.min(seen, sent - 1) + index),
        );
      }),
      { numRuns: 20 },
    );
    for (let i = 0; i < 60; i++) hub.publish('changes', {});
    expect((await read(first, 1))[0]).toContain('event: reset');
    expect((await read('another-3', 1))[0]).toContain('event: reset');
    expect((await read('nonsense', 1))[0]).toContain('event: reset');
  });

  test('a broken source leaves the model and says so; repairing it heals', async () => {
    const { root, studio, cookie } = await open({ 'package.json': manifest, 'index.js': kiosk(route('/one')) }, { scan: true });
    await studio.ready;
    writeFileSync(join(root, 'tool.config.json'), '{"entries": ["nowhere.js"]}');
    const failed = await call(studio.port, 'POST', '/api/scan', { cookie, body: {} });
    expect(failed.json.failure.message).toContain('nowhere.js');
    expect((await call(studio.port, 'GET', '/api/endpoints', { cookie })).json.endpoints).toHaveLength(1);
    rmSync(join(root, 'tool.config.json'));
    const scan = async () => (await call(studio.port, 'POST', '/api/scan', { cookie, body: {} })).json;
    expect((await scan()).endpoints).toBe(1);
    writeFileSync(join(root, 'index.js'), kiosk(route('/one'), 'const open = {', route('/two')));
    expect(await scan()).toMatchObject({ endpoints: 1, kept: true, why: { reason: expect.stringContaining('index.js:') } });
    expect((await call(studio.port, 'GET', '/api/endpoints', { cookie })).json.endpoints).toHaveLength(1);
    writeFileSync(join(root, 'index.js'), kiosk(route('/one')));
    expect(await scan()).toMatchObject({ endpoints: 1, kept: false, changes: { added: 0, removed: 0 } });
  });

  test('memory values leave one at a time, and only when they are asked for', async () => {
    const { root, studio, cookie } = await open({
      '.tool/memory.json':
        '{"workflow":{"token":"the-secret-value","a:b":"x"},"global":{"gone":{"value":"y","expiresAt":"2020-01-01T00:00:00.000Z"}}}',
      '.tool/model.json': modelText([]),
    });
    const api = (method: string, path: string, body?: unknown) =>
      call(studio.port, method, `/api/memory${path}`, {
        cookie,
        ...(body !== undefined && {
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json', 'content-length': String(JSON.stringify(body).length) },
        }),
      });
    const listed = await api('GET', '');
    expect(listed.text).not.toContain('the-secret-value');
    expect(listed.json.entries).toEqual([
      { address: 'workflow:token', scope: 'workflow', key: 'token', length: 16 },
      { address: 'workflow:a:b', scope: 'workflow', key: 'a:b', length: 1 },
    ]);
    expect((await api('POST', '/reveal', { address: 'workflow:token' })).json).toEqual({
      address: 'workflow:token',
      value: 'the-secret-value',
    });
    expect((await api('POST', '/reveal', { address: 'workflow:nothing' })).status).toBe(404);
    expect((await api('POST', '/reveal', { address: 'nonsense' })).status).toBe(409);
    expect((await api('PUT', '/entry', { address: 'global:baseUrl', value: 'http://127.0.0.1:1' })).status).toBe(204);
    expect((await api('DELETE', '/entry', { address: 'workflow:token' })).status).toBe(204);
    expect(JSON.parse(readFileSync(join(root, '.tool/memory.json'), 'utf8'))).toMatchObject({
      workflow: { 'a:b': 'x' },
      global: { baseUrl: 'http://127.0.0.1:1' },
    });
    await api('DELETE', '', {});
    expect((await api('GET', '')).json.entries).toEqual([]);
  });

  test('a damaged model is an error that says what to do, and is not touched', async () => {
    const { root, studio, cookie } = await open({ '.tool/model.json': '{"version": ' });
    const answer = await call(studio.port, 'GET', '/api/endpoints', { cookie });
    expect(answer.status).toBe(409);
    expect(answer.json.error).toMatchObject({
      message: expect.stringContaining('.tool/model.json'),
      help: expect.stringContaining('Repair'),
    });
    expect(readFileSync(join(root, '.tool/model.json'), 'utf8')).toBe('{"version": ');
  });

  test('after any sequence of edits the model is that of a cold scan', async () => {
    const root = makeFolder({ 'package.json': manifest, 'index.js': kiosk() });
    cleanups.push(() => rmSync(root, { recursive: true, force: true }));
    const scanner = createScanner(root, () => undefined);
    cleanups.push(() => scanner.close());
    const index =
      "const express = require('express');\nconst kiosk = express();\nfor (const name of ['a', 'b', 'c']) { try { kiosk.use('/' + name, require('./routes/' + name)); } catch {} }\nkiosk.use('/d', require('./d'));\nkiosk.get('/health', (req, res) => res.json({}));\nkiosk.listen(1);\n";
    const router = (paths: readonly string[], shared: boolean): string =>
      `const { Router } = require('express');\nconst own = Router();\n${shared ? "own.use(require('../shared'));\n" : ''}${paths.map((path) => `own.get('/${path}', (req, res) => res.json({}));`).join('\n')}\nmodule.exports = own;\n`;
    const edit = fc.oneof(
      fc
        .record({
          file: fc.constantFrom('a', 'b', 'c'),
          paths: fc.array(fc.constantFrom('x', 'y', ':id'), { maxLength: 3 }),
          shared: fc.boolean(),
        })
        .map(({ file, paths, shared }) => ({ file: `routes/${file}.js`, text: router(paths, shared) })),
      fc.constantFrom('a', 'b', 'c').map((file) => ({ file: `routes/${file}.js`, text: null })),
      fc
        .constantFrom(
          'module.exports = (req, res, next) => next();',
          "const jwt = require('jsonwebtoken'); module.exports = (req, res, next) => { jwt.verify(req.headers.authorization, 'k'); next(); };",
        )
        .map((text) => ({ file: 'shared.js', text })),
      fc.array(fc.constantFrom('p', 'q'), { maxLength: 2 }).map((paths) => ({ file: 'd/index.js', text: router(paths, false) })),
      fc.constantFrom('index.json', 'index.js').map((file) => ({ file: `d/${file}`, text: null })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(edit, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }), async (batches) => {
        for (const name of readdirSync(root))
          if (name !== 'package.json' && name !== 'node_modules') rmSync(join(root, name), { recursive: true, force: true });
        writeFiles(root, {
          'index.js': index,
          'shared.js': 'module.exports = (req, res, next) => next();',
          'd/index.js': router(['p'], false),
          'routes/a.js': router(['x'], true),
        });
        await scanner.scan('all');
        for (const batch of batches) {
          for (const { file, text } of batch)
            if (text === null) rmSync(join(root, file), { force: true });
            else writeFiles(root, { [file]: text });
          const { failure } = await scanner.scan(batch.map(({ file }) => file));
          expect(failure).toBeUndefined();
        }
        const kept = JSON.parse(readFileSync(join(root, '.tool/model.json'), 'utf8')) as { generatedAt?: string };
        rmSync(join(root, '.tool'), { recursive: true });
        execFileSync(
          process.execPath,
          [join(repository, 'dist/runtime/cli/bin.js'), 'scan', '--quiet', '--allow-empty', '--project', root],
          { stdio: 'pipe' },
        );
        const cold = JSON.parse(readFileSync(join(root, '.tool/model.json'), 'utf8')) as { generatedAt?: string };
        delete kept.generatedAt;
        delete cold.generatedAt;
        expect(kept).toEqual(cold);
      }),
      { numRuns: 6 },
    );
  });
});

describe('the model against a commit', () => {
  test('says what was added, removed and changed, and refuses what is no reference', async () => {
    const endpoint = (path: string, more: object = {}) => ({ id: `GET ${path}`, method: 'GET', path, middleware: [], ...more });
    const { root, studio, cookie } = await open({
      '.tool/model.json': modelText([endpoint('/a', { source: { file: 'x.js', line: 1 } }), endpoint('/b')]),
    });
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', root, '-c', 'user.name=t', '-c', 'user.email=t@t.invalid', ...args], { stdio: 'pipe' });
    git('init', '-q', '-b', 'main');
    git('add', '-f', '.tool/model.json');
    git('commit', '-qm', 'one');
    writeFileSync(join(root, '.tool/model.json'), modelText([endpoint('/a', { source: { file: 'x.js', line: 9 } }), endpoint('/c')]));
    const diff = (ref: string) => call(studio.port, 'GET', `/api/diff?ref=${encodeURIComponent(ref)}`, { cookie });
    expect((await diff('HEAD')).json).toMatchObject({ ref: 'HEAD', hasModel: true, added: ['GET /c'], removed: ['GET /b'], changed: [] });
    writeFileSync(join(root, '.tool/model.json'), modelText([endpoint('/a', { deprecated: true })]));
    expect((await diff('main')).json.changed).toEqual([
      {
        endpoint: 'GET /a',
        fields: [
          { field: 'source', before: { file: 'x.js' } },
          { field: 'deprecated', after: true },
        ],
      },
    ]);
    for (const ref of ['--output=pwned', '-x', 'nowhere', 'HEAD:secret', 'a\nb']) expect([400, 404]).toContain((await diff(ref)).status);
    expect(existsSync(join(root, 'pwned'))).toBe(false);
  });
});

describe('tool dev', () => {
  const bin = join(repository, 'dist/runtime/cli/bin.js');
  const running = new Set<ChildProcess>();
  afterAll(() => {
    for (const child of running) child.kill('SIGKILL');
  });

  function dev(root: string, ...given: (string | Record<string, string>)[]) {
    const args = given.filter((each) => typeof each === 'string');
    const env = Object.assign({}, process.env, ...given.filter((each) => typeof each !== 'string')) as NodeJS.ProcessEnv;
    const child = spawn(process.execPath, [bin, 'dev', '--project', root, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env });
    running.add(child);
    let out = '';
    let err = '';
    child.stdout.on('data', (part: Buffer) => {
      out += part;
    });
    child.stderr.on('data', (part: Buffer) => {
      err += part;
    });
    const ended = new Promise<number | null>((done) => {
      child.on('exit', (code) => {
        running.delete(child);
        done(code);
      });
    });
    const until = async (test: () => boolean): Promise<void> => {
      const deadline = Date.now() + 60_000;
      while (!test() && child.exitCode === null && Date.now() < deadline)
        await new Promise((done) => {
          setTimeout(done, 20);
        });
    };
    return { child, ended, out: () => out, err: () => err, until };
  }

  test("says where it is, and ends cleanly with the signal's code", async () => {
    const root = makeFolder({ 'package.json': manifest, 'index.js': kiosk(route('/one')) });
    cleanups.push(() => rmSync(root, { recursive: true, force: true }));
    for (const [signal, code] of [
      ['SIGINT', 130],
      ['SIGTERM', 0],
    ] as const) {
      const one = dev(root, '--port', '0', '--json');
      await one.until(() => one.out().includes('\n}'));
      const document = JSON.parse(one.out());
      expect(document).toMatchObject({
        projectRoot: root,
        pid: one.child.pid,
        link: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]{32}$/),
      });
      expect((await call(document.port, 'GET', '/')).status).toBe(200);
      one.child.kill(signal);
      expect(await one.ended).toBe(code);
      await expect(call(document.port, 'GET', '/')).rejects.toThrow();
    }
  });

  test('a port that is taken: who has it, and which is free', async () => {
    const root = makeFolder({ 'package.json': manifest, 'index.js': kiosk() });
    const server = createServer();
    await new Promise<void>((done) => {
      server.listen(0, '127.0.0.1', () => done());
    });
    cleanups.push(
      () => rmSync(root, { recursive: true, force: true }),
      () =>
        new Promise((done) => {
          server.close(done);
        }),
    );
    const { port } = server.address() as AddressInfo;
    const one = dev(root, '--port', String(port));
    expect(await one.ended).toBe(2);
    expect(one.err()).toContain(`Port ${port} is taken`);
    if (process.platform === 'linux') expect(one.err()).toContain(`process ${process.pid}`);
    expect(one.err()).toMatch(/Start with --port \d+, which is free/);
  });

  test.each(['x', '-1', '65536', '1.5'])('--port %s is an error that says what a port is', async (port) => {
    const root = makeFolder({});
    cleanups.push(() => rmSync(root, { recursive: true, force: true }));
    const one = dev(root, `--port=${port}`);
    expect(await one.ended).toBe(2);
    expect(one.err()).toContain('" is no port.');
    expect(one.err()).toContain('A port is a number from 0 to 65535');
  });

  test('of several servers one has to be chosen', async () => {
    const member = JSON.stringify({ scripts: { start: 'node .' }, dependencies: { express: '^5.0.0' } });
    const root = makeFolder({ 'package.json': '{"workspaces":["apps/*"]}', 'apps/a/package.json': member, 'apps/b/package.json': member });
    cleanups.push(() => rmSync(root, { recursive: true, force: true }));
    const one = dev(root, '--port', '0');
    expect(await one.ended).toBe(2);
    expect(one.err()).toContain('holds several servers, and the dashboard shows one: apps/a, apps/b.');
  });

  test('without a built page it says how to build one, and listens to nothing', async () => {
    const root = makeFolder({});
    cleanups.push(() => rmSync(root, { recursive: true, force: true }));
    for (const pageFolder of [root, join(root, 'nowhere')])
      await expect(startStudio({ root, port: 0, toolVersion: '0', pageFolder })).rejects.toThrow("The dashboard's page is not in");
  });

  // Windows and macOS have programs of their own for it, which no folder in front of PATH replaces.
  (process.platform === 'linux' ? test : test.skip)(
    '--open hands the link to the program that opens links, as one argument; without one it goes on',
    async () => {
      const root = makeFolder({
        'package.json': manifest,
        'index.js': kiosk(route('/one')),
        'programs/xdg-open': `#!${process.execPath}\nrequire('fs').writeFileSync(__dirname + '/opened.json', JSON.stringify(process.argv.slice(2)));\n`,
      });
      cleanups.push(() => rmSync(root, { recursive: true, force: true }));
      chmodSync(join(root, 'programs/xdg-open'), 0o755);
      const opened = join(root, 'programs/opened.json');
      for (const folder of ['programs', 'nothing-here']) {
        const one = dev(root, '--port=0', '--open', '--json', { PATH: join(root, folder) });
        await one.until(() => one.out().includes('\n}'));
        const { link, url } = JSON.parse(one.out()) as { link: string; url: string };
        if (folder === 'programs') {
          await one.until(() => existsSync(opened) && readFileSync(opened, 'utf8') !== '');
          expect(JSON.parse(readFileSync(opened, 'utf8'))).toEqual([link]);
        }
        expect((await fetch(url)).status).toBe(200);
        one.child.kill('SIGTERM');
        expect(await one.ended).toBe(0);
      }
    },
  );

  test('two of them in one project damage nothing', async () => {
    const root = makeFolder({ 'package.json': manifest, 'index.js': kiosk(route('/r0')) });
    cleanups.push(() => rmSync(root, { recursive: true, force: true }));
    const both = [dev(root, '--port', '0', '--json'), dev(root, '--port', '0', '--json')];
    for (const one of both) await one.until(() => one.out().includes('\n}'));
    for (const one of both) await one.until(() => existsSync(join(root, '.tool/model.json')));
    for (let i = 1; i <= 5; i++) {
      writeFiles(root, {
        'index.js': kiosk(...Array.from({ length: i + 1 }, (_, index) => route(`/r${index}`))),
        [`extra${i}.js`]: `module.exports = ${i};`,
      });
      await new Promise((done) => {
        setTimeout(done, 150);
      });
    }
    const last = (): number => {
      try {
        return JSON.parse(readFileSync(join(root, '.tool/model.json'), 'utf8')).endpoints.length as number;
      } catch {
        return -1;
      }
    };
    for (const one of both) await one.until(() => last() === 6);
    expect(last()).toBe(6);
    const logged = (): string[] =>
      JSON.parse(readFileSync(join(root, '.tool/changes.json'), 'utf8'))
        .changes.map((change: { filePath: string }) => change.filePath)
        .sort();
    await both[0]!.until(() => logged().length === 6);
    expect(logged()).toEqual(['extra1.js', 'extra2.js', 'extra3.js', 'extra4.js', 'extra5.js', 'index.js']);
    for (const one of both) one.child.kill('SIGTERM');
    for (const one of both) expect(await one.ended).toBe(0);
    expect(readdirSync(join(root, '.tool')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});
