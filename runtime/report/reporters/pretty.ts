import type { Exchange, Run, RunCheck, RunGroup } from '../../../schemas/index.js';
import { bodyText } from '../failure-text.js';
import { noPaint, type Paint, type Reporter } from '../reporter.js';

/** With more groups than this, those that passed are counted and not listed. */
const MOST_GROUPS = 20;

/** A reason that is no longer than this is repeated: naming another check would be no shorter. */
const MOST_REPEATED = 60;

/** For people on a terminal. */
export const pretty: Reporter = {
  name: 'pretty',
  description: 'for people',
  extension: 'txt',
  render(run, { paint = noPaint, verbose = false }) {
    const listed = verbose || run.groups.length <= MOST_GROUPS ? run.groups : run.groups.filter(({ verdict }) => verdict !== 'passed');
    const lines = listed.flatMap((group) => [...groupLines(group, paint, verbose), '']);
    const unlisted = run.groups.length - listed.length;
    if (unlisted > 0)
      lines.push(paint.dim(`${unlisted} of ${run.groups.length} rounds passed and are not listed; --verbose lists them.`), '');
    for (const { message } of run.failures) lines.push(`${paint.red('✖')} ${message}`, '');
    return `${[...lines, ...summary(run, paint)].join('\n')}\n`;
  },
};

function groupLines(group: RunGroup, paint: Paint, verbose: boolean): string[] {
  const head = [
    paint.bold(group.name),
    ...(group.file === undefined ? [] : [paint.dim(group.file)]),
    ...(group.iteration === undefined ? [] : [paint.dim(`round ${group.iteration}`)]),
  ].join('  ');
  const width = Math.min(48, Math.max(0, ...group.checks.map(({ name }) => name.length)));
  return [head, ...sayReasonsOnce(group.checks).flatMap((check) => checkLines(check, width, paint, verbose))];
}

/** One failure can keep many checks from running, for the same reason: it is said with the first. */
function sayReasonsOnce(checks: readonly RunCheck[]): RunCheck[] {
  const first = new Map<string, string>();
  return checks.map((check) => {
    if (check.verdict !== 'skipped' || check.reason === undefined) return check;
    const same = first.get(check.reason);
    if (same === undefined) {
      first.set(check.reason, check.name);
      return check;
    }
    return check.reason.length > MOST_REPEATED ? { ...check, reason: `as ${same}` } : check;
  });
}

function checkLines(check: RunCheck, width: number, paint: Paint, verbose: boolean): string[] {
  const mark = check.verdict === 'passed' ? paint.green('✔') : check.verdict === 'failed' ? paint.red('✖') : paint.dim('-');
  const last = check.exchanges.at(-1);
  const status = last?.response === undefined ? '   ' : String(last.response.status);
  const time = last === undefined ? '' : `${last.latencyMs.toFixed(last.latencyMs < 10 ? 1 : 0)} ms`;
  const attempts = check.exchanges.length > 1 ? `  ${check.exchanges.length} requests` : '';
  const head =
    check.verdict === 'skipped'
      ? `  ${mark} ${paint.dim(`${check.name.padEnd(width)}  skipped: ${check.reason ?? ''}`)}`
      : `  ${mark} ${check.name.padEnd(width)}  ${status}  ${paint.dim(`${time.padStart(8)}${attempts}`)}`.trimEnd();
  const lines = [head];
  for (const { message, help } of check.failures) {
    lines.push(`      ${paint.red(message)}`);
    if (help !== undefined) lines.push(`      ${paint.cyan('help:')} ${help}`);
  }
  for (const warning of check.warnings) lines.push(`      ${paint.yellow('warning:')} ${warning}`);
  const shown = verbose ? check.exchanges : check.verdict === 'failed' && last !== undefined ? [last] : [];
  for (const exchange of shown) lines.push(...exchangeLines(exchange, paint, verbose));
  return lines;
}

function exchangeLines({ request, response, error, curl }: Exchange, paint: Paint, verbose: boolean): string[] {
  const lines = [`      ${paint.dim('>')} ${request.method} ${request.url}`];
  if (verbose) for (const [name, value] of Object.entries(request.headers)) lines.push(paint.dim(`      > ${name}: ${value}`));
  if (request.body !== undefined) lines.push(`      ${paint.dim('>')} ${bodyText(request.body)}`);
  if (response !== undefined) {
    lines.push(`      ${paint.dim('<')} ${response.status}`);
    if (verbose)
      for (const [name, value] of Object.entries(response.headers))
        lines.push(paint.dim(`      < ${name}: ${typeof value === 'string' ? value : value.join(', ')}`));
    if (response.body !== undefined)
      lines.push(
        ...bodyText(response.body)
          .split('\n')
          .map((line) => `      ${paint.dim('<')} ${line}`),
      );
  }
  if (error !== undefined && verbose) lines.push(`      ${paint.red(error)}`);
  if (curl !== undefined) lines.push(`      ${paint.dim('repeat it:')} ${curl}`);
  return lines;
}

function summary(run: Run, paint: Paint): string[] {
  const { passed, failed, skipped, warned, requests } = run.counts;
  // Requests that must be refused make several checks of one endpoint.
  const endpoints = new Set(run.groups.flatMap(({ checks }) => checks.map(({ endpoint }) => endpoint)));
  const what =
    run.kind === 'workflow' ? 'step' : endpoints.size < run.counts.passed + run.counts.failed + run.counts.skipped ? 'check' : 'endpoint';
  const total = passed + failed + skipped;
  const counts = [
    passed > 0 ? paint.green(`${passed} passed`) : '',
    failed > 0 ? paint.red(`${failed} failed`) : '',
    skipped > 0 ? `${skipped} skipped` : '',
    warned > 0 ? paint.yellow(`${warned} with warnings`) : '',
  ]
    .filter((text) => text !== '')
    .join(', ');
  const verdict =
    run.verdict === 'interrupted'
      ? paint.yellow('interrupted')
      : run.verdict === 'unreachable'
        ? paint.red('the server is not reachable')
        : '';
  const lines = [`${total} ${what}${total === 1 ? '' : 's'}${counts === '' ? '' : `: ${counts}`}${verdict === '' ? '' : `; ${verdict}`}`];
  const latency =
    run.latency === undefined ? '' : `, latency p50 ${run.latency.p50} ms, p95 ${run.latency.p95} ms, p99 ${run.latency.p99} ms`;
  lines.push(
    paint.dim(
      `${requests} request${requests === 1 ? '' : 's'} to ${run.environment.baseUrl} in ${(run.durationMs / 1000).toFixed(2)} s${latency}`,
    ),
  );
  lines.push(paint.dim(`seed ${run.seed}, record .tool/runs/${run.runId}/run.json`));
  return lines;
}
