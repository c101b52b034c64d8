import { defineCommand, type Input } from '../command.js';
import { reportOptions } from '../report-options.js';
import { UsageError } from '../../project/usage-error.js';

export const simulateEndpoint = defineCommand({
  path: ['simulate', 'endpoint'],
  summary: 'Call one endpoint or all on a live server, with data that fits the model, and check the answers',
  positionals: [
    { name: 'METHOD', description: 'HTTP method, e.g. POST', optional: true },
    { name: 'path', description: 'Full path as the model writes it, e.g. /users/:id', optional: true },
  ],
  options: {
    all: { type: 'boolean', description: 'Call every endpoint: create, then read, then update, then delete' },
    env: { type: 'string', value: '<name>', description: 'Environment of the model; default: the one on this machine' },
    only: {
      type: 'string',
      value: '<pattern>',
      multiple: true,
      description: 'Only endpoints that match, e.g. "/users*" or "GET *"; may be given several times',
    },
    skip: { type: 'string', value: '<pattern>', multiple: true, description: 'No endpoints that match' },
    tag: { type: 'string', value: '<tag>', multiple: true, description: 'Only endpoints with this tag' },
    failed: { type: 'boolean', description: 'Only endpoints that failed in the last run' },
    negative: {
      type: 'boolean',
      description: "Also break one constraint at a time, drop the credential and use another user's: it must be refused",
    },
    'negative-expect': {
      type: 'string',
      value: '<statuses>',
      description: 'Statuses that count as refused, e.g. 400,401,403,422; default: 4xx',
    },
    seed: { type: 'string', value: '<number>', description: 'Seed of the generated data; the same seed repeats a run' },
    concurrency: { type: 'string', value: '<number>', description: 'Requests at once; default: 1' },
    rate: { type: 'string', value: '<number>/s', description: 'Most requests per second (10/s) or minute (100/m)' },
    'max-wait': { type: 'string', value: '<duration>', description: 'Longest wait for rate limits and Retry-After; default: 60s' },
    timeout: { type: 'string', value: '<ms>', description: 'Time for one request; default: 30000' },
    'max-body': { type: 'string', value: '<bytes>', description: 'Largest answer; default: 10485760' },
    wait: { type: 'string', value: '<duration>', description: 'Wait this long for the server to answer, e.g. 30s' },
    bail: { type: 'boolean', description: 'Stop after the first failure' },
    cleanup: { type: 'boolean', description: 'Delete what the run made, at its end' },
    'allow-writes': { type: 'boolean', description: 'Send requests that change something to an environment that is not on this machine' },
    insecure: { type: 'boolean', description: 'Accept any TLS certificate' },
    ...reportOptions,
  },
  examples: [
    ['tool simulate endpoint --all', 'All endpoints; ids and tokens come from the answers of others'],
    ['tool simulate endpoint POST /auth/login --verbose', 'One endpoint, with every request and answer'],
    ['tool simulate endpoint --all --negative --cleanup', 'What must be refused, too; and leave nothing behind'],
    ['tool simulate endpoint --failed --seed 42', 'What failed last time, with the same data'],
    ['TOOL_CREDENTIAL_BEARERAUTH=ey... tool simulate endpoint --all --env staging', 'With a credential of yours'],
  ],
  output: 'run',
  async run(context, input) {
    const { planReports, reportRun } = await import('../report-options.js');
    const plan = planReports(input);
    const { readProjectModel } = await import('../../project/project-model.js');
    const { findEndpoint } = await import('../../project/find-endpoint.js');
    const { parseDuration, parseRate } = await import('../quantities.js');
    const [method, path] = input.positionals;
    checkSelection(input, method, path);
    const model = await readProjectModel(context.root);
    const endpoint = method === undefined ? undefined : findEndpoint(model, method, path!);
    const request = readRequest(input, endpoint === undefined ? [] : [`${endpoint.method} ${endpoint.path}`], parseDuration, parseRate);
    const waitMs = input.string('wait') === undefined ? undefined : parseDuration('wait', input.string('wait')!);
    const { interruptible } = await import('../interruptible.js');
    const { simulateProject } = await import('../../simulate/index.js');
    const run = await interruptible(
      ({ signal, cleanupSignal }) => {
        let failed = 0;
        return simulateProject(request, {
          root: context.root,
          model,
          toolVersion: context.toolVersion,
          processEnvironment: process.env,
          signal,
          cleanupSignal,
          ...(waitMs !== undefined && { waitMs }),
          onStart: ({ seed, environment }) => {
            context.progress.update(`seed ${seed}, ${environment.baseUrl}${waitMs === undefined ? '' : ': waiting for the server'}`);
          },
          onCheck: (check, done, total) => {
            if (check.verdict === 'failed') failed++;
            context.progress.update(`${done} of ${total}${failed > 0 ? `, ${failed} failed` : ''}  ${check.name}`);
          },
        });
      },
      (text) => {
        context.trace(text);
      },
    );
    return reportRun(run, plan);
  },
});

function checkSelection(input: Input, method: string | undefined, path: string | undefined): void {
  const many = input.flag('all') || input.flag('failed') || ['only', 'skip', 'tag'].some((option) => input.strings(option).length > 0);
  if (method === undefined && !many)
    throw new UsageError(
      '`tool simulate endpoint` needs an endpoint, or --all.',
      'For example: tool simulate endpoint GET /users, or tool simulate endpoint --all',
    );
  if (method !== undefined && path === undefined)
    throw new UsageError(
      `\`tool simulate endpoint ${method}\` needs ${method.startsWith('/') ? 'the method' : 'the path'}, too.`,
      method.startsWith('/')
        ? `The method stands before it: tool simulate endpoint GET ${method}`
        : `For example: tool simulate endpoint ${method.toUpperCase()} /users`,
    );
  if (method !== undefined && many)
    throw new UsageError(
      'One endpoint is named, and others are chosen, too.',
      'Give either <METHOD> <path>, or --all, --failed, --only, --skip and --tag.',
    );
}

type Quantity = (option: string, text: string) => number;

function readRequest(input: Input, endpoints: readonly string[], parseDuration: Quantity, parseRate: Quantity) {
  const timeoutMs = input.number('timeout', { min: 1, integer: true });
  const maxBodyBytes = input.number('max-body', { min: 1, integer: true });
  const seed = input.number('seed', { min: 0, max: 2 ** 31 - 1, integer: true });
  const maxP95Ms = input.number('max-p95', { min: 0 });
  const [environment, negativeExpect, rate, maxWait] = ['env', 'negative-expect', 'rate', 'max-wait'].map((option) => input.string(option));
  return {
    endpoints,
    only: input.strings('only'),
    skip: input.strings('skip'),
    tags: input.strings('tag'),
    failed: input.flag('failed'),
    allowWrites: input.flag('allow-writes'),
    bail: input.flag('bail'),
    cleanup: input.flag('cleanup'),
    insecure: input.flag('insecure'),
    negative: input.flag('negative') || negativeExpect !== undefined,
    concurrency: input.number('concurrency', { min: 1, max: 256, integer: true }) ?? 1,
    intervalMs: rate === undefined ? 0 : parseRate('rate', rate),
    ...(environment !== undefined && { environment }),
    ...(negativeExpect !== undefined && { negativeExpect }),
    ...(maxWait !== undefined && { longestWaitMs: parseDuration('max-wait', maxWait) }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(maxBodyBytes !== undefined && { maxBodyBytes }),
    ...(seed !== undefined && { seed }),
    ...(maxP95Ms !== undefined && { maxP95Ms }),
  };
}
