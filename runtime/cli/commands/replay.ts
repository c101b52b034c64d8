import { defineCommand } from '../command.js';
import { reportOptions } from '../report-options.js';
import { UsageError } from '../../project/usage-error.js';

export const replay = defineCommand({
  path: ['replay'],
  summary: 'Repeat a recorded run: the same seed and options, so the same requests',
  positionals: [{ name: 'runId', description: 'Identifier of the run, its beginning, or "last"' }],
  options: { ...reportOptions },
  examples: [
    ['tool replay last', 'The newest run once more'],
    ['tool replay 20261120-164512-3f9a2c --verbose', 'One run, with every request and answer'],
  ],
  output: 'run',
  async run(context, input) {
    const { planReports, reportRun } = await import('../report-options.js');
    const plan = planReports(input);
    const { readRun } = await import('../../store/index.js');
    const recorded = readRun(context.root, input.positionals[0]!);
    const { interruptible } = await import('../interruptible.js');
    const run = await interruptible(
      async ({ signal, cleanupSignal }) => {
        const common = { root: context.root, toolVersion: context.toolVersion, processEnvironment: process.env, signal, cleanupSignal };
        if (recorded.kind === 'endpoint') {
          const { readProjectModel } = await import('../../project/project-model.js');
          const { requestOfRun, simulateProject } = await import('../../simulate/index.js');
          return simulateProject(requestOfRun(recorded), {
            ...common,
            model: await readProjectModel(context.root),
            onCheck: (check, done, total) => {
              context.progress.update(`${done} of ${total}  ${check.name}`);
            },
          });
        }
        const { workflows, data, repeat } = (recorded.options ?? {}) as {
          readonly workflows?: readonly string[];
          readonly data?: string;
          readonly repeat?: number;
        };
        if (workflows === undefined)
          throw new UsageError(
            `The record of run ${recorded.runId} does not say which workflows ran.`,
            'Run them with `tool simulate workflow`.',
          );
        const { simulateWorkflows } = await import('../../workflow/simulate-workflows.js');
        return simulateWorkflows({
          ...common,
          workflows,
          workingDirectory: context.root,
          environmentName: recorded.environment.name,
          seed: recorded.seed,
          dataFile: data,
          repeat,
        });
      },
      (text) => {
        context.trace(text);
      },
    );
    return reportRun(run, plan);
  },
});
