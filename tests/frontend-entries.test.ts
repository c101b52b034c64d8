import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { scanProject, type ScanResult } from '../compiler/scan.js';

/** Scans `folder` of a repository that is written for the test. */
async function scanFiles(files: Readonly<Record<string, string>>, folder = '.'): Promise<ScanResult> {
  const root = mkdtempSync(path.join(tmpdir(), 'tool-entries-'));
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
    }
    return await scanProject({ root: path.join(root, folder) });
  } finally { rmSync(root, { recursive: true, force: true }); }
}

const routes = (set: ScanResult['endpointSet']): string[] => set.endpoints.map(({ method, path: full }) => `${method} ${full}`);

const manifest = (name: string, more: object = {}): string => JSON.stringify({ name, version: '1.0.0', dependencies: { express: '^4.21.0' }, ...more });

describe('which files run as programs', () => {
  test('a script that only names the framework\'s types is none, one that uses a value is', async () => {
    const { entries, endpointSet } = await scanFiles({
      'package.json': manifest('osprey'),
      'scripts/report.ts': "import express, { Request, type Response } from 'express';\nimport * as whole from 'express';\nexport const show = (req: Request, res: express.Response, next: whole.NextFunction): void => { next(); };\nshow(null as never, null as never, () => {});\n",
      'scripts/comment.js': "/**\n * @param {import('express').Request} req\n */\nmodule.exports = (req) => req.body;\n",
      'scripts/inline.ts': "export const read = (req: import('express').Request): unknown => req.body;\n",
      'tools/kestrel.ts': "import { Router, Request } from 'express';\nexport const made = Router();\n",
      'tools/merlin.ts': "import express from 'express';\nconst build = express;\nconst app = build();\napp.get('/merlin', (req, res) => res.end());\napp.listen(1);\n",
    });
    expect(entries).toEqual(['tools/kestrel.ts', 'tools/merlin.ts']);
    expect(routes(endpointSet)).toEqual(['GET /merlin']);
  });

  test('a callback for an unknown callee runs when what it imports holds an application, not when only its module graph does', async () => {
    const { endpointSet, diagnostics } = await scanFiles({
      'package.json': manifest('plover', { main: 'index.js', type: 'module' }),
      'index.js': "import { app } from './app.js';\nimport { broker } from 'some-broker';\nimport { heavy } from './work.js';\nimport { late } from './late.js';\nbroker.on('job', () => heavy(0));\nbroker.on('ready', () => late());\napp.listen(1);\n",
      'app.js': "import express from 'express';\nexport const app = express();\n",
      'late.js': "import { app } from './app.js';\nexport const late = () => app.get('/late', (req, res) => res.end());\n",
      'work.js': "import { app } from './app.js';\nexport const name = app.get('env');\nexport const heavy = (n) => { let sum = 0; for (let i = 0; i < 1e9; i++) sum += i; return sum; };\n",
    });
    expect(routes(endpointSet)).toEqual(['GET /late']);
    expect(diagnostics).toEqual([]);
  });

  test('own code in a node_modules folder is evaluated, an installed package is not', async () => {
    const files = (record: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
      'package.json': manifest('bittern', { main: 'packages/node_modules/bittern/start.js' }),
      'packages/node_modules/bittern/package.json': manifest('bittern', { dependencies: { '@bittern/reeds': '1.0.0', express: '*' } }),
      'packages/node_modules/bittern/start.js': "const app = require('express')();\nrequire('@bittern/reeds').attach(app);\napp.listen(1);\n",
      'packages/node_modules/@bittern/reeds/package.json': manifest('@bittern/reeds', { main: './lib' }),
      'packages/node_modules/@bittern/reeds/lib/index.js': "exports.attach = (host) => { host.get('/reeds', (req, res) => res.end()); };\n",
      ...record,
    });
    expect(routes((await scanFiles(files({}))).endpointSet)).toEqual(['GET /reeds']);
    expect(routes((await scanFiles(files({ 'packages/node_modules/.package-lock.json': '{}' }))).endpointSet)).toEqual([]);
  });

  test('a router that nothing mounts is in the model of a fragment without a manifest, under a condition, and in no other', async () => {
    const files = { 'otters.js': "const router = require('express').Router();\nrouter.get('/otters', (req, res) => res.end());\nmodule.exports = router;\n" };
    const fragment = await scanFiles(files);
    expect(fragment.endpointSet.endpoints.map(({ method, path: full, conditional }) => `${method} ${full} ${conditional !== undefined}`)).toEqual(['GET /otters true']);
    expect(fragment.diagnostics.map(({ code }) => code)).toEqual(['project/router-of-a-fragment']);
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
    const two = await scanFiles({ ...files, 'routes.js': "exports.attach = (host) => { host.get('/lower', (req, res) => res.end()); };\n" });
    expect([routes(two.endpointSet), two.diagnostics.map(({ code }) => code)]).toEqual([[], ['evaluator/missing-module', 'evaluator/object-into-unknown']]);
  });

  test('what one package serves does not keep the exports of another from being tried, when that one is started by itself', async () => {
    const files = (more: object): Readonly<Record<string, string>> => ({
      'package.json': JSON.stringify({ name: 'colony', private: true }),
      'probe/package.json': manifest('probe', { main: 'probe.js' }),
      'probe/probe.js': "const app = require('express')();\napp.get('/alive', (req, res) => res.end());\napp.listen(1);\n",
      'server/package.json': manifest('server', more),
      'server/src/App.ts': "import express from 'express';\nexport class App {\n  private readonly app = express();\n  async run() { this.app.get('/eggs', (req, res) => res.end()); this.app.listen(2); }\n}\n",
    });
    expect(routes((await scanFiles(files({ scripts: { start: 'some-runner' } }))).endpointSet)).toEqual(['GET /alive', 'GET /eggs']);
    expect(routes((await scanFiles(files({ bin: { colony: './bin/run' } }))).endpointSet)).toEqual(['GET /alive', 'GET /eggs']);
    expect(routes((await scanFiles(files({ scripts: { dev: 'tsc --watch' } }))).endpointSet)).toEqual(['GET /alive']);
  });

  test('a package of a repository names files of its siblings relative to itself', async () => {
    const { endpointSet } = await scanFiles({
      'package.json': JSON.stringify({ name: 'aviary', private: true, workspaces: ['packages/*'] }),
      'packages/server/package.json': manifest('server', { main: 'index.js', dependencies: { express: '^4.21.0', shared: '*' } }),
      'packages/server/index.js': "const app = require('express')();\nrequire('shared').attach(app);\napp.listen(1);\n",
      'packages/shared/package.json': JSON.stringify({ name: 'shared', version: '1.0.0', main: 'index.js' }),
      'packages/shared/index.js': "exports.attach = (host) => {\n  host.get('/shared', (req, res) => res.end());\n};\n",
    }, 'packages/server');
    expect(routes(endpointSet)).toEqual(['GET /shared']);
    expect(endpointSet.endpoints[0]!.source).toMatchObject({ file: '../shared/index.js', line: 2 });
  });
});
