import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { findWorkflow, formatWorkflow, readWorkflow, workflowFileName, workflowFiles, writeWorkflow } from '../../runtime/store/index.js';
import type { Workflow } from '../../schemas/index.js';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A project whose `.tool/workflows` holds these files. */
function project(files: Readonly<Record<string, string>> = {}): string {
  const root = mkdtempSync(join(tmpdir(), 'tool-workflows-'));
  folders.push(root);
  for (const [name, text] of Object.entries(files)) {
    const file = join(root, '.tool/workflows', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return root;
}

const login: Workflow = {
  name: 'Log in',
  steps: [{ name: 'log in', method: 'POST', path: '/login', body: { email: '{{faker.internet.email}}' }, expectStatus: 200 }],
};
const failureOf = (promise: Promise<unknown>): Promise<Error & { help: string }> =>
  promise.then(
    () => {
      throw new Error('nothing was thrown');
    },
    (error: Error & { help: string }) => error,
  );

test('JSON and YAML say the same', async () => {
  const root = project({
    'a.json': JSON.stringify(login),
    'deep/b.yaml':
      'name: Log in\nsteps:\n  - name: log in\n    method: POST\n    path: /login\n    body: { email: "{{faker.internet.email}}" }\n    expectStatus: 200\n',
  });
  expect(workflowFiles(root).map((file) => file.slice(root.length))).toEqual(['/.tool/workflows/a.json', '/.tool/workflows/deep/b.yaml']);
  for (const file of workflowFiles(root)) expect((await readWorkflow(root, file)).workflow).toEqual(login);
});

describe('a mistake is named with its place', () => {
  test.each([
    [
      'a.json',
      '{\n  "name": "x",\n  "steps": [\n    { "name": "s", "method": "get", "path": "/a" }\n  ]\n}',
      '.tool/workflows/a.json:4:30',
    ],
    ['a.yaml', 'name: x\nsteps:\n  - name: s\n    method: get\n    path: /a\n', '.tool/workflows/a.yaml:4:13'],
    ['a.yaml', 'name: x\nsteps:\n  - name: s\n    path: /a\n', '.tool/workflows/a.yaml:3:5'],
    ['a.yaml', 'name: x\nsteps:\n  - name: [s\n', '.tool/workflows/a.yaml:'],
    ['a.json', '{"name": "x", "steps": [],}', '.tool/workflows/a.json:1:27'],
    ['a.yaml', 'name: x\nname: y\nsteps: []\n', '2:1 the key "name" is there twice'],
    ['a.json', '{"name": "x", "name": "y", "steps": []}', '1:15 the key "name" is there twice'],
    ['a.yaml', 'name: x\nsteps:\n  - name: s\n    method: GET\n    path: /a\n    timeoutMs: .inf\n', '.tool/workflows/a.yaml:6:16'],
    ['a.yaml', '', 'is empty'],
  ])('%s: %j', async (name, text, place) => {
    const root = project({ [name]: text });
    const error = await failureOf(readWorkflow(root, join(root, '.tool/workflows', name)));
    expect(error).toMatchObject({ name: 'UsageError' });
    expect(error.message).toContain(place);
  });

  test('the place of any value can be asked for', async () => {
    const root = project({ 'a.yaml': 'name: x\nsteps:\n  - name: s\n    method: GET\n    path: /a\n' });
    const file = await readWorkflow(root, join(root, '.tool/workflows/a.yaml'));
    expect(file.locate('/steps/0/path')).toEqual({ line: 5, column: 11 });
    expect(file.locate('/steps/0/path', 'key')).toEqual({ line: 5, column: 5 });
    expect(file.locate('/steps/0/none/at/all')).toEqual({ line: 3, column: 5 });
  });

  test('YAML that grows without end is refused', async () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefgh'
      .split('')
      .map((name, index) => `${name}: &${name} [${`*${'abcdefg'[index]},`.repeat(9)}]\n`)
      .join('')}name: x\nsteps: []\n`;
    const root = project({ 'a.yaml': bomb });
    expect(await failureOf(readWorkflow(root, join(root, '.tool/workflows/a.yaml')))).toMatchObject({ name: 'UsageError' });
  });
});

describe('a person names a workflow', () => {
  const root = project({ 'sign-in.json': JSON.stringify(login), 'buy.yaml': 'name: Buy a book\nsteps: []\n', 'broken.json': '{' });
  test.each([['.tool/workflows/sign-in.json'], ['sign-in.json'], ['sign-in'], ['Log in']])('%s', async (named) => {
    expect((await findWorkflow(root, named, root)).workflow.name).toBe('Log in');
  });
  test('by a path from where they are', async () => {
    expect((await findWorkflow(root, 'workflows/buy.yaml', join(root, '.tool'))).workflow.name).toBe('Buy a book');
  });
  test('wrongly, and is told the nearest', async () => {
    expect((await failureOf(findWorkflow(root, 'Log on', root))).help).toContain('"Log in"');
    expect((await failureOf(findWorkflow(project(), 'x', root))).help).toContain('scaffold');
  });
  test('that two files have, and is told both', async () => {
    const twice = project({ 'a.json': JSON.stringify(login), 'b.json': JSON.stringify(login) });
    expect((await failureOf(findWorkflow(twice, 'Log in', twice))).message).toMatch(/a\.json.*b\.json/);
  });
});

describe('writing', () => {
  test('makes a file, and leaves one that says the same', async () => {
    const root = project();
    const first = await writeWorkflow(root, login);
    expect(first).toEqual({ file: join(root, '.tool/workflows/log-in.json'), written: true });
    const before = statSync(first.file).mtimeMs;
    expect(await writeWorkflow(root, login)).toMatchObject({ written: false });
    expect(statSync(first.file).mtimeMs).toBe(before);
    expect(JSON.parse(readFileSync(first.file, 'utf8'))).toEqual({ ...login, generatedAt: expect.any(String) });
  });

  test('replaces nothing unless told to, and comments never', async () => {
    const root = project({ 'log-in.json': '{"name": "mine", "steps": []}', 'c.yaml': '# mine\nname: c\nsteps: []\n' });
    await expect(writeWorkflow(root, login)).rejects.toThrow(/there already/);
    await expect(writeWorkflow(root, login, { replace: true })).resolves.toMatchObject({ written: true });
    await expect(writeWorkflow(root, login, { file: 'c.yaml', replace: true })).rejects.toThrow(/comments/);
    expect(readFileSync(join(root, '.tool/workflows/c.yaml'), 'utf8')).toContain('# mine');
  });

  test.each(['../escape.json', '/etc/x.json', 'a/../../x', '..', '.', 'x\0.json', 'link/x.json'])(
    'never outside its folder: %j',
    async (file) => {
      const root = project({ 'a.json': JSON.stringify(login) });
      symlinkSync(tmpdir(), join(root, '.tool/workflows/link'));
      await expect(writeWorkflow(root, login, { file })).rejects.toMatchObject({ name: 'UsageError' });
    },
  );

  test('what is written is read back as it was, in both languages', async () => {
    const root = project();
    const text = fc.string({ unit: 'grapheme', minLength: 1 });
    const step = fc.record(
      {
        name: text,
        method: fc.constantFrom('GET', 'POST'),
        path: text,
        body: fc.jsonValue({ noUnicodeString: false }),
        headers: fc.dictionary(text, text),
      },
      { requiredKeys: ['name', 'method', 'path'] },
    );
    await fc.assert(
      fc.asyncProperty(text, fc.array(step, { maxLength: 3 }), async (name, steps) => {
        for (const file of ['a.json', 'a.yaml']) {
          rmSync(join(root, '.tool/workflows', file), { force: true });
          const workflow = { name, steps } as Workflow;
          const written = await writeWorkflow(root, workflow, { file });
          const { generatedAt, ...rest } = (await readWorkflow(root, written.file)).workflow;
          expect(generatedAt).toBeDefined();
          expect(JSON.stringify(rest)).toBe(JSON.stringify(JSON.parse(await formatWorkflow(workflow))));
        }
      }),
      { numRuns: 60 },
    );
  });

  test('file names are made of anything', () => {
    expect(workflowFileName('Café: buy & sell!')).toBe('cafe-buy-sell.json');
    expect(workflowFileName('../..')).toBe('workflow.json');
  });
});
