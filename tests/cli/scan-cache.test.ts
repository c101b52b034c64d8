import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { recallScan } from '../../runtime/project/scan-cache.js';
import { scanServers, type ServerScan } from '../../runtime/project/scan-project.js';

jest.setTimeout(300_000);

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'tool-cache-')));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const bin = join(resolve(dirname(fileURLToPath(import.meta.url)), '../../..'), 'dist/runtime/cli/bin.js');

const scan = (root: string): Promise<ServerScan[]> =>
  scanServers({ root, progress: { update: () => {} }, trace: () => {} }, { allowEmpty: false, printChanged: false });
/** A time is the only thing in which two scans of the same files may differ. */
const timeless = (scans: readonly ServerScan[]): unknown => scans.map(({ milliseconds: _, ...rest }) => rest);

const SERVER = `const express = require('express');
const fs = require('fs');
const path = require('path');
const lib = require('./lib');
const kiosk = express();
for (const file of fs.readdirSync(path.join(__dirname, 'stalls'))) kiosk.use('/' + path.basename(file, '.js'), require('./stalls/' + file));
kiosk.get(lib.prefix + '/health', (req, res) => res.json({}));
kiosk.use(process.env.BASE || '/base', require('@kiosk/extra'));
if (fs.existsSync(path.join(__dirname, 'late.js'))) kiosk.use('/late', require('./late'));
kiosk.listen(1);
`;
const stall = (path: string): string =>
  `const stall = require('express').Router();\nstall.get('${path}', (req, res) => res.json({}));\nmodule.exports = stall;\n`;

let number = 0;
function project(files: Readonly<Record<string, string>> = {}): string {
  const root = join(scratch, `project-${number++}`);
  const all = {
    'package.json': JSON.stringify({ name: 'kiosk', main: 'server.js', dependencies: { express: '^5.0.0' } }),
    'server.js': SERVER,
    'lib/index.js': "exports.prefix = '/v1';\n",
    'stalls/fruit.js': stall('/apples'),
    'extra/index.js': stall('/more'),
    'README.md': 'A kiosk.\n',
    ...files,
  };
  for (const [file, text] of Object.entries(all)) write(root, file, text);
  return root;
}
function write(root: string, file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}
const remove = (root: string, file: string): void => rmSync(join(root, file), { recursive: true, force: true });

/** What can happen to a project between two scans. */
const events: Readonly<Record<string, (root: string, which: number) => void>> = {
  'edit a route': (root, which) => write(root, 'stalls/fruit.js', stall(`/kind-${which}`)),
  'edit to the same length': (root, which) => write(root, 'stalls/fruit.js', stall(['/apples', '/grapes', '/lemons'][which % 3]!)),
  'a file for the loader': (root, which) => write(root, `stalls/more-${which % 3}.js`, stall('/')),
  'a file that is no source': (root, which) => write(root, `stalls/notes-${which % 2}.txt`, 'no\n'),
  'delete a file': (root, which) => remove(root, `stalls/more-${which % 3}.js`),
  'rename a file': (root, which) => {
    if (existsSync(join(root, 'stalls/fruit.js'))) renameSync(join(root, 'stalls/fruit.js'), join(root, `stalls/more-${which % 3}.js`));
  },
  'a module that would now resolve first': (root, which) => write(root, 'lib.js', `exports.prefix = '/v${which}';\n`),
  'and that goes away': (root) => remove(root, 'lib.js'),
  'a file that was asked for': (root, which) => (which % 2 === 0 ? write(root, 'late.js', stall('/owl')) : remove(root, 'late.js')),
  'an example of what is missing': (root, which) =>
    which % 2 === 0 ? write(root, 'late.example.js', stall('/shown')) : remove(root, 'late.example.js'),
  'tsconfig with paths': (root, which) =>
    write(
      root,
      'tsconfig.json',
      JSON.stringify({ compilerOptions: { baseUrl: '.', paths: { '@kiosk/*': [which % 2 ? 'extra/*' : './*'] } } }),
    ),
  'tsconfig that is broken': (root) => write(root, 'tsconfig.json', '{'),
  'no tsconfig': (root) => remove(root, 'tsconfig.json'),
  configuration: (root, which) =>
    write(
      root,
      'tool.config.json',
      JSON.stringify(
        [
          { env: { BASE: `/b${which}` } },
          { exclude: ['extra'] },
          { name: 'renamed' },
          { entries: ['server.js'] },
          { environments: [{ name: 'dev', baseUrl: 'http://localhost:1' }] },
        ][which % 5],
      ),
    ),
  'no configuration': (root) => remove(root, 'tool.config.json'),
  'another manifest': (root, which) =>
    write(
      root,
      'package.json',
      JSON.stringify({
        name: `kiosk-${which}`,
        main: 'server.js',
        type: 'commonjs',
        dependencies: { express: which % 2 ? '^4.0.0' : '^5.0.0' },
      }),
    ),
  'a second program': (root, which) =>
    write(
      root,
      `second-${which % 2}.js`,
      "const app = require('express')();\napp.get('/second', (req, res) => res.end());\napp.listen(2);\n",
    ),
  'a folder becomes a link': (root) => {
    if (!existsSync(join(root, 'lib.real')) && existsSync(join(root, 'lib')) && !existsSync(join(root, 'linked'))) {
      renameSync(join(root, 'lib'), join(root, 'linked'));
      symlinkSync('linked', join(root, 'lib'));
    }
  },
  'what is not read': (root, which) => write(root, which % 2 ? 'README.md' : 'stalls.md', `Text ${which}.\n`),
  'a package that appears': (root) => write(root, 'node_modules/@kiosk/extra/package.json', '{"name":"@kiosk/extra","main":"index.js"}'),
  'new times, same contents': (root) => utimesSync(join(root, 'server.js'), new Date(0), new Date()),
  'a hand edit of the model': (root, which) => {
    const file = join(root, '.tool/model.json');
    const model = JSON.parse(readFileSync(file, 'utf8')) as { endpoints: { summary?: string }[] };
    if (model.endpoints[0]) model.endpoints[0].summary = `by hand ${which}`;
    writeFileSync(file, `${JSON.stringify(model, null, 2)}\n`);
  },
  'YAML files that say something else': (root, which) => {
    write(
      root,
      '.tool/api.yaml',
      `version: "0.3"\ngeneratedAt: "2026-01-01T00:00:00.000Z"\nproject: {name: n${which}, language: "", framework: ""}\n`,
    );
  },
  'YAML files that go away': (root) => remove(root, '.tool/api.yaml'),
  'the model goes away': (root) => remove(root, '.tool/model.json'),
  'the ignore rules go away': (root) => remove(root, '.tool/.gitignore'),
  'a part of the cache goes away': (root) => remove(root, '.tool/cache/scanned-model.json'),
  'the record is damaged': (root) => appendFileSync(join(root, '.tool/cache/scan.json'), '}'),
};

test('what is recalled is what a scan would give, after any sequence of events', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...Object.keys(events)), fc.nat({ max: 9 })), { minLength: 1, maxLength: 8 }),
      async (happened) => {
        const root = project();
        await scan(root);
        for (const [event, which] of happened) {
          events[event]!(root, which);
          const recalled = recallScan(root);
          const model = join(root, '.tool/model.json');
          const before = existsSync(model) ? { bytes: readFileSync(model, 'utf8'), time: statSync(model).mtimeMs } : null;
          const made = await scan(root);
          if (recalled !== null) {
            expect({ event, scans: timeless(recalled) }).toEqual({ event, scans: timeless(made) });
            expect({ bytes: readFileSync(model, 'utf8'), time: statSync(model).mtimeMs }).toEqual(before);
          }
          if (made.every(({ found }) => found > 0))
            expect({ event, recalled: timeless(recallScan(root) ?? []) }).toEqual({
              event,
              recalled: timeless(
                made.map((one) => ({ ...one, written: false, changes: { added: 0, removed: 0, renamed: 0, changed: 0 } })),
              ),
            });
        }
        rmSync(root, { recursive: true });
      },
    ),
    { numRuns: 30 },
  );
});

describe('events', () => {
  test.each(['what is not read', 'new times, same contents'])('%s: nothing has to be compiled', async (event) => {
    const root = project();
    await scan(root);
    events[event]!(root, 1);
    expect(recallScan(root)).not.toBeNull();
  });

  test.each(
    Object.keys(events).filter(
      (event) =>
        ![
          'what is not read',
          'new times, same contents',
          'and that goes away',
          'delete a file',
          'no tsconfig',
          'no configuration',
          'YAML files that go away',
        ].includes(event),
    ),
  )('%s: the scan is made', async (event) => {
    const root = project();
    await scan(root);
    events[event]!(root, 4);
    expect(recallScan(root)).toBeNull();
  });

  test('a file whose size and time are as before, but not its content', async () => {
    const root = project();
    await sleep(2_500); // until the file system's times may be believed
    await scan(root);
    expect(recallScan(root)).not.toBeNull();
    const file = join(root, 'stalls/fruit.js');
    const { atime, mtime } = statSync(file);
    writeFileSync(file, stall('/grapes'));
    utimesSync(file, atime, mtime);
    expect(recallScan(root)).toBeNull();
  });

  test('the record of another version of the tool is not believed', async () => {
    const root = project();
    await scan(root);
    const file = join(root, '.tool/cache/scan.json');
    const record = JSON.parse(readFileSync(file, 'utf8')) as { tool: string };
    writeFileSync(file, JSON.stringify({ ...record, tool: `${record.tool}0` }));
    expect(recallScan(root)).toBeNull();
  });

  test('a copy of a project does not believe the record of the original', async () => {
    const root = project();
    await scan(root);
    const copy = `${root}-copy`;
    renameSync(root, copy);
    expect(recallScan(copy)).toBeNull();
  });

  test('an adapter of a third party can read what it wants: nothing is remembered', async () => {
    const root = project({
      'tool.config.json': '{"adapters": ["express", "./own-adapter.cjs"]}',
      'own-adapter.cjs': 'module.exports = {};\n',
    });
    await scan(root);
    expect(existsSync(join(root, '.tool/cache/scan.json'))).toBe(false);
  });

  test('a repository with several servers, and one more of them', async () => {
    const member = (name: string): Record<string, string> => ({
      [`apps/${name}/package.json`]: JSON.stringify({
        name,
        main: 'main.js',
        scripts: { start: 'node main.js' },
        dependencies: { express: '5' },
      }),
      [`apps/${name}/main.js`]: "const app = require('express')();\napp.get('/x', (req, res) => res.end());\napp.listen(1);\n",
    });
    const root = join(scratch, 'several');
    for (const [file, text] of Object.entries({
      'package.json': '{"name":"all","workspaces":["apps/*"]}',
      ...member('one'),
      ...member('two'),
    }))
      write(root, file, text);
    const made = await scan(root);
    expect(made.map(({ folder }) => folder)).toEqual(['apps/one', 'apps/two']);
    expect(recallScan(root)?.map(({ folder, found }) => `${folder} ${found}`)).toEqual(['apps/one 1', 'apps/two 1']);
    for (const [file, text] of Object.entries(member('three'))) write(root, file, text);
    expect(recallScan(root)).toBeNull();
  });
});

describe('the command', () => {
  const run = (root: string, ...args: string[]): { code: number | null; stdout: string; stderr: string } => {
    const child = spawnSync(process.execPath, [bin, 'scan', ...args], { cwd: root, encoding: 'utf8' });
    return { code: child.status, stdout: child.stdout, stderr: child.stderr };
  };

  test('says the same as the scan did, and that nothing changed', () => {
    const root = project();
    expect(run(root).code).toBe(0);
    const document = JSON.parse(run(root, '--json').stdout) as {
      unchanged: boolean;
      servers: { written: boolean; endpoints: { total: number } }[];
    };
    expect(document).toMatchObject({ unchanged: true, servers: [{ written: false, endpoints: { total: 2 } }] });
    expect(run(root).stdout).toContain('nothing changed since the last scan');
    expect(run(root, '--quiet')).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test('loads neither the compiler nor the parser of arguments', () => {
    const root = project();
    run(root);
    // Modules are told by a hook of Node, scripts that run from kept code by the class that makes them.
    const hook = `import{register}from'node:module';import vm from'node:vm';register('data:text/javascript,'+encodeURIComponent("export async function load(url,c,n){process.stderr.write('LOADED '+url+'\\\\n');return n(url,c)}"));
      vm.Script=class extends vm.Script{constructor(code,options){process.stderr.write('LOADED file:'+options.filename+'\\n');super(code,options)}}`;
    const loaded = spawnSync(process.execPath, ['--import', `data:text/javascript,${encodeURIComponent(hook)}`, bin, 'scan'], {
      cwd: root,
      encoding: 'utf8',
    });
    const modules = loaded.stderr
      .split('\n')
      .filter((line) => line.includes('LOADED ') && line.includes('file:'))
      .map((line) => line.slice(line.indexOf('/dist/') + 6));
    expect(loaded.stdout).toContain('nothing changed');
    // What the files hold counts, not their names: the command runs from a bundle.
    const texts = modules
      .filter((name) => /\.(?:js|chunk)$/.test(name))
      .map((name) => ({ name, text: readFileSync(join(dirname(bin), '../..', name), 'utf8') }));
    const holding = (what: RegExp): string[] => texts.filter(({ text }) => what.test(text)).map(({ name }) => name);
    expect(holding(/exports\.unchangedScan\b/)).toHaveLength(1);
    expect(modules.filter((name) => name.includes('typescript.js'))).toEqual([]);
    const bundle = join(dirname(bin), '../../bundle');
    const chunks = readdirSync(bundle).map((name) => readFileSync(join(bundle, name), 'utf8'));
    // The evaluator, the adapters, the passes, the compiler of TypeScript and the parser of arguments: each is somewhere, and none of it here.
    for (const heavy of [
      /["`]a function that serves requests["`]/,
      /defineAdapter\)?\(/,
      /["`]resolve-shadowing["`]/,
      /\(["`]typescript["`]\)/,
      /require\(["`]yargs/,
      /\.parserConfiguration\(/,
    ]) {
      expect(chunks.some((text) => heavy.test(text))).toBe(true);
      expect(holding(heavy)).toEqual([]);
    }
    expect(modules.length).toBeLessThan(25);
  });

  test.each([['--nonsense'], ['--project'], ['extra']])('%j is for the parser to judge', (...args) => {
    const root = project();
    run(root);
    expect(run(root, ...args).code).toBe(2);
  });
});
