import { rmSync } from 'node:fs';
import { afterAll, expect, jest, test } from '@jest/globals';
import { document, projectIn, scratchFolder, tool } from '../support/tool-process.js';

jest.setTimeout(120_000);
const scratch = scratchFolder('activity');
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const record = (ts: string, path: string): string => JSON.stringify({ ts, kind: 'endpoint_added', endpoint: `GET ${path}` });
const folder = projectIn(scratch, {
  'package.json': '{}',
  '.tool/activity/activity.ndjson': `${[record('2020-01-31T00:00:00.000Z', '/a'), record('2020-02-01T12:00:00.000Z', '/b'), '{"half', record(new Date().toISOString(), '/c')].join('\n')}\n`,
});

test.each([
  ['2020-01-31', ['/a', '/b', '/c']],
  ['2020-02-01T12:00:00Z', ['/b', '/c']],
  ['2020-02-02', ['/c']],
  ['2h', ['/c']],
  ['2999-01-01', []],
])('--since %s', async (since, paths) => {
  const run = await tool(folder, ['activity', 'list', '--since', since, '--json']);
  expect(document(run, 'activity-list')).toMatchObject({
    total: paths.length,
    records: paths.map((path) => ({ endpoint: `GET ${path}` })),
  });
});

test('with --limit, the newest of those', async () => {
  expect((await tool(folder, ['activity', 'list', '--since', '2020-01-31', '--limit', '1'])).stdout).toContain('the last 1 record of 3');
});

test.each(['yesterday', '12', '2020-99-99', '-3d'])('%j is no time', async (since) => {
  const run = await tool(folder, ['activity', 'list', `--since=${since}`]);
  expect(run).toMatchObject({ code: 2, stdout: '' });
  expect(run.stderr).toContain('help:');
});
