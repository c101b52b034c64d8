import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, jest, test } from '@jest/globals';
import { pageText } from '../support/reader-page.js';
import { repository, scratchFolder } from '../support/tool-process.js';

// Builds a copy of the repository; the machine may be busy.
jest.setTimeout(900_000);

const scratch = scratchFolder('extending');
afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});

/** Tests that the page speaks of. The others are as large as the rest of the repository, and no step reads them: they would only be compiled. */
const isNeeded = (file: string): boolean => !file.startsWith('tests/') || !file.endsWith('.ts') || file.startsWith('tests/golden/');

/** The repository as git has it, with what was built, so that a build takes only what the page changes. */
function copyRepository(): void {
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  for (const file of [
    ...stdout.split('\0').filter((name) => name !== '' && isNeeded(name)),
    'dist',
    '.build',
    'ir/dist',
    'compiler/sdk/dist',
  ]) {
    mkdirSync(dirname(join(scratch, file)), { recursive: true });
    try {
      cpSync(join(repository, file), join(scratch, file), { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  for (const name of readdirSync(join(repository, 'node_modules'))) {
    if (name === '@tool') continue;
    mkdirSync(join(scratch, 'node_modules'), { recursive: true });
    symlinkSync(join(repository, 'node_modules', name), join(scratch, 'node_modules', name));
  }
  mkdirSync(join(scratch, 'node_modules/@tool'));
  symlinkSync('../../ir', join(scratch, 'node_modules/@tool/ir'));
  symlinkSync('../../compiler/sdk', join(scratch, 'node_modules/@tool/scanner-sdk'));
}

/** Lines with `+` go behind the line above them, which the file has exactly once. */
function edit(file: string, block: string): void {
  let text = readFileSync(join(scratch, file), 'utf8');
  let anchor = '';
  for (const line of block.trimEnd().split('\n')) {
    if (line.startsWith(' ')) {
      anchor = `${line.slice(1)}\n`;
      if (text.split(`\n${anchor}`).length !== 2)
        throw new Error(`${file} has the line ${JSON.stringify(line.slice(1))} ${text.split(`\n${anchor}`).length - 1} times`);
    } else {
      const added = `${line.slice(1)}\n`;
      text = text.replace(`\n${anchor}`, () => `\n${anchor}${added}`);
      anchor += added;
    }
  }
  writeFileSync(join(scratch, file), text);
}

test('who follows the page has a pass, a diagnostic, a command and an MCP tool that work', () => {
  copyRepository();
  const printed: string[] = [];
  let files = 0;
  for (const [, name, language, text] of pageText('docs/extending.md').matchAll(
    /(?:^\*\*`([^`]+)`\*\*\n\n)?^```(\w+)\n([\s\S]*?)^```$/gm,
  )) {
    if (name !== undefined && language === 'diff') edit(name, text!);
    else if (name !== undefined) {
      mkdirSync(dirname(join(scratch, name)), { recursive: true });
      writeFileSync(join(scratch, name), text!);
      files++;
    } else
      for (const line of text!.trim().split('\n')) {
        const child = spawnSync('sh', ['-c', line], { cwd: scratch, encoding: 'utf8', env: { ...process.env, CI: '', NO_COLOR: '1' } });
        if (child.status !== 0) throw new Error(`${line}\n${child.stdout}\n${child.stderr}`);
        printed.push(`${line}\n${child.stdout}${child.stderr}`);
      }
  }
  expect(files).toBeGreaterThanOrEqual(6);
  const of = (line: string): string => printed.find((one) => one.startsWith(line))!;
  expect(of('npm run golden:update')).toContain('written   passes/note-deep-paths/deep');
  expect(readFileSync(join(scratch, 'tests/golden/passes/note-deep-paths/deep.ir'), 'utf8')).toContain('core/deep-path');
  expect(of('node dist/runtime/cli/bin.js scan --project examples/bookshop --print-after')).toContain('note-deep-paths');
  expect(of('node dist/runtime/cli/bin.js model count')).toMatch(/\d+ endpoints/);
  expect(of('npm run golden -- ')).toMatch(/^Tests: +(?:\d+ skipped, )?[1-9]\d* passed/m);
  // What `npm run docs` writes knows all four.
  expect(readFileSync(join(scratch, 'docs/commands.md'), 'utf8')).toContain('tool model count');
  expect(readFileSync(join(scratch, 'docs/mcp-tools.md'), 'utf8')).toContain('tool_count_endpoints');
  expect(readFileSync(join(scratch, 'docs/diagnostics/README.md'), 'utf8')).toContain('core/deep-path');
});
