import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { ServerCompiler } from '../../runtime/project/compile-servers.js';
import { pageText, stepsOf } from '../support/reader-page.js';
import { bin, document, repository, scratchFolder, tool } from '../support/tool-process.js';

/** `TOOL_TEST_ENGINES=1` installs Turborepo and Nx from the registry and has them scan 50 services; that takes minutes. */
const withEngines = process.env['TOOL_TEST_ENGINES'] === '1';
jest.setTimeout(withEngines ? 1_800_000 : 180_000);

const scratch = scratchFolder('monorepo');
afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});

const guide = stepsOf(pageText('docs/guides/monorepo.md'));
/** A file that the guide shows. */
function shown(name: string): string {
  const step = guide.find((candidate) => candidate.kind === 'file' && candidate.name === name);
  if (step?.kind !== 'file') throw new Error(`the guide shows no ${name}`);
  return step.text;
}

const service = (index: number): string => `services/heron${index}`;

/** Services that share a guard of a library of the workspace, with the configurations of the guide. */
function monorepo(root: string, count: number): void {
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  for (const name of ['package.json', 'turbo.json', 'nx.json']) write(name, shown(name));
  write('.gitignore', 'node_modules\n.turbo\n.nx\nservices/*/.tool/*\n');
  write(
    'package-lock.json',
    JSON.stringify({
      name: 'shop',
      lockfileVersion: 3,
      requires: true,
      packages: { '': { name: 'shop', workspaces: ['services/*', 'libraries/*'] } },
    }),
  );
  write('libraries/guards/package.json', JSON.stringify({ name: '@shop/guards', version: '1.0.0', main: 'index.js' }));
  write(
    'libraries/guards/index.js',
    'exports.guard = (request, response, next) => (request.headers.authorization ? next() : response.status(401).end());\n',
  );
  const manifest = JSON.parse(shown('services/orders/package.json')) as { dependencies: object };
  for (let index = 0; index < count; index++) {
    write(
      `${service(index)}/package.json`,
      JSON.stringify({ ...manifest, name: `heron${index}`, dependencies: { ...manifest.dependencies, '@shop/guards': '1.0.0' } }, null, 2),
    );
    write(
      `${service(index)}/server.js`,
      `const express = require('express');\nconst { guard } = require('@shop/guards');\nconst app = express();\napp.get('/heron${index}/:id', guard, (request, response) => { response.json({ id: request.params.id }); });\napp.listen(0);\n`,
    );
    link(`../${service(index)}`, join(root, `node_modules/heron${index}`));
  }
  link('../../libraries/guards', join(root, 'node_modules/@shop/guards'));
  const program = join(root, 'node_modules/.bin/tool');
  mkdirSync(dirname(program), { recursive: true });
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`);
  chmodSync(program, 0o755);
}

function link(target: string, file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  symlinkSync(target, file);
}

/** All files below a folder with their bytes, except installed packages and what only this machine keeps. */
function contents(root: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !/[\\/](?:node_modules|\.tool[\\/](?:activity|cache))[\\/]/.test(file))
      .sort()
      .map((file) => [relative(root, file), readFileSync(file, 'utf8')]),
  );
}

const withoutTime = (files: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(files).map(([file, text]) => [file, text.replace(/"generatedAt": "[^"]+"/, '"generatedAt": ""')]));

describe('servers are compiled at the same time', () => {
  const COUNT = 5;
  const root = join(scratch, 'at once');
  const servers = Array.from({ length: COUNT }, (_, index) => ({ root: join(root, service(index)) }));
  beforeAll(() => {
    monorepo(root, COUNT);
  });

  test('in however many threads, each gives what it gives alone', async () => {
    const given = async (threads: number): Promise<unknown[]> => {
      const compiler = new ServerCompiler(servers, threads);
      const compiled = await Promise.all(servers.map((_, index) => compiler.of(index)));
      await compiler.stop();
      return compiled.map(({ result: { milliseconds: _time, ...result } }) => result);
    };
    const alone = await given(0);
    expect(alone).toMatchObject(
      Array.from({ length: COUNT }, (_, index) => ({ endpointSet: { endpoints: [{ path: `/heron${index}/:id` }] } })),
    );
    expect(await given(3)).toEqual(alone);
  });

  test('one that fails fails alone, with the error that it fails with here', async () => {
    const compiler = new ServerCompiler([...servers, { root: 42 as never }, { root: 43 as never }], 2);
    const outcomes = await Promise.allSettled([...servers, 0, 0].map((_, index) => compiler.of(index)));
    await compiler.stop();
    expect(outcomes.map(({ status }) => status)).toEqual([...servers.map(() => 'fulfilled'), 'rejected', 'rejected']);
    for (const [index, root] of [42, 43].entries())
      expect((outcomes[COUNT + index] as PromiseRejectedResult).reason).toMatchObject({
        name: 'TypeError',
        message: expect.stringContaining(`(${root})`) as unknown as string,
      });
  });

  test('nobody waits for what is left when one of them ends the command', async () => {
    const compiler = new ServerCompiler(servers, 0);
    await compiler.of(0);
    await compiler.stop();
    await new Promise((resolve) => setTimeout(resolve, 50));
    const last = await Promise.race([compiler.of(COUNT - 1).then(() => 'compiled'), Promise.resolve('left')]);
    expect(last).toBe('left');
  });
});

test.each([
  ['configuration', 'tool.config.json', '{ env: 1 }', 'tool.config.json:1:3 is not valid JSON'],
  ['model', '.tool/model.json', '{ "endpoints": [', '.tool/model.json:1:17 is not valid JSON'],
])(
  "a server's %s that cannot be read ends the scan before anything is compiled, and is named from the repository",
  async (_, file, text, said) => {
    const root = join(scratch, 'broken');
    rmSync(root, { recursive: true, force: true });
    monorepo(root, 3);
    mkdirSync(dirname(join(root, service(1), file)), { recursive: true });
    writeFileSync(join(root, service(1), file), text);
    expect(await tool(root, ['scan'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`error: ${service(1)}/${said}`) as unknown as string,
    });
    expect(Object.keys(contents(root)).filter((each) => each.includes('/.tool/') && !each.endsWith(file))).toEqual([]);
  },
);

describe('a scan is a task that an engine can cache', () => {
  const [here, there] = [join(scratch, 'here'), join(scratch, 'somewhere else')];
  const COUNT = 4;
  beforeAll(async () => {
    for (const root of [here, there]) {
      monorepo(root, COUNT);
      for (let index = 0; index < COUNT; index++)
        expect(await tool(join(root, service(index)), ['scan', '--quiet'])).toMatchObject({ code: 0 });
    }
  });

  test('it writes what the guide says, and nothing else', () => {
    const before = join(scratch, 'before');
    monorepo(before, COUNT);
    const old = contents(before);
    const written = Object.keys(contents(here)).filter((file) => contents(here)[file] !== old[file]);
    expect(written).toEqual(
      Array.from({ length: COUNT }, (_, index) => [`${service(index)}/.tool/.gitignore`, `${service(index)}/.tool/model.json`])
        .flat()
        .sort(),
    );
  });

  test('it writes the same in another folder, and the same again', async () => {
    expect(withoutTime(contents(there))).toEqual(withoutTime(contents(here)));
    const first = contents(here);
    for (let index = 0; index < COUNT; index++) {
      rmSync(join(here, service(index), '.tool/cache'), { recursive: true });
      await tool(join(here, service(index)), ['scan', '--quiet']);
    }
    expect(contents(here)).toEqual(first);
  });

  test('what it depends on is in the models: a library of the workspace', () => {
    const model = JSON.parse(readFileSync(join(here, service(1), '.tool/model.json'), 'utf8')) as {
      endpoints: { middleware: { name: string }[] }[];
    };
    expect(model.endpoints.map(({ middleware }) => middleware.map(({ name }) => name))).toEqual([['guard']]);
  });

  test('inspect sums up each of them', async () => {
    const { projects } = document(await tool(here, ['inspect', '--json']), 'inspect') as unknown as {
      projects: { folder: string; summary: { endpoints: { total: number } } }[];
    };
    expect(projects.map(({ folder, summary }) => [folder, summary.endpoints.total])).toEqual(
      Array.from({ length: COUNT }, (_, index) => [service(index), 1]),
    );
    const { stdout } = await tool(here, ['inspect']);
    expect(stdout).toMatch(/^services\/heron0\nheron0 .*\n\n1 endpoint\n[^]*\n\nservices\/heron1\n/);
  });

  test('workflows of a server are pointed at from the root, which has none', async () => {
    const folder = join(here, service(1), '.tool/workflows');
    mkdirSync(folder, { recursive: true });
    const step = { name: 'a', method: 'GET', path: '/heron1/1' };
    writeFileSync(join(folder, 'flight.json'), JSON.stringify({ name: 'flight', steps: [step] }));
    const listed = await tool(here, ['workflow', 'list']);
    expect(listed.stdout).toContain('services/heron1 has workflows. Choose one: --project services/heron1');
    expect(document(await tool(here, ['workflow', 'list', '--json']), 'workflow-list')).toEqual({
      total: 0,
      workflows: [],
      servers: ['services/heron1'],
    });
    for (const line of [
      'workflow validate',
      'workflow validate --workflow flight',
      'workflow export --arazzo',
      'simulate workflow --workflow flight',
    ])
      expect(await tool(here, line.split(' '))).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('--project services/heron1') as unknown as string,
      });
    rmSync(folder, { recursive: true });
  });

  test('a damaged model is named by its folder', async () => {
    const file = join(there, service(1), '.tool/model.json');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, '{bad');
    for (const line of [['inspect'], ['model', 'list']])
      expect((await tool(there, line)).stderr).toMatch(
        /^error: services\/heron1\/\.tool\/model\.json:1:2 is not valid JSON[^]*git checkout -- services\/heron1\/\.tool\/model\.json/,
      );
    writeFileSync(file, text);
  });

  test('model list --workspace reads them all, and names those that have none', async () => {
    rmSync(join(there, service(2), '.tool'), { recursive: true });
    const all = document(await tool(here, ['model', 'list', '--workspace', '--json']), 'model-list');
    expect(all).toMatchObject({
      source: 'workspace',
      total: COUNT,
      endpoints: Array.from({ length: COUNT }, (_, index) => ({ project: service(index), path: `/heron${index}/:id` })),
    });
    expect((await tool(here, ['model', 'list', '--workspace', '--method', 'FOO'])).stdout).toMatch(/^0 endpoints in \d models\n$/);
    const some = await tool(there, ['model', 'list', '--workspace']);
    expect(some).toMatchObject({ code: 0, stderr: expect.stringContaining('services/heron2 has no model yet') as unknown as string });
    expect(some.stdout).toContain(`services/heron3/server.js:4`);
    const summed = await tool(there, ['inspect']);
    expect(summed).toMatchObject({ code: 0, stderr: expect.stringContaining('services/heron2 has no model yet') as unknown as string });
    expect(summed.stdout).toContain('services/heron3\n');
    expect(document(await tool(there, ['model', 'list', '--workspace', '--json']), 'model-list').projects[2]).toEqual({
      folder: 'services/heron2',
      total: null,
    });
    expect(await tool(join(repository, 'docs'), ['model', 'list', '--workspace', '--project', join(here, 'libraries')])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('has a model') as unknown as string,
    });
  });
});

(withEngines ? describe : describe.skip)('50 services', () => {
  const COUNT = 50;
  const engines = join(scratch, 'engines');
  const environment = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', NX_DAEMON: 'false', CI: '1' };
  const run = (cwd: string, command: string, ...args: string[]): string => {
    const child = spawnSync(command, args, { cwd, encoding: 'utf8', env: environment });
    if (child.status !== 0) throw new Error(`${command} ${args.join(' ')}: ${child.stdout}${child.stderr}`);
    return `${child.stdout}${child.stderr}`;
  };
  const inGit = (root: string): void => {
    run(root, 'git', 'init', '-q');
    run(root, 'git', 'add', '-A');
    run(root, 'git', '-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-qm', 'services');
  };
  beforeAll(() => {
    mkdirSync(engines);
    writeFileSync(join(engines, 'package.json'), '{ "private": true }');
    run(engines, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', 'turbo@2', 'nx@24');
  });

  test.each<[string, string, (root: string) => readonly [cached: number, all: number]]>([
    [
      'Turborepo',
      'turbo',
      (root) => counts(/Cached:\s+(\d+) cached, (\d+) total/, run(root, join(engines, 'node_modules/.bin/turbo'), 'run', 'model')),
    ],
    [
      'Nx',
      'nx',
      (root) => counts(/Cache:\s+(\d+)\/(\d+) hit/, run(root, join(engines, 'node_modules/.bin/nx'), 'run-many', '-t', 'model')),
    ],
  ])('%s replays what has not changed', async (_name, engine, scan) => {
    const root = join(scratch, engine);
    monorepo(root, COUNT);
    if (engine === 'nx') symlinkSync(join(engines, 'node_modules/nx'), join(root, 'node_modules/nx'));
    inGit(root);
    const edit = (file: string): void => {
      writeFileSync(join(root, file), `${readFileSync(join(root, file), 'utf8')}// edited\n`);
    };
    expect(scan(root)).toEqual([0, COUNT]);
    expect(scan(root)).toEqual([COUNT, COUNT]);
    edit(`${service(7)}/server.js`);
    expect(scan(root)).toEqual([COUNT - 1, COUNT]);
    expect(scan(root)).toEqual([COUNT, COUNT]);
    edit('libraries/guards/index.js');
    expect(scan(root)).toEqual([0, COUNT]);
    // A machine that has only the cache gets the models out of it.
    for (let index = 0; index < COUNT; index++) rmSync(join(root, service(index), '.tool'), { recursive: true });
    expect(scan(root)).toEqual([COUNT, COUNT]);
    expect(document(await tool(root, ['model', 'list', '--workspace', '--json']), 'model-list')).toMatchObject({ total: COUNT });
  });
});

test('packages that a manifest states by their folders are read beside the project, where nothing says that there is a repository', async () => {
  const root = join(scratch, 'beside');
  const files: Readonly<Record<string, string>> = {
    'quay/package.json': JSON.stringify({ name: 'quay', main: 'quay.js', dependencies: { express: '^4.0.0', berths: 'file:../berths' } }),
    'quay/quay.js':
      "const express = require('express');\nconst { berths, BELOW } = require('berths');\nconst quay = express();\nquay.use(BELOW, berths);\nquay.listen(0);\n",
    'berths/package.json': JSON.stringify({ name: '@harbour/berths', main: 'index.js', dependencies: { names: 'link:../names' } }),
    'berths/index.js':
      "const { Router } = require('express');\nexports.BELOW = require('names').below;\nexports.berths = Router().get('/free', (req, res) => res.json([]));\n",
    'names/package.json': JSON.stringify({ name: '@harbour/names', main: 'names.json' }),
    'names/names.json': JSON.stringify({ below: '/berths' }),
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  expect((await tool(join(root, 'quay'), ['scan'])).code).toBe(0);
  expect(document(await tool(join(root, 'quay'), ['model', 'list', '--json']), 'model-list')).toMatchObject({
    total: 1,
    endpoints: [{ method: 'GET', path: '/berths/free', source: { file: '../berths/index.js', line: 3 } }],
  });
});

test('packages that a manifest takes from a workspace are read beside the project, where the root of the workspace is not there', async () => {
  const root = join(scratch, 'sparse');
  const files: Readonly<Record<string, string>> = {
    'apps/pier/package.json': JSON.stringify({
      name: '@bay/pier',
      main: 'pier.ts',
      dependencies: { express: '^4.0.0', zod: '^3.0.0', '@bay/words': 'workspace:*' },
    }),
    'apps/pier/pier.ts':
      "import express from 'express';\nimport { z } from 'zod';\nimport { Tide } from '@bay/words';\nconst pier = express();\npier.post('/', (req, res) => res.json(z.object({ tide: z.nativeEnum(Tide) }).parse(req.body)));\npier.listen(0);\n",
    'libraries/words/package.json': JSON.stringify({ name: '@bay/words', main: './dist/index.js' }),
    'libraries/words/src/index.ts': "export enum Tide {\n  Ebb = 'ebb',\n  Flood = 'flood',\n}\n",
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  expect((await tool(join(root, 'apps/pier'), ['scan'])).code).toBe(0);
  const model = JSON.parse(readFileSync(join(root, 'apps/pier/.tool/model.json'), 'utf8')) as { endpoints: unknown };
  expect(model.endpoints).toMatchObject([{ requestBody: { fields: { tide: { type: 'string', enum: ['ebb', 'flood'] } } } }]);
});

function counts(pattern: RegExp, output: string): readonly [number, number] {
  const match = pattern.exec(output);
  if (!match) throw new Error(`no counts in: ${output}`);
  return [Number(match[1]), Number(match[2])];
}
