import { columns, count } from '../columns.js';
import { defineCommand } from '../command.js';
import { ExitCode } from '../exit-code.js';
import type { Style } from '../style.js';

export const doctor = defineCommand({
  path: ['doctor'],
  summary: 'Check the runtime, the configuration, the model, the workflows and the files in .tool, with a remedy for each problem',
  examples: [
    ['tool doctor', 'Check everything; ends with 1 when there is a problem'],
    ['tool doctor --json', 'The same as one JSON document'],
  ],
  output: 'doctor',
  async run(context) {
    const { examine } = await import('../../project/doctor/index.js');
    const checks = await examine(context.root, context.progress);
    const of = (status: string): number => checks.filter((check) => check.status === status).length;
    const totals = { ok: of('ok'), warnings: of('warning'), problems: of('problem'), skipped: of('skipped') };
    return {
      kind: 'data',
      document: { healthy: totals.problems === 0, totals, checks },
      exitCode: totals.problems > 0 ? ExitCode.findings : ExitCode.success,
      text: (style) =>
        [
          columns(
            checks.map((check) => [
              mark(check.status, style),
              check.id,
              `${check.server === undefined ? '' : `${check.server}: `}${check.message}${check.remedy === undefined ? '' : `\n${' '.repeat(INDENT)}${style.cyan('help:')} ${check.remedy}`}`,
            ]),
          ),
          '',
          totals.problems > 0
            ? style.red(`${count(totals.problems, 'problem')}, ${count(totals.warnings, 'warning')}`)
            : totals.warnings > 0
              ? style.yellow(`no problem, ${count(totals.warnings, 'warning')}`)
              : style.green('everything is in order'),
        ].join('\n'),
    };
  },
});

const INDENT = 9;

const mark = (status: string, style: Style): string => {
  const padded = status.padEnd(INDENT - 2);
  return status === 'ok'
    ? style.green(padded)
    : status === 'problem'
      ? style.red(padded)
      : status === 'warning'
        ? style.yellow(padded)
        : style.dim(padded);
};
