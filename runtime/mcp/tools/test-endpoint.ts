import { z } from 'zod';
import { describeRun } from '../describe-run.js';
import { liveTarget } from '../live-target.js';
import { endpointNamed } from '../name-endpoint.js';
import { runEnvironment } from '../run-environment.js';
import { withCleanUp } from '../with-clean-up.js';
import { defineTool } from '../tool.js';

const input = z.strictObject({
  endpoints: z.array(z.string()).min(1).describe('"METHOD /path", or patterns with *'),
  negative: z.boolean().default(false).describe('also send what must be refused'),
  cleanup: z.boolean().default(true).describe('delete what it made'),
  env: z.string().optional(),
  seed: z
    .number()
    .int()
    .min(0)
    .max(2 ** 31 - 1)
    .optional(),
});

export const testEndpoint = defineTool({
  name: 'tool_test_endpoint',
  group: 'core',
  description: 'Call endpoints on a live server with generated data and credentials; checks status and body against the model.',
  input,
  effect: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  async run(session, { endpoints, negative, cleanup, env, seed }, call) {
    const model = await session.model();
    const patterns = endpoints.filter((name) => name.includes('*') && !model.endpoints.some((one) => `${one.method} ${one.path}` === name));
    const named = endpoints
      .filter((name) => !patterns.includes(name))
      .map((name) => endpointNamed(model, name))
      .map(({ method, path }) => `${method} ${path}`);
    const { simulateProject, selectEndpoints } = await import('../../simulate/index.js');
    // Patterns beside names are written out; patterns alone stay, so that of a server elsewhere only what reads is called.
    const spelled =
      named.length > 0 && patterns.length > 0
        ? selectEndpoints(model, { endpoints: [], only: patterns, skip: [], tags: [] }).map(({ method, path }) => `${method} ${path}`)
        : [];
    const environment = await liveTarget(session, env);
    const run = await withCleanUp(call.signal, (cleanupSignal) =>
      simulateProject(
        {
          endpoints: [...new Set([...named, ...spelled])],
          only: named.length > 0 ? [] : patterns,
          skip: [],
          tags: [],
          failed: false,
          ...(environment.name !== 'global:baseUrl' ? { environment: environment.name } : {}),
          allowWrites: false,
          ...(seed !== undefined ? { seed } : {}),
          concurrency: 1,
          intervalMs: 0,
          bail: false,
          cleanup,
          negative,
          insecure: false,
          longestWaitMs: 20_000,
        },
        {
          root: session.root,
          model,
          toolVersion: session.options.toolVersion,
          processEnvironment: runEnvironment(process.env),
          signal: call.signal,
          cleanupSignal,
          onCheck: (check, done, total) => {
            call.progress(done, total, `${check.verdict} ${check.name}`);
          },
        },
      ),
    );
    return {
      document: {
        ...describeRun(run, 'concise'),
        ...(run.verdict === 'unreachable'
          ? { next: `No server answered at ${environment.baseUrl}: start it, or choose another environment with env.` }
          : run.verdict === 'failed'
            ? { next: 'Is the server wrong, or the model? tool_explain shows the evidence; tool_edit_model corrects the model.' }
            : {}),
      },
    };
  },
});
