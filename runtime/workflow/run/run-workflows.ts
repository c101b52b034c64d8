import type { Faker } from '@faker-js/faker';
import type { Memory, Model, Run, RunCheck, RunFailure, RunGroup } from '../../../schemas/index.js';
import { createCookieJar, exchangeOf, type HttpClient } from '../../simulate/index.js';
import { curlOf, rounded, summariseLatency } from '../../report/index.js';
import { createMaskers, memoryEntries, newRunId, readMemory, updateMemory, withMemory, writeRun, type Masker } from '../../store/index.js';
import type { PreparedWorkflow } from '../prepare/prepared.js';
import { createBacklog } from './backlog.js';
import type { Ask } from './human-answers.js';
import { HumanAnswers } from './human-answers.js';
import { isPlainName } from './is-plain-name.js';
import { createLogin } from './login.js';
import { Job, type JobContext, type StepResult } from './job.js';
import { RunMemory } from './run-memory.js';

export interface WorkflowRunOptions {
  /** Absolute path of the project. */
  readonly root: string;
  readonly workflows: readonly PreparedWorkflow[];
  readonly environment: { readonly name: string; readonly baseUrl: string };
  readonly model: Model | undefined;
  readonly client: Pick<HttpClient, 'send'>;
  readonly seed: number;
  /** Makes the generator of one run; the seed of each run differs and follows from the seed of all. */
  readonly createFaker: (seed: number) => Faker;
  /** Rows of data: every workflow runs once for each. */
  readonly rows?: readonly Readonly<Record<string, unknown>>[];
  /** How often every workflow (and row) runs. Default: 1. */
  readonly repeat?: number;
  /** How many run at once. Default: 1. */
  readonly workers?: number;
  /** Stops after the first workflow that fails. Default: false. */
  readonly bail?: boolean;
  /** Begins with an empty memory, also in the file. Default: false. */
  readonly clearMemory?: boolean;
  readonly timeoutMs?: number;
  readonly processEnvironment: Readonly<Record<string, string | undefined>>;
  /** Asks a person; absent where there is none. */
  readonly ask?: Ask;
  /** Ends the run: no further steps but clean-up. */
  readonly signal: AbortSignal;
  /** Ends the clean-up, too. */
  readonly cleanupSignal: AbortSignal;
  readonly contract?: JobContext['contract'];
  /** Greatest 95th percentile of the latency, in milliseconds. */
  readonly maxP95Ms?: number;
  readonly toolVersion?: string;
  /** What a repetition needs; it is part of the record. */
  readonly record?: Readonly<Record<string, unknown>>;
  readonly onStep?: (progress: StepProgress) => Promise<'go' | 'stop'> | undefined;
}

/** One step that has ended, for whoever shows a run while it goes on. */
export interface StepProgress {
  readonly workflow: string;
  /** Counted from 1. */
  readonly iteration: number;
  readonly name: string;
  readonly verdict: RunCheck['verdict'];
  /** The step with its secrets masked; made when it is asked for. */
  readonly check: () => RunCheck;
}

/** One workflow in one round. */
interface Planned {
  readonly workflow: PreparedWorkflow;
  readonly iteration: number;
  readonly data: Readonly<Record<string, unknown>> | undefined;
  readonly isOneOfMany: boolean;
}

/**
 * Runs workflows, each with a memory of its own, and records the run under `.tool/runs/`. Results are in the order of the files and
 * rows, however many run at once. Nothing a server answers makes this throw.
 */
export async function runWorkflows(options: WorkflowRunOptions): Promise<Run> {
  const startMemory = await beginMemory(options);
  const plan = planOf(options);
  const startedAt = new Date();
  const started = performance.now();
  const humans = new HumanAnswers(options.processEnvironment, options.ask);
  const groups: RunGroup[] = [];
  const latencies: number[] = [];
  const changes: ReturnType<RunMemory['changes']>[] = [];
  const idle: Faker[] = [];
  const backlog = createBacklog();
  const target = { baseUrl: options.environment.baseUrl.replace(/\/+$/, ''), origins: originsOf(options), root: options.root };
  const newMasker = createMaskers(
    memoryEntries(startMemory)
      .filter(({ key }) => !isPlainName(key))
      .map(({ value }) => value),
  );
  let unreachable = false;
  let failedOnce = false;

  const runOne = async (index: number): Promise<void> => {
    const planned = plan[index]!;
    const memory = new RunMemory(startMemory);
    memory.set('global', 'baseUrl', options.environment.baseUrl);
    const masker = newMasker();
    let faker: Faker | undefined;
    const generator = (): Faker => {
      if (faker === undefined) {
        // Making a generator takes longer than a request; one that is free is as good as new once it has its seed. Runs of one seed differ from
        // each other, and are the same again with the same seed.
        faker = idle.pop() ?? options.createFaker(options.seed);
        faker.seed(index === 0 ? options.seed : [options.seed, index]);
      }
      return faker;
    };
    const context: Omit<JobContext, 'login' | 'onStep'> = {
      client: options.client,
      memory,
      humans,
      target,
      faker: generator,
      environment: options.processEnvironment,
      data: planned.data,
      cookies: createCookieJar(),
      timeoutMs: options.timeoutMs,
      signal: options.signal,
      cleanupSignal: options.cleanupSignal,
      contract: options.contract,
      secret: (value) => {
        masker.learn(value);
      },
    };
    const job = new Job(planned.workflow, {
      ...context,
      login: options.model && createLogin(options.model, generator, context),
      onStep: (step) =>
        options.onStep?.({
          workflow: planned.workflow.name,
          iteration: planned.iteration + 1,
          name: step.check.name,
          verdict: step.check.verdict,
          check: () => recorded(step, masker),
        }),
    });
    const began = performance.now();
    const steps = await job.run();
    if (faker !== undefined) idle.push(faker);
    changes[index] = memory.changes();
    for (const { outcomes } of steps) for (const outcome of outcomes) if (outcome.ok) latencies.push(outcome.timing.totalMs);
    const verdict = options.signal.aborted
      ? 'interrupted'
      : steps.some((step) => step.unreachable)
        ? 'unreachable'
        : steps.some(({ check }) => check.verdict === 'failed')
          ? 'failed'
          : 'passed';
    if (verdict === 'unreachable') unreachable = true;
    if (verdict === 'failed') failedOnce = true;
    const durationMs = rounded(performance.now() - began);
    // Later secrets are in earlier exchanges, too: a workflow is masked when it has ended.
    backlog.add(() => {
      groups[index] = { ...headOf(planned), verdict, durationMs, checks: steps.map((step) => recorded(step, masker)) };
    });
  };

  await inParallel(
    plan.length,
    options.workers ?? 1,
    runOne,
    () => options.signal.aborted || unreachable || (options.bail === true && failedOnce),
  );
  backlog.finish();
  // What a run captured is kept also when it failed or was interrupted: the next one may go on from there.
  const captured = changes
    .filter((each) => each !== undefined)
    .flat()
    .filter(({ scope, key }) => scope !== 'global' || key !== 'baseUrl');
  if (captured.length > 0) await updateMemory(options.root, (memory) => withMemory(memory, captured));

  for (const [index, planned] of plan.entries()) {
    const reason = options.signal.aborted
      ? 'the run was interrupted'
      : unreachable
        ? 'the server is not reachable'
        : 'a workflow before it failed';
    groups[index] ??= {
      ...headOf(planned),
      verdict: options.signal.aborted ? 'interrupted' : unreachable ? 'unreachable' : 'failed',
      durationMs: 0,
      checks: planned.workflow.steps.map((step) => ({
        name: step.name,
        verdict: 'skipped',
        reason,
        durationMs: 0,
        failures: [],
        warnings: [],
        exchanges: [],
      })),
    };
  }
  const latency = summariseLatency(latencies);
  const failures = gates(options, latency?.p95);
  const counts = countsOf(groups);
  const run: Run = {
    version: 1,
    runId: newRunId(startedAt),
    kind: 'workflow',
    startedAt: startedAt.toISOString(),
    finishedAt: new Date().toISOString(),
    durationMs: rounded(performance.now() - started),
    seed: options.seed,
    environment: { name: options.environment.name, baseUrl: options.environment.baseUrl },
    ...(options.toolVersion !== undefined && { toolVersion: options.toolVersion }),
    ...(options.record !== undefined && { options: { ...options.record } }),
    verdict: options.signal.aborted
      ? 'interrupted'
      : unreachable
        ? 'unreachable'
        : counts.failed > 0 || failures.length > 0
          ? 'failed'
          : 'passed',
    counts,
    ...(latency !== undefined && { latency }),
    groups,
    failures,
  };
  writeRun(options.root, run);
  return run;
}

const headOf = ({ workflow, iteration, isOneOfMany }: Planned): Pick<RunGroup, 'name' | 'file' | 'iteration'> => ({
  name: workflow.name,
  ...(workflow.file !== undefined && { file: workflow.file }),
  ...(isOneOfMany && { iteration: iteration + 1 }),
});

/** A step as the record holds it. */
function recorded({ check, outcomes }: StepResult, masker: Masker): RunCheck {
  const exchanges = outcomes.map((outcome) => exchangeOf(outcome, masker));
  const last = exchanges.at(-1);
  if (check.verdict === 'failed' && last !== undefined) last.curl = curlOf(last);
  // Most steps pass, and what passed quotes nothing.
  const plain = check.failures.length === 0 && check.warnings.length === 0 && check.reason === undefined;
  return { ...(plain ? check : (masker.json(check) as typeof check)), exchanges };
}

async function beginMemory(options: WorkflowRunOptions): Promise<Memory> {
  if (options.clearMemory !== true) return readMemory(options.root);
  await updateMemory(options.root, () => ({}));
  return {};
}

function planOf(options: WorkflowRunOptions): Planned[] {
  const rounds = (options.rows ?? [undefined]).flatMap((data) => Array.from({ length: options.repeat ?? 1 }, () => data));
  return options.workflows.flatMap((workflow) =>
    rounds.map((data, iteration) => ({ workflow, iteration, data, isOneOfMany: rounds.length > 1 })),
  );
}

/** Workers take the next number when they are free; what has begun is finished. */
async function inParallel(count: number, workers: number, action: (index: number) => Promise<void>, isOver: () => boolean): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count && !isOver()) await action(next++);
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(workers, count)) }, worker));
}

const originsOf = (options: WorkflowRunOptions): ReadonlySet<string> =>
  new Set(
    [options.environment, ...(options.model?.environments ?? [])].flatMap(({ baseUrl }) => {
      try {
        return [new URL(baseUrl).origin];
      } catch {
        return [];
      }
    }),
  );

function countsOf(groups: readonly RunGroup[]): Run['counts'] {
  const counts = { passed: 0, failed: 0, skipped: 0, warned: 0, requests: 0 };
  for (const { checks } of groups) {
    for (const { verdict, warnings, exchanges } of checks) {
      counts[verdict]++;
      if (warnings.length > 0) counts.warned++;
      counts.requests += exchanges.length;
    }
  }
  return counts;
}

function gates({ maxP95Ms }: WorkflowRunOptions, p95: number | undefined): RunFailure[] {
  if (maxP95Ms === undefined || p95 === undefined || p95 <= maxP95Ms) return [];
  return [
    {
      check: 'latency',
      expected: maxP95Ms,
      received: p95,
      message: `95 % of the requests should take at most ${maxP95Ms} ms, and took up to ${p95} ms`,
    },
  ];
}
