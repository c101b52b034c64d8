import { describe, expect, test } from '@jest/globals';
import { runScript } from './child.js';
import type { OracleResult } from './oracle.js';
import { printRow } from './row.js';

interface Case {
  readonly name: string;
  readonly version: 4 | 5;
  readonly entry: string;
  readonly files: Record<string, string>;
  readonly table: readonly string[];
}

const pass = '(req, res, next) { next(); }';
const end = '(req, res) => res.end()';

/** Programs whose tables were worked out by hand: `METHOD path [chain] file:line`. */
const cases: readonly Case[] = [
  {
    name: 'order, scope and sibling routers decide the chain',
    version: 4,
    entry: 'a.js',
    files: {
      'a.js': [
        "const express = require('express');",
        'const app = express();',
        `function one${pass}`,
        `function two${pass}`,
        `app.get('/zero', ${end});`,
        'app.use(one);',
        "app.use('/deep', two);",
        'const side = express.Router();',
        'side.use(two);',
        'app.use(side);',
        `app.get('/deep/er', one, ${end});`,
        `app.get('/deeper', [one, [two]], ${end});`,
        'app.listen(1);',
      ].join('\n'),
    },
    table: ['GET /zero [] a.js:5', 'GET /deep/er [one,two,two,one] a.js:11', 'GET /deeper [one,two,one,two] a.js:12'],
  },
  {
    name: 'a router mounted twice and filled later gives its routes twice',
    version: 5,
    entry: 'a.js',
    files: {
      'a.js': [
        "const express = require('express');",
        'const app = express();',
        "const child = require('./child');",
        "app.use('/x', child);",
        `app.use(function late${pass});`,
        "app.use(['/y', '/z/:w'], child);",
        `child.get('/after', ${end});`,
        'app.listen(1);',
      ].join('\n'),
      'child.js': [
        "const child = require('express').Router();",
        `child.use(function own${pass});`,
        'child',
        `  .all('/first', ${end});`,
        'module.exports = child;',
      ].join('\n'),
    },
    table: [
      'ALL /x/first [own] child.js:4',
      'GET /x/after [own] a.js:7',
      'ALL /y/first [late,own] child.js:4',
      'GET /y/after [late,own] a.js:7',
      'ALL /z/:w/first [late,own] child.js:4',
      'GET /z/:w/after [late,own] a.js:7',
    ],
  },
  {
    name: 'sub-applications, route chains, parameters and error handlers',
    version: 4,
    entry: 'a.js',
    files: {
      'a.js': [
        "const express = require('express');",
        'const app = express(), sub = express();',
        `sub.param('id', (req, res, next) => next());`,
        "app.use('/sub', sub);",
        `app.use((error, req, res, next) => next(error));`,
        "sub.route('/r/:id?')",
        `  .all(function guard${pass})`,
        `  .get(${end});`,
        'app.listen(1);',
      ].join('\n'),
    },
    table: ['ALL /sub/r/:id [] a.js:7', 'ALL /sub/r [] a.js:7', 'GET /sub/r/:id [guard] a.js:8', 'GET /sub/r [guard] a.js:8'],
  },
  {
    name: 'ES modules run in their order, top-level await included',
    version: 5,
    entry: 'a.mjs',
    files: {
      'a.mjs': [
        "import app from './app.mjs';",
        "import './b.mjs';",
        `app.get('/a', ${end});`,
        "const { late } = await import('./c.mjs');",
        'late(app);',
        'app.listen(1);',
      ].join('\n'),
      'app.mjs': "import express from 'express';\nexport default express();\n",
      'b.mjs': `import app from './app.mjs';\nawait null;\napp.get('/b', ${end});\n`,
      'c.mjs': `export const late = (app) => app.post('/c', ${end});\n`,
    },
    table: ['GET /b [] b.mjs:3', 'GET /a [] a.mjs:3', 'POST /c [] c.mjs:1'],
  },
  {
    name: 'TypeScript keeps its lines, decorators run',
    version: 5,
    entry: 'a.ts',
    files: {
      'tsconfig.json': '{ "compilerOptions": { "experimentalDecorators": true } }',
      'a.ts': [
        "import express, { type Express } from 'express';",
        'interface Unused {',
        '  a: string;',
        '}',
        'const table: [string, string][] = [];',
        'const Get = (path: string) => (target: object, name: string) => { table.push([path, name]); };',
        'class C {',
        "  @Get('/c') c(req: unknown, res: any) { res.end(); }",
        '}',
        'const app: Express = express();',
        'for (const [path, name] of table)',
        '  app.get(path, (new C() as any)[name]);',
        'app.listen(1);',
      ].join('\n'),
    },
    table: ['GET /c [] a.ts:12'],
  },
  {
    name: 'only served applications count, a router that nobody mounts does not',
    version: 4,
    entry: 'a.js',
    files: {
      'a.js': [
        "const express = require('express'), http = require('http');",
        'const other = express(), app = express();',
        `other.get('/other', ${end});`,
        `express.Router().get('/lost', ${end});`,
        'http.createServer(app).listen(1, () => {',
        `  app.get('/in-callback', ${end});`,
        '});',
      ].join('\n'),
    },
    table: ['GET /in-callback [] a.js:6'],
  },
];

describe('the oracle', () => {
  test('gives tables that were worked out by hand', async () => {
    const { output, errors, code } = await runScript('oracle-main', [], JSON.stringify(cases));
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    const results = JSON.parse(output) as OracleResult[];
    const shown = results.map((result, index) => ({
      name: cases[index]!.name,
      error: result.error,
      table: result.rows
        .map((row) => `${row.method} ${row.path} [${row.steps.map(({ name }) => name).join()}] ${row.sites[0]?.file}:${row.sites[0]?.line}`)
        .sort(),
    }));
    expect(shown).toEqual(cases.map(({ name, table }) => ({ name, error: undefined, table: [...table].sort() })));
  }, 60_000);

  test('says what functions did with the requests that came to them', async () => {
    const text = [
      "const express = require('express');",
      'const app = express();',
      'app.use(function asks(req, res, next) { if (!req.headers.authorization) return res.status(401).end(); next(); });',
      "app.all('/w/*', function front(req, res, next) { next(); });",
      "app.get('/w/:id', async function some(req, res, next) { await null; if (req.headers['x-full']) return next(); res.json({}); });",
      "app.get('/w/x', function silent(req, res) {}, function behind(req, res, next) { next(); });",
      "app.get('/w/x', function throws() { throw new Error('no'); });",
      "app.route('/r').get(function first(req, res) { res.redirect('/'); }).head(function second(req, res, next) { next(new Error()); });",
      'app.listen(1);',
    ].join('\n');
    for (const version of [4, 5] as const) {
      const files = { 'a.js': version === 4 ? text : text.replace('*', '*rest') };
      const { output } = await runScript('oracle-main', [], JSON.stringify([{ version, entry: 'a.js', files }]));
      const [{ rows }] = JSON.parse(output) as [OracleResult];
      const rest = version === 4 ? '*' : '*rest';
      const number = (name: string): string => `@${rows.find((row) => row.handler === name)!.registration}`;
      const [front, some, silent] = ['front', 'some', 'behind'].map(number);
      const all = `asks~, front~${front}, some~!${some}, silent!${silent}, behind~${silent}`;
      expect(rows.map((row) => printRow(row).replace(/^@\d+ /, ''))).toEqual([
        `ALL /w/${rest} [asks~] ~ a.js:4`,
        `GET /w/:id [asks~, front~${front}] ~! a.js:5`,
        `GET /w/x [asks~, front~${front}, some~!${some}, silent!${silent}] ! ~ a.js:6`,
        `GET /w/x [${all}] - a.js:7`,
        'GET /r [asks~] ! a.js:8',
        'HEAD /r [asks~] - a.js:8',
      ]);
    }
  }, 60_000);

  test('says why a program is no test', async () => {
    const inputs = [
      { version: 4, entry: 'a.js', files: { 'a.js': "throw new TypeError('wrong');" } },
      { version: 4, entry: 'a.js', files: { 'a.js': 'Promise.reject(new Error("late"));' } },
      { version: 5, entry: 'a.js', files: { 'a.js': 'for (;;) {}' } },
      { version: 5, entry: 'a.js', files: { 'a.js': "require('express').application.listen = null; process.exit(1);" } },
    ];
    const { output } = await runScript('oracle-main', [], JSON.stringify(inputs));
    expect((JSON.parse(output) as OracleResult[]).map((each) => each.error)).toEqual([
      'TypeError: wrong',
      'Error: late',
      expect.stringContaining('timed out'),
      'Error: process.exit',
    ]);
  }, 60_000);
});
