import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { lastRun, newRunId, readRun, runFolder, runIds, writeRun } from '../../runtime/store/index.js';
import type { Run } from '../../schemas/index.js';

const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'tool-runs-'));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const run = (runId: string, kind: Run['kind']): Run => ({
  version: 1,
  runId,
  kind,
  startedAt: '2026-01-31T12:00:00Z',
  finishedAt: '2026-01-31T12:00:01Z',
  durationMs: 1000,
  seed: 7,
  environment: { name: 'local', baseUrl: 'http://localhost:1' },
  verdict: 'passed',
  counts: { passed: 0, failed: 0, skipped: 0, warned: 0, requests: 0 },
  groups: [],
  failures: [],
});

test('runs are found by their names, the newest first', () => {
  const root = newFolder();
  expect(runIds(root)).toEqual([]);
  expect(() => readRun(root, 'last')).toThrow(/no recorded run/);
  const file = writeRun(root, run('20260101-000000-aaaaaa', 'endpoint'));
  writeRun(root, run('20260102-000000-bbbbbb', 'workflow'));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(runIds(root)).toEqual(['20260102-000000-bbbbbb', '20260101-000000-aaaaaa']);
  expect(readRun(root, 'last').kind).toBe('workflow');
  expect(readRun(root, '20260101')).toEqual(run('20260101-000000-aaaaaa', 'endpoint'));
  expect(lastRun(root, 'endpoint')?.runId).toBe('20260101-000000-aaaaaa');
  expect(() => readRun(root, '2026')).toThrow(/2 runs begin with/);
  expect(() => readRun(root, 'x')).toThrow(expect.objectContaining({ help: expect.stringContaining('20260102-000000-bbbbbb') }));
});

test('a damaged record is an error that names it, and no obstacle to those who want the last run', () => {
  const root = newFolder();
  writeRun(root, run('20260101-000000-aaaaaa', 'endpoint'));
  mkdirSync(runFolder(root, '20260103-000000-cccccc'));
  writeFileSync(join(runFolder(root, '20260103-000000-cccccc'), 'run.json'), '{');
  expect(() => readRun(root, 'last')).toThrow(/20260103-000000-cccccc\/run\.json/);
  expect(lastRun(root, 'endpoint')?.runId).toBe('20260101-000000-aaaaaa');
});

test('identifiers sort by time and do not repeat', () => {
  const first = new Date('2026-01-31T12:00:00Z');
  expect(newRunId(first)).toMatch(/^20260131-120000000-[0-9a-f]{6}$/);
  expect(newRunId(first) < newRunId(new Date('2026-01-31T12:00:00.001Z'))).toBe(true);
  expect(newRunId(first)).not.toBe(newRunId(first));
});
