import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, jest, test } from '@jest/globals';
import { repository } from '../support/tool-process.js';

// The source maps of the whole bundle are made.
jest.setTimeout(300_000);

/** A frame of a stack with its place: `(dist/compiler/scan.js:9:19)`. */
const FRAME = /\(?([^\s()]+\.js):(\d+):(\d+)\)?$/;

test('a stack of the packed command leads to the built modules, and what is no frame of it stays as it is', () => {
  const scan = pathToFileURL(join(repository, 'dist/bundle/scan.js')).href;
  const failing = `try { await (await import(${JSON.stringify(scan)})).scanProject({ root: null }) } catch (error) { console.log(error.stack) }`;
  const { stdout: stack } = spawnSync(process.execPath, ['--input-type=module', '--eval', failing], { encoding: 'utf8' });
  expect(stack).toMatch(/scan2?\.chunk:\d+:\d+/);
  const foreign = 'Error: no such boat\n    at launch (/srv/app/boats.js:3:4)\n    at /srv/node_modules/tool/dist/bundle/none.chunk:1:1\n';

  const traced = spawnSync(process.execPath, [join(repository, 'runtime/cli/trace-stack.mjs')], {
    encoding: 'utf8',
    input: foreign + stack,
  });
  expect(traced.stderr).toBe('');
  expect(traced.stdout.slice(0, foreign.length)).toBe(foreign);
  const translated = traced.stdout.slice(foreign.length);
  expect(translated).not.toContain('.chunk');
  const frames = translated.split('\n').filter((line) => line.includes('dist/compiler/'));
  expect(frames.at(-1)).toContain('dist/compiler/scan.js');
  for (const frame of frames) {
    const [, file, line, column] = FRAME.exec(frame)!;
    const text = readFileSync(join(repository, file!), 'utf8').split('\n')[Number(line) - 1]!;
    expect(text.slice(Number(column) - 1)).toMatch(/^[\w.]+\(/);
  }
});
