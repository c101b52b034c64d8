import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, jest, test } from '@jest/globals';
import { document, projectIn, scratchFolder, tool, type Run } from '../support/tool-process.js';

jest.setTimeout(240_000);
const scratch = scratchFolder('yaml');
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const SERVER =
  "const express = require('express');\nconst kiosk = express();\nkiosk.get('/tickets/:id', function showTicket(req, res) { res.json({}); });\nkiosk.post('/orders', function order(req, res) { res.json({}); });\nkiosk.listen(1);\n";
const project = async (): Promise<string> => {
  const folder = projectIn(scratch, {
    'package.json': JSON.stringify({ name: 'kiosk', main: 'kiosk.js', dependencies: { express: '^5.0.0' } }),
    'kiosk.js': SERVER,
  });
  await tool(folder, ['scan']);
  return folder;
};
const run = (folder: string, ...args: string[]): Promise<Run> => tool(folder, args);
const read = (folder: string, file: string): string => readFileSync(join(folder, '.tool', file), 'utf8');
const edit = (folder: string, file: string, from: string, to: string): void => {
  const text = read(folder, file);
  expect(text).toContain(from);
  writeFileSync(join(folder, '.tool', file), text.replace(from, to));
};

test('an export is opt-in, repeatable, and is what `model list` reads then', async () => {
  const folder = await project();
  expect(document(await run(folder, 'model', 'list', '--json'), 'model-list')).toMatchObject({ source: 'model.json', total: 2 });
  expect(document(await run(folder, 'model', 'export', '--yaml', '--json'), 'model-export')).toEqual({
    format: 'yaml',
    written: ['.tool/paths/orders.yaml', '.tool/paths/tickets.yaml', '.tool/api.yaml'],
    unchanged: [],
    removed: [],
  });
  const before = statSync(join(folder, '.tool/api.yaml')).mtimeMs;
  expect(document(await run(folder, 'model', 'export', '--yaml', '--json'), 'model-export')).toMatchObject({ written: [], removed: [] });
  expect(statSync(join(folder, '.tool/api.yaml')).mtimeMs).toBe(before);
  const listed = document(await run(folder, 'model', 'list', '--json'), 'model-list');
  expect(listed).toMatchObject({ source: 'split YAML', total: 2 });
  expect(listed.disagreement).toBeUndefined();
});

test('after a scan that changed the model, commands say that the YAML is older, and an export settles it', async () => {
  const folder = await project();
  await run(folder, 'model', 'export', '--yaml');
  writeFileSync(join(folder, 'kiosk.js'), SERVER.replace('/orders', '/sales'));
  for (const again of [await run(folder, 'scan'), await run(folder, 'scan')])
    expect(again.stdout).toMatch(
      /disagree in 2 places: POST \/orders, POST \/sales\. .*model\.json is newer: run `tool model export --yaml`/,
    );
  expect((await run(folder, 'model', 'list')).stderr).toContain('disagree');
  expect(document(await run(folder, 'model', 'export', '--yaml', '--json'), 'model-export')).toMatchObject({
    written: ['.tool/paths/sales.yaml', '.tool/api.yaml'],
    removed: ['.tool/paths/orders.yaml'],
  });
  expect((await run(folder, 'scan')).stdout).not.toContain('disagree');
});

test('an edit of the YAML is never overwritten without being asked; an import takes it over, and rescans keep it', async () => {
  const folder = await project();
  await run(folder, 'model', 'export', '--yaml');
  edit(folder, 'paths/tickets.yaml', 'handlerName: showTicket', 'handlerName: showTicket\n    summary: One ticket');
  edit(folder, 'paths/orders.yaml', 'name: ', 'name: Mine, not ');
  expect((await run(folder, 'model', 'list')).stderr).toContain('The YAML files were edited');
  const refused = await run(folder, 'model', 'export', '--yaml');
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('tool model import --yaml') });
  expect(read(folder, 'paths/tickets.yaml')).toContain('One ticket');
  const [yaml, json] = [read(folder, 'paths/orders.yaml'), read(folder, 'model.json')];
  const changed = ['POST /orders', 'GET /tickets/:id'];
  expect(document(await run(folder, 'model', 'import', '--yaml', '--dry-run', '--json'), 'model-import')).toEqual({
    dryRun: true,
    written: false,
    added: [],
    removed: [],
    changed,
  });
  expect((await run(folder, 'model', 'import', '--yaml', '--dry-run')).stdout).toMatch(/changed {2}POST \/orders\n[^]*Nothing was written/);
  expect([read(folder, 'paths/orders.yaml'), read(folder, 'model.json')]).toEqual([yaml, json]);
  expect(document(await run(folder, 'model', 'import', '--yaml', '--json'), 'model-import')).toEqual({
    written: true,
    added: [],
    removed: [],
    changed,
  });
  await run(folder, 'scan');
  const model = JSON.parse(read(folder, 'model.json')) as {
    endpoints: { path: string; summary?: string; name: string; authored?: string[] }[];
  };
  expect(model.endpoints).toMatchObject([
    { name: expect.stringMatching(/^Mine/), authored: ['/name'] },
    { summary: 'One ticket', authored: ['/summary'] },
  ]);
  const listed = document(await run(folder, 'model', 'list', '--json'), 'model-list');
  expect(listed.disagreement).toBeUndefined();
  expect(document(await run(folder, 'model', 'import', '--yaml', '--json'), 'model-import')).toMatchObject({ written: false });
});

test('--force writes the files again from model.json', async () => {
  const folder = await project();
  await run(folder, 'model', 'export', '--yaml');
  const before = read(folder, 'paths/tickets.yaml');
  edit(folder, 'paths/tickets.yaml', 'showTicket', 'other');
  expect((await run(folder, 'model', 'export', '--yaml', '--force')).code).toBe(0);
  expect(read(folder, 'paths/tickets.yaml')).toBe(before);
});

test('an endpoint that is only in the YAML becomes one that was added by hand; files of a person below .tool stay', async () => {
  const folder = await project();
  await run(folder, 'model', 'export', '--yaml');
  writeFileSync(join(folder, '.tool/paths/mine.yaml'), '/mine:\n  GET:\n    summary: By hand\n');
  writeFileSync(join(folder, '.tool/paths/notes.txt'), 'mine\n');
  expect(document(await run(folder, 'model', 'import', '--yaml', '--json'), 'model-import')).toMatchObject({ added: ['GET /mine'] });
  await run(folder, 'scan');
  expect(JSON.parse(read(folder, 'model.json')).endpoints).toContainEqual(
    expect.objectContaining({ path: '/mine', origin: 'manual', summary: 'By hand' }),
  );
  expect(existsSync(join(folder, '.tool/paths/notes.txt'))).toBe(true);
});

test('damaged files are named with line and column', async () => {
  const folder = await project();
  await run(folder, 'model', 'export', '--yaml');
  writeFileSync(join(folder, '.tool/paths/orders.yaml'), '/orders:\n  POST:\n    tags: 7\n');
  for (const command of [
    ['model', 'list'],
    ['model', 'import', '--yaml'],
  ])
    expect(await run(folder, ...command)).toMatchObject({ code: 2, stderr: expect.stringContaining('.tool/paths/orders.yaml:3:11') });
  expect((await run(folder, 'scan')).stdout).toContain('cannot be read: `tool model validate` says where');
});

test('what the arguments lack is said', async () => {
  const folder = await project();
  expect(await run(folder, 'model', 'export')).toMatchObject({ code: 2, stderr: expect.stringContaining('needs a format') });
  expect(await run(folder, 'model', 'import')).toMatchObject({ code: 2, stderr: expect.stringContaining('Give --yaml.') });
  expect(await run(folder, 'model', 'import', '--yaml')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There are no split YAML files'),
  });
});
