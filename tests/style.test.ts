import { expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { repository } from './golden/project.js';

/** Runs a tool of the repository on all of it; what it prints is the message of a failure. */
function runs(script: string, ...args: readonly string[]): string {
  try {
    return execFileSync(process.execPath, [path.join(repository, 'node_modules', script), ...args], {
      cwd: repository,
      encoding: 'utf8',
      maxBuffer: 100_000_000,
      stdio: 'pipe',
    });
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${script} ${args.join(' ')}\n${stdout ?? ''}${stderr ?? ''}`, { cause: error });
  }
}

test('eslint finds nothing, in every folder', () => {
  const linted = JSON.parse(runs('eslint/bin/eslint.js', '.', '--max-warnings', '0', '--format', 'json')) as readonly {
    readonly filePath: string;
  }[];
  const folders = new Set(linted.map(({ filePath }) => path.relative(repository, filePath).split(path.sep)[0]));
  expect([...folders].sort()).toEqual(expect.arrayContaining(['backends', 'compiler', 'ir', 'runtime', 'schemas', 'studio', 'tests']));
}, 600_000);

test('prettier has nothing to lay out', () => {
  expect(JSON.parse(runs('prettier/bin/prettier.cjs', '--file-info', 'compiler/pipeline.ts'))).toEqual({
    ignored: false,
    inferredParser: 'typescript',
  });
  expect(runs('prettier/bin/prettier.cjs', '.', '--check', '--log-level', 'warn')).toBe('');
}, 600_000);
