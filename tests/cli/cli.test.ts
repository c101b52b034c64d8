import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, jest, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { didYouMean, suggest } from '../../runtime/project/suggest.js';
import { sourceFrame } from '../../runtime/project/source-frame.js';
import { findServers } from '../../runtime/project/servers.js';

// Every run is a process of its own, and the machine may be busy.
jest.setTimeout(120_000);

const repository = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const bin = join(repository, 'dist/runtime/cli/bin.js');
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'tool-cli-')));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function tool(folder: string, ...args: string[]): Run {
  const { NO_COLOR: _noColour, FORCE_COLOR: _forceColour, ...environment } = process.env;
  const child = spawnSync(process.execPath, [bin, ...args], { cwd: folder, encoding: 'utf8', env: environment, maxBuffer: 2 ** 28 });
  return { code: child.status, stdout: child.stdout, stderr: child.stderr };
}

let folders = 0;
/** A new folder with these files. */
function project(files: Readonly<Record<string, string>>): string {
  const folder = join(scratch, `project-${folders++}`);
  mkdirSync(folder);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

const manifest = JSON.stringify({ name: 'fixture', main: 'kiosk.js', dependencies: { express: '^5.0.0' } });
const kiosk =
  "const express = require('express');\nconst kiosk = express();\nkiosk.get('/tickets/:ticket', (req, res) => res.json({}));\nkiosk.listen(1);\n";

const ajv = new Ajv2020({ strict: false, validateFormats: false });
for (const folder of ['schemas', 'runtime/cli/output-schemas']) {
  for (const file of readdirSync(join(repository, folder))) {
    if (file.endsWith('.schema.json')) ajv.addSchema(JSON.parse(readFileSync(join(repository, folder, file), 'utf8')) as object);
  }
}

/** Parses stdout as one JSON document and checks it against its schema. */
function document(run: Run, schema: string): any {
  const value: unknown = JSON.parse(run.stdout);
  const validate = ajv.getSchema(`https://tool.invalid/output-schemas/${schema}.schema.json`)!;
  const valid = validate(value);
  expect(valid ? [] : validate.errors).toEqual([]);
  return value;
}

const readModel = (folder: string): any => JSON.parse(readFileSync(join(folder, '.tool/model.json'), 'utf8'));
const keysOf = (model: { endpoints: { method: string; path: string }[] }): string[] =>
  model.endpoints.map((endpoint) => `${endpoint.method} ${endpoint.path}`);

describe('the example server', () => {
  const folder = join(scratch, 'bookshop');
  cpSync(join(repository, 'examples/bookshop'), folder, { recursive: true, filter: (file) => !/[\\/](\.tool|node_modules)$/.test(file) });
  const first = tool(folder, 'scan');

  test('scan without init writes the model and says what it found', () => {
    expect(first).toMatchObject({ code: 0 });
    expect(first.stdout).toContain('30 endpoints');
    expect(first.stdout).toContain('wrote .tool/model.json');
    expect(existsSync(join(folder, '.tool/.gitignore'))).toBe(true);
  });

  test('the model holds exactly what the server serves', () => {
    expect(keysOf(readModel(folder)).sort()).toEqual([
      'DELETE /api/v1/books/:bookId',
      'DELETE /api/v1/books/:bookId/reviews/:reviewId',
      'DELETE /api/v1/cart/items/:bookId',
      'GET /api/v1/admin/reports/customers',
      'GET /api/v1/admin/reports/sales',
      'GET /api/v1/admin/reports/stock',
      'GET /api/v1/auth/me',
      'GET /api/v1/authors',
      'GET /api/v1/authors/:authorId',
      'GET /api/v1/books',
      'GET /api/v1/books/:bookId',
      'GET /api/v1/books/:bookId/reviews',
      'GET /api/v1/cart',
      'GET /api/v1/orders',
      'GET /api/v1/orders/:orderId',
      'GET /health',
      'PATCH /api/v1/books/:bookId',
      'POST /api/v1/admin/reindex',
      'POST /api/v1/auth/login',
      'POST /api/v1/auth/logout',
      'POST /api/v1/auth/register',
      'POST /api/v1/authors',
      'POST /api/v1/books',
      'POST /api/v1/books/:bookId/reviews',
      'POST /api/v1/cart/checkout',
      'POST /api/v1/orders/:orderId/cancel',
      'POST /webhooks/payments',
      'PUT /api/v1/authors/:authorId',
      'PUT /api/v1/books/:bookId/cover',
      'PUT /api/v1/cart/items/:bookId',
    ]);
  });

  test('a chain is in execution order, from the app down to the route', () => {
    const endpoint = readModel(folder).endpoints.find((one: { id: string }) => one.id === 'POST /api/v1/auth/login');
    const types = endpoint.middleware.map((entry: { type: string }) => entry.type).filter((type: string) => type !== 'logging');
    expect(types).toEqual(['helmet', 'cors', 'compression', 'parser', 'rate-limit', 'rate-limit', 'validation']);
  });

  test('scanning again changes not one byte', () => {
    const before = readFileSync(join(folder, '.tool/model.json'));
    const again = document(tool(folder, 'scan', '--json'), 'scan');
    expect(again.servers[0]).toMatchObject({ written: false, changes: { added: 0, removed: 0, changed: 0 } });
    expect(readFileSync(join(folder, '.tool/model.json')).equals(before)).toBe(true);
  });

  test('every reading command gives a document that its schema describes', () => {
    expect(document(tool(folder, 'inspect', '--json'), 'inspect')).toMatchObject({
      endpoints: { total: 30, byMethod: { GET: 13 } },
      unresolved: [],
    });
    const list = (...filters: string[]) => document(tool(folder, 'model', 'list', ...filters, '--json'), 'model-list');
    expect(list()).toMatchObject({ total: 30, source: 'model.json' });
    expect(list('--method', 'post', '--guard', 'none').endpoints.map(({ path }: { path: string }) => path)).toEqual([
      '/api/v1/auth/login',
      '/api/v1/auth/register',
    ]);
    expect(list('--field', 'isbn', '--file', 'routes/books', '--path', '/api/*/:bookId')).toMatchObject({
      endpoints: [{ method: 'PATCH', path: '/api/v1/books/:bookId' }],
    });
    expect(tool(folder, 'model', 'list', '--method', 'FOO').stdout).toBe(
      'No endpoint has the method FOO. There are GET, POST, PUT, PATCH, DELETE.\n',
    );
    expect(document(tool(folder, 'adapter', 'list', '--json'), 'adapter-list').adapters).toContainEqual(
      expect.objectContaining({ id: 'express', detected: true }),
    );
    expect(document(tool(folder, 'adapter', 'inspect', 'express', '--json'), 'adapter-inspect')).toMatchObject({
      id: 'express',
      detected: true,
      scan: { endpoints: 30 },
    });
    expect(document(tool(folder, 'config', 'list', '--json'), 'config-list')).toMatchObject({
      projectRoot: folder,
      toolDirectory: join(folder, '.tool'),
      configFileExists: false,
    });
    const activity = document(tool(folder, 'activity', 'list', '--json'), 'activity-list');
    expect(activity.total).toBe(30);
    expect(activity.records[0]).toMatchObject({ kind: 'endpoint_added' });
  });

  test('and a text without colours when nobody watches', () => {
    for (const args of [
      ['inspect'],
      ['model', 'list'],
      ['adapter', 'list'],
      ['adapter', 'inspect', 'express'],
      ['config', 'list'],
      ['activity', 'list'],
      ['inspect', 'endpoint', 'GET', '/health'],
    ]) {
      const run = tool(folder, ...args);
      expect({ args, code: run.code, escapes: /\u001B/.test(run.stdout + run.stderr), empty: run.stdout.length === 0 }).toEqual({
        args,
        code: 0,
        escapes: false,
        empty: false,
      });
    }
  });

  test('inspect endpoint shows a source frame with the caret under the route', () => {
    const run = tool(folder, 'inspect', 'endpoint', 'post', '/api/v1/auth/login');
    expect(run.code).toBe(0);
    expect(run.stdout).toContain('src/routes/sessions.ts:18');
    expect(run.stdout).toMatch(/^> 18 \| sessions\.post\('\/login'/m);
    expect(run.stdout).toMatch(/^ {2} {3}\| {10}\^$/m);
    expect(document(tool(folder, 'inspect', 'endpoint', 'GET', '/api/v1/books/:bookId/', '--json'), 'inspect-endpoint')).toMatchObject({
      endpoint: { id: 'GET /api/v1/books/:bookId' },
      frame: { line: 34 },
    });
  });

  test('an endpoint without a guard is called open only where it refuses nobody', () => {
    const bar =
      "const express = require('express');\nconst bar = express();\n" +
      "bar.get('/menu', (req, res) => res.json({}));\n" +
      "bar.get('/tab', (req, res) => { if (req.query.guest !== 'known') return res.status(401).end(); res.json({}); });\n" +
      "bar.get('/till', (req, res) => { if (!req.query.guest) return res.sendStatus(401); if (req.query.guest !== 'owner') return res.sendStatus(403); res.json({}); });\n" +
      'bar.listen(1);\n';
    const counter = project({ 'package.json': manifest, 'kiosk.js': bar });
    tool(counter, 'scan');
    const security = (path: string): string =>
      tool(counter, 'inspect', 'endpoint', 'GET', path).stdout.split('\nsecurity\n')[1]!.split('\n')[0]!;
    expect(security('/menu')).toBe('  open: no guard was recognised');
    expect(security('/tab')).toBe('  no guard was recognised, but it can answer 401: it may check its callers itself');
    expect(security('/till')).toBe('  no guard was recognised, but it can answer 401 and 403: it may check its callers itself');
  });

  test('fields that an answer may be without are marked', () => {
    const bar =
      "const express = require('express');\nconst bar = express();\n" +
      "bar.get('/menu', (req, res) => res.json({ soup: 'leek', ...(req.query.full && { pie: 3 }) }));\nbar.listen(1);\n";
    const counter = project({ 'package.json': manifest, 'kiosk.js': bar });
    tool(counter, 'scan');
    const { stdout } = tool(counter, 'inspect', 'endpoint', 'GET', '/menu');
    expect(stdout).toMatch(/^ +soup +string$/m);
    expect(stdout).toMatch(/^ +pie +number +optional$/m);
  });

  test('a mistyped path, parameter, method or adapter gets a suggestion and exit code 2', () => {
    expect(tool(folder, 'inspect', 'endpoint', 'GET', '/helth')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"GET /health"'),
    });
    expect(tool(folder, 'inspect', 'endpoint', 'GET', '/api/v1/order/42')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"GET /api/v1/orders/:orderId"'),
    });
    expect(tool(folder, 'inspect', 'endpoint', 'PUT', '/api/v1/auth/login')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('has POST'),
    });
    expect(tool(folder, 'adapter', 'inspect', 'expres')).toMatchObject({ code: 2, stderr: expect.stringContaining('"express"') });
    expect(document(tool(folder, 'inspect', 'endpoint', 'GET', '/helth', '--json'), 'error')).toMatchObject({
      error: { kind: 'usage', exitCode: 2 },
    });
  });

  test('an endpoint is named as the tool writes it, by a URL, or by a path with values', () => {
    for (const words of [['GET /api/v1/orders/:orderId'], ['GET', '/api/v1/orders/42'], ['get http://localhost:3000/api/v1/orders/42?x=1']])
      expect(tool(folder, 'inspect', 'endpoint', ...words).stdout).toMatch(/^GET \/api\/v1\/orders\/:orderId /);
    expect(tool(folder, 'simulate', 'endpoint', 'GET', '/api/v1/orders/42')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"GET /api/v1/orders/:orderId"'),
    });
  });

  test('an endpoint that is missing: what could not be resolved and may be it is named', () => {
    const orders = "const orders = require('express').Router();\norders.get('/', (req, res) => res.end());\nmodule.exports = orders;\n";
    const counter = project({ 'package.json': manifest, 'kiosk.js': kiosk, 'orders.js': orders });
    tool(counter, 'scan');
    expect(tool(counter, 'inspect', 'endpoint', 'GET', '/orders')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/1 place that could not be resolved may be it: orders\.js:1\. The router .* is reached from no server/),
    });
  });

  test('the list says which guards are optional; a model that was only edited by hand is not called stale', () => {
    const counter = project({
      'package.json': manifest,
      'kiosk.js':
        "const jwt = require('jsonwebtoken');\nconst known = (req, res, next) => { const t = req.headers.authorization; if (!t) return next(); jwt.verify(t, 'k'); next(); };\n" +
        kiosk.replace('kiosk.listen', "kiosk.get('/feed', known, (req, res) => res.end());\nkiosk.listen"),
    });
    tool(counter, 'scan');
    expect(tool(counter, 'model', 'list').stdout).toMatch(/\/feed +\w+ \(optional\) /);
    expect(document(tool(counter, 'model', 'list', '--json'), 'model-list')).toMatchObject({
      endpoints: expect.arrayContaining([expect.objectContaining({ path: '/feed', optional: [expect.any(String)] })]),
    });
    const model = readModel(counter);
    model.endpoints[0].summary = 'What is new';
    writeFileSync(join(counter, '.tool/model.json'), JSON.stringify(model));
    const check = tool(counter, 'scan', '--check');
    expect(check).toMatchObject({ code: 1, stdout: expect.stringContaining('was edited by hand: `tool scan` marks what people wrote.') });
    expect(check.stdout).not.toContain('stale');
  });

  test('a JavaScript file that only starts a compiler does not make the language', () => {
    const server =
      "import express from 'express';\nimport { feed } from './feed';\nconst app = express();\napp.get('/feed', feed);\napp.listen(1);\n";
    const counter = project({
      'package.json': manifest.replace('kiosk.js', 'index.js'),
      'index.js': "require('ts-node/register');\nrequire('./src/server');\n",
      'src/server.ts': server,
      'src/feed.ts': 'export const feed = (req: unknown, res: { end(): void }): void => res.end();\n',
    });
    expect(document(tool(counter, 'scan', '--json'), 'scan')).toMatchObject({
      servers: [{ project: { language: 'typescript' }, endpoints: { total: 1 } }],
    });
  });

  test('--quiet says nothing about a success, --project works from elsewhere', () => {
    expect(tool(scratch, 'scan', '--quiet', '--project', folder)).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test('--stop-after writes nothing, --print-after prints on stderr, and a mistyped pass gets a suggestion', () => {
    const before = readFileSync(join(folder, '.tool/model.json'));
    const run = tool(folder, 'scan', '--stop-after', 'normalize-paths', '--print-after', 'lower');
    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining('Stopped after normalize-paths') });
    expect(run.stderr).toContain('lower');
    expect(readFileSync(join(folder, '.tool/model.json')).equals(before)).toBe(true);
    expect(tool(folder, 'scan', '--stop-after=normalise-paths')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"normalize-paths"'),
    });
  });
});

describe('arguments', () => {
  const folder = project({});

  test.each([
    [['scn'], 'Did you mean "scan"'],
    [['scan', '--projct', 'x'], 'Did you mean "--project"?'],
    [['inspect', 'endpont', 'GET', '/'], 'Did you mean "endpoint"?'],
    [['inspect', 'endpoint', 'GET'], 'needs <path>'],
    [['list'], '`tool model list`'],
    [['export', '--help'], 'or `tool model export`'],
    [['model', 'lst', '--help'], 'Did you mean "list"'],
    [['model'], 'needs a command'],
    [['scan', 'extra'], 'does not take the argument "extra"'],
    [['scan', '--project'], 'The option "--project" needs a value'],
    [['scan', '--project', 'nowhere'], 'does not exist'],
    [['activity', 'list', '--limit', 'few'], 'is not a number of records'],
    [['inspect'], 'tool scan'],
  ])('%j is a usage error that says what to do', (args, text) => {
    expect(tool(folder, ...args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(text) });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('every command has help with examples', () => {
    for (const path of [
      ['init'],
      ['scan'],
      ['inspect'],
      ['inspect', 'endpoint'],
      ['model', 'list'],
      ['adapter', 'list'],
      ['adapter', 'inspect'],
      ['config', 'list'],
      ['activity', 'list'],
    ]) {
      const run = tool(folder, ...path, '--help');
      expect({ path, code: run.code, examples: run.stdout.includes('Examples:') }).toEqual({ path, code: 0, examples: true });
    }
    expect(tool(folder, '--help').stdout).toContain('Exit codes:');
    expect(tool(folder, '--version').stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test('--help loads neither the compiler nor a validator', () => {
    const trace = "process.on('exit', () => console.error(JSON.stringify(Object.keys(require.cache))));";
    const preload = join(scratch, 'loaded.cjs');
    writeFileSync(preload, trace);
    const child = spawnSync(process.execPath, ['--require', preload, bin, '--help'], { cwd: folder, encoding: 'utf8' });
    expect(child.status).toBe(0);
    expect(child.stderr).not.toMatch(/node_modules[\\/](typescript|ts-morph|ajv)[\\/]/);
  });
});

describe('init', () => {
  test('makes what is missing and keeps what exists', () => {
    const folder = project({ 'package.json': manifest, 'kiosk.js': kiosk });
    const made = document(tool(folder, 'init', '--json'), 'init');
    expect(made.created).toEqual(expect.arrayContaining(['tool.config.json', '.tool/model.json', '.tool/.gitignore']));
    expect(readFileSync(join(folder, '.tool/.gitignore'), 'utf8')).toMatch(/memory\.json/);
    expect(keysOf(readModel(folder))).toEqual([]);
    tool(folder, 'scan');
    const before = readFileSync(join(folder, '.tool/model.json'), 'utf8');
    const again = document(tool(folder, 'init', '--json'), 'init');
    expect(again.created).toEqual([]);
    expect(readFileSync(join(folder, '.tool/model.json'), 'utf8')).toBe(before);
  });
});

describe('a folder without a server never passes for a success', () => {
  test.each<[string, Record<string, string>, RegExp]>([
    ['empty', {}, /no JavaScript or TypeScript source file/],
    ['not JavaScript', { 'main.py': 'print(1)\n', 'go.mod': 'module x\n' }, /no JavaScript or TypeScript source file/],
    ['no framework', { 'package.json': '{"name":"x","main":"a.js"}', 'a.js': 'console.log(1);\n' }, /No supported web framework/],
    [
      'a framework that no adapter models',
      {
        'package.json': '{"name":"x","main":"a.ts"}',
        'a.ts': "import { PlatformExpress } from '@tsed/platform-express';\nPlatformExpress.bootstrap(class {});\n",
      },
      /a\.ts:1: This file uses Ts\.ED .* which no adapter models/,
    ],
    [
      'such a framework beside a modelled one',
      {
        'package.json': manifest,
        'kiosk.js': "require('express');\nconst hapi = require('@hapi/hapi');\nhapi.server({ port: 1 }).start();\n",
      },
      /kiosk\.js:2: This file uses hapi /,
    ],
    [
      'an app without routes',
      { 'package.json': manifest, 'kiosk.js': "const e = require('express');\ne().listen(1);\n" },
      /no route is registered/,
    ],
    [
      'routers that no app uses',
      {
        'package.json': manifest,
        'kiosk.js': "const { Router } = require('express');\nconst r = Router();\nr.get('/a', (q, s) => s.end());\nmodule.exports = r;\n",
      },
      /no app of this project uses them|no app is made/,
    ],
  ])('%s', (_name, files, reason) => {
    const folder = project(files);
    const run = tool(folder, 'scan');
    expect(run).toMatchObject({ code: 1, stdout: expect.stringMatching(reason) });
    expect(run.stdout).toContain('help:');
    expect(document(tool(folder, 'scan', '--json'), 'scan').servers[0].why.reason).toMatch(reason);
  });
});

describe('whatever the folder holds', () => {
  const found = ['GET /tickets/:ticket'];
  const withKiosk = (files: Readonly<Record<string, string>>): string => project({ 'package.json': manifest, 'kiosk.js': kiosk, ...files });

  test('a file with syntax errors is reported and the rest is modelled', () => {
    const folder = withKiosk({
      'kiosk.js': kiosk.replace('kiosk.listen', "kiosk.use('/bad', require('./broken'));\nkiosk.listen"),
      'broken.js': 'const = = ;\nmodule.exports = function ( {\n',
    });
    const run = tool(folder, 'scan', '--verbose');
    expect(run).toMatchObject({ code: 1, stdout: expect.stringContaining('broken.js') });
    expect(keysOf(readModel(folder))).toEqual(found);
  });

  test('cyclic imports', () => {
    const folder = withKiosk({
      'kiosk.js': "const express = require('express');\nconst kiosk = express();\nmodule.exports = { kiosk };\nrequire('./left');\n",
      'left.js':
        "const { kiosk } = require('./kiosk');\nconst right = require('./right');\nkiosk.get('/tickets/:ticket', right.answer);\nexports.left = 1;\n",
      'right.js': "const left = require('./left');\nexports.answer = (req, res) => res.json(left);\n",
    });
    expect(tool(folder, 'scan').code).toBe(0);
    expect(keysOf(readModel(folder))).toEqual(found);
  });

  test('cyclic mounts', () => {
    const folder = withKiosk({
      'kiosk.js': kiosk.replace(
        'kiosk.listen',
        "const ring = express.Router();\nconst knot = express.Router();\nring.use('/knot', knot);\nknot.use('/ring', ring);\nkiosk.use('/round', ring);\nkiosk.listen",
      ),
    });
    const run = tool(folder, 'scan');
    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(/cycl|itself/i);
    expect(keysOf(readModel(folder))).toEqual(found);
  });

  test('a minified file of 5 MB', () => {
    const folder = withKiosk({
      'public/bundle.min.js': `!function(){${'var a=function(b,c){return b.get("/x"+c,function(){})};'.repeat(95_000)}}();`,
      'vendor.js': `module.exports={${'a:function(b){return b&&b.c||0},'.repeat(160_000)}};`,
    });
    expect(tool(folder, 'scan').code).toBe(0);
    expect(keysOf(readModel(folder))).toEqual(found);
  });

  test('loops of symbolic links', () => {
    const folder = withKiosk({ 'lib/a.js': 'exports.a = 1;\n' });
    symlinkSync('..', join(folder, 'lib/up'));
    symlinkSync('loop', join(folder, 'loop'));
    symlinkSync(folder, join(folder, 'lib/self'));
    expect(tool(folder, 'scan').code).toBe(0);
    expect(keysOf(readModel(folder))).toEqual(found);
  });

  test('files that cannot be read', () => {
    const folder = withKiosk({
      'kiosk.js': kiosk.replace(
        'kiosk.listen',
        "require('./folder.js');\ntry { require('./gone.js'); } catch {}\nrequire('./locked.js');\nkiosk.listen",
      ),
      'locked.js': 'module.exports = 1;\n',
      'sealed/inner.js': '',
    });
    mkdirSync(join(folder, 'folder.js'));
    symlinkSync('nowhere.js', join(folder, 'gone.js'));
    chmodSync(join(folder, 'locked.js'), 0o000);
    chmodSync(join(folder, 'sealed'), 0o000);
    const run = tool(folder, 'scan');
    chmodSync(join(folder, 'sealed'), 0o700);
    expect(run.code).toBe(0);
    expect(keysOf(readModel(folder))).toEqual(found);
  });

  test.each<[string, Record<string, string>]>([
    ['a broken tsconfig', { 'tsconfig.json': '{ "compilerOptions": { "paths": ' }],
    ['a tsconfig that extends nothing', { 'tsconfig.json': '{ "extends": "./nowhere.json", "include": 5 }' }],
    ['a tsconfig that is a circle', { 'tsconfig.json': '{ "extends": "./tsconfig.json" }' }],
    [
      'a byte order mark and CRLF',
      { 'kiosk.js': `\uFEFF${kiosk.replaceAll('\n', '\r\n')}`, 'package.json': `\uFEFF${manifest.replaceAll(',', ',\r\n')}` },
    ],
    ['no manifest', { 'package.json': '' }],
    ['a broken manifest', { 'package.json': '{ "name": ' }],
    ['a manifest that is a list', { 'package.json': '[1]' }],
    [
      'odd members in the manifest',
      {
        'package.json':
          '{"name":5,"main":{"a":1},"scripts":"x","workspaces":{"packages":3},"dependencies":["express"],"bin":[null],"exports":7}',
      },
    ],
  ])('%s', (_name, files) => {
    const folder = withKiosk(files);
    expect(tool(folder, 'scan')).toMatchObject({ code: 0 });
    expect(keysOf(readModel(folder))).toEqual(found);
    expect(readModel(folder).endpoints[0].source).toEqual({ file: 'kiosk.js', line: 3 });
  });
});

describe('an existing model is never lost', () => {
  test('a corrupt model.json is an error that names it, and stays', () => {
    const folder = project({ 'package.json': manifest, 'kiosk.js': kiosk, '.tool/model.json': '{"version":"0.3","endpoints":[{"id"' });
    for (const args of [['scan'], ['inspect'], ['model', 'list']]) {
      expect(tool(folder, ...args)).toMatchObject({ code: 2, stderr: expect.stringContaining('model.json') });
      expect(readFileSync(join(folder, '.tool/model.json'), 'utf8')).toBe('{"version":"0.3","endpoints":[{"id"');
    }
  });

  test('a broken tool.config.json is an error that names it, and the model stays', () => {
    const folder = project({ 'package.json': manifest, 'kiosk.js': kiosk });
    tool(folder, 'scan');
    const before = readFileSync(join(folder, '.tool/model.json'), 'utf8');
    for (const text of ['{ "entries": [', '{ "entries": "kiosk.js" }', '{ "entires": ["kiosk.js"] }']) {
      writeFileSync(join(folder, 'tool.config.json'), text);
      expect(tool(folder, 'scan')).toMatchObject({ code: 2, stderr: expect.stringContaining('tool.config.json') });
      expect(readFileSync(join(folder, '.tool/model.json'), 'utf8')).toBe(before);
    }
  });

  test('a scan that finds nothing any more keeps it and exits with 1, unless told otherwise', () => {
    const folder = project({ 'package.json': manifest, 'kiosk.js': kiosk });
    tool(folder, 'scan');
    const before = readFileSync(join(folder, '.tool/model.json'), 'utf8');
    writeFileSync(join(folder, 'kiosk.js'), '<<<<<<< HEAD\n');
    expect(tool(folder, 'scan')).toMatchObject({ code: 1, stdout: expect.stringContaining('was kept') });
    expect(readFileSync(join(folder, '.tool/model.json'), 'utf8')).toBe(before);
    expect(tool(folder, 'scan', '--allow-empty').code).toBe(1);
    expect(keysOf(readModel(folder))).toEqual([]);
  });

  test('a syntax error anywhere in what the server runs leaves it as it was', () => {
    const stalls = "const stalls = require('express').Router();\nstalls.get('/', (req, res) => res.end());\nmodule.exports = stalls;\n";
    const mounted = kiosk.replace('kiosk.listen', "kiosk.use('/stalls', require('./stalls'));\nkiosk.listen");
    const folder = project({ 'package.json': manifest, 'kiosk.js': mounted, 'stalls.js': stalls });
    tool(folder, 'scan');
    const before = readFileSync(join(folder, '.tool/model.json'), 'utf8');
    writeFileSync(join(folder, 'stalls.js'), stalls.replace('stalls.get', 'const open = { a: 1\nstalls.get'));
    const broken = tool(folder, 'scan');
    expect(broken).toMatchObject({ code: 1, stdout: expect.stringContaining('1 file with a syntax error: stalls.js:3.') });
    expect(broken.stdout).toContain('The existing .tool/model.json was kept: it has 2 endpoints.');
    expect(broken.stdout).not.toContain('not-a-function');
    expect(tool(folder, 'scan', '--check')).toMatchObject({ code: 1, stdout: expect.stringContaining('cannot be checked') });
    expect(readFileSync(join(folder, '.tool/model.json'), 'utf8')).toBe(before);
    expect(tool(folder, 'scan', '--allow-empty').code).toBe(0);
    expect(keysOf(readModel(folder))).toEqual(['GET /tickets/:ticket']);
    expect(tool(folder, 'scan').code).toBe(1);
  });

  test('what a person wrote into it survives a rescan', () => {
    const folder = project({ 'package.json': manifest, 'kiosk.js': kiosk });
    tool(folder, 'scan');
    const model = readModel(folder);
    model.endpoints[0].summary = 'One ticket';
    model.endpoints[0].authored = ['/summary'];
    model.endpoints.push({ id: 'GET /by-hand', method: 'GET', path: '/by-hand', middleware: [], origin: 'manual' });
    writeFileSync(join(folder, '.tool/model.json'), JSON.stringify(model));
    writeFileSync(
      join(folder, 'kiosk.js'),
      kiosk.replace('kiosk.listen', "kiosk.post('/tickets', (req, res) => res.end());\nkiosk.listen"),
    );
    expect(tool(folder, 'scan').code).toBe(0);
    expect(keysOf(readModel(folder)).sort()).toEqual(['GET /by-hand', 'GET /tickets/:ticket', 'POST /tickets']);
    expect(readModel(folder).endpoints.find((one: { id: string }) => one.id === 'GET /tickets/:ticket').summary).toBe('One ticket');
    expect(tool(folder, 'activity', 'list').stdout).toContain('POST /tickets');
    writeFileSync(join(folder, 'kiosk.js'), kiosk.replace(/^.*:ticket.*$/m, "kiosk.get('/seats', (req, res) => res.end());"));
    expect(tool(folder, 'scan').stdout).toContain('1 added, 2 removed (1 of them kept for what people wrote into it), 0 changed');
  });

  test('a scanned value that a person changed is said in full once, and by --verbose', () => {
    const folder = project({ 'package.json': manifest, 'kiosk.js': kiosk });
    tool(folder, 'scan');
    const model = readModel(folder);
    model.endpoints[0].name = 'One ticket';
    writeFileSync(join(folder, '.tool/model.json'), JSON.stringify(model));
    expect(tool(folder, 'scan').stdout).toContain('the model keeps "One ticket"');
    writeFileSync(join(folder, 'kiosk.js'), `${kiosk}\n`);
    expect(tool(folder, 'scan').stdout).toContain('kept by hand: 1 value that people wrote; tool scan --verbose');
    expect(tool(folder, 'scan', '--verbose').stdout).toContain('the model keeps "One ticket"');
  });

  test('a syntax error in a file that only types come from leaves it, too', () => {
    const folder = project({
      'package.json': manifest.replace('kiosk.js', 'kiosk.ts'),
      'kiosk.ts':
        "import express, { type Request } from 'express';\nimport type { Ticket } from './ticket';\nconst kiosk = express();\nkiosk.post('/tickets', (req: Request<object, object, Ticket>, res) => { const ticket: Ticket = req.body; res.json(ticket); });\nkiosk.listen(1);\n",
      'ticket.ts': 'export interface Ticket { seat: number; row: string }\n',
    });
    expect(tool(folder, 'scan').code).toBe(0);
    writeFileSync(join(folder, 'ticket.ts'), 'export interface Ticket { seat: number; row\n');
    expect(tool(folder, 'scan')).toMatchObject({ code: 1, stdout: expect.stringContaining('1 file with a syntax error: ticket.ts:') });
  });
});

describe('several servers in one repository', () => {
  const server = (path: string): string =>
    `const express = require('express');\nconst desk = express();\ndesk.get('${path}', (req, res) => res.end());\ndesk.get('/health', (req, res) => res.end());\ndesk.listen(1);\n`;
  const member = (name: string): string =>
    JSON.stringify({ name, main: 'desk.js', scripts: { start: 'node desk.js' }, dependencies: { express: '5' } });
  const files = {
    'package.json': JSON.stringify({ name: 'repository', private: true, workspaces: ['apps/*'] }),
    'apps/front/package.json': member('front'),
    'apps/front/desk.js': server('/orders'),
    'apps/back/package.json': member('back'),
    'apps/back/desk.js': server('/invoices'),
    'apps/tools/package.json': JSON.stringify({ name: 'tools' }),
  };

  test('each is scanned on its own root and gets its own model', () => {
    const folder = project(files);
    const scanned = document(tool(folder, 'scan', '--json'), 'scan');
    expect(scanned.servers.map((one: { folder: string }) => one.folder)).toEqual(['apps/back', 'apps/front']);
    expect(keysOf(readModel(join(folder, 'apps/back')))).toEqual(['GET /health', 'GET /invoices']);
    expect(keysOf(readModel(join(folder, 'apps/front')))).toEqual(['GET /health', 'GET /orders']);
    expect(tool(folder, 'agent', 'run', 'coverage')).toMatchObject({ code: 2, stderr: expect.stringContaining('--project apps/back') });
    expect(tool(folder, 'inspect', '--project', 'apps/back').code).toBe(0);
    expect(document(tool(folder, 'model', 'list', '--json'), 'model-list')).toMatchObject({ source: 'workspace', total: 4 });
    const broken = readModel(join(folder, 'apps/front'));
    broken.endpoints[0].path = 5;
    writeFileSync(join(folder, 'apps/front/.tool/model.json'), JSON.stringify(broken));
    const checked = tool(folder, 'model', 'validate', '--json');
    expect(checked.code).toBe(1);
    expect(document(checked, 'model-validate')).toMatchObject({
      files: ['apps/back/.tool/model.json', 'apps/front/.tool/model.json'],
      findings: [{ file: 'apps/front/.tool/model.json', code: 'schema' }],
    });
  });

  test('a folder with a framework that nobody starts is said to be left out, a library is not', () => {
    const uses = { dependencies: { express: '5' } };
    const folder = project({
      ...files,
      'apps/idle desk/package.json': JSON.stringify({ name: 'idle', main: 'index.js', ...uses }),
      'apps/idle desk/index.js': server('/idle'),
      'apps/kit/package.json': JSON.stringify({ name: 'kit', exports: './kit.js', ...uses }),
      'apps/guards/package.json': JSON.stringify({ name: 'guards', main: 'guards.js', ...uses }),
      'apps/tools/package.json': JSON.stringify({ name: 'tools', dependencies: { guards: '*' } }),
    });
    const { servers } = document(tool(folder, 'scan', '--json'), 'scan');
    expect(servers.map(({ leftOut }: { leftOut?: unknown }) => leftOut)).toEqual([undefined, ['apps/idle desk']]);
    // Said again where nothing changed.
    for (const { stdout } of [tool(folder, 'scan'), tool(folder, 'scan')])
      expect(stdout).toMatch(/not scanned {2}apps\/idle desk: .*\nhelp: .*`tool scan --project 'apps\/idle desk'`/);
    expect(tool(folder, 'scan', '--project', 'apps/idle desk').stdout).toContain('2 endpoints');
    writeFileSync(join(folder, 'tool.config.json'), '{ "projects": ["apps/front", "apps/back"] }');
    expect(tool(folder, 'scan').stdout).not.toContain('not scanned');
  });

  test('without scripts those are servers whose main file listens, a library that exports one is not', () => {
    const uses = (name: string, more: object = {}): string => JSON.stringify({ name, dependencies: { express: '5' }, ...more });
    const folder = project({
      'package.json': files['package.json'],
      'apps/front/package.json': uses('front', { main: 'lib/desk' }),
      'apps/front/lib/desk.js': server('/orders'),
      'apps/back/package.json': uses('back', { main: 'dist/server.js', dependencies: { express: '5', kit: '*' } }),
      'apps/back/src/server.ts': server('/invoices'),
      'apps/kit/package.json': uses('kit', { main: 'index.js' }),
      'apps/kit/index.js': 'exports.start = (desk) => desk.listen(1);',
      'apps/guards/package.json': uses('guards', { main: 'index.js' }),
      'apps/guards/index.js': "module.exports = require('express')();",
    });
    const servers = (): string[] => findServers(folder, packages);
    expect(servers()).toEqual(['apps/back', 'apps/front']);
    expect(tool(folder, 'scan').stdout).not.toContain('one model');
    writeFileSync(join(folder, 'apps/front/package.json'), uses('front', { main: 'lib/desk', scripts: { start: 'node lib/desk' } }));
    expect(servers()).toEqual(['apps/back', 'apps/front']);
  });

  test('where several folders end up as one model, that is said', () => {
    const uses = (main: string): string => JSON.stringify({ main, dependencies: { express: '5' } });
    const folder = project({
      'package.json': files['package.json'],
      'apps/front/package.json': uses('desk.js'),
      'apps/front/desk.js': server('/orders'),
      'apps/back/package.json': uses('desk.js'),
      'apps/back/desk.js': `${server('/invoices').replace('.listen(1)', "['lis' + 'ten'](1)")}`,
    });
    for (const { stdout } of [tool(folder, 'scan'), tool(folder, 'scan')])
      expect(stdout).toMatch(/one model {2}of apps\/back, apps\/front: .*\nhelp: .*`projects`/);
  });

  test('the configuration chooses', () => {
    const folder = project({ ...files, 'tool.config.json': '{ "projects": ["apps/fr*"] }' });
    expect(document(tool(folder, 'scan', '--json'), 'scan').servers.map((one: { folder: string }) => one.folder)).toEqual(['apps/front']);
    writeFileSync(join(folder, 'tool.config.json'), '{ "projects": ["nowhere"] }');
    expect(tool(folder, 'scan')).toMatchObject({ code: 2, stderr: expect.stringContaining('nowhere') });
  });

  test('--project chooses one', () => {
    const folder = project(files);
    expect(document(tool(folder, 'scan', '--json', '--project', 'apps/front'), 'scan').servers).toHaveLength(1);
    expect(existsSync(join(folder, 'apps/back/.tool'))).toBe(false);
  });

  test('pnpm workspaces count, libraries and roots that are servers do not', () => {
    const { 'package.json': _root, ...members } = files;
    expect(
      findServers(
        project({ ...members, 'package.json': '{}', 'pnpm-workspace.yaml': 'packages:\n  # all\n  - \'apps/*\'\n  - "!apps/front"\n' }),
        packages,
      ),
    ).toEqual([]);
    expect(findServers(project({ ...members, 'package.json': '{}', 'pnpm-workspace.yaml': 'packages:\n- apps/**\n' }), packages)).toEqual([
      'apps/back',
      'apps/front',
    ]);
    expect(findServers(project({ ...files, 'package.json': manifest }), packages)).toEqual([]);
    expect(findServers(project({ ...files, 'apps/back/package.json': '{"dependencies":{"express":"5"}}' }), packages)).toEqual([]);
  });

  const packages = new Set(['express', '@nestjs/core']);
  const started = (name: string, dependencies: object = { express: '5' }, scripts: object = { start: 'node desk.js' }): string =>
    JSON.stringify({ name, scripts, dependencies });

  test('folders with a manifest of their own need no workspace, and examples, tests and outputs are none', () => {
    const folders = {
      'backend/package.json': started('backend'),
      'jobs/mailer/package.json': started('mailer'),
      'frontend/package.json': started('frontend', { react: '19' }, { start: 'vite' }),
    };
    expect(findServers(project(folders), packages)).toEqual(['backend', 'jobs/mailer']);
    expect(findServers(project({ ...folders, 'package.json': '{"private":true}' }), packages)).toEqual(['backend', 'jobs/mailer']);
    const left = Object.fromEntries(
      ['examples/one', 'test/two', 'dist/three', 'backend/node_modules/four', 'a/b/c/deep'].map((folder) => [
        `${folder}/package.json`,
        started(folder),
      ]),
    );
    expect(findServers(project({ ...folders, ...left }), packages)).toEqual(['backend', 'jobs/mailer']);
  });

  test('a framework reached through a package of the repository counts, a script that only builds does not', () => {
    const common = { 'lib/web/package.json': started('@all/web', { express: '5' }, { dev: 'cross-env A=1 tsc --watch', start: 'tsup' }) };
    const one = {
      'svc/a/package.json': started('a', { '@all/web': '*' }),
      'svc/b/package.json': started('b', { '@all/web': '*' }, { dev: 'tsc && node --watch dist/b.js' }),
    };
    const root = { 'package.json': '{"workspaces":{"packages":["lib/*","svc/*"]}}' };
    expect(findServers(project({ ...root, ...common, ...one }), packages)).toEqual(['svc/a', 'svc/b']);
    expect(findServers(project({ ...root, ...one }), packages)).toEqual([]);
  });

  test.each([
    ['a Dockerfile', { 'svc/b/Dockerfile': 'FROM node:22\nCOPY . .\nCMD ["node", "b.js"]\n' }],
    ['a Procfile', { 'svc/b/Procfile': 'web: node b.js\n' }],
    ['a file of pm2', { 'svc/b/ecosystem.config.js': 'module.exports = { apps: [{ script: "b.js" }] };\n' }],
    ['a file of the serverless framework', { 'svc/b/serverless.yml': 'service: b\n' }],
    ['a file of nodemon', { 'svc/b/nodemon.json': '{"exec":"node b.js"}' }],
  ])('%s starts what is in its folder', (_what, file) => {
    const folders = { 'svc/a/package.json': started('a'), 'svc/b/package.json': started('b', { express: '5' }, {}) };
    expect(findServers(project(folders), packages)).toEqual([]);
    expect(findServers(project({ ...folders, ...file }), packages)).toEqual(['svc/a', 'svc/b']);
  });

  test('a scan that finds nothing says what it ran and where else it could look', () => {
    const folder = project({
      'package.json': '{"name":"all","main":"start.js"}',
      'start.js': "const app = require('express')();\napp.listen(1);\n",
      'svc/a/package.json': started('a'),
      'svc/a/desk.js': '',
    });
    const [scanned] = document(tool(folder, 'scan', '--json'), 'scan').servers as [
      { readonly why: { readonly reason: string; readonly help: string } },
    ];
    expect(scanned.why.reason).toContain('Run as programs: start.js.');
    expect(scanned.why.help).toContain('Folders below that name a framework: svc/a; scan one with --project svc/a.');
  });

  test('applications that Nx and the Nest CLI state share the manifest of the root; rush and lerna name folders', () => {
    const root = { 'package.json': started('all') };
    const nx = (executor: string): string => JSON.stringify({ projectType: 'application', targets: { build: { executor } } });
    expect(
      findServers(
        project({
          ...root,
          'nx.json': '{}',
          'apps/a/project.json': nx('@nx/js:tsc'),
          'apps/b/project.json': nx('@nrwl/node:build'),
          'apps/page/project.json': nx('@nx/vite:build'),
        }),
        packages,
      ),
    ).toEqual(['apps/a', 'apps/b']);
    const nest = {
      'nest-cli.json': JSON.stringify({
        monorepo: true,
        projects: {
          a: { type: 'application', root: 'apps/a' },
          b: { type: 'application', root: 'apps/b' },
          shared: { type: 'library', root: 'libs/shared' },
        },
      }),
    };
    expect(
      findServers(project({ ...root, ...nest, 'apps/a/main.ts': '', 'apps/b/main.ts': '', 'libs/shared/index.ts': '' }), packages),
    ).toEqual(['apps/a', 'apps/b']);
    const deep = { 'one/two/three/four/a/package.json': started('a'), 'one/two/three/four/b/package.json': started('b') };
    expect(
      findServers(
        project({
          ...deep,
          'rush.json':
            '{ // folders\n "projects": [{ "packageName": "a", "projectFolder": "one/two/three/four/a" }, { "projectFolder": "one/two/three/four/b" }] }',
        }),
        packages,
      ),
    ).toEqual(['one/two/three/four/a', 'one/two/three/four/b']);
    expect(findServers(project({ ...deep, 'lerna.json': '{"packages":["one/**"]}' }), packages)).toEqual([
      'one/two/three/four/a',
      'one/two/three/four/b',
    ]);
  });
});

describe('small parts', () => {
  test('suggestions are near or begin with what was typed', () => {
    expect(suggest('insepct', ['inspect', 'init'])).toEqual(['inspect']);
    expect(suggest('zzz', ['inspect', 'init'])).toEqual([]);
    expect(didYouMean('in', ['inspect', 'init'])).toBe('Did you mean "init" or "inspect"?');
  });

  test('a source frame does not leave the project and survives tabs, CRLF and files that shrank', () => {
    const folder = project({ 'a.js': "\tone;\r\n\tapp.get('/x');\r\n" });
    expect(sourceFrame(folder, 'a.js', 2)).toEqual({
      line: 2,
      column: 3,
      lines: [
        { number: 1, text: '  one;' },
        { number: 2, text: "  app.get('/x');" },
        { number: 3, text: '' },
      ],
    });
    expect(sourceFrame(folder, 'a.js', 9)).toBeNull();
    expect(sourceFrame(folder, '../../../etc/passwd', 1)).toBeNull();
    expect(sourceFrame(folder, '/etc/passwd', 1)).toBeNull();
  });
});
