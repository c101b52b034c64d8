import { resolve } from 'node:path';
import type { Run } from '../../schemas/index.js';
import type { Input, OptionDefinition, Result } from './command.js';
import { ExitCode } from './exit-code.js';
import { didYouMean } from '../project/suggest.js';
import { UsageError } from '../project/usage-error.js';

/** Options of every command that ends with a run: how it is shown, and where. */
export const reportOptions: Readonly<Record<string, OptionDefinition>> = {
  reporter: {
    type: 'string',
    value: '<name>',
    multiple: true,
    description: 'pretty, json, ndjson, junit, tap, html, har or github; several with commas; default: pretty',
  },
  'output-file': {
    type: 'string',
    value: '<path>',
    multiple: true,
    description: 'Where a report goes: <path>, or <reporter>=<path>; several with commas',
  },
  'max-p95': { type: 'string', value: '<ms>', description: 'Fail when 95 % of the requests take longer than this' },
  verbose: { type: 'boolean', description: 'Show every request and answer' },
};

const NAMES = ['pretty', 'json', 'ndjson', 'junit', 'tap', 'html', 'har', 'github'];

export interface ReportPlan {
  /** Reporter that writes to stdout; null when all write files. */
  readonly stdout: string | null;
  /** Absolute paths. */
  readonly files: readonly { readonly reporter: string; readonly path: string }[];
  readonly verbose: boolean;
}

/**
 * Reads `--reporter` and `--output-file`, before anything is sent. A path without a name belongs to the reporter that has no file yet.
 * @throws UsageError
 */
export function planReports(input: Input, workingDirectory = process.cwd()): ReportPlan {
  const split = (values: readonly string[]): string[] =>
    values
      .flatMap((value) => value.split(','))
      .map((value) => value.trim())
      .filter((value) => value !== '');
  const wanted = [...new Set(split(input.strings('reporter')))];
  for (const name of wanted) checkName(name);
  const files = new Map<string, string>();
  const bare: string[] = [];
  for (const value of split(input.strings('output-file'))) {
    const [, name, path] = /^([a-z]+)=(.+)$/.exec(value) ?? [];
    if (name === undefined) {
      bare.push(value);
      continue;
    }
    checkName(name);
    if (!wanted.includes(name)) wanted.push(name);
    files.set(name, resolve(workingDirectory, path!));
  }
  for (const path of bare) {
    const without = wanted.filter((name) => !files.has(name));
    // The terminal belongs to people: a file is rather for one of the others.
    const open = without.length > 1 ? without.filter((name) => name !== 'pretty') : without;
    const owner =
      open.length === 1
        ? open[0]!
        : wanted.length === 0 && bare.length === 1
          ? NAMES.find((name) => path.endsWith(`.${EXTENSIONS[name] ?? ''}`))
          : undefined;
    if (owner === undefined)
      throw new UsageError(`It is not clear which report goes to ${path}.`, `Name it: --output-file ${open[0] ?? 'junit'}=${path}`);
    if (!wanted.includes(owner)) wanted.push(owner);
    files.set(owner, resolve(workingDirectory, path));
  }
  const onStdout = wanted.filter((name) => !files.has(name));
  if (onStdout.length > 1)
    throw new UsageError(
      `${onStdout.join(' and ')} would be written to the terminal at once.`,
      `Give all but one a file: --output-file ${onStdout[1]!}=<path>`,
    );
  return {
    stdout: onStdout[0] ?? (wanted.length === 0 || !wanted.includes('pretty') ? 'pretty' : null),
    files: [...files].map(([reporter, path]) => ({ reporter, path })),
    verbose: input.flag('verbose'),
  };
}

const EXTENSIONS: Readonly<Record<string, string>> = { json: 'json', ndjson: 'ndjson', junit: 'xml', tap: 'tap', html: 'html', har: 'har' };

function checkName(name: string): void {
  if (!NAMES.includes(name))
    throw new UsageError(`There is no reporter "${name}".`, didYouMean(name, NAMES) ?? `There are ${NAMES.join(', ')}.`);
}

/** Writes the files of a plan and makes the result of a command from a run. */
export async function reportRun(run: Run, plan: ReportPlan): Promise<Result> {
  const { reporters } = await import('../report/reporters/index.js');
  const render = (name: string, options: Parameters<(typeof reporters)[number]['render']>[1]): string =>
    reporters.find((reporter) => reporter.name === name)!.render(run, options);
  if (plan.files.length > 0) {
    const { writeAtomically } = await import('../store/index.js');
    for (const { reporter, path } of plan.files) writeAtomically(path, render(reporter, { verbose: plan.verbose }));
  }
  const exitCode = EXIT_CODES[run.verdict];
  return {
    document: run,
    kind: plan.stdout === 'pretty' || plan.stdout === null ? 'report' : 'data',
    text: (style) =>
      plan.stdout === null
        ? ''
        : render(plan.stdout, { verbose: plan.verbose, ...(plan.stdout === 'pretty' && { paint: style }) }).replace(/\n$/, ''),
    exitCode,
  };
}

const EXIT_CODES = {
  passed: ExitCode.success,
  failed: ExitCode.findings,
  unreachable: ExitCode.targetUnreachable,
  interrupted: ExitCode.interrupted,
} as const;
