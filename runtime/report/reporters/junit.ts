import type { RunCheck, RunGroup } from '../../../schemas/index.js';
import { failureText } from '../failure-text.js';
import type { Reporter } from '../reporter.js';

/** The XML that continuous integration services read: a suite for each workflow, a case for each step. */
export const junit: Reporter = {
  name: 'junit',
  description: 'XML for continuous integration services',
  extension: 'xml',
  render(run) {
    const suites = run.failures.length === 0 ? run.groups : [...run.groups, gateGroup(run.failures)];
    const all = suites.flatMap(({ checks }) => checks);
    const lines = [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<testsuites${attributes({ name: `tool simulate ${run.kind}`, ...countsOf(all), time: seconds(run.durationMs), timestamp: run.startedAt })}>`,
      ...suites.flatMap((group) =>
        suite(group, run.startedAt, [
          ['seed', String(run.seed)],
          ['environment', run.environment.baseUrl],
          ['runId', run.runId],
        ]),
      ),
      '</testsuites>',
    ];
    return `${lines.join('\n')}\n`;
  },
};

const gateGroup = (failures: RunGroup['checks'][number]['failures']): RunGroup => ({
  name: 'limits of the run',
  verdict: 'failed',
  durationMs: 0,
  checks: failures.map((failure): RunCheck => ({
    name: failure.check,
    verdict: 'failed',
    durationMs: 0,
    failures: [failure],
    warnings: [],
    exchanges: [],
  })),
});

function suite(group: RunGroup, timestamp: string, properties: readonly (readonly [string, string])[]): string[] {
  const name = group.iteration === undefined ? group.name : `${group.name} (round ${group.iteration})`;
  return [
    `  <testsuite${attributes({ name, ...countsOf(group.checks), time: seconds(group.durationMs), timestamp, file: group.file })}>`,
    '    <properties>',
    ...properties.map(([key, value]) => `      <property${attributes({ name: key, value })}/>`),
    '    </properties>',
    ...group.checks.flatMap((check) => testcase(check, name, group.file)),
    '  </testsuite>',
  ];
}

function testcase(check: RunCheck, suiteName: string, file: string | undefined): string[] {
  const open = `    <testcase${attributes({ name: check.name, classname: suiteName, time: seconds(check.durationMs), file })}`;
  const inner: string[] = [];
  if (check.verdict === 'skipped') inner.push(`      <skipped${attributes({ message: check.reason })}/>`);
  if (check.verdict === 'failed') {
    const [first] = check.failures;
    const element = first !== undefined && isError(first.check) ? 'error' : 'failure';
    inner.push(`      <${element}${attributes({ message: first?.message, type: first?.check })}>${text(failureText(check))}</${element}>`);
  }
  if (check.warnings.length > 0)
    inner.push(`      <system-out>${text(check.warnings.map((warning) => `warning: ${warning}`).join('\n'))}</system-out>`);
  return inner.length === 0 ? [`${open}/>`] : [`${open}>`, ...inner, '    </testcase>'];
}

/** What could not be tried is an error; what was tried and is wrong is a failure. */
const isError = (check: string): boolean => ['template', 'request', 'connection', 'timeout'].includes(check);

const countsOf = (checks: readonly RunCheck[]): Record<string, string> => {
  const failed = checks.filter((check) => check.verdict === 'failed');
  const errors = failed.filter(({ failures }) => failures[0] !== undefined && isError(failures[0].check)).length;
  return {
    tests: String(checks.length),
    failures: String(failed.length - errors),
    errors: String(errors),
    skipped: String(checks.filter((check) => check.verdict === 'skipped').length),
  };
};

const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(3);

const attributes = (given: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(given)
    .flatMap(([name, value]) =>
      value === undefined ? [] : [` ${name}="${text(value).replaceAll('"', '&quot;').replaceAll('\n', '&#10;')}"`],
    )
    .join('');

/** XML has no way to write most control characters; servers send them. */
const text = (given: string): string =>
  given
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
