import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { scanProject } from '../../compiler/scan.js';

// A checkout in which somebody works is installed and built, one that was just cloned is neither: the model is the same.

interface Found {
  readonly entries: readonly string[];
  readonly routes: readonly string[];
  readonly files: readonly string[];
  readonly answers: readonly unknown[];
  readonly said: readonly string[];
}

/** Scans a repository that is written for the test. */
async function scanFiles(files: Readonly<Record<string, string>>, links: Readonly<Record<string, string>> = {}): Promise<Found> {
  const root = mkdtempSync(path.join(tmpdir(), 'tool-installed-'));
  const make = (file: string): string => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    return path.join(root, file);
  };
  try {
    for (const [file, text] of Object.entries(files)) writeFileSync(make(file), text);
    for (const [link, target] of Object.entries(links)) symlinkSync(target, make(link));
    const { entries, endpointSet } = await scanProject({ root });
    return {
      entries,
      said: endpointSet.diagnostics.map(({ code }) => code),
      routes: endpointSet.endpoints.map(({ method, path: full }) => `${method} ${full}`),
      answers: endpointSet.endpoints.map(({ responses }) => responses ?? []),
      files: endpointSet.endpoints.map(({ source }) => (source && 'file' in source ? source.file : '')),
    };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const manifest = (name: string, more: object = {}): string =>
  JSON.stringify({ name, version: '1.0.0', dependencies: { express: '^4.21.0' }, ...more });

describe("installed code is nobody's source", () => {
  const router = 'module.exports = () => ({ get() {}, listen() {} });\n';
  const installed = {
    'node_modules/.package-lock.json': '{}',
    'node_modules/express/package.json': JSON.stringify({ name: 'express', version: '4.21.0', main: 'index.js' }),
    'node_modules/express/index.js': router,
    'node_modules/reeds/package.json': JSON.stringify({ name: 'reeds', version: '1.0.0', main: 'index.js', bin: 'cli.js' }),
    'node_modules/reeds/index.js': "const app = require('express')(); app.get('/reeds', () => {}); app.listen(2);\n",
    'node_modules/reeds/cli.js': "require('./index');\n",
  };
  const app = (specifier: string, reeds = 'reeds'): string =>
    `import express from '${specifier}';\nimport '${reeds}';\nconst app = express();\napp.get('/bittern', (req, res) => res.end());\napp.listen(1);\n`;
  const one = { entries: ['app.ts'], routes: ['GET /bittern'], files: ['app.ts'] };
  const found = async (files: Readonly<Record<string, string>>): Promise<Found> => scanFiles({ ...installed, ...files });

  test.each([
    ['paths for everything', { '*': ['node_modules/*', 'src/types/*'] }, 'express', 'reeds'],
    ['paths that look for types first', { '*': ['node_modules/@types/*', 'types/*', 'node_modules/*'] }, 'express', 'reeds'],
    ['an alias of one package', { 'the-server': ['node_modules/express'], reeds: ['node_modules/reeds/index.js'] }, 'the-server', 'reeds'],
  ])('where %s lead to it', async (_name, paths, server, reeds) => {
    const tsconfig = JSON.stringify({ compilerOptions: { baseUrl: '.', paths } });
    expect(
      await found({ 'package.json': manifest('bittern', { main: 'app.ts' }), 'tsconfig.json': tsconfig, 'app.ts': app(server, reeds) }),
    ).toMatchObject(one);
  });
  test('where the root of all modules is its folder', async () => {
    const tsconfig = JSON.stringify({ compilerOptions: { baseUrl: './node_modules' } });
    expect(
      await found({ 'package.json': manifest('bittern', { main: 'app.ts' }), 'tsconfig.json': tsconfig, 'app.ts': app('express') }),
    ).toMatchObject(one);
  });
  test('where an alias of the manifest or a path leads to it', async () => {
    const files = { 'package.json': manifest('bittern', { main: 'app.ts', _moduleAliases: { '@server': 'node_modules/express' } }) };
    expect(await found({ ...files, 'app.ts': app('@server', './node_modules/reeds/index.js') })).toMatchObject(one);
  });
  test('where a script starts a program of it', async () => {
    const scripts = { start: 'node app.ts', reeds: 'node ./node_modules/reeds/cli.js' };
    expect(await found({ 'package.json': manifest('bittern', { scripts }), 'app.ts': app('express') })).toMatchObject(one);
  });
});

describe('a built package of the repository is read from its sources', () => {
  const output = "const { Router } = require('express');\nconst r = Router();\n\n\n\nr.get('/old', (q, s) => s.end());\nexports.";
  const source = (name: string, route: string): string =>
    `import { Router } from 'express';\nexport const ${name} = Router();\n${name}.get('/${route}', (request, response) => { response.end(); });\n`;
  const main =
    "import express from 'express';\nimport { reeds } from '@marsh/reeds';\nimport { sedge } from '@marsh/reeds/sedge';\nconst app = express();\napp.use('/reeds', reeds);\napp.use('/sedge', sedge);\napp.listen(1);\n";
  const written = (folder: string): Readonly<Record<string, string>> => ({
    [`${folder}/index.js`]: 'reeds',
    [`${folder}/sedge.js`]: 'sedge',
  });
  const exporting = (index: unknown, sedge: string): object => ({ exports: { '.': index, './sedge': sedge } });
  const repository = (exported: object, built: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
    'package.json': JSON.stringify({ name: 'marsh', private: true, workspaces: ['packages/*'] }),
    'packages/api/package.json': manifest('@marsh/api', { main: 'dist/index.js' }),
    'packages/api/src/index.ts': main,
    'packages/reeds/package.json': manifest('@marsh/reeds', exported),
    'packages/reeds/src/index.ts': source('reeds', 'one'),
    'packages/reeds/src/sedge.ts': source('sedge', 'two'),
    ...Object.fromEntries(Object.entries(built).map(([file, name]) => [`packages/reeds/${file}`, `${output}${name} = r;\n`])),
  });
  const links = { 'node_modules/@marsh/reeds': '../../packages/reeds', 'node_modules/@marsh/api': '../../packages/api' };
  const tsconfig = { 'packages/reeds/tsconfig.json': JSON.stringify({ compilerOptions: { outDir: 'out/js', rootDir: 'src' } }) };

  test.each([
    ['a compiler', exporting('./dist/index.js', './dist/sedge.js'), written('dist'), {}],
    ['a compiler, to the folder that it was told', exporting('./out/js/index.js', './out/js/sedge.js'), written('out/js'), tsconfig],
    [
      'a bundler',
      exporting({ import: './dist/index.mjs', require: './dist/index.cjs' }, './dist/sedge.mjs'),
      { 'dist/index.mjs': 'reeds', 'dist/index.cjs': 'reeds', 'dist/sedge.mjs': 'sedge' },
      {},
    ],
    [
      'a tool with several outputs',
      exporting({ import: './build/esm/index.js', require: './build/cjs/index.js' }, './build/esm/sedge.js'),
      { ...written('build/esm'), ...written('build/cjs') },
      {},
    ],
  ])('by %s', async (_name, exported, built, more) => {
    for (const each of [built, {}]) {
      const found = await scanFiles({ ...repository(exported, each), ...more }, links);
      expect([...found.routes].sort()).toEqual(['GET /reeds/one', 'GET /sedge/two']);
      expect([...found.files].sort()).toEqual(['packages/reeds/src/index.ts', 'packages/reeds/src/sedge.ts']);
    }
  });
  test('but not where the output is all there is', async () => {
    const all = Object.entries(repository(exporting('./dist/index.js', './dist/sedge.js'), written('dist')));
    const found = await scanFiles(Object.fromEntries(all.filter(([file]) => !file.startsWith('packages/reeds/src'))), links);
    expect([...found.routes].sort()).toEqual(['GET /reeds/old', 'GET /sedge/old']);
  });
});

describe('a client that a command writes is its model, whether the command has run or not', () => {
  const schema = (output: string, provider: string): string =>
    `generator client {\n  provider = "${provider}"\n  output = "${output}"\n}\ndatasource db {\n  provider = "postgresql"\n}\nmodel Heron {\n  id Int @id\n  name String\n}\n`;
  const main = (client: string): string =>
    `import express from 'express';\nimport { PrismaClient } from '${client}';\nconst prisma = new PrismaClient();\nconst app = express();\napp.get('/herons', async (req, res) => { res.json(await prisma.heron.findMany()); });\napp.listen(1);\n`;
  const js = "const runtime = require('./runtime/library.js');\nexports.PrismaClient = runtime.getPrismaClient({});\n";
  const ts =
    "import * as $Class from './internal/class';\nexport * as $Enums from './enums';\nexport const PrismaClient = $Class.getPrismaClientClass();\nexport type PrismaClient = $Class.PrismaClient;\n";
  const internal =
    "import * as runtime from '@prisma/client/runtime/client';\nexport interface PrismaClient {}\nexport const getPrismaClientClass = (): any => runtime.getPrismaClient({});\n";

  test.each([
    ['the script of old', '../src/generated/prisma', 'prisma-client-js', './generated/prisma', { 'src/generated/prisma/index.js': js }],
    [
      'sources',
      '../src/generated/prisma',
      'prisma-client',
      './generated/prisma/client.js',
      {
        'src/generated/prisma/client.ts': ts,
        'src/generated/prisma/enums.ts': 'export {};\n',
        'src/generated/prisma/internal/class.ts': internal,
      },
    ],
    ['what an alias leads to', '../src/db/client', 'prisma-client-js', '@/db/client', { 'src/db/client/index.js': js }],
  ])('as %s', async (_name, output, provider, client, written) => {
    const files = {
      'package.json': manifest('heronry', { main: 'src/main.ts' }),
      'tsconfig.json': JSON.stringify({ compilerOptions: { baseUrl: '.', paths: { '@/*': ['src/*'] } } }),
      'prisma/schema.prisma': schema(output, provider),
      'src/main.ts': main(client),
    };
    const [before, after] = [await scanFiles(files), await scanFiles({ ...files, ...(written as Readonly<Record<string, string>>) })];
    expect(before.routes).toEqual(['GET /herons']);
    expect(JSON.stringify(before.answers)).toContain('"name":"name"');
    expect(after).toEqual(before);
  });
});

describe('what a linked source imports lies beside the file that the link leads to', () => {
  const router = (route: string, helper: string): string =>
    `const { Router } = require('express');\nconst { name } = require('${helper}');\nconst r = Router();\nr.get('/${route}', (request, response) => { response.json({ name }); });\nmodule.exports = r;\n`;
  const app = (mounts: string): string => `const express = require('express');\nconst app = express();\n${mounts}\napp.listen(1);\n`;
  const loads = "for (const file of require('fs').readdirSync(__dirname + '/routes')) app.use('/all', require('./routes/' + file));";
  const shared = { 'shared/reeds/router.js': router('reeds', './name'), 'shared/reeds/name.js': "exports.name = 'reeds';\n" };

  test.each<[string, string, Readonly<Record<string, string>>, string]>([
    ['a link to a file', "app.use('/all', require('./routes/reeds'));", { 'routes/reeds.js': '../shared/reeds/router.js' }, '/all/reeds'],
    ['one that is loaded with its folder', loads, { 'routes/reeds.js': '../shared/reeds/router.js' }, '/all/reeds'],
    ['a link to a folder', "app.use('/all', require('./routes/router'));", { routes: 'shared/reeds' }, '/all/reeds'],
    // It is come to before the folder itself.
    [
      'a link to a folder deeper in the project',
      "app.use('/all', require('./web/reeds/router'));",
      { 'web/reeds': '../shared/reeds' },
      '/all/reeds',
    ],
    ['one link behind another', "app.use('/all', require('./r'));", { 'r.js': 'q.js', 'q.js': 'shared/reeds/router.js' }, '/all/reeds'],
  ])('%s', async (_name, mounts, links, route) => {
    const { routes, files, answers, said } = await scanFiles(
      { 'package.json': manifest('marsh', { main: 'app.js' }), 'app.js': app(mounts), ...shared },
      links,
    );
    expect({ routes, files, said }).toEqual({ routes: [`GET ${route}`], files: ['shared/reeds/router.js'], said: [] });
    expect(answers).toMatchObject([[{ status: 200, shape: { properties: [{ name: 'name' }] } }]]);
  });
  test('a program that is started through a link', async () => {
    const { entries, routes } = await scanFiles(
      {
        'package.json': manifest('marsh', { main: 'app.js' }),
        'server/main.js': app("app.use(require('./reeds'));"),
        'server/reeds.js': router('reeds', './name'),
        'server/name.js': shared['shared/reeds/name.js'],
      },
      { 'app.js': 'server/main.js' },
    );
    expect({ entries, routes }).toEqual({ entries: ['server/main.js'], routes: ['GET /reeds'] });
  });
});
