import { z } from 'zod';
import { describeRun } from '../describe-run.js';
import { findProjectWorkflow } from '../find-project-workflow.js';
import { askHumans, humanKeys } from '../human-questions.js';
import { liveTarget } from '../live-target.js';
import { runEnvironment } from '../run-environment.js';
import { defineTool } from '../tool.js';
import { withCleanUp } from '../with-clean-up.js';

const input = z.strictObject({
  name: z.string(),
  env: z.string().optional(),
  seed: z
    .number()
    .int()
    .min(0)
    .max(2 ** 31 - 1)
    .optional()
    .describe('repeats the data of a run'),
  clearMemory: z.boolean().default(false),
});

export const runWorkflow = defineTool({
  name: 'tool_run_workflow',
  group: 'core',
  description: 'Run a workflow against a live server. Answers which steps failed, with expected and received.',
  input,
  effect: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  async run(session, { name, env, seed, clearMemory }, call) {
    const { workflow, file } = await findProjectWorkflow(session.root, name);
    const environment = await liveTarget(session, env);
    const processEnvironment = runEnvironment(process.env);
    const humans = askHumans(await humanKeys(session.root, workflow), call, processEnvironment);
    if ('ask' in humans) return humans;
    const { simulateWorkflows } = await import('../../workflow/simulate-workflows.js');
    let done = 0;
    const run = await withCleanUp(call.signal, (cleanupSignal) =>
      simulateWorkflows({
        root: session.root,
        workflows: [file],
        workingDirectory: session.root,
        environmentName: environment.name === 'global:baseUrl' ? undefined : environment.name,
        clearMemory,
        seed,
        toolVersion: session.options.toolVersion,
        processEnvironment,
        ask: async (key) => humans.answers.get(key) ?? '',
        signal: call.signal,
        cleanupSignal,
        onStep: (step) => {
          call.progress(++done, undefined, `${step.verdict} ${step.name}`);
          return undefined;
        },
      }),
    );
    return {
      document: {
        ...describeRun(run, 'concise'),
        ...(run.verdict === 'unreachable'
          ? { next: `No server answered at ${environment.baseUrl}: start it, or choose another environment with env.` }
          : run.verdict === 'failed'
            ? { next: 'Compare expected and received; tool_get_endpoint shows the contract. Do not weaken an expectation to make it pass.' }
            : {}),
      },
    };
  },
});
