import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, jest, test } from '@jest/globals';
import { document, projectIn, scratchFolder, tool } from '../support/tool-process.js';

jest.setTimeout(240_000);

const scratch = scratchFolder('merge');
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

interface Model {
  generatedAt: string;
  environments: { name: string; baseUrl: string }[];
  endpoints: Record<string, unknown>[];
}
const SERVER =
  "const quay = require('express')();\nquay.get('/boats', (q, s) => s.json({}));\nquay.get('/crews', (q, s) => s.json({}));\n// end\nquay.listen(1);\n";
const FILE = '.tool/model.json';

/** A repository with two branches; each changes the source in its own way, scans, and edits the model by hand. */
async function twoBranches(edits: { readonly [branch: string]: (model: Model) => void }, rescan = true): Promise<string> {
  const folder = projectIn(scratch, {
    'package.json': JSON.stringify({ name: 'quay', main: 'quay.js', dependencies: { express: '5' } }),
    'quay.js': SERVER,
  });
  git(folder, 'init', '-q', '-b', 'main');
  await tool(folder, ['scan']);
  edit(folder, (model) => {
    endpoint(model, '/crews')['summary'] = 'From before';
    model.endpoints.push({ id: 'GET /old', method: 'GET', path: '/old', middleware: [], origin: 'manual' });
  });
  await tool(folder, ['scan']);
  commit(folder);
  git(folder, 'branch', 'theirs');
  for (const [branch, line] of [
    ['main', "quay.get('/anchors', (q, s) => s.json({}));\n// end"],
    ['theirs', "// end\nquay.get('/winds', (q, s) => s.json({}));"],
  ] as const) {
    git(folder, 'checkout', '-q', branch);
    rmSync(join(folder, '.tool/cache'), { recursive: true, force: true });
    writeFileSync(join(folder, 'quay.js'), SERVER.replace('// end', line));
    if (rescan) await tool(folder, ['scan']);
    edit(folder, edits[branch]!);
    if (rescan) await tool(folder, ['scan']);
    commit(folder);
  }
  git(folder, 'checkout', '-q', 'main');
  expect(git(folder, 'merge', 'theirs')).toBe(1);
  const source = readFileSync(join(folder, 'quay.js'), 'utf8');
  writeFileSync(join(folder, 'quay.js'), source.replace(/^(?:<{7}|={7}|>{7}).*\n/gm, ''));
  return folder;
}

const git = (folder: string, ...words: string[]): number | null =>
  spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-c', 'commit.gpgsign=false', ...words], { cwd: folder }).status;
function commit(folder: string): void {
  git(folder, 'add', '-A');
  expect(git(folder, 'commit', '-qm', 'next')).toBe(0);
}
const read = (folder: string): Model => JSON.parse(readFileSync(join(folder, FILE), 'utf8')) as Model;
function edit(folder: string, change: (model: Model) => void): void {
  const model = read(folder);
  change(model);
  writeFileSync(join(folder, FILE), JSON.stringify(model, null, 2));
}
const endpoint = (model: Model, path: string): Record<string, unknown> => model.endpoints.find((one) => one['path'] === path)!;
const added = (path: string) => ({ id: `GET ${path}`, method: 'GET', path, middleware: [] });
const EDITS = {
  main: (model: Model) => {
    endpoint(model, '/boats')['description'] = 'Ours';
    endpoint(model, '/boats')['name'] = 'Our boats';
    endpoint(model, '/anchors')['summary'] = 'Heavy';
    model.endpoints.push(added('/by-hand/ours'));
    model.environments.push({ name: 'ours', baseUrl: 'http://127.0.0.1:1' });
  },
  theirs: (model: Model) => {
    endpoint(model, '/boats')['summary'] = 'Theirs';
    endpoint(model, '/boats')['name'] = 'Their boats';
    endpoint(model, '/crews')['summary'] = 'Changed there';
    endpoint(model, '/winds')['tags'] = ['weather'];
    model.endpoints = model.endpoints.filter(({ path }) => path !== '/old');
    model.endpoints.push(added('/by-hand/theirs'));
    model.environments.push({ name: 'theirs', baseUrl: 'http://127.0.0.1:2' });
  },
};

describe('a scan of a model that git merged half', () => {
  test.each([
    ['from the index of git', false],
    ['from the marks alone', true],
  ])('takes what people wrote from both sides, %s', async (_, isStaged) => {
    const folder = await twoBranches(EDITS);
    if (isStaged) git(folder, 'add', '-A');
    const half = readFileSync(join(folder, FILE), 'utf8');
    expect(half).toContain('<<<<<<<');
    for (const command of [['inspect'], ['scan', '--check']])
      expect(await tool(folder, command)).toMatchObject({ code: 2, stderr: expect.stringContaining('`tool scan` does it') });
    expect(readFileSync(join(folder, FILE), 'utf8')).toBe(half);

    const run = await tool(folder, ['scan', '--json']);
    expect(run.code).toBe(0);
    const { merged, conflicts } = document(run, 'scan').servers[0];
    expect(merged).toBe(true);
    expect(conflicts).toContain('GET /boats /name: their side of the merge says "Their boats", the model keeps "Our boats"');
    const model = read(folder);
    expect(model.endpoints.map(({ path }) => path)).toEqual(['/anchors', '/boats', '/by-hand/ours', '/by-hand/theirs', '/crews', '/winds']);
    expect(endpoint(model, '/boats')).toMatchObject({ description: 'Ours', summary: 'Theirs', name: 'Our boats' });
    expect(endpoint(model, '/anchors')).toMatchObject({ summary: 'Heavy', authored: ['/summary'] });
    expect(endpoint(model, '/winds')).toMatchObject({ tags: ['weather'], authored: ['/tags'] });
    expect(endpoint(model, '/by-hand/theirs')['origin']).toBe('manual');
    expect(endpoint(model, '/crews')).toMatchObject({ summary: 'Changed there' });
    expect(model.environments.map(({ name }) => name).sort()).toEqual(['ours', 'theirs']);
    expect((await tool(folder, ['scan'])).stdout).toContain('is up to date');
    git(folder, 'add', '-A');
    expect(git(folder, 'commit', '-qm', 'merge')).toBe(0);
  });

  test('knows edits that nobody scanned by what both sides come from', async () => {
    const folder = await twoBranches(
      {
        main: (model) => (endpoint(model, '/boats')['name'] = 'Our boats'),
        theirs: (model) => {
          endpoint(model, '/boats')['name'] = 'Their boats';
          endpoint(model, '/crews')['name'] = 'Their crews';
        },
      },
      false,
    );
    const run = await tool(folder, ['scan']);
    expect(run.stdout).toContain('their side of the merge says "Their boats", the model keeps "Our boats"');
    expect(run.stdout).toContain('merged  .tool/model.json');
    expect(endpoint(read(folder), '/crews')).toMatchObject({ name: 'Their crews' });
    expect(read(folder).endpoints.map(({ path }) => path)).toEqual(['/anchors', '/boats', '/crews', '/old', '/winds']);
  });

  test('with a side that is no model stays as it is', async () => {
    const folder = await twoBranches(EDITS);
    const half = '<<<<<<< HEAD\n{}\n=======\n[\n>>>>>>> theirs\n';
    git(folder, 'add', '-A');
    writeFileSync(join(folder, FILE), half);
    expect(await tool(folder, ['scan'])).toMatchObject({ code: 2, stderr: expect.stringContaining('git left a conflict marker') });
    expect(readFileSync(join(folder, FILE), 'utf8')).toBe(half);
  });
});
