import { createRequire } from 'node:module';
import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { Parser as TapParser, type Result } from 'tap-parser';
import type { Run } from '../../schemas/index.js';
import { curlOf, summariseLatency } from '../../runtime/report/index.js';
import { reporters } from '../../runtime/report/reporters/index.js';

const require = createRequire(import.meta.url);
const hostile = '<b>&"\'\u0000\u001b[31m]]> %0A::error # \n\r not ok 9';

/** A run with everything that a reporter has to show. */
const run: Run = {
  version: 1,
  runId: '20260131-120000-abcdef',
  kind: 'workflow',
  startedAt: '2026-01-31T12:00:00.000Z',
  finishedAt: '2026-01-31T12:00:01.000Z',
  durationMs: 1000,
  seed: 7,
  environment: { name: 'local', baseUrl: 'http://127.0.0.1:1' },
  toolVersion: '0.3.0',
  verdict: 'failed',
  counts: { passed: 1, failed: 2, skipped: 1, warned: 1, requests: 2 },
  latency: summariseLatency([1, 2, 3, 4])!,
  groups: [
    {
      name: `flow ${hostile}`,
      file: '.tool/workflows/flow,1.json',
      iteration: 2,
      verdict: 'failed',
      durationMs: 900,
      checks: [
        {
          name: 'ok',
          verdict: 'passed',
          durationMs: 1,
          failures: [],
          warnings: [`odd ${hostile}`],
          exchanges: [
            {
              startedAt: '2026-01-31T12:00:00.000Z',
              latencyMs: 1.5,
              request: { method: 'GET', url: 'http://127.0.0.1:1/a?b=c%20d', headers: { accept: '*/*' } },
              response: {
                status: 200,
                headers: { 'content-type': 'application/json', 'set-cookie': ['a=***', 'b=***'] },
                body: { ok: true },
                sizeBytes: 11,
              },
            },
          ],
        },
        {
          name: `bad ${hostile}`,
          verdict: 'failed',
          endpoint: 'POST /x',
          durationMs: 2,
          failures: [{ check: 'status', message: `expected ${hostile}`, expected: 200, received: 500, help: 'look' }],
          warnings: [],
          exchanges: [
            {
              startedAt: '2026-01-31T12:00:00.100Z',
              latencyMs: 2,
              request: {
                method: 'POST',
                url: 'http://127.0.0.1:1/x',
                headers: { 'content-type': 'application/json' },
                body: { text: hostile },
              },
              response: { status: 500, headers: {}, body: hostile, sizeBytes: 9 },
              curl: 'curl x',
            },
          ],
        },
        {
          name: 'lost',
          verdict: 'failed',
          durationMs: 2,
          failures: [{ check: 'connection', message: 'refused' }],
          warnings: [],
          exchanges: [
            {
              startedAt: '2026-01-31T12:00:00.100Z',
              latencyMs: 2,
              request: { method: 'GET', url: 'http://127.0.0.1:1/x', headers: {} },
              error: 'refused',
            },
          ],
        },
        { name: 'left out', verdict: 'skipped', reason: hostile, durationMs: 0, failures: [], warnings: [], exchanges: [], cleanup: true },
      ],
    },
  ],
  failures: [{ check: 'latency', message: 'too slow', expected: 1, received: 2 }],
};

const render = (name: string, options = {}): string => reporters.find((reporter) => reporter.name === name)!.render(run, options);

describe('every reporter', () => {
  test.each(reporters.map(({ name }) => name))('%s says that it failed and how to repeat it, and ends with a line end', (name) => {
    const text = render(name);
    expect(text.endsWith('\n')).toBe(true);
    expect(text).toContain('7');
    expect(text).not.toBe(reporters.find((reporter) => reporter.name === name)!.render({ ...run, groups: [], failures: [] }, {}));
  });
});

test('json is the run', () => {
  expect(JSON.parse(render('json'))).toEqual(run);
});

test('ndjson has a line for each check and one for the run', () => {
  const lines = render('ndjson')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.map(({ event }) => event)).toEqual(['check', 'check', 'check', 'check', 'run']);
  expect(lines.at(-1)).not.toHaveProperty('groups');
});

test('junit is well-formed, with the counts that its readers add up', () => {
  const text = render('junit');
  expect(XMLValidator.validate(text)).toBe(true);
  const parsed = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    isArray: (name) => name === 'testsuite' || name === 'testcase',
  }).parse(text) as {
    testsuites: { tests: string; failures: string; errors: string; skipped: string; testsuite: { testcase: Record<string, unknown>[] }[] };
  };
  expect(parsed.testsuites).toMatchObject({ tests: '5', failures: '2', errors: '1', skipped: '1' });
  const cases = parsed.testsuites.testsuite.flatMap(({ testcase }) => testcase);
  expect(cases).toHaveLength(5);
  expect(cases.map((each) => ['failure', 'error', 'skipped'].find((key) => key in each) ?? 'passed')).toEqual([
    'passed',
    'failure',
    'error',
    'skipped',
    'failure',
  ]);
});

test('tap is read by a parser of it, and a hostile name adds no result', () => {
  const results: Result[] = [];
  const parser = new TapParser((summary) => {
    results.push(...(summary.failures as unknown as Result[]));
  });
  const parsed = TapParser.parse(render('tap'));
  parser.end(render('tap'));
  const points = parsed.filter(([event]) => event === 'assert').map(([, point]) => point as Result);
  expect(points.map(({ ok }) => ok)).toEqual([true, false, false, true, false]);
  expect(Boolean(points[3]!.skip)).toBe(true);
  expect(results).toHaveLength(3);
});

test('har satisfies the schema of the format', () => {
  const schemas = require('har-schema') as Record<string, Record<string, unknown>>;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (const schema of Object.values(schemas)) {
    const { $schema: _draft, ...rest } = schema;
    ajv.addSchema({ ...rest, $id: `https://tool.invalid/${String(schema['$id'])}` });
  }
  const archive = JSON.parse(render('har')) as { log: { entries: { request: { queryString: unknown } }[] } };
  const valid = ajv.getSchema('https://tool.invalid/har.json#') ?? ajv.getSchema('https://tool.invalid/har.json');
  expect(valid).toBeDefined();
  expect(valid!(archive) ? [] : valid!.errors).toEqual([]);
  expect(archive.log.entries).toHaveLength(3);
  expect(archive.log.entries[0]!.request.queryString).toEqual([{ name: 'b', value: 'c d' }]);
});

test('github commands are one line each, whatever a server answers', () => {
  const lines = render('github').trim().split('\n');
  expect(lines.map((line) => /^::(error|warning|notice) /.exec(line)?.[1])).toEqual(['warning', 'error', 'error', 'error', 'notice']);
  expect(lines[1]).toContain('file=.tool/workflows/flow%2C1.json,');
});

test('html holds no markup of a server and loads nothing', () => {
  const text = render('html');
  expect(text).not.toContain('<b>');
  expect(text).not.toMatch(/<script|<img|<link|href=|src=/);
  expect(text).toContain("default-src 'none'");
});

test('pretty shows what failed with its request; verbose shows all', () => {
  const text = render('pretty');
  expect(text).toContain('repeat it: curl x');
  expect(text).toContain('4 steps: 1 passed, 2 failed, 1 skipped, 1 with warnings');
  expect(text).not.toContain('accept: */*');
  expect(render('pretty', { verbose: true })).toContain('accept: */*');
});

test('a percentile is a latency that was measured', () => {
  expect(summariseLatency([])).toBeUndefined();
  expect(summariseLatency(Array.from({ length: 100 }, (_, index) => 100 - index))).toEqual({
    min: 1,
    mean: 50.5,
    p50: 50,
    p95: 95,
    p99: 99,
    max: 100,
  });
});

test('a curl line quotes for the shell', () => {
  expect(curlOf({ request: { method: 'PUT', url: "http://x/a?b='c", headers: { 'x-a': '$(id)' }, body: { a: "it's" } } })).toBe(
    `curl -sS -i -X PUT 'http://x/a?b='\\''c' -H 'x-a: $(id)' --data-raw '{"a":"it'\\''s"}'`,
  );
});
