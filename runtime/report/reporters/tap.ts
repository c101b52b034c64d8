import type { RunCheck } from '../../../schemas/index.js';
import { failureText } from '../failure-text.js';
import type { Reporter } from '../reporter.js';

/** Test Anything Protocol, version 14. */
export const tap: Reporter = {
  name: 'tap',
  description: 'Test Anything Protocol 14',
  extension: 'tap',
  render(run) {
    const checks = run.groups.flatMap(({ name, iteration, checks: own }) =>
      own.map((check) => ({ check, group: iteration === undefined ? name : `${name} (round ${iteration})` })),
    );
    const lines = ['TAP version 14', `1..${checks.length + run.failures.length}`, `# seed ${run.seed}`];
    let number = 0;
    for (const { check, group } of checks) lines.push(...point(check, group, ++number));
    for (const { check, message } of run.failures)
      lines.push(`not ok ${++number} - ${title(`limits of the run: ${check}`)}`, ...diagnostic([['message', message]]));
    return `${lines.join('\n')}\n`;
  },
};

function point(check: RunCheck, group: string, number: number): string[] {
  const head = `${check.verdict === 'failed' ? 'not ok' : 'ok'} ${number} - ${title(`${group}: ${check.name}`)}`;
  if (check.verdict === 'skipped') return [`${head} # SKIP ${oneLine(check.reason ?? '')}`];
  if (check.verdict === 'passed') return [head, ...check.warnings.map((warning) => `# warning: ${oneLine(warning)}`)];
  return [
    head,
    ...diagnostic([
      ['message', failureText(check)],
      ['duration_ms', check.durationMs],
    ]),
  ];
}

/** YAML whose texts are JSON texts, which are YAML as well and cannot break out of their line. */
const diagnostic = (fields: readonly (readonly [string, unknown])[]): string[] => [
  '  ---',
  ...fields.map(([key, value]) => `  ${key}: ${JSON.stringify(value)}`),
  '  ...',
];

/** `#` would begin a directive. */
const title = (text: string): string => oneLine(text).replace(/\\/g, '\\\\').replace(/#/g, '\\#');
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
