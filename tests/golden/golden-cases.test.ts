import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';
import { API_VERSION, defineAdapter, defineHostType, type Adapter, type Transfer } from '@tool/scanner-sdk';
import { goldenCases, type GoldenOptions } from '@tool/scanner-sdk/testing';
import type { RouterId } from '@tool/ir';
import { scanProject } from '../../compiler/scan.js';

/** What the runner of golden cases says of everything that can be wrong with a folder of cases. */
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'golden-cases-')));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let folders = 0;
function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = join(scratch, String(folders++));
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const adapterWith = (on: Transfer, apiVersion: number = API_VERSION): Adapter => {
  const flock = defineHostType<{ readonly router: RouterId }>({ name: 'Flock', methods: { on } });
  return defineAdapter({
    id: 'heron',
    title: 'Heron',
    apiVersion: apiVersion as typeof API_VERSION,
    packages: ['heron'],
    modules: {
      heron: (realm) =>
        realm.fn('heron', (call, emit) =>
          call.host(flock, { router: emit.router({ framework: 'heron', syntax: 'path-to-regexp@8', application: true }) }),
        ),
    },
  });
};
const working = adapterWith((call, emit) => {
  const [where, answer] = call.args;
  const { router } =
    call.receiver.kind === 'object' ? (call.receiver.host!.data as { readonly router: RouterId }) : { router: '' as RouterId };
  if (where && answer)
    emit.route(router, { method: 'GET', path: emit.path(where, 'path-to-regexp@8'), chain: [], handler: emit.handler(answer) });
});

const manifest = JSON.stringify({ name: 'reeds', main: 'reeds.js', dependencies: { heron: '1' } });
const reeds = (line: string): Readonly<Record<string, string>> => ({
  'shallow/input/package.json': manifest,
  'shallow/input/reeds.js': `const flock = require('heron')();\n${line}\n`,
});
const good = reeds("flock.on('/nests', function nests() {});");

/** What running the first case says; null when it passes. */
async function failure(files: Readonly<Record<string, string>>, options: Partial<GoldenOptions> = {}): Promise<string | null> {
  const folder = folderWith(files);
  return outcome({ folder, adapter: working, scanProject, update: '', ...options });
}
async function outcome(options: GoldenOptions): Promise<string | null> {
  try {
    await goldenCases(options)[0]!.run();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Expectations are written outside CI only, and these tests run there as well. */
async function outsideCi(run: () => Promise<void>): Promise<void> {
  const { CI } = process.env;
  delete process.env['CI'];
  try {
    await run();
  } finally {
    if (CI !== undefined) process.env['CI'] = CI;
  }
}

describe('golden cases of an adapter', () => {
  test('are written on request, pass then, and fail when the sources change', async () => {
    const folder = folderWith(good);
    const file = join(folder, 'shallow/expected.md');
    const options: GoldenOptions = { folder: pathToFileURL(folder), adapter: working, scanProject };
    expect(await outcome({ ...options, update: 'deep' })).toContain(`${file} is missing`);
    expect(existsSync(file)).toBe(false);
    await outsideCi(async () => {
      expect(await outcome({ ...options, update: 'shal' })).toBeNull();
    });
    expect(readFileSync(file, 'utf8')).toContain('GET /nests [] -> nests @reeds.js:2:7');
    expect(await outcome({ ...options, update: '' })).toBeNull();
    writeFileSync(
      join(folder, 'shallow/input/reeds.js'),
      "const flock = require('heron')();\nflock.on('/perches', function nests() {});\n",
    );
    expect(await outcome({ ...options, update: '' })).toMatch(/does not hold any more[\s\S]*-GET \/nests[\s\S]*\+GET \/perches/);
  });

  test('of an empty folder are an error', () => {
    expect(() => goldenCases({ folder: folderWith({}), adapter: working })).toThrow(/There are no cases in .*input\//);
  });

  test.each<[string, Readonly<Record<string, string>>, RegExp]>([
    ['without input', { 'shallow/expected.md': '' }, /has no input\//],
    ['with a file that nobody reads', { ...good, 'shallow/expcted.md': '' }, /files that no case reads: expcted\.md/],
  ])('%s fail', async (_what, files, message) => {
    expect(await failure(files)).toMatch(message);
  });

  test('of an adapter for another contract version fail', async () => {
    expect(await failure(good, { adapter: adapterWith(() => {}, API_VERSION + 1) })).toMatch(
      new RegExp(`heron.*${API_VERSION + 1}.*${API_VERSION}`),
    );
  });

  test('of something that is no adapter fail', async () => {
    expect(await failure(good, { adapter: { id: 'heron' } as unknown as Adapter })).toMatch(/heron.*defineAdapter/);
  });

  test('in which the adapter crashes fail, even if the expectation says so', async () => {
    const folder = folderWith(good);
    const options: GoldenOptions = {
      folder,
      adapter: adapterWith(() => {
        throw new TypeError('a heron stands still');
      }),
      scanProject,
    };
    await outsideCi(async () => {
      expect(await outcome({ ...options, update: '1' })).toContain('reported and not asserted with //~: reeds.js:2 project/adapter-crash');
    });
    expect(await outcome({ ...options, update: '' })).toContain('reported and not asserted with //~: reeds.js:2 project/adapter-crash');
  });

  test('that never reach the adapter fail with what to look at', async () => {
    const folder = folderWith({ 'shallow/input/package.json': manifest, 'shallow/input/reeds.js': 'const depth = 1;\n' });
    await outsideCi(async () => {
      expect(await outcome({ folder, adapter: working, scanProject, update: '1' })).toMatch(
        /The adapter heron emitted nothing\. Does package\.json of input\/ start the right file/,
      );
    });
  });

  test('without `tool` beside them say what to install', async () => {
    const folder = folderWith(good);
    expect(await outcome({ folder, adapter: working })).toContain('npm install --save-dev tool');
  });
});
