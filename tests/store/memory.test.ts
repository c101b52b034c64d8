import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  clearMemory,
  deleteMemory,
  memoryEntries,
  memoryValue,
  parseMemoryAddress,
  readMemory,
  setMemory,
  storePaths,
  updateMemory,
  withMemory,
} from '../../runtime/store/index.js';

const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'tool-memory-'));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const entry = (address: string, value: string, expiresAt?: string) => ({
  ...parseMemoryAddress(address),
  value,
  ...(expiresAt !== undefined && { expiresAt }),
});

test('values are kept by scope, and nobody else can read them', async () => {
  const root = newFolder();
  await setMemory(root, [entry('workflow:accessToken', 'abc'), entry('global:baseUrl', 'http://localhost')]);
  expect(JSON.parse(readFileSync(storePaths(root).memory, 'utf8'))).toEqual({
    workflow: { accessToken: 'abc' },
    global: { baseUrl: 'http://localhost' },
  });
  expect(statSync(storePaths(root).memory).mode & 0o777).toBe(0o600);
  expect(readFileSync(storePaths(root).ignoreRules, 'utf8')).toContain('memory.json');
  expect(await deleteMemory(root, parseMemoryAddress('workflow:accessToken'))).toBe(true);
  expect(await deleteMemory(root, parseMemoryAddress('workflow:accessToken'))).toBe(false);
  expect(readMemory(root)).toEqual({ global: { baseUrl: 'http://localhost' } });
  expect(await clearMemory(root)).toBe(1);
  expect(readMemory(root)).toEqual({});
});

test('a file that others could read is closed with the next write', async () => {
  const root = newFolder();
  mkdirSync(storePaths(root).folder);
  writeFileSync(storePaths(root).memory, '{}', { mode: 0o644 });
  await setMemory(root, [entry('workflow:a', '1')]);
  expect(statSync(storePaths(root).memory).mode & 0o777).toBe(0o600);
});

test('reading makes no file', () => {
  const root = newFolder();
  expect(readMemory(root)).toEqual({});
  expect(existsSync(storePaths(root).folder)).toBe(false);
});

test('a value that has expired is not there', () => {
  const memory = withMemory({}, [
    entry('workflow:token', 'old', '2026-01-01T00:00:00Z'),
    entry('workflow:other', 'new', '2027-01-01T00:00:00Z'),
  ]);
  const now = new Date('2026-06-01T00:00:00Z');
  expect(memoryValue(memory, parseMemoryAddress('workflow:token'), now)).toBeUndefined();
  expect(memoryEntries(memory, now)).toEqual([{ scope: 'workflow', key: 'other', value: 'new', expiresAt: '2027-01-01T00:00:00Z' }]);
});

test.each(['token', ':a', 'a:', 'human:otp', 'a b:c', 'a:{{b}}', 'a: b'])('%j is no address, and the error says how one looks', (text) => {
  expect(() => parseMemoryAddress(text)).toThrow(
    expect.objectContaining({ name: 'UsageError', help: expect.stringContaining('<scope>:<key>') }),
  );
});

test('a key may hold colons', () => {
  expect(parseMemoryAddress('workflow:a:b')).toEqual({ scope: 'workflow', key: 'a:b' });
});

test.each(['{"workflow": {"token": "super-secret"', '{"workflow": {"token": 12345678}}', ''])(
  'a damaged file is an error that repeats no value, and stays',
  async (text) => {
    const root = newFolder();
    mkdirSync(storePaths(root).folder);
    writeFileSync(storePaths(root).memory, text);
    const error = await setMemory(root, [entry('workflow:a', '1')]).then(
      () => null,
      (thrown: Error) => thrown,
    );
    expect(error).toMatchObject({ name: 'UsageError', message: expect.stringContaining('memory.json') });
    expect(error!.message).not.toMatch(/super-secret|12345678/);
    expect(readFileSync(storePaths(root).memory, 'utf8')).toBe(text);
  },
);

test('any keys and values survive a round trip, names of prototypes included', async () => {
  const root = newFolder();
  const key = fc
    .oneof(fc.constantFrom('__proto__', 'constructor', 'toString', 'ключ'), fc.string({ minLength: 1 }))
    .filter((text) => text === text.trim() && !/[{}\u0000-\u001f]/.test(text));
  const scope = fc.stringMatching(/^[A-Za-z_][\w-]{0,8}$/).filter((text) => text !== 'human');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ scope, key, value: fc.string() }), { maxLength: 8 }), async (entries) => {
      await updateMemory(root, () => withMemory({}, entries));
      const last = new Map(entries.map((one) => [`${one.scope}:${one.key}`, one.value]));
      expect(new Map(memoryEntries(readMemory(root)).map((one) => [`${one.scope}:${one.key}`, one.value]))).toEqual(last);
    }),
    { numRuns: 60 },
  );
});

describe('several processes', () => {
  const store = new URL('../../runtime/store/index.js', import.meta.url).href;

  /** A process that sets one value after the other and says so on stdout after each write, until it ends or is killed. */
  const writer = (root: string, scope: string, count: number) => {
    const code = `import { setMemory } from ${JSON.stringify(store)};
      for (let i = 0; i < ${count}; i++) { await setMemory(${JSON.stringify(root)}, [{ scope: ${JSON.stringify(scope)}, key: 'k' + i, value: 'v' + i }]); process.stdout.write(i + '\\n'); }`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const ended = new Promise<void>((resolve) => {
      child.on('close', () => {
        resolve();
      });
    });
    return {
      child,
      ended,
      confirmed: () =>
        said
          .split('\n')
          .filter((line) => line !== '')
          .map(Number),
    };
  };

  test('writers that are killed at random moments lose nothing that was written, and the file is whole at every moment', async () => {
    const root = newFolder();
    const writers = ['a', 'b', 'c', 'd'].map((scope) => ({ scope, ...writer(root, scope, 400) }));
    let watching = true;
    const watch = (async () => {
      let looks = 0;
      while (watching) {
        readMemory(root); // throws when the file is not whole
        looks++;
        await new Promise((resolve) => {
          setTimeout(resolve, 2);
        });
      }
      return looks;
    })();
    // Each is killed in the middle of its work, at another moment in every run of this test.
    await Promise.all(
      writers.map(async ({ child, ended, confirmed }, index) => {
        while (confirmed().length < 5 && child.exitCode === null)
          await new Promise((resolve) => {
            setTimeout(resolve, 5);
          });
        await new Promise((resolve) => {
          setTimeout(resolve, Math.random() * 200);
        });
        child.kill(index < 3 ? 'SIGKILL' : 'SIGTERM');
        await ended;
      }),
    );
    watching = false;
    expect(await watch).toBeGreaterThan(0);
    // The locks of the dead are no obstacle.
    await setMemory(root, [entry('after:all', 'works')]);
    const memory = readMemory(root);
    for (const { scope, confirmed } of writers) {
      expect(confirmed().length).toBeGreaterThan(0);
      for (const index of confirmed()) expect(memory[scope]?.[`k${index}`]).toBe(`v${index}`);
    }
    expect(memory['after']).toEqual({ all: 'works' });
  }, 60_000);

  test('two that write at once both keep everything', async () => {
    const root = newFolder();
    const writers = ['left', 'right'].map((scope) => ({ scope, ...writer(root, scope, 40) }));
    await Promise.all(writers.map(({ ended }) => ended));
    for (const { scope } of writers) expect(Object.keys(readMemory(root)[scope] ?? {})).toHaveLength(40);
  }, 60_000);
});
