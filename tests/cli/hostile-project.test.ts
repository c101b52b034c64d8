import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, jest, test } from '@jest/globals';
import { scanProject } from '../../compiler/scan.js';
import { scratchFolder, tool, type Run } from '../support/tool-process.js';

// The point is that these end at all; a machine that is busy takes its time.
jest.setTimeout(180_000);

const scratch = scratchFolder('hostile');
afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});
let made = 0;

/** A project beside a folder that is none of its business. */
function project(source: string, files: Readonly<Record<string, string>> = {}): { readonly root: string; readonly outside: string } {
  const folder = join(scratch, String(made++));
  const root = join(folder, 'project');
  const outside = join(folder, 'outside');
  const all = {
    'package.json': '{ "name": "hostile", "main": "index.js", "dependencies": { "express": "^5.0.0" } }',
    'index.js': `const express = require('express'); const app = express(); const handler = (request, response) => response.end();\napp.get('/fine', handler);\n${source}\napp.listen(0);`,
    '../outside/secret.js':
      "const { Router } = require('express'); const router = Router(); router.get('/outside', (request, response) => response.json({ secret: 1 })); module.exports = router;",
    '../outside/secret.json': '{ "path": "/outside-json" }',
    ...files,
  };
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return { root, outside };
}

/** A heap that a laptop has; a scan that needs more ends with an error of Node, not with one of these codes. */
const scan = (root: string, ...more: string[]): Promise<Run> =>
  tool(root, ['scan', ...more], { NODE_OPTIONS: '--max-old-space-size=1024' });
const pathsOf = (root: string): string[] =>
  (JSON.parse(readFileSync(join(root, '.tool/model.json'), 'utf8')) as { endpoints: { path: string }[] }).endpoints.map(({ path }) => path);

const nested = (open: string, close: string, depth: number, core = '1'): string => open.repeat(depth) + core + close.repeat(depth);

const PROGRAMS: Readonly<Record<string, string>> = {
  'templates that multiply': `const arms = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']; const pick = () => arms[process.env.N]; app.get(\`/\${pick()}/\${pick()}/\${pick()}/\${pick()}/\${pick()}/\${pick()}/\${pick()}\`, handler);`,
  'forty undecided conditions, one after the other':
    Array.from(
      { length: 40 },
      (_, index) => `let prefix${index} = process.env.A${index} ? prefix${index - 1} + '/x' : prefix${index - 1} + '/y';`,
    )
      .join('\n')
      .replace('prefix-1', "''")
      .replace('prefix-1', "''") + " app.use(prefix39, express.Router().get('/r', handler));",
  'a parameter with a regular expression that backtracks':
    "app.get(/^\\/(a+)+$/, handler); /^(([a-z])+.)+[A-Z]([a-z])+$/.test('a'.repeat(5000));",
  'commands of the command line that hold one another':
    "const { Command } = require('commander'); const one = new Command('one'), two = new Command('two'); one.action(() => { app.get('/one', handler); }); one.addCommand(one).addCommand(two); two.addCommand(one); one.parse();",
  'a replacement that backtracks':
    "const text = 'a'.repeat(30000).replace(/(a|a)*b/g, ''); const parts = 'x'.repeat(30000).split(/(x+x+)+y/); const hit = ('a'.repeat(40) + '!').match(/^(a|aa)+$/);",
  'expressions whose time is a power of the text':
    "const text = 'a'.repeat(2000); /a*a*a*a*a*a*b/.test(text); text.replace(/(.*)(.*)(.*)(.*)(.*)x/, ''); /^(a|a|a|a|a|a)*$/.test('a'.repeat(19) + '!'); text.match(/^(?:a?){40}a{40}$/);",
  'middleware at an expression that backtracks': `app.use(/^\\/(a+)+$/, handler); app.use('/:name((a|a)+b)', handler); app.get('/${'a'.repeat(60)}c', handler); app.get('/${'a'.repeat(60)}/c', handler);`,
  'a handler that refuses for forty reasons': `const check = (body) => { ${Array.from({ length: 40 }, (_, index) => `if (body.kind === 'k${index}') { if (body.b${index} > process.env.LIMIT) throw new Error('no ${index}'); }`).join(' ')} }; app.post('/x', (request, response) => { check(request.body); response.json({ ok: true }); });`,
  'recursion without end': 'function again(n) { return again(n + 1) + again(n + 2); } again(0);',
  'a loop without end': 'let n = 0; while (true) { n++; if (process.env.STOP) break; }',
  'a generator without end': 'function* all() { let n = 0; while (true) yield n++; } const list = [...all()];',
  'a text that is repeated to a gigabyte':
    "const big = 'x'.repeat(2 ** 30); const padded = 'x'.padStart(2 ** 30, 'ab'); const list = new Array(2 ** 31).fill(0); const from = Array.from({ length: 1e9 }, () => 1);",
  'a getter that calls itself, and a proxy':
    'const own = { get deep() { return this.deep; } }; own.deep; const proxy = new Proxy({}, { get: (target, key, self) => self[key] }); proxy.x;',
  'names of the prototype':
    "const table = JSON.parse('{\"__proto__\": {\"polluted\": \"/p\"}}'); Object.assign({}, table); const o = {}; o['__proto__']['polluted'] = '/p'; o.constructor.prototype.polluted = '/p'; app.get('/__proto__', handler); app.get('/constructor', handler);",
};

const undecided = (depth: number, core: string): string => nested('if (process.env.X) { ', ' }', depth, core);

/** Files beside which everything is scanned, and what is said of them: at which line and column, with which code. Null: nothing is lost. */
const DEEP: Readonly<Record<string, { readonly said: string | RegExp | null; readonly source: string; readonly top?: boolean }>> = {
  'brackets 5,000 deep': { said: 'hostile.js:2:163  warning evaluator/too-deep', source: `const deep = ${nested('[', ']', 5_000)};` },
  'parentheses 5,000 deep': { said: 'hostile.js:2:163  warning evaluator/too-deep', source: `const deep = ${nested('(', ')', 5_000)};` },
  'calls 2,000 deep': {
    said: 'hostile.js:2:794  warning evaluator/too-deep',
    source: `const same = (value) => value; const deep = ${nested('same(', ')', 2_000)};`,
  },
  'arrow functions 2,000 deep': { said: 'hostile.js:1:1  warning evaluator/too-deep', source: `const deep = ${'a => '.repeat(2_000)}1;` },
  'not not not': { said: 'hostile.js:1:1  warning evaluator/too-deep', source: `const deep = ${'!'.repeat(10_000)}1;` },
  'types 2,000 deep': { said: 'hostile.ts:1:1  warning evaluator/too-deep', source: `let deep: ${nested('A<', '>', 2_000, 'B')};` },
  'calls 300 deep': {
    said: 'hostile.js:2:33  warning evaluator/too-deep',
    source: `const same = (value) => value;  const deep = ${nested('same(', ')', 300)};`,
  },
  'if in if, 1,000 deep': { said: 'hostile.js:2:2605  warning evaluator/too-deep', source: undecided(1_000, "app.get('/deep', handler);") },
  'a union of 2,000 texts': {
    said: 'hostile.js:2:1  warning evaluator/too-deep',
    source: `const path = ${Array.from({ length: 2_000 }, (_, index) => `process.env.P === '${index}' ? '/${index}' : `).join('')}'/last'; const unused = path;`,
  },
  'a file of 2.5 MB': {
    said: 'hostile.js cannot be read (2.4 MB',
    source: `const table = [${Array.from({ length: 100_000 }, (_, index) => `{ at: '/tt', n: ${index} }`).join(',')}]; for (const row of table) Object.keys(row);`,
  },
  'a sum of 20,000 texts': {
    said: null,
    source: `const long = ${Array.from({ length: 20_000 }, (_, index) => `'${index}'`).join(' + ')};`,
  },
  'a chain of 5,000 calls': { said: null, source: `const text = ''${".concat('a')".repeat(5_000)};` },
  'a choice among 5,000 texts': {
    said: null,
    source: `const text = ${Array.from({ length: 5_000 }, (_, index) => `process.env.A${index} || `).join('')}'a';`,
  },
  'a table of 100,000 elements': {
    said: /^hostile\.js:1:\d+ +warning evaluator\/out-of-fuel/m,
    top: true,
    source: `const table = [${Array.from({ length: 100_000 }, (_, index) => `{n:${index}}`).join(',')}]; for (const row of table) Object.keys(row); const mapped = table.map((row) => ({ ...row })).filter((row) => row.n > 5);`,
  },
  'an object of 100,000 names': {
    said: /^hostile\.js:1:\d+ +warning evaluator\/out-of-fuel/m,
    top: true,
    source: `const table = {${Array.from({ length: 100_000 }, (_, index) => `n${index}:${index}`).join(',')}}; const copy = { ...table }; for (const name in table) copy[name] = 1;`,
  },
};

describe('a program that wants to hurt', () => {
  test.each(Object.keys(PROGRAMS))('%s: the scan ends, and finds the route beside it', async (name) => {
    const { root } = project(PROGRAMS[name]!);
    const run = await scan(root);
    expect({ ...run, stderr: run.stderr.slice(0, 1_500) }).toMatchObject({ code: 0 });
    expect(pathsOf(root)).toContain('/fine');
    expect(`${run.stdout}${run.stderr}`).not.toMatch(/evaluator\/crash|heap out of memory|internal error/);
  });

  test.each(Object.keys(DEEP))('%s: the rest of the project is scanned, and the place is said', async (name) => {
    const { said, source, top } = DEEP[name]!;
    const file = String(said).includes('.ts:') ? 'hostile.ts' : 'hostile.js';
    const { root } = project("require('./hostile')(app, handler);", {
      [file]: `${top ? source : ''} module.exports = (app, handler) => { app.get('/beside', handler);\n${top ? '' : source}\napp.get('/behind', handler); };`,
    });
    const { code, stdout, stderr } = await scan(root);
    expect({ code, stderr: stderr.slice(0, 1_500) }).toMatchObject({ code: 0 });
    expect(`${stdout}${stderr}`).not.toMatch(/evaluator\/crash|internal error/);
    if (said === null) expect(stdout).toMatch(/unresolved +none/);
    else if (typeof said === 'string') expect(stdout).toContain(said);
    else expect(stdout).toMatch(said);
    const isRead = !/:1:1 |:163 |:794 |cannot be read/.test(String(said));
    expect(pathsOf(root)).toEqual(isRead ? ['/behind', '/beside', '/fine'] : ['/fine']);
  });

  test.each<[string, string]>([
    ['white space', `import a${' '.repeat(400_000)}x; require(${' '.repeat(400_000)}x);`],
    ['imports of types that do not end', 'import type '.repeat(100_000)],
    ['lists of imports that are not closed', 'import a, {\n'.repeat(100_000)],
    ['comments that import', '// import(\n'.repeat(100_000)],
    ['one import of a hundred thousand uses', `${'Thing; '.repeat(100_000)}\nimport Thing from 'express';`],
  ])('%s: the imports of a file are found without reading it again and again', async (_name, text) => {
    const { root } = project('', { 'hostile.ts': text });
    expect(await scan(root)).toMatchObject({ code: 0 });
    expect(pathsOf(root)).toEqual(['/fine']);
  });

  test('settings that do not end: files of variables, schemas and manifests', async () => {
    const { root } = project("require('dotenv').config(); app.get('/' + process.env.NAME, handler);", {
      'package.json': `{ "name": "hostile", "main": "index.js", "exports": ${nested('{"a":', '}', 20_000)}, "dependencies": { "express": "^5.0.0", "dotenv": "1" } }`,
      '.env': `NAME=kept\nA=${' '.repeat(200_000)}x#\nB="${'x'.repeat(200_000)}\n`,
      'prisma/schema.prisma': '\n'.repeat(300_000) + 'model x',
      'tsconfig.json': `{ "compilerOptions": { "paths": ${nested('{"a":[', ']}', 5_000)} } }`,
    });
    expect(await scan(root)).toMatchObject({ code: 0 });
    expect(pathsOf(root)).toEqual(['/fine', '/kept']);
  });

  test('configuration files whose members are anything: no scan ends with a mistake of its own', async () => {
    const wrong: readonly unknown[] = [null, 5, true, '', 'x', [], [5], [null], {}, { a: 5 }, { a: [{ b: null }] }, { '.': { import: 7 } }];
    const members: Readonly<Record<string, readonly string[]>> = {
      'package.json': [
        'name',
        'version',
        'main',
        'module',
        'type',
        'bin',
        'exports',
        'imports',
        'scripts',
        'workspaces',
        'dependencies',
        'devDependencies',
        'peerDependencies',
        '_moduleAliases',
        'babel',
      ],
      'tsconfig.json': ['extends', 'compilerOptions', 'references', 'files', 'include'],
      '.babelrc': ['plugins', 'env', 'presets'],
    };
    const { root } = project("require('#own/thing'); require('own'); require('hostile/sub');");
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as object;
    for (const [file, keys] of Object.entries(members))
      for (const key of keys)
        for (const value of wrong) {
          writeFileSync(join(root, file), JSON.stringify({ ...(file === 'package.json' && manifest), [key]: value }));
          try {
            expect((await scanProject({ root, config: { entries: ['index.js'] } })).endpointSet.endpoints.map(({ path }) => path)).toEqual([
              '/fine',
            ]);
          } catch (error) {
            throw new Error(`${file}, ${key}: ${JSON.stringify(value)}: ${String(error)}`);
          }
          if (file !== 'package.json') rmSync(join(root, file));
        }
  });

  test('routes in one chain of 1,500 calls are all found', async () => {
    const { root } = project(`app${Array.from({ length: 1_500 }, (_, index) => `.get('/r${index}', handler)`).join('\n')};`);
    expect(await scan(root)).toMatchObject({ code: 0 });
    expect(pathsOf(root)).toHaveLength(1_501);
  });

  test('the same is found every time, where the stack ends', async () => {
    const { root } = project(
      `const same = (value) => value;\n${Array.from({ length: 60 }, (_, index) => `app.get(${nested('same(', ')', 200 + index, `'/r${index}'`)}, handler);`).join('\n')}`,
    );
    const found: string[][] = [];
    for (let round = 0; round < 3; round++) {
      rmSync(join(root, '.tool'), { recursive: true, force: true });
      expect(await scan(root)).toMatchObject({ code: 0 });
      found.push(pathsOf(root));
    }
    expect(found[0]!.length).toBeGreaterThan(30);
    expect(found[0]!.length).toBeLessThan(60);
    expect(found[1]).toEqual(found[0]);
    expect(found[2]).toEqual(found[0]);
  });

  test('types that multiply: the handler beside them has its contract', async () => {
    const { root } = project('', {
      'package.json': '{ "name": "hostile", "main": "index.ts", "dependencies": { "express": "^5.0.0" } }',
      'tsconfig.json': '{ "compilerOptions": { "strict": true } }',
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
    [
      'main of package.json',
      { 'package.json': '{ "name": "hostile", "main": "../outside/secret.js", "dependencies": { "express": "^5.0.0" } }' },
    ],
    [
      'a script of package.json',
      {
        'package.json':
          '{ "name": "hostile", "scripts": { "start": "node ../outside/secret.js" }, "dependencies": { "express": "^5.0.0" } }',
      },
    ],
    [
      'paths of tsconfig.json',
      {
        'tsconfig.json': '{ "compilerOptions": { "allowJs": true, "baseUrl": ".", "paths": { "far": ["../outside/secret.js"] } } }',
        'index.js': "const app = require('express')(); app.get('/fine', (q, r) => r.end()); app.use(require('far')); app.listen(0);",
      },
    ],
    [
      'a relative import',
      {
        'index.js':
          "const app = require('express')(); app.get('/fine', (q, r) => r.end()); app.use(require('../outside/secret.js')); app.get(require('../outside/secret.json').path, (q, r) => r.end()); app.listen(0);",
      },
    ],
    [
      'a folder that is listed',
      {
        'index.js':
          "const fs = require('fs'); const app = require('express')(); app.get('/fine', (q, r) => r.end()); for (const file of fs.readdirSync(__dirname + '/../outside')) app.use(require('../outside/' + file)); app.get(fs.readFileSync('../outside/secret.json', 'utf8').slice(0, 5), (q, r) => r.end()); app.listen(0);",
      },
    ],
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
    const { root } = project("for (const file of require('fs').readdirSync(__dirname + '/routes')) app.use(require('./routes/' + file));", {
      'routes/a.js': "module.exports = require('express').Router().get('/a', (q, r) => r.end());",
    });
    symlinkSync('.', join(root, 'routes/again'));
    expect((await scan(root)).code).toBe(0);
    expect(pathsOf(root)).toContain('/fine');
  });

  test.each([
    ['--workflow', ['simulate', 'workflow', '--workflow', '../outside/secret.json']],
    ['--file', ['workflow', 'scaffold', 'GET', '/fine', '--file', '../../../outside/new.json']],
    ['a run', ['replay', '../../../outside']],
    ['memory', ['memory', 'set', '../../outside:x', 'y']],
  ])('%s of a command does not write there', async (_name, argv) => {
    const { root, outside } = project('');
    await scan(root);
    const listed = before(outside);
    expect([0, 1, 2]).toContain((await tool(root, argv)).code);
    expect(before(outside)).toEqual(listed);
  });
});
