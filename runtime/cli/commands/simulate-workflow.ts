import { defineCommand, type Input, type Result } from '../command.js';
import { reportOptions } from '../report-options.js';
import { UsageError } from '../../project/usage-error.js';

export const simulateWorkflow = defineCommand({
  path: ['simulate', 'workflow'],
  summary: 'Run workflows against a live server: requests in order, with values captured from one into the next',
  options: {
    workflow: {
      type: 'string',
      value: '<name or path>',
      multiple: true,
      description: 'A workflow by name, a file, or a folder; may be given several times',
    },
    list: { type: 'boolean', description: 'List the saved workflows instead of running one' },
    env: { type: 'string', value: '<name>', description: 'Environment of the model; default: the one on this machine' },
    'clear-memory': { type: 'boolean', description: 'Empty the memory before the run' },
    seed: { type: 'string', value: '<number>', description: 'Seed of the generated data; the same seed repeats a run' },
    data: { type: 'string', value: '<csv|json>', description: 'A file with rows: the workflow runs once for each, with {{data:<column>}}' },
    repeat: { type: 'string', value: '<times>', description: 'Run each workflow (and row) this often' },
    workers: { type: 'string', value: '<number>', description: 'Workflows that run at once, each with its own memory; default: 1' },
    bail: { type: 'boolean', description: 'Stop after the first workflow that fails' },
    step: { type: 'boolean', description: 'Pause after each step' },
    watch: { type: 'boolean', description: 'Run again whenever a workflow file or the model changes' },
    timeout: { type: 'string', value: '<ms>', description: 'Time for one request; default: 30000' },
    wait: { type: 'string', value: '<duration>', description: 'Wait this long for the server to answer, e.g. 30s' },
    'allow-writes': { type: 'boolean', description: 'Send requests that change something to an environment that is not on this machine' },
    insecure: { type: 'boolean', description: 'Accept any TLS certificate' },
    ...reportOptions,
  },
  examples: [
    ['tool simulate workflow --list', 'The saved workflows'],
    ['tool simulate workflow --workflow login', 'Run .tool/workflows/login.json'],
    ['tool simulate workflow --workflow checkout --env staging --allow-writes', 'Against another environment'],
    [
      'tool simulate workflow --workflow signup --data users.csv --reporter pretty,junit --output-file junit=report.xml',
      'Once for each row, with a report for CI',
    ],
    ['TOOL_HUMAN_OTP=123456 tool simulate workflow --workflow login', 'Answer {{human:otp}} without a prompt'],
  ],
  output: 'simulate-workflow',
  async run(context, input): Promise<Result> {
    if (input.flag('list')) return (await import('./workflow-list.js')).workflowList.run(context, input);
    const workflows = input.strings('workflow');
    const { pointElsewhere } = await import('../workflows-elsewhere.js');
    if (workflows.length === 0) {
      const saved = await (await import('../../workflow/list-workflows.js')).listWorkflows(context.root);
      const error = new UsageError(
        '`tool simulate workflow` needs a workflow.',
        saved.length === 1
          ? `There is one: tool simulate workflow --workflow "${saved[0]!.name}"`
          : 'Name one with --workflow <name or path>; `--list` shows those there are.',
      );
      return pointElsewhere(context.root)(error);
    }
    const { planReports, reportRun } = await import('../report-options.js');
    const plan = planReports(input);
    const { parseDuration } = await import('../quantities.js');
    const wait = input.string('wait');
    const settings = { ...readSettings(input), waitMs: wait === undefined ? undefined : parseDuration('wait', wait) };
    const { interruptible } = await import('../interruptible.js');
    const { openTerminal } = await import('../terminal.js');
    const { simulateWorkflows } = await import('../../workflow/simulate-workflows.js');
    const terminal = openTerminal();
    const { isSecretName } = await import('../../store/index.js');
    let pausing = input.flag('step');
    const runOnce = (): ReturnType<typeof simulateWorkflows> =>
      interruptible(
        ({ signal, cleanupSignal }) => {
          let done = 0;
          let failed = 0;
          return simulateWorkflows({
            root: context.root,
            workflows,
            workingDirectory: process.cwd(),
            ...settings,
            toolVersion: context.toolVersion,
            processEnvironment: process.env,
            signal,
            cleanupSignal,
            ask:
              process.stdin.isTTY !== true
                ? undefined
                : async (key, question) => {
                    context.progress.end();
                    return (await terminal.line(question, { hidden: isSecretName(key) })) ?? '';
                  },
            onStart: ({ seed, warnings }) => {
              if (input.flag('quiet') || input.flag('json')) return;
              for (const { place, step, message } of warnings)
                context.trace(`warning: ${place} ${step === undefined ? '' : `step "${step}": `}${message}`);
              context.progress.update(`seed ${seed}`);
            },
            onStep: ({ workflow, name, verdict, check }) => {
              done++;
              if (verdict === 'failed') failed++;
              context.progress.update(`${done} steps${failed > 0 ? `, ${failed} failed` : ''}  ${workflow}: ${name}`);
              if (!pausing) return undefined;
              return pause(
                check(),
                (text) => terminal.line(text),
                (text) => {
                  context.trace(text);
                },
                () => {
                  pausing = false;
                },
              );
            },
          }).catch(pointElsewhere(context.root));
        },
        (text) => {
          context.trace(text);
        },
      );
    try {
      if (!input.flag('watch')) return await reportRun(await runOnce(), plan);
      return await (await import('../watch-runs.js')).watchRuns(context, workflows, async () => reportRun(await runOnce(), plan));
    } finally {
      terminal.close();
    }
  },
});

/** Numbers and names from the arguments, checked before anything is sent. */
function readSettings(input: Input) {
  return {
    environmentName: input.string('env'),
    clearMemory: input.flag('clear-memory'),
    dataFile: input.string('data'),
    bail: input.flag('bail'),
    seed: input.number('seed', { min: 0, max: 2 ** 31 - 1, integer: true }),
    repeat: input.number('repeat', { min: 1, integer: true }),
    workers: input.flag('step') ? 1 : input.number('workers', { min: 1, max: 256, integer: true }),
    timeoutMs: input.number('timeout', { min: 1, integer: true }),
    maxP95Ms: input.number('max-p95', { min: 0 }),
    allowWrites: input.flag('allow-writes'),
    insecure: input.flag('insecure'),
  };
}

/** Shows a step and waits for Enter. The end of the input is the answer of a script: no more pauses. */
async function pause(
  check: {
    readonly name: string;
    readonly verdict: string;
    readonly exchanges: readonly {
      readonly request: { readonly method: string; readonly url: string };
      readonly response?: { readonly status: number; readonly body?: unknown };
    }[];
  },
  ask: (text: string) => Promise<string | null>,
  show: (text: string) => void,
  goOn: () => void,
): Promise<'go' | 'stop'> {
  const last = check.exchanges.at(-1);
  show(
    `${check.verdict}: ${check.name}${last === undefined ? '' : `\n  ${last.request.method} ${last.request.url}${last.response === undefined ? '' : `\n  ${last.response.status} ${JSON.stringify(last.response.body)?.slice(0, 500) ?? ''}`}`}`,
  );
  const answer = await ask('Enter: next step, c: no more pauses, q: stop and clean up > ');
  if (answer === null || answer.trim().toLowerCase() === 'c') goOn();
  return answer?.trim().toLowerCase() === 'q' ? 'stop' : 'go';
}
