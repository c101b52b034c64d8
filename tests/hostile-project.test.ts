import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, jest, test } from '@jest/globals';
import { scratchFolder, tool, type Run } from './tool-process.js';

// The point is that these end at all; a machine that is busy takes its time.
jest.setTimeout(180_000);

const scratch = scratchFolder('hostile');
afterAll(() => { rmSync(scratch, { recursive: true, force: true }); });
let made = 0;

/** A project beside a folder that is none of its business. */
function project(source: string, files: Readonly<Record<string, string>> = {}): { readonly root: string; readonly outside: string } {
  const folder = join(scratch, String(made++));
  const root = join(folder, 'project');
  const outside = join(folder, 'outside');
  const all = {
    'package.json': '{ "name": "hostile", "main": "index.js", "dependencies": { "express": "^5.0.0" } }',
    'index.js': `const express = require('express'); const app = express(); const handler = (request, response) => response.end();\napp.get('/fine', handler);\n${source}\napp.listen(0);`,
    '../outside/secret.js': "const { Router } = require('express'); const router = Router(); router.get('/outside', (request, response) => response.json({ secret: 1 })); module.exports = router;",
    '../outside/secret.json': '{ "path": "/outside-json" }',
    ...files,
  };
  for (const [file, text] of Object.entries(all)) { mkdirSync(dirname(join(root, file)), { recursive: true }); writeFileSync(join(root, file), text); }
  return { root, outside };
}

/** A heap that a laptop has; a scan that needs more ends with an error of Node, not with one of these codes. */
const scan = (root: string, ...more: string[]): Promise<Run> => tool(root, ['scan', ...more], { NODE_OPTIONS: '--max-old-space-size=1024' });
const pathsOf = (root: string): string[] => (JSON.parse(readFileSync(join(root, '.tool/model.json'), 'utf8')) as { endpoints: { path: string }[] }).endpoints.map(({ path }) => path);

const nested = (open: string, close: string, depth: number, core = '1'): string => open.repeat(depth) + core + close.repeat(depth);

const PROGRAMS: Readonly<Record<string, string>> = {
  'templates that multiply': `const arms = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']; const pick = () => arms[process.env.N]; app.get(\`/\${pick()}/\${pick()}/\${pick()}/\${pick()}/\${pick()}/\${pick()}/\${pick()}\`, handler);`,
  'forty undecided conditions, one after the other': Array.from({ length: 40 }, (_, index) => `let prefix${index} = process.env.A${index} ? prefix${index - 1} + '/x' : prefix${index - 1} + '/y';`).join('\n').replace('prefix-1', "''").replace('prefix-1', "''") + " app.use(prefix39, express.Router().get('/r', handler));",
  'a parameter with a regular expression that backtracks': "app.get(/^\\/(a+)+$/, handler); /^(([a-z])+.)+[A-Z]([a-z])+$/.test('a'.repeat(5000));",
  'a replacement that backtracks': "const text = 'a'.repeat(30000).replace(/(a|a)*b/g, ''); const parts = 'x'.repeat(30000).split(/(x+x+)+y/); const hit = ('a'.repeat(40) + '!').match(/^(a|aa)+$/);",
  'recursion without end': 'function again(n) { return again(n + 1) + again(n + 2); } again(0);',
  'a loop without end': 'let n = 0; while (true) { n++; if (process.env.STOP) break; }',
  'a generator without end': 'function* all() { let n = 0; while (true) yield n++; } const list = [...all()];',
  'a text that is repeated to a gigabyte': "const big = 'x'.repeat(2 ** 30); const padded = 'x'.padStart(2 ** 30, 'ab'); const list = new Array(2 ** 31).fill(0); const from = Array.from({ length: 1e9 }, () => 1);",
  'a getter that calls itself, and a proxy': 'const own = { get deep() { return this.deep; } }; own.deep; const proxy = new Proxy({}, { get: (target, key, self) => self[key] }); proxy.x;',
  'names of the prototype': "const table = JSON.parse('{\"__proto__\": {\"polluted\": \"/p\"}}'); Object.assign({}, table); const o = {}; o['__proto__']['polluted'] = '/p'; o.constructor.prototype.polluted = '/p'; app.get('/__proto__', handler); app.get('/constructor', handler);",
};

/** Known to be wrong: deeper than the recursion of the scanner goes, or more than it evaluates. What it ends with today is asserted, so that a change is seen. */
const BUGS: Readonly<Record<string, { readonly code: number; readonly source: string }>> = {
  'brackets 5,000 deep': { code: 70, source: `const deep = ${nested('[', ']', 5_000)};` },
  'parentheses 5,000 deep': { code: 70, source: `const deep = ${nested('(', ')', 5_000)};` },
  'calls 2,000 deep': { code: 70, source: `const same = (value) => value; const deep = ${nested('same(', ')', 2_000)};` },
  'a sum of 20,000 texts': { code: 0, source: `const long = ${Array.from({ length: 20_000 }, (_, index) => `'${index}'`).join(' + ')};` },
  'if in if, 1,000 deep': { code: 1, source: `${nested('if (process.env.X) { ', ' }', 1_000, "app.get('/deep', handler);")}` },
  'a table of 100,000 elements': { code: 1, source: `const table = [${Array.from({ length: 100_000 }, (_, index) => `{ at: '/t', n: ${index} }`).join(',')}]; for (const row of table) Object.keys(row);` },
  'a union of 2,000 texts': { code: 0, source: `const path = ${Array.from({ length: 2_000 }, (_, index) => `process.env.P === '${index}' ? '/${index}' : `).join('')}'/last'; const unused = path;` },
};

describe('a program that wants to hurt', () => {
  test.each(Object.keys(PROGRAMS))('%s: the scan ends, and finds the route beside it', async (name) => {
    const { root } = project(PROGRAMS[name]!);
    const run = await scan(root);
    expect({ ...run, stderr: run.stderr.slice(0, 1_500) }).toMatchObject({ code: 0 });
    expect(pathsOf(root)).toContain('/fine');
    expect(`${run.stdout}${run.stderr}`).not.toMatch(/evaluator\/crash|heap out of memory|internal error/);
  });

  test.each(Object.keys(BUGS))('bug: %s: the scan ends without its route, or says that it is a mistake of its own, and keeps the model that was there', async (name) => {
    const { root } = project('');
    expect(await scan(root)).toMatchObject({ code: 0 });
    const file = join(root, 'index.js');
    writeFileSync(file, readFileSync(file, 'utf8').replace('app.listen', () => `${BUGS[name]!.source}\napp.listen`));
    const { code, stdout, stderr } = await scan(root);
    expect({ code, said: `${stdout}${stderr}`.slice(0, 1_500) }).toMatchObject({ code: BUGS[name]!.code });
    expect(pathsOf(root)).toEqual(['/fine']);
    if (code === 0) expect(`${stdout}${stderr}`).toMatch(/evaluator\/crash/);
  });

  test('types that multiply: the handler beside them has its contract', async () => {
    const { root } = project('', {
      'package.json': '{ "name": "hostile", "main": "index.ts", "dependencies": { "express": "^5.0.0" } }', 'tsconfig.json': '{ "compilerOptions": { "strict": true } }',
      'index.ts': `import express, { type Request } from 'express';
type Digit = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
type Huge = \`\${Digit}\${Digit}\${Digit}\${Digit}\${Digit}\${Digit}\${Digit}\`;
type Deep<N extends unknown[]> = { next: Deep<[...N, 1]>; other: Deep<[...N, 2]> };
const app = express();
app.get('/fine', (request, response) => { response.json({ ok: true }); });
app.post('/huge', (request: Request<{}, {}, { code: Huge; deep: Deep<[]> }>, response) => { response.json(request.body.deep); });
app.listen(0);`,
    });
    expect(await scan(root)).toMatchObject({ code: 0 });
    expect(pathsOf(root)).toEqual(expect.arrayContaining(['/fine', '/huge']));
  });
});

const FAR = '/outside';
describe('what lies outside of the project', () => {
  const before = (outside: string): string[] => readdirSync(outside);

  test.each<[string, Readonly<Record<string, string>>]>([
    ['entries', { 'tool.config.json': '{ "entries": ["../outside/secret.js"] }' }],
    ['adapters', { 'tool.config.json': '{ "adapters": ["../outside/secret.js"] }' }],
    ['projects', { 'tool.config.json': '{ "projects": ["../outside"] }' }],
    ['main of package.json', { 'package.json': '{ "name": "hostile", "main": "../outside/secret.js", "dependencies": { "express": "^5.0.0" } }' }],
    ['a script of package.json', { 'package.json': '{ "name": "hostile", "scripts": { "start": "node ../outside/secret.js" }, "dependencies": { "express": "^5.0.0" } }' }],
    ['paths of tsconfig.json', { 'tsconfig.json': '{ "compilerOptions": { "allowJs": true, "baseUrl": ".", "paths": { "far": ["../outside/secret.js"] } } }', 'index.js': "const app = require('express')(); app.get('/fine', (q, r) => r.end()); app.use(require('far')); app.listen(0);" }],
    ['a relative import', { 'index.js': "const app = require('express')(); app.get('/fine', (q, r) => r.end()); app.use(require('../outside/secret.js')); app.get(require('../outside/secret.json').path, (q, r) => r.end()); app.listen(0);" }],
    ['a folder that is listed', { 'index.js': "const fs = require('fs'); const app = require('express')(); app.get('/fine', (q, r) => r.end()); for (const file of fs.readdirSync(__dirname + '/../outside')) app.use(require('../outside/' + file)); app.get(fs.readFileSync('../outside/secret.json', 'utf8').slice(0, 5), (q, r) => r.end()); app.listen(0);" }],
  ])('%s does not lead there', async (_name, files) => {
    const { root, outside } = project('', files);
    const listed = before(outside);
    const run = await scan(root);
    expect([0, 1, 2]).toContain(run.code);
    expect(before(outside)).toEqual(listed);
    expect(existsSync(join(outside, '.tool'))).toBe(false);
    if (existsSync(join(root, '.tool/model.json'))) expect(pathsOf(root).filter((path) => path.startsWith(FAR))).toEqual([]);
  });

  test('a symbolic link to a file outside is not followed', async () => {
    const { root, outside } = project("app.use(require('./linked.js'));");
    symlinkSync(join(outside, 'secret.js'), join(root, 'linked.js'));
    expect(await scan(root)).toMatchObject({ code: 0 });
    expect(pathsOf(root)).toEqual(['/fine']);
  });

  test('a folder that contains itself through a link has an end', async () => {
    const { root } = project("for (const file of require('fs').readdirSync(__dirname + '/routes')) app.use(require('./routes/' + file));", { 'routes/a.js': "module.exports = require('express').Router().get('/a', (q, r) => r.end());" });
    symlinkSync('.', join(root, 'routes/again'));
    expect((await scan(root)).code).toBe(0);
    expect(pathsOf(root)).toContain('/fine');
  });

  test.each([['--workflow', ['simulate', 'workflow', '--workflow', '../outside/secret.json']], ['--file', ['workflow', 'scaffold', 'GET', '/fine', '--file', '../../../outside/new.json']], ['a run', ['replay', '../../../outside']], ['memory', ['memory', 'set', '../../outside:x', 'y']]])('%s of a command does not write there', async (_name, argv) => {
    const { root, outside } = project('');
    await scan(root);
    const listed = before(outside);
    expect([0, 1, 2]).toContain((await tool(root, argv)).code);
    expect(before(outside)).toEqual(listed);
  });
});
