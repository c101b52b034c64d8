import { fork, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { validate, type Kind } from '../../schemas/index.js';
import { bin, repository, scratchFolder, tool, type Run } from '../support/tool-process.js';

// Many processes and files: the machine may be busy.
jest.setTimeout(300_000);

const scratch = scratchFolder('faults');
const base = join(scratch, 'base');
let host: ChildProcess;
afterAll(() => {
  host.kill();
  chmodSync(scratch, 0o755);
  rmSync(scratch, { recursive: true, force: true });
});

const server = (routes: readonly string[]): string =>
  `const express = require('express');\nconst app = express();\n${routes.map((route) => `app.get('${route}', (request, response) => { response.json({ at: '${route}' }); });`).join('\n')}\napp.listen(3000);\n`;
const MEMORY = '{\n  "workflow": {\n    "token": "abc"\n  }\n}\n';

/** In this process's child: a command costs milliseconds there, not the start of a program. */
const hosted = (argv: readonly string[]): Promise<Run> =>
  new Promise((done) => {
    host.once('message', (answer) => {
      done(answer as Run);
    });
    host.send({ argv });
  });

beforeAll(async () => {
  mkdirSync(join(base, '.tool/workflows'), { recursive: true });
  const write = (file: string, text: string): void => {
    writeFileSync(join(base, file), text);
  };
  write('package.json', '{ "name": "faults", "main": "server.js", "dependencies": { "express": "^5.0.0" } }');
  write('server.js', server(['/a', '/b']));
  write(
    'tool.config.json',
    '{ "name": "faults", "env": { "A": "b" }, "environments": [{ "name": "local", "baseUrl": "http://127.0.0.1:9" }] }\n',
  );
  write(
    '.tool/workflows/one.json',
    '{ "name": "one", "steps": [{ "name": "a", "method": "GET", "path": "/a", "capture": { "workflow:at": "at" }, "expectStatus": 200 }] }\n',
  );
  write('.tool/memory.json', MEMORY);
  write(
    '.tool/changes.json',
    JSON.stringify({
      version: 1,
      watchedSince: '2026-01-01T00:00:00.000Z',
      projectRoot: base,
      changes: [
        { filePath: 'server.js', absolutePath: join(base, 'server.js'), changedAt: '2026-01-01T00:00:01.000Z', eventType: 'change' },
      ],
    }),
  );
  expect(await tool(base, ['scan'])).toMatchObject({ code: 0 });
  expect(await tool(base, ['agent', 'run', 'model-watcher'])).toMatchObject({ code: 0 });
  // Nobody listens there: the run is recorded all the same.
  expect(await tool(base, ['simulate', 'workflow', '--workflow', 'one'])).toMatchObject({ code: 3 });
  host = fork(join(repository, 'dist/tests/support/command-host.js'), { stdio: 'ignore', serialization: 'advanced' });
});

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
const bytesOf = (folder: string): Map<string, string> =>
  new Map(filesBelow(folder).map((file) => [file, readFileSync(join(folder, file), 'latin1')]));

const kindOf = (file: string): Kind | null =>
  file === 'tool.config.json'
    ? 'config'
    : file === '.tool/model.json' || file.endsWith('model-snapshot.json')
      ? 'model'
      : file.startsWith('.tool/workflows/')
        ? 'workflow'
        : file === '.tool/memory.json'
          ? 'memory'
          : file === '.tool/changes.json'
            ? 'changes'
            : file.endsWith('/run.json')
              ? 'run'
              : file.endsWith('/agent-report.json')
                ? 'agent-report'
                : null;
function isSound(file: string, text: string): boolean {
  const kind = kindOf(file);
  try {
    return kind === null || validate(kind, JSON.parse(text)).ok;
  } catch {
    return false;
  }
}

/** What may become of a file: cut, overwritten in part, replaced, or with another value at one of its places. */
type Damage =
  | { readonly kind: 'cut' | 'zeros' | 'twice'; readonly at: number }
  | { readonly kind: 'is'; readonly text: string }
  | { readonly kind: 'value'; readonly at: number; readonly value: unknown };
const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.record({ kind: fc.constantFrom('cut' as const, 'zeros' as const, 'twice' as const), at: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({
    kind: fc.constant('is' as const),
    text: fc.constantFrom(
      '',
      'null',
      '[]',
      '{}',
      '"text"',
      '0',
      '\u0000',
      '<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> main\n',
      `${'['.repeat(20_000)}`,
      '{"__proto__":{"polluted":true}}',
    ),
  }),
  fc.record({
    kind: fc.constant('value' as const),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    value: fc.oneof(
      fc.constantFrom(null, true, -1, 1e308, '', '../../outside', '__proto__', [], {}, [[]], { constructor: 1 }, 'x'.repeat(5_000)),
      fc.jsonValue(),
    ),
  }),
);

function damaged(text: string, how: Damage): string {
  if (how.kind === 'is') return how.text;
  const at = Math.floor(how.at * text.length);
  if (how.kind === 'cut') return text.slice(0, at);
  if (how.kind === 'zeros') return text.slice(0, at) + '\u0000'.repeat(Math.min(16, text.length - at)) + text.slice(at + 16);
  if (how.kind === 'twice') return text.slice(0, at) + text;
  if (!('value' in how)) return text;
  const value = JSON.parse(text.split('\n')[0]!.startsWith('{"ts"') ? text.split('\n')[0]! : text) as unknown;
  const places: { readonly holder: Record<string, unknown>; readonly key: string }[] = [];
  const visit = (node: unknown): void => {
    if (typeof node === 'object' && node !== null)
      for (const key of Object.keys(node)) {
        places.push({ holder: node as Record<string, unknown>, key });
        visit((node as Record<string, unknown>)[key]);
      }
  };
  visit(value);
  const place = places[Math.min(places.length - 1, Math.floor(how.at * places.length))]!;
  place.holder[place.key] = how.value;
  return `${JSON.stringify(value)}\n`;
}

const READING: readonly (readonly string[])[] = [
  ['inspect'],
  ['inspect', 'endpoint', 'GET', '/a'],
  ['model', 'list'],
  ['model', 'validate'],
  ['model', 'export', '--openapi'],
  ['workflow', 'list'],
  ['workflow', 'validate'],
  ['memory', 'list'],
  ['memory', 'get', 'workflow:token'],
  ['activity', 'list'],
  ['doctor'],
  ['config', 'list'],
  ['adapter', 'list'],
  ['agent', 'list'],
  ['scan', '--check'],
  ['workflow', 'export', '--arazzo', '--stdout'],
  ['simulate', 'workflow', '--list'],
];
const WRITING: readonly (readonly string[])[] = [
  ['scan'],
  ['memory', 'set', 'workflow:other', 'value'],
  ['agent', 'run', 'model-watcher'],
  ['agent', 'run', 'workflow-impact'],
  ['init'],
  ['replay', 'last'],
  ['simulate', 'endpoint', 'GET', '/a'],
  ['simulate', 'workflow', '--workflow', 'one'],
];

describe('a damaged file of any kind', () => {
  test('is an error that helps, or is worked with; it is never replaced, and no other file suffers', async () => {
    const files = [
      ...filesBelow(join(base, '.tool'))
        .map((file) => `.tool/${file}`)
        .filter((file) => !file.endsWith('.gitignore')),
      'tool.config.json',
    ];
    expect(files.length).toBeGreaterThan(9);
    let round = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        damage,
        fc.constantFrom(...READING),
        fc.constantFrom(...WRITING),
        async (file, how, reading, writing) => {
          const folder = join(scratch, `round-${round++}`);
          cpSync(base, folder, { recursive: true });
          try {
            const text = damaged(readFileSync(join(folder, file), 'utf8'), how);
            writeFileSync(join(folder, file), text);
            const sound = isSound(file, text);
            for (const [argv, writes] of [
              [reading, false],
              [writing, true],
            ] as const) {
              const before = bytesOf(folder);
              const run = await hosted([...argv, '--project', folder]);
              const what = { argv, file, text: text.slice(0, 200), ...run };
              expect([0, 1, 2, 3].includes(run.code!) ? '' : what).toBe('');
              if (run.code === 2) expect(/error: \S.{10,}/s.test(run.stderr) ? '' : what).toBe('');
              const after = bytesOf(folder);
              const gone = [...before.keys()].filter((name) => !after.has(name) && !name.startsWith('.tool/cache/'));
              expect(gone.length === 0 ? '' : { ...what, gone }).toBe('');
              const changed = [...before]
                .filter(([name, bytes]) => after.get(name) !== bytes && !name.startsWith('.tool/cache/'))
                .map(([name]) => name);
              // Lines are added to the activity stream; what was there stays.
              const allowed = (name: string): boolean =>
                writes &&
                (name === '.tool/activity/activity.ndjson' ? after.get(name)!.startsWith(before.get(name)!) : name !== file || sound);
              const wrong = changed.filter((name) => !allowed(name) || name === 'tool.config.json' || name.startsWith('.tool/workflows/'));
              expect(wrong.length === 0 ? '' : { ...what, wrong }).toBe('');
            }
            expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
          } finally {
            rmSync(folder, { recursive: true, force: true });
          }
        },
      ),
      { numRuns: 120, interruptAfterTimeLimit: 120_000 },
    );
    expect(round).toBeGreaterThan(10);
  });
});

const copyOf = (name: string): string => {
  const folder = join(scratch, name);
  cpSync(base, folder, { recursive: true });
  return folder;
};
/** Every file that counts is whole. */
const broken = (folder: string): string[] =>
  filesBelow(folder).filter((file) => !file.endsWith('.tmp') && !isSound(file, readFileSync(join(folder, file), 'utf8')));
const routesOf = (folder: string): string[] =>
  (JSON.parse(readFileSync(join(folder, '.tool/model.json'), 'utf8')) as { endpoints: { path: string }[] }).endpoints.map(
    ({ path }) => path,
  );

describe('killed at any moment', () => {
  test.each([
    ['scan', ['scan']],
    ['model export --yaml', ['model', 'export', '--yaml']],
    ['memory set', ['memory', 'set', 'workflow:more', 'x']],
    ['simulate workflow', ['simulate', 'workflow', '--workflow', 'one']],
    ['agent run', ['agent', 'run', 'model-watcher']],
  ])('%s leaves every file whole, and the next one works', async (name, argv) => {
    const folder = copyOf(`killed-${name.replaceAll(/\W/g, '-')}`);
    const started = Date.now();
    await tool(folder, argv);
    const usual = Date.now() - started;
    for (let round = 0; round < 8; round++) {
      writeFileSync(join(folder, 'server.js'), server(['/a', '/b', `/round${round}`]));
      const before = routesOf(folder);
      const child = spawn(process.execPath, [bin, ...argv], { cwd: folder, stdio: 'ignore' });
      const ended = new Promise((done) => {
        child.once('close', done);
      });
      // The later part of a run is where it writes.
      await sleep(usual * (0.4 + Math.random() * 0.7));
      child.kill('SIGKILL');
      await ended;
      expect(broken(folder)).toEqual([]);
      expect([before, ['/a', '/b', `/round${round}`]]).toContainEqual(routesOf(folder));
      expect(JSON.parse(readFileSync(join(folder, '.tool/memory.json'), 'utf8'))).toMatchObject({ workflow: { token: 'abc' } });
    }
    expect((await tool(folder, argv)).code).toBe(argv[0] === 'simulate' ? 3 : 0);
    expect((await tool(folder, ['scan'])).code).toBe(0);
    expect(routesOf(folder)).toEqual(['/a', '/b', '/round7']);
  });
});

describe('a disk that takes no more', () => {
  test.each([
    ['scan', ['scan']],
    ['memory set', ['memory', 'set', 'workflow:more', 'x'.repeat(3_000)]],
  ])('%s says so, and leaves what was there', async (name, argv) => {
    const folder = copyOf(`full-${name.replaceAll(/\W/g, '-')}`);
    writeFileSync(join(folder, 'server.js'), server(Array.from({ length: 60 }, (_, index) => `/route${index}`)));
    const before = bytesOf(folder);
    // No file may become larger than one kilobyte: the same refusal in the middle of a write as that of a full disk.
    const run = await new Promise<Run>((done) => {
      const child = spawn('bash', ['-c', 'trap "" XFSZ; ulimit -f 1; exec "$@"', 'bash', process.execPath, bin, ...argv], {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let stdout = '';
      let stderr = '';
      child.stdout.on('data', (text) => {
        stdout += String(text);
      });
      child.stderr.on('data', (text) => {
        stderr += String(text);
      });
      child.once('close', (code) => {
        done({ code, stdout, stderr });
      });
    });
    expect(run).toMatchObject({ code: 2 });
    expect(run.stderr).toMatch(/error: .*\.tool/);
    const after = bytesOf(folder);
    expect(
      [...before].filter(([file, bytes]) => !file.startsWith('.tool/cache/') && after.get(file) !== bytes).map(([file]) => file),
    ).toEqual([]);
    expect(filesBelow(folder).filter((file) => file.endsWith('.tmp'))).toEqual([]);
  });
});

describe('a folder that cannot be written', () => {
  /** Permissions do not bind the superuser: then somebody else runs the commands. */
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  test.each([['scan'], ['memory', 'set', 'workflow:more', 'x'], ['agent', 'run', 'model-watcher']])(
    '%s: an error with 2, and reading works',
    async (...argv) => {
      const folder = copyOf(`read-only-${argv[0]}`);
      writeFileSync(join(folder, 'server.js'), server(['/a', '/other']));
      chmodSync(scratch, 0o755);
      const all = [
        folder,
        ...readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => join(entry.parentPath, entry.name)),
      ];
      for (const file of all) chmodSync(file, lstatSync(file).isDirectory() ? 0o555 : 0o444);
      const run = (args: readonly string[]): Promise<Run> =>
        new Promise((done) => {
          const child = spawn(process.execPath, [bin, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], ...nobody });
          let stdout = '';
          let stderr = '';
          child.stdout.on('data', (text) => {
            stdout += String(text);
          });
          child.stderr.on('data', (text) => {
            stderr += String(text);
          });
          child.once('close', (code) => {
            done({ code, stdout, stderr });
          });
        });
      try {
        const before = bytesOf(folder);
        const written = await run(argv);
        expect(written).toMatchObject({ code: 2 });
        expect(written.stderr).toMatch(/error: .*\.tool/);
        expect(await run(['model', 'list'])).toMatchObject({ code: 0 });
        expect(bytesOf(folder)).toEqual(before);
      } finally {
        for (const file of all) if (existsSync(file)) chmodSync(file, lstatSync(file).isDirectory() ? 0o755 : 0o644);
      }
    },
  );
});

test('several processes at once: each change is recorded once, and nothing is lost', async () => {
  const folder = copyOf('at-once');
  writeFileSync(join(folder, 'server.js'), server(['/a', '/b', '/new']));
  const runs = await Promise.all(
    [
      ['scan'],
      ['scan'],
      ['memory', 'set', 'workflow:one', '1'],
      ['memory', 'set', 'workflow:two', '2'],
      ['agent', 'run', 'model-watcher'],
      ['scan'],
    ].map((argv) => tool(folder, argv)),
  );
  expect(runs.filter(({ code }) => code !== 0)).toEqual([]);
  expect(broken(folder)).toEqual([]);
  expect(routesOf(folder)).toEqual(['/a', '/b', '/new']);
  expect(JSON.parse(readFileSync(join(folder, '.tool/memory.json'), 'utf8'))).toEqual({ workflow: { token: 'abc', one: '1', two: '2' } });
  expect(
    readFileSync(join(folder, '.tool/activity/activity.ndjson'), 'utf8')
      .split('\n')
      .filter((line) => line.includes('/new"')),
  ).toHaveLength(1);
});
