import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { scanProject, type ScanResult } from '../../compiler/scan.js';

/** Scans `folder` of a repository that is written for the test. */
async function scanFiles(files: Readonly<Record<string, string>>, folder = '.'): Promise<ScanResult> {
  const root = mkdtempSync(path.join(tmpdir(), 'tool-entries-'));
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
    }
    return await scanProject({ root: path.join(root, folder) });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const routes = (set: ScanResult['endpointSet']): string[] => set.endpoints.map(({ method, path: full }) => `${method} ${full}`);

const manifest = (name: string, more: object = {}): string =>
  JSON.stringify({ name, version: '1.0.0', dependencies: { express: '^4.21.0' }, ...more });

describe('which files run as programs', () => {
  test('what reaches the framework through files of tests alone starts a stand-in, no server', async () => {
    const { entries, endpointSet } = await scanFiles({
      'package.json': manifest('goshawk'),
      'nests.local.config.js': "const { stand } = require('./tests/e2e/stand');\nmodule.exports = { port: stand().listen(3000) };\n",
      'tests/e2e/stand.js':
        "const express = require('express');\nexports.stand = () => { const app = express(); app.get('/stand', (req, res) => res.end()); return app; };\n",
      'loft.js': "require('./tests/shared');\nrequire('./lib/perch');\n",
      'tests/shared.js': 'module.exports = 1;\n',
      'lib/perch.js': "const app = require('express')();\napp.get('/perch', (req, res) => res.end());\napp.listen(1);\n",
    });
    expect(entries).toEqual(['loft.js']);
    expect(routes(endpointSet)).toEqual(['GET /perch']);
  });

  test("a script that only names the framework's types is none, one that uses a value is", async () => {
    const { entries, endpointSet } = await scanFiles({
      'package.json': manifest('osprey'),
      'scripts/report.ts':
        "import express, { Request, type Response } from 'express';\nimport * as whole from 'express';\nexport const show = (req: Request, res: express.Response, next: whole.NextFunction): void => { next(); };\nshow(null as never, null as never, () => {});\n",
      'scripts/comment.js': "/**\n * @param {import('express').Request} req\n */\nmodule.exports = (req) => req.body;\n",
      'scripts/inline.ts': "export const read = (req: import('express').Request): unknown => req.body;\n",
      'tools/kestrel.ts': "import { Router, Request } from 'express';\nexport const made = Router();\n",
      'tools/merlin.ts':
        "import express from 'express';\nconst build = express;\nconst app = build();\napp.get('/merlin', (req, res) => res.end());\napp.listen(1);\n",
    });
    expect(entries).toEqual(['tools/kestrel.ts', 'tools/merlin.ts']);
    expect(routes(endpointSet)).toEqual(['GET /merlin']);
  });

  test('a callback for an unknown callee runs when what it imports holds an application, not when only its module graph does', async () => {
    const { endpointSet, diagnostics } = await scanFiles({
      'package.json': manifest('plover', { main: 'index.js', type: 'module' }),
      'index.js':
        "import { app } from './app.js';\nimport { broker } from 'some-broker';\nimport { heavy } from './work.js';\nimport { late } from './late.js';\nbroker.on('job', () => heavy(0));\nbroker.on('ready', () => late());\napp.listen(1);\n",
      'app.js': "import express from 'express';\nexport const app = express();\n",
      'late.js': "import { app } from './app.js';\nexport const late = () => app.get('/late', (req, res) => res.end());\n",
      'work.js':
        "import { app } from './app.js';\nexport const name = app.get('env');\nexport const heavy = (n) => { let sum = 0; for (let i = 0; i < 1e9; i++) sum += i; return sum; };\n",
    });
    expect(routes(endpointSet)).toEqual(['GET /late']);
    expect(diagnostics).toEqual([]);
  });

  test('own code in a node_modules folder is evaluated, an installed package is not', async () => {
    const files = (record: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
      'package.json': manifest('bittern', { main: 'packages/node_modules/bittern/start.js' }),
      'packages/node_modules/bittern/package.json': manifest('bittern', { dependencies: { '@bittern/reeds': '1.0.0', express: '*' } }),
      'packages/node_modules/bittern/start.js':
        "const app = require('express')();\nrequire('@bittern/reeds').attach(app);\napp.listen(1);\n",
      'packages/node_modules/@bittern/reeds/package.json': manifest('@bittern/reeds', { main: './lib' }),
      'packages/node_modules/@bittern/reeds/lib/index.js': "exports.attach = (host) => { host.get('/reeds', (req, res) => res.end()); };\n",
      ...record,
    });
    expect(routes((await scanFiles(files({}))).endpointSet)).toEqual(['GET /reeds']);
    expect(routes((await scanFiles(files({ 'packages/node_modules/.package-lock.json': '{}' }))).endpointSet)).toEqual([]);
  });

  test('a router that nothing mounts is in the model of a fragment without a manifest, under a condition, and in no other', async () => {
    const files = {
      'otters.js':
        "const router = require('express').Router();\nrouter.get('/otters', (req, res) => res.end());\nmodule.exports = router;\n",
    };
    const fragment = await scanFiles(files);
    expect(
      fragment.endpointSet.endpoints.map(({ method, path: full, conditional }) => `${method} ${full} ${conditional !== undefined}`),
    ).toEqual(['GET /otters true']);
    expect(fragment.diagnostics.map(({ code }) => code)).toEqual(['project/router-of-a-fragment']);
    // The folder has none, but the package in it that the router belongs to has.
    const packaged = await scanFiles({
      'api/package.json': manifest('otters'),
      'api/index.js':
        "require('./otters');\nconst app = require('express')();\napp.get('/seals', (req, res) => res.end());\napp.listen(1);\n",
      'api/otters.js': files['otters.js'],
    });
    expect(routes(packaged.endpointSet)).toEqual(['GET /seals']);
    expect(packaged.diagnostics.map(({ code }) => code)).toEqual(['core/unmounted-router']);
    const whole = await scanFiles({ ...files, 'package.json': manifest('holt') });
    expect(routes(whole.endpointSet)).toEqual([]);
    expect(whole.diagnostics.map(({ code }) => code)).toEqual(['core/unmounted-router']);
  });

  test('of two files whose names differ in letter case alone an import in other letters takes neither', async () => {
    const files = {
      'package.json': manifest('bustard', { main: 'index.js' }),
      'index.js': "const app = require('express')();\nrequire('./ROUTES').attach(app);\napp.listen(1);\n",
      'Routes.js': "exports.attach = (host) => { host.get('/upper', (req, res) => res.end()); };\n",
    };
    const one = await scanFiles(files);
    expect([routes(one.endpointSet), one.diagnostics.map(({ code }) => code)]).toEqual([['GET /upper'], ['evaluator/letter-case']]);
    const two = await scanFiles({
      ...files,
      'routes.js': "exports.attach = (host) => { host.get('/lower', (req, res) => res.end()); };\n",
    });
    expect([routes(two.endpointSet), two.diagnostics.map(({ code }) => code)]).toEqual([
      [],
      ['evaluator/missing-module', 'evaluator/object-into-unknown'],
    ]);
  });

  test('what one package serves does not keep the exports of another from being tried, when that one is started by itself', async () => {
    const files = (more: object): Readonly<Record<string, string>> => ({
      'package.json': JSON.stringify({ name: 'colony', private: true }),
      'probe/package.json': manifest('probe', { main: 'probe.js' }),
      'probe/probe.js': "const app = require('express')();\napp.get('/alive', (req, res) => res.end());\napp.listen(1);\n",
      'server/package.json': manifest('server', more),
      'server/src/App.ts':
        "import express from 'express';\nexport class App {\n  private readonly app = express();\n  async run() { this.app.get('/eggs', (req, res) => res.end()); this.app.listen(2); }\n}\n",
    });
    expect(routes((await scanFiles(files({ scripts: { start: 'some-runner' } }))).endpointSet)).toEqual(['GET /alive', 'GET /eggs']);
    expect(routes((await scanFiles(files({ bin: { colony: './bin/run' } }))).endpointSet)).toEqual(['GET /alive', 'GET /eggs']);
    expect(routes((await scanFiles(files({ scripts: { dev: 'tsc --watch' } }))).endpointSet)).toEqual(['GET /alive']);
  });

  test.each([
    ['says nothing of workspaces', {}],
    ['says what yarn is not to hoist', { workspaces: { nohoist: ['express', 'express/**'] } }],
    ['names those as members of its own', { workspaces: ['../shared'] }],
  ])('a package of a repository that %s names files of its siblings relative to itself', async (_, more) => {
    const { endpointSet } = await scanFiles(
      {
        'package.json': JSON.stringify({ name: 'aviary', private: true, workspaces: ['packages/*'] }),
        'packages/server/package.json': manifest('server', {
          main: 'index.js',
          dependencies: { express: '^4.21.0', shared: '*' },
          ...more,
        }),
        'packages/server/index.js': "const app = require('express')();\nrequire('shared').attach(app);\napp.listen(1);\n",
        'packages/shared/package.json': JSON.stringify({ name: 'shared', version: '1.0.0', main: 'index.js' }),
        'packages/shared/index.js': "exports.attach = (host) => {\n  host.get('/shared', (req, res) => res.end());\n};\n",
      },
      'packages/server',
    );
    expect(routes(endpointSet)).toEqual(['GET /shared']);
    expect(endpointSet.endpoints[0]!.source).toMatchObject({ file: '../shared/index.js', line: 2 });
  });

  const hono = JSON.stringify({ name: 'curlew', dependencies: { hono: '^4.6.0' } });
  const site =
    "import { Hono } from 'hono';\nexport function makeSite() {\n  const site = new Hono();\n  site.get('/reeds', (c) => c.text('reeds'));\n  return site;\n}\n";
  const worker =
    "import { makeSite } from './site';\nexport default { async fetch(request, env) { return makeSite(env).fetch(request); } };\n";

  test.each([
    ['wrangler.toml', 'name = "curlew"\nmain = "edge/start.js"\n[vars]\nmain = "other.js"\n'],
    ['wrangler.json', JSON.stringify({ main: './edge/start.js' })],
    ['wrangler.jsonc', '{\n  // what runs\n  "main": "edge/start.js",\n}\n'],
  ])('a worker that %s starts answers with what it makes for a request', async (config, text) => {
    const { entries, endpointSet } = await scanFiles({
      'package.json': hono,
      [config]: text,
      'edge/start.js': worker,
      'edge/site.js': site,
      'a-tool.js': "import './edge/start.js';\n",
    });
    expect(entries[0]).toBe('edge/start.js');
    expect(routes(endpointSet)).toEqual(['GET /reeds']);
  });

  test('functions that make an application count whatever framework makes it', async () => {
    const makers = {
      hono: site,
      koa: "import Koa from 'koa';\nimport Router from '@koa/router';\nexport const makeSite = () => {\n  const site = new Koa();\n  const way = new Router();\n  way.get('/reeds', (ctx) => { ctx.body = ''; });\n  site.use(way.routes());\n  return site;\n};\n",
      fastify:
        "import Fastify from 'fastify';\nexport const makeSite = (options) => {\n  const site = Fastify(options);\n  site.get('/reeds', async () => '');\n  return site;\n};\n",
      express:
        "import express from 'express';\nexport const makeSite = () => {\n  const site = express();\n  site.get('/reeds', (req, res) => res.end());\n  return site;\n};\n",
    };
    for (const [framework, text] of Object.entries(makers)) {
      const { endpointSet } = await scanFiles({
        'package.json': JSON.stringify({ name: 'curlew', type: 'module', dependencies: { [framework]: '*' } }),
        'site.js': text,
      });
      expect({ framework, routes: routes(endpointSet) }).toEqual({ framework, routes: ['GET /reeds'] });
    }
  });

  test('what a program imports and never reads runs where nothing else makes an application, the outermost first', async () => {
    const { entries, endpointSet } = await scanFiles({
      'package.json': hono,
      'app/start.js': "import { table } from './table';\nexport const makeShell = () => ({ table });\n",
      'app/table.js':
        "import { Page } from './page';\nimport { Reply } from './reply';\nexport const table = { page: Page.update({}), reply: Reply.update({}) };\n",
      'app/page.js': "import { createFileRoute } from 'some-pages';\nexport const Page = createFileRoute('/');\n",
      'app/reply.js':
        "import { createFileRoute } from 'some-pages';\nimport { makeSite } from './site';\nconst site = makeSite();\nexport const Reply = createFileRoute('/$')({ handlers: { ANY: ({ request }) => site.fetch(request) } });\n",
      'app/site.js':
        "import { Hono } from 'hono';\nimport { wader } from './wader';\nexport const makeSite = () => { const site = new Hono(); return site.route('/waders', wader); };\n",
      'app/wader.js': "import { Hono } from 'hono';\nexport const wader = new Hono().get('/:ring', (c) => c.text('ring'));\n",
    });
    expect(entries).toEqual(['app/start.js', 'app/table.js']);
    expect(routes(endpointSet)).toEqual(['GET /waders/:ring']);
  });

  test('a package with a Turborepo configuration of its own still sees the packages of its workspace', async () => {
    const files = (configuration: object): Readonly<Record<string, string>> => ({
      'package.json': JSON.stringify({ name: 'shore', private: true }),
      'pnpm-workspace.yaml': 'packages:\n  - services/*\n  - libraries/*\n',
      'services/tide/package.json': JSON.stringify({
        name: 'tide',
        main: 'start.js',
        type: 'module',
        dependencies: { express: '^4.21.0', '@shore/paths': 'workspace:^' },
      }),
      'services/tide/turbo.json': JSON.stringify(configuration),
      'services/tide/start.js':
        "import express from 'express';\nimport { ebb } from '@shore/paths/ebb';\nconst app = express();\napp.get(ebb('low'), (req, res) => res.end());\napp.listen(1);\n",
      'libraries/paths/package.json': JSON.stringify({ name: '@shore/paths', exports: { './ebb': { import: './dist/ebb.js' } } }),
      'libraries/paths/src/ebb.ts': 'export const ebb = (name: string): string => `/ebb/${name}`;\n',
    });
    expect(routes((await scanFiles(files({ extends: ['//'], tasks: {} }), 'services/tide')).endpointSet)).toEqual(['GET /ebb/low']);
    // Without `extends` it is the root of a workspace, and nothing above it belongs to it.
    expect(routes((await scanFiles(files({ tasks: {} }), 'services/tide')).endpointSet)).toEqual([]);
  });

  test('a folder without a manifest of its own belongs to the one whose manifest it uses', async () => {
    const files = (own: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
      'package.json': JSON.stringify({ name: 'estuary', dependencies: { express: '^4.21.0' } }),
      'apps/tide/main.js':
        "const express = require('express');\nconst { low } = require('../shared/low');\nconst app = express();\napp.get(low, (req, res) => res.end());\napp.listen(1);\n",
      'apps/shared/low.js': "exports.low = '/low';\n",
      ...own,
    });
    expect(routes((await scanFiles(files({}), 'apps/tide')).endpointSet)).toEqual(['GET /low']);
    // With one it is a project, and nothing above it belongs to it.
    const own = { 'apps/tide/package.json': JSON.stringify({ name: 'tide', main: 'main.js', dependencies: { express: '^4.21.0' } }) };
    expect(routes((await scanFiles(files(own), 'apps/tide')).endpointSet)).toEqual([]);
  });
});
