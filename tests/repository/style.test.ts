import { expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { repository } from '../golden/project.js';

/** Runs a tool of the repository on all of it, and gives what it prints. */
function printedBy(script: string, ...args: readonly string[]): string {
  const options = { cwd: repository, encoding: 'utf8', maxBuffer: 100_000_000 } as const;
  const { stdout, stderr, error } = spawnSync(process.execPath, [path.join(repository, 'node_modules', script), ...args], options);
  if (error) throw error;
  return stdout + stderr;
}

interface Linted {
  readonly filePath: string;
  readonly messages: readonly { readonly line: number; readonly message: string; readonly ruleId: string | null }[];
}

test('eslint finds nothing, in every folder', () => {
  const linted = JSON.parse(printedBy('eslint/bin/eslint.js', '.', '--format', 'json')) as readonly Linted[];
  const relative = ({ filePath }: Linted): string => path.relative(repository, filePath);
  expect(
    linted.flatMap((file) => file.messages.map(({ line, message, ruleId }) => `${relative(file)}:${line} ${message} (${ruleId})`)),
  ).toEqual([]);
  const folders = new Set(linted.map((file) => relative(file).split(path.sep)[0]));
  expect([...folders].sort()).toEqual(expect.arrayContaining(['backends', 'compiler', 'ir', 'runtime', 'schemas', 'studio', 'tests']));
}, 600_000);

test('prettier has nothing to lay out', () => {
  expect(JSON.parse(printedBy('prettier/bin/prettier.cjs', '--file-info', 'compiler/pipeline.ts'))).toEqual({
    ignored: false,
    inferredParser: 'typescript',
  });
  expect(printedBy('prettier/bin/prettier.cjs', '.', '--check', '--log-level', 'warn')).toBe('');
}, 600_000);
