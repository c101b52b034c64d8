import { expect, test } from '@jest/globals';
import { describeDiff } from '../../runtime/cli/describe-diff.js';
import { describeEndpoint } from '../../runtime/cli/describe-endpoint.js';
import { printDiagnostics } from '../../runtime/cli/print-diagnostic.js';
import { pretty } from '../../runtime/report/reporters/pretty.js';
import { createStyle } from '../../runtime/cli/style.js';
import type { Endpoint } from '../../schemas/index.js';

/** What people read at the terminal: said once, in words, the most important first. */

const plain = createStyle(false);

test('a change that many endpoints have in common is said once, with all of them', () => {
  const change = (endpoint: string, message: string) => ({ endpoint, level: 'risky' as const, message, kind: 'x' });
  const text = describeDiff(
    {
      changes: [
        ...['GET /a', 'GET /b', 'GET /c', 'GET /d'].map((endpoint) => change(endpoint, 'response 500: new')),
        change('GET /e', 'response 404: new'),
        change('GET /f', 'response 404: new'),
      ],
      totals: { breaking: 0, risky: 6, safe: 0 },
    } as never,
    plain,
  );
  expect(text).toBe(
    '4 endpoints\n  risky     response 500: new\n    GET /a\n    GET /b\n    GET /c\n    GET /d\n\nGET /e\n  risky     response 404: new\n\nGET /f\n  risky     response 404: new\n\n0 breaking, 6 risky, 0 safe',
  );
});

test('help that several diagnostics share is said with the first', () => {
  const diagnostic = (line: number, help: string) => ({
    code: 'core/hole',
    severity: 'warning' as const,
    message: `m${line}`,
    place: { file: 'a.ts', line, column: 1 },
    related: [],
    help,
    loss: 'partial' as const,
  });
  expect(
    printDiagnostics([diagnostic(1, 'do this'), diagnostic(2, 'do this'), diagnostic(3, 'do that')] as never, plain)
      .join('\n')
      .match(/help: .*/g),
  ).toEqual(['help: do this', 'help: do that']);
});

test.each([
  [60_000, '1 minute'],
  [900_000, '15 minutes'],
  [86_400_000, '1 day'],
  [90_000, '90 seconds'],
  [1_500, '1500 ms'],
])('an endpoint: a window of %d ms is %s; what is required stands first; a middleware without a name is one', (windowMs, words) => {
  const endpoint: Endpoint = {
    id: 'POST /a',
    method: 'POST',
    path: '/a',
    middleware: [{ name: '', type: 'other' }],
    rateLimit: { max: 5, windowMs, scope: 'user', conditional: true },
    requestBody: {
      contentType: 'application/json',
      fields: {
        title: { type: 'string', minLength: 2, required: true },
        tags: { type: 'array', items: { properties: { name: { type: 'string' } } } },
        shut: { type: 'boolean', default: false, nullable: false },
        lit: { type: 'boolean', default: true, nullable: true },
      },
    },
    produces: [{ variable: 'aId', responseField: 'data.id' }],
    consumes: [{ variable: 't', usedAs: 'header:X', producedBy: 'POST /t' }],
  };
  const text = describeEndpoint(endpoint, null, null, plain);
  expect(text).toContain(`\n  rate limit  5 requests in ${words} for each user (under another configuration only)\n`);
  expect(text).toMatch(/\n {2}title {8,}string +required {2}minLength 2\n {2}tags +array *\n {2}tags\.0 *\n {2}tags\.0\.name {2}string/);
  expect(text).toMatch(/\n {2}shut +boolean {2}default false\n {2}lit +boolean {2}default true {2}nullable\n/);
  expect(text).toContain('\n  1.  (unnamed)  other\n');
  expect(text.endsWith('\n\nproduces aId, the field data.id of its response\nneeds t as header:X, from POST /t')).toBe(true);
});

test('a reason that keeps several checks from running is said once; a run of refusals counts checks', () => {
  const reason = 'it needs "id" from POST /books: POST /books answered 400 ("format is none of hardcover, paperback, audio").';
  const check = (name: string, more: object = {}) => ({
    name,
    endpoint: name.split(',')[0]!,
    verdict: 'skipped',
    reason,
    durationMs: 0,
    failures: [],
    warnings: [],
    exchanges: [],
    ...more,
  });
  const run = (checks: object[]) => ({
    version: 1,
    runId: '20260101-000000-abcdef',
    kind: 'endpoint',
    startedAt: '',
    finishedAt: '',
    durationMs: 1,
    seed: 1,
    environment: { name: 'local', baseUrl: 'http://x' },
    verdict: 'passed',
    counts: { passed: 0, failed: 0, skipped: checks.length, warned: 0, requests: 0 },
    failures: [],
    groups: [{ name: 'endpoints', verdict: 'skipped', durationMs: 0, checks }],
  });
  const text = pretty.render(
    run([
      check('GET /a'),
      check('GET /b'),
      check('GET /b, no credential', { reason: 'short' }),
      check('GET /c', { reason: 'short' }),
    ]) as never,
    {},
  );
  expect(
    text
      .split('\n')
      .slice(1, 5)
      .map((line) => line.trim().replace(/ {2,}/g, '  ')),
  ).toEqual([
    `- GET /a  skipped: ${reason}`,
    '- GET /b  skipped: as GET /a',
    '- GET /b, no credential  skipped: short',
    '- GET /c  skipped: short',
  ]);
  expect(text).toContain('\n4 checks: 4 skipped\n');
  expect(pretty.render(run([check('GET /a'), check('GET /b')]) as never, {})).toContain('\n2 endpoints: 2 skipped\n');
});
