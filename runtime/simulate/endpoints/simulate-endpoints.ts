import type { Endpoint, Environment, Memory, Model, Run, RunCheck } from '../../../schemas/index.js';
import { rounded, summariseLatency } from '../../report/index.js';
import { createMasker, isSecretName, memoryEntries, newRunId, setMemory, writeRun } from '../../store/index.js';
import { createGenerators } from '../data/generate.js';
import { createHttpClient, type HttpClientOptions } from '../http-client.js';
import { checkEndpoint, cleanUp, skipped } from './check-endpoint.js';
import { createPace } from './pace.js';
import { keyOf, planEndpoints } from './plan.js';
import { Session } from './session.js';

export interface SimulateEndpointsOptions {
  /** Absolute path of the project. */
  readonly root: string;
  readonly model: Model;
  /** Those to check; what they need is called besides. */
  readonly selection: readonly Endpoint[];
  readonly environment: Environment;
  /** Requests that change something may be sent. */
  readonly writes: boolean;
  readonly memory: Memory;
  readonly seed: number;
  /** Dates are relative to it. Default: today. */
  readonly day?: Date;
  readonly concurrency: number;
  /** Milliseconds between the starts of two requests; 0: none. */
  readonly intervalMs: number;
  /** The longest that one request waits for rate limits. */
  readonly longestWaitMs: number;
  readonly bail: boolean;
  readonly cleanup: boolean;
  readonly negative: boolean;
  readonly rejects: (status: number) => boolean;
  readonly maxP95Ms?: number;
  readonly http: HttpClientOptions;
  readonly processEnvironment: Readonly<Record<string, string | undefined>>;
  readonly toolVersion: string;
  /** What a repetition of the run needs. */
  readonly record: Readonly<Record<string, unknown>>;
  /** Ends the run; cleaning up still happens. */
  readonly signal?: AbortSignal;
  /** Ends cleaning up, too. */
  readonly cleanupSignal?: AbortSignal;
  readonly onCheck?: (check: RunCheck, done: number, total: number) => void;
}

/**
 * Calls endpoints of a model on a live server and records the run. What the server does wrong is in the result, never an exception.
 * @throws UsageError when the record cannot be written, or a proxy cannot be used
 */
export async function simulateEndpoints(options: SimulateEndpointsOptions): Promise<Run> {
  const { model, environment, signal } = options;
  const started = performance.now();
  const startedAt = new Date();
  const masker = createMasker(
    memoryEntries(options.memory)
      .filter(({ scope, key }) => scope === 'credential' || isSecretName(key))
      .map(({ value }) => value),
  );
  const client = createHttpClient({ ...options.http, environment: options.processEnvironment });
  const latencies: number[] = [];
  let requests = 0;
  const session = new Session({
    model,
    environment,
    client,
    masker,
    generators: await createGenerators(options.seed, options.day),
    pace: createPace({ intervalMs: options.intervalMs, longestWaitMs: options.longestWaitMs, signal }),
    memory: options.memory,
    processEnvironment: options.processEnvironment,
    writes: options.writes,
    longestWaitMs: options.longestWaitMs,
    keep: async (entries) => {
      await setMemory(options.root, entries);
    },
    signal,
    onSent: (outcome) => {
      requests++;
      if (outcome.ok) latencies.push(outcome.timing.totalMs);
    },
  });
  const results = new Map<Endpoint, readonly RunCheck[]>();
  let stop: string | undefined;
  let unreachable = false;
  const groups = planEndpoints(options.selection, model.endpoints);
  const one = async (endpoint: Endpoint): Promise<void> => {
    if (signal?.aborted && stop === undefined) stop = 'the run was interrupted';
    const { checks, unreachable: gone } =
      stop === undefined ? await checkEndpoint(session, endpoint, options) : { checks: [skipped(keyOf(endpoint), endpoint, stop)] };
    if (gone !== undefined) {
      unreachable = true;
      stop ??= 'no server could be reached';
    }
    if (options.bail && checks.some(({ verdict }) => verdict === 'failed')) stop ??= 'an earlier check failed (--bail)';
    results.set(endpoint, checks);
    options.onCheck?.(checks.find(({ verdict }) => verdict === 'failed') ?? checks[0]!, results.size, options.selection.length);
  };
  let cleaned: RunCheck[] = [];
  try {
    for (const group of groups) await inParallel(group, options.concurrency, one);
    if (options.cleanup && !unreachable) cleaned = await cleanUp(session, options.cleanupSignal);
  } finally {
    await client.close();
  }
  const checks = groups.flat().flatMap((endpoint) => results.get(endpoint) ?? []);
  const interrupted = signal?.aborted === true;
  const latency = summariseLatency(latencies);
  const slow = options.maxP95Ms !== undefined && latency !== undefined && latency.p95 > options.maxP95Ms;
  const all = [...checks, ...cleaned];
  const failed = all.some(({ verdict }) => verdict === 'failed') || slow;
  const verdict = unreachable
    ? ('unreachable' as const)
    : interrupted
      ? ('interrupted' as const)
      : failed
        ? ('failed' as const)
        : ('passed' as const);
  const count = (wanted: RunCheck['verdict']): number => all.filter((check) => check.verdict === wanted).length;
  const groupOf = (name: string, list: readonly RunCheck[]): Run['groups'] =>
    list.length === 0
      ? []
      : [
          {
            name,
            verdict: list.some((check) => check.verdict === 'failed')
              ? unreachable
                ? 'unreachable'
                : 'failed'
              : interrupted
                ? 'interrupted'
                : 'passed',
            durationMs: rounded(list.reduce((sum, { durationMs }) => sum + durationMs, 0)),
            checks: [...list],
          },
        ];
  const run: Run = {
    version: 1,
    runId: newRunId(startedAt),
    kind: 'endpoint',
    startedAt: startedAt.toISOString(),
    finishedAt: new Date().toISOString(),
    durationMs: rounded(performance.now() - started),
    seed: options.seed,
    environment: { name: environment.name, baseUrl: masker.url(environment.baseUrl) },
    toolVersion: options.toolVersion,
    options: { ...options.record },
    verdict,
    counts: {
      passed: count('passed'),
      failed: count('failed'),
      skipped: count('skipped'),
      warned: all.filter(({ warnings }) => warnings.length > 0).length,
      requests,
    },
    ...(latency && { latency }),
    groups: [...groupOf('endpoints', checks), ...groupOf('clean-up', cleaned)],
    failures: slow
      ? [
          {
            check: 'latency',
            message: `95 of 100 requests took up to ${latency.p95} ms; ${options.maxP95Ms} ms are allowed.`,
            expected: options.maxP95Ms,
            received: latency.p95,
          },
        ]
      : [],
  };
  // Secrets that were learnt late stand in exchanges of before.
  const masked = masker.strings(run.groups) as Run['groups'];
  const final = { ...run, groups: masked };
  writeRun(options.root, final);
  return final;
}

/** Runs an action for each element, at most so many at once; in order when that is one. */
async function inParallel<Element>(elements: readonly Element[], most: number, action: (element: Element) => Promise<void>): Promise<void> {
  const queue = elements[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: Math.max(1, Math.min(most, elements.length)) }, async () => {
      for (const element of queue) await action(element);
    }),
  );
}
