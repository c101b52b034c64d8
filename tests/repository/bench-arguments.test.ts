import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { repository } from '../golden/project.js';

const bench = (...args: string[]): ReturnType<typeof spawnSync> =>
  spawnSync(process.execPath, ['bench/bench.mjs', ...args], { cwd: repository, encoding: 'utf8' });

test('the help shows every benchmark', () => {
  const { status, stdout } = bench('--help');
  expect(status).toBe(0);
  for (const name of ['workflow', 'rescan', 'mcp', '--app', '--rounds']) expect(stdout).toContain(name);
});

test.each([
  [['workflow', '--rounds', 'x'], '--rounds takes a whole number from 1 on, and got "x".'],
  [['--routes', '0'], '--routes takes a whole number from 1 on, and got "0".'],
  [['--app', '/there/is/none'], 'There is no folder "/there/is/none" for --app.'],
  [['nonsense'], 'There is no benchmark "nonsense"; there are workflow, mcp, rescan.'],
  [['--no-such-option'], 'npm run bench'],
])('%j is told with what there is', (args, message) => {
  const { status, stderr } = bench(...args);
  expect(status).toBe(2);
  expect(stderr).toContain(message);
  expect(stderr).not.toMatch(/^\s+at /m);
});
