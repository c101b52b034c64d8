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
  readonly diagnostics: readonly {
    readonly code: string;
    readonly message: string;
    readonly filename: string;
    readonly labels: readonly { readonly span: { readonly line: number } }[];
  }[];
  readonly number_of_files: number;
}

test('oxlint finds nothing, in every folder', () => {
  const linted = JSON.parse(printedBy('oxlint/bin/oxlint', '--format', 'json')) as Linted;
  expect(
    linted.diagnostics.map(({ filename, labels, message, code }) => `${filename}:${labels[0]?.span.line} ${message} (${code})`),
  ).toEqual([]);
  expect(linted.number_of_files).toBeGreaterThan(1000);
}, 600_000);

test('oxfmt has nothing to lay out', () => {
  const printed = printedBy('oxfmt/bin/oxfmt', '--check', '.');
  expect(printed).toContain('All matched files use the correct format.');
  expect(Number(/on (\d+) files/.exec(printed)?.[1])).toBeGreaterThan(1000);
}, 600_000);
