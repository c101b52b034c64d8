import { relative, sep } from 'node:path';
import type { Finding } from '../../../schemas/index.js';
import { count } from '../columns.js';
import { defineCommand, type Context } from '../command.js';
import { ExitCode } from '../exit-code.js';
import type { Style } from '../style.js';
import { UsageError } from '../../project/usage-error.js';

const SEVERITIES = ['info', 'warning', 'error'] as const;
const SHOWN = 25;

export const agentRun = defineCommand({
  path: ['agent', 'run'],
  summary: 'Run an agent on the model and write its report to .tool/runs/<runId>/agent-report.json',
  positionals: [{ name: 'agent', description: 'Name of an agent, as `tool agent list` prints it' }],
  options: {
    since: {
      type: 'string',
      value: '<ref>',
      description:
        'For workflow-impact: compare with this git branch, tag or commit; default: the change log of `tool dev`, else what is not committed',
    },
    'fail-on': {
      type: 'string',
      value: 'error|warning|info',
      description: 'End with 1 when there is a finding of this severity or a graver one',
    },
    verbose: { type: 'boolean', description: `Show all findings, not only the ${SHOWN} gravest` },
  },
  examples: [
    ['tool agent run model-watcher', 'What changed since it last ran'],
    ['tool agent run workflow-impact --since main', 'Which workflows a branch affects'],
    ['tool agent run security-review --fail-on error', 'A check for CI'],
  ],
  output: 'agent-run',
  async run(context, input) {
    const failOn = severityOf(input.string('fail-on'));
    const [{ findAgent, runAgent }, { readProjectModel }] = await Promise.all([
      import('../../project/run-agent.js'),
      import('../../project/project-model.js'),
    ]);
    const agent = findAgent(input.positionals[0]!);
    const since = input.string('since');
    if (since !== undefined && agent.name !== 'workflow-impact')
      throw new UsageError(`--since is for workflow-impact; ${agent.name} looks at no changed files.`, 'Leave it out.');
    const { report, file } = await runAgent(context.root, agent, await readProjectModel(context.root), {
      ...(since !== undefined && { since }),
      isBehind: agent.takesSnapshot === true && (await isBehind(context)),
    });
    const shown = relative(context.root, file).split(sep).join('/');
    const most = input.flag('verbose') ? Number.POSITIVE_INFINITY : SHOWN;
    return {
      kind: 'data',
      document: { report, file: shown },
      exitCode:
        failOn !== undefined && report.findings.some(({ severity }) => SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(failOn))
          ? ExitCode.findings
          : ExitCode.success,
      text: (style) =>
        [
          style.bold(report.summary),
          ...report.findings.slice(0, most).map((finding) => describe(finding, style)),
          ...(report.findings.length > most ? [style.dim(`… ${report.findings.length - most} more: --verbose, or the report`)] : []),
          style.dim(`${count(report.findings.length, 'finding')}; report in ${shown}`),
        ].join('\n'),
    };
  },
});

/** Whether a scan would change what the model says. Asked where the last scan does not hold any more. */
async function isBehind(context: Context): Promise<boolean> {
  const { recallScan } = await import('../../project/scan-cache.js');
  if (recallScan(context.root) !== null) return false;
  const { scanServers } = await import('../../project/scan-project.js');
  const scans = await scanServers(context, { allowEmpty: false, check: true, printChanged: false });
  const own = scans.find(({ folder }) => folder === '.');
  return own !== undefined && Object.values(own.changes).some((number) => number > 0);
}

function severityOf(given: string | undefined): Finding['severity'] | undefined {
  if (given === undefined) return undefined;
  const found = SEVERITIES.find((severity) => severity === given.toLowerCase());
  if (found === undefined) throw new UsageError(`--fail-on: there is no severity "${given}".`, 'Give error, warning or info.');
  return found;
}

const describe = (finding: Finding, style: Style): string => {
  const label =
    finding.severity === 'error' ? style.red('error  ') : finding.severity === 'warning' ? style.yellow('warning') : style.dim('info   ');
  const line = (finding.evidence as { readonly line?: unknown } | undefined)?.line;
  const place =
    finding.file === undefined ? '' : `\n         ${style.cyan(typeof line === 'number' ? `${finding.file}:${line}` : finding.file)}`;
  return `${label}  ${finding.message} ${style.dim(finding.kind)}${place}`;
};
