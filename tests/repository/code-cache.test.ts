import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bin, repository } from '../support/tool-process.js';

// The command keeps the compiled code of TypeScript and of its own modules in the user's cache folder.

const home = mkdtempSync(join(tmpdir(), 'tool-code-cache-'));
const app = join(home, 'app');
const kept = join(home, 'cache', 'tool');
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

function scan(environment: Readonly<Record<string, string>> = {}): {
  readonly status: number | null;
  readonly stderr: string;
  readonly model: string;
} {
  rmSync(join(app, '.tool'), { recursive: true, force: true });
  const { status, stderr } = spawnSync(process.execPath, [bin, 'scan', '--quiet'], {
    cwd: app,
    encoding: 'utf8',
    env: { ...process.env, XDG_CACHE_HOME: join(home, 'cache'), TOOL_NO_CODE_CACHE: '', ...environment },
  });
  return { status, stderr, model: readFileSync(join(app, '.tool/model.json'), 'utf8').replace(/"generatedAt": ".*"/, '') };
}

const keptFiles = (): string[] => readdirSync(kept).map((name) => join(kept, name));

describe('compiled code that is kept', () => {
  let first: ReturnType<typeof scan>;
  beforeAll(() => {
    cpSync(join(repository, 'examples/bookshop'), app, { recursive: true, filter: (file) => !/node_modules|\.tool$/.test(file) });
    first = scan();
  });

  test('is stored for TypeScript and for our own modules, for the user alone', () => {
    expect(first).toMatchObject({ status: 0, stderr: '' });
    expect(keptFiles().filter((file) => file.includes('typescript-'))).toHaveLength(1);
    expect(keptFiles().length).toBeGreaterThan(5);
    for (const file of keptFiles()) expect(statSync(file).mode & 0o077).toBe(0);
  });

  test('is used by the next run, which stores nothing and finds the same', () => {
    const before = keptFiles().map((file) => [file, statSync(file).mtimeMs]);
    expect(scan()).toEqual(first);
    expect(keptFiles().map((file) => [file, statSync(file).mtimeMs])).toEqual(before);
  });

  test.each([
    [
      'changed bytes',
      (bytes: Buffer) => {
        for (let at = 200; at < bytes.length; at += 97) bytes[at]! ^= 0xff;
        return bytes;
      },
    ],
    ['half of it', (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
    ['nothing', () => Buffer.alloc(0)],
    ['something else', () => Buffer.from('not code at all')],
  ])('is made again where a file holds %s', (_what, damage) => {
    for (const file of keptFiles()) writeFileSync(file, damage(readFileSync(file)));
    expect(scan()).toEqual(first);
    expect(scan()).toEqual(first);
    for (const file of keptFiles()) expect(statSync(file).size).toBeGreaterThan(100);
  });

  test('is deleted when nobody asked for it in a month', () => {
    const old = join(kept, 'typescript-000000000000000000000000.bin');
    writeFileSync(old, 'of a version that is gone');
    utimesSync(old, 1, 1);
    rmSync(keptFiles().find((file) => file.includes('typescript-') && file !== old)!);
    expect(scan()).toEqual(first);
    expect(keptFiles()).not.toContain(old);
  });

  test('is neither read nor written on request, nor where the folder cannot be written', () => {
    const before = keptFiles();
    for (const file of before) rmSync(file);
    expect(scan({ TOOL_NO_CODE_CACHE: '1' })).toEqual(first);
    expect(keptFiles()).toEqual([]);
    writeFileSync(join(home, 'a-file'), '');
    expect(scan({ XDG_CACHE_HOME: join(home, 'a-file') })).toEqual(first);
  });
});
