import { randomInt } from 'node:crypto';
import type { Environment, Model, Run, RunCheck } from '../../../schemas/index.js';
import { environmentsOf, lastRun, readConfig, readMemory, UsageError } from '../../store/index.js';
import { chooseEnvironment, checkWrites } from '../environment.js';
import { isLoopback } from '../http-dispatcher.js';
import { waitForServer } from '../wait-for-server.js';
import { parseExpectedStatuses } from './negative-cases.js';
import { failedIn, selectEndpoints } from './select.js';
import { methodOf } from './request-parts.js';
import { simulateEndpoints } from './simulate-endpoints.js';

/** What a person asks for. All of it but what is said otherwise is recorded, so that the run can be repeated. */
export interface SimulateRequest {
  /** `<METHOD> <path>` of single endpoints; empty: all. */
  readonly endpoints: readonly string[];
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly tags: readonly string[];
  /** Only the endpoints that failed in the last run. */
  readonly failed: boolean;
  readonly environment?: string;
  readonly allowWrites: boolean;
  /** Default: a random one, which the result names. */
  readonly seed?: number;
  /** ISO date that generated dates are relative to. Default: today. */
  readonly day?: string;
  readonly concurrency: number;
  /** Milliseconds between the starts of two requests; 0: none. */
  readonly intervalMs: number;
  readonly timeoutMs?: number;
  readonly maxBodyBytes?: number;
  /** The longest that one request waits for rate limits. Default: 60,000. */
  readonly longestWaitMs?: number;
  readonly bail: boolean;
  readonly cleanup: boolean;
  readonly negative: boolean;
  /** Statuses that reject a broken request: `4xx`, `400,422`, `400-422`. Default: `4xx`. */
  readonly negativeExpect?: string;
  readonly maxP95Ms?: number;
  readonly insecure: boolean;
}

export interface SimulateHost {
  /** Absolute path of the project. */
  readonly root: string;
  readonly model: Model;
  readonly toolVersion: string;
  readonly processEnvironment: Readonly<Record<string, string | undefined>>;
  /** Milliseconds to wait for the server before the run. */
  readonly waitMs?: number;
  readonly signal?: AbortSignal;
  readonly cleanupSignal?: AbortSignal;
  /** Called once, before the first request. */
  readonly onStart?: (start: { readonly seed: number; readonly environment: Environment; readonly endpoints: number }) => void;
  readonly onCheck?: (check: RunCheck, done: number, total: number) => void;
}

/**
 * Calls the endpoints that a person means, on the environment that they mean, and records the run.
 * @throws UsageError for anything in the request that cannot be meant; then nothing was sent
 */
export async function simulateProject(request: SimulateRequest, host: SimulateHost): Promise<Run> {
  const { root, model } = host;
  const rejects = parseExpectedStatuses(request.negativeExpect ?? '4xx');
  if (rejects === null)
    throw new UsageError({
      what: `"${request.negativeExpect}" is no list of statuses.`,
      why: '',
      help: 'Write it like 4xx, or 400,401,403,404,422, or 400-499.',
    });
  const config = readConfig(root) ?? {};
  const memory = readMemory(root);
  const environment = chooseEnvironment(environmentsOf(root, model, config), request.environment, memory);
  const endpoints = request.failed ? failedOf(root) : request.endpoints;
  const selection = selectEndpoints(model, { ...request, endpoints });
  // One that is asked for by name is refused; of all, those that only read are called.
  if (request.endpoints.length > 0) checkWrites(environment, selection.map(methodOf), request.allowWrites);
  const seed = request.seed ?? randomInt(1, 2 ** 31 - 1);
  const day = request.day ?? new Date().toISOString().slice(0, 10);
  host.onStart?.({ seed, environment, endpoints: selection.length });
  const http = {
    userAgent: `tool/${host.toolVersion}`,
    insecure: request.insecure,
    ...(request.timeoutMs !== undefined && { timeoutMs: request.timeoutMs, bodyTimeoutMs: request.timeoutMs }),
    ...(request.maxBodyBytes !== undefined && { maxBodyBytes: request.maxBodyBytes }),
  };
  if (host.waitMs !== undefined)
    await waitForServer(environment.baseUrl, host.waitMs, { ...http, environment: host.processEnvironment }, host.signal);
  const { seed: _seed, failed: _failed, ...rest } = request;
  return simulateEndpoints({
    root,
    model,
    selection,
    environment,
    writes: request.allowWrites || environment.allowWrites === true || isLoopback(new URL(environment.baseUrl).hostname),
    memory,
    seed,
    day: new Date(day),
    concurrency: request.concurrency,
    intervalMs: request.intervalMs,
    longestWaitMs: request.longestWaitMs ?? 60_000,
    bail: request.bail,
    cleanup: request.cleanup,
    negative: request.negative,
    rejects,
    ...(request.maxP95Ms !== undefined && { maxP95Ms: request.maxP95Ms }),
    http,
    processEnvironment: host.processEnvironment,
    toolVersion: host.toolVersion,
    record: { ...rest, endpoints, environment: environment.name, day },
    ...(host.signal && { signal: host.signal }),
    ...(host.cleanupSignal && { cleanupSignal: host.cleanupSignal }),
    ...(host.onCheck && { onCheck: host.onCheck }),
  });
}

function failedOf(root: string): string[] {
  const run = lastRun(root, 'endpoint');
  if (run === null)
    throw new UsageError({
      what: 'There is no recorded run whose failures could be repeated.',
      why: '',
      help: 'Run `tool simulate endpoint --all` first.',
    });
  const failed = failedIn(run);
  if (failed.length === 0)
    throw new UsageError({
      what: `In the last run (${run.runId}) no endpoint failed.`,
      why: '',
      help: 'Run `tool simulate endpoint --all` to call all of them.',
    });
  return failed;
}

/** The request that a recorded run was made from: with the same seed it sends the same bytes. */
export function requestOfRun(run: Run): SimulateRequest {
  const defaults: SimulateRequest = {
    endpoints: [],
    only: [],
    skip: [],
    tags: [],
    failed: false,
    allowWrites: false,
    concurrency: 1,
    intervalMs: 0,
    bail: false,
    cleanup: false,
    negative: false,
    insecure: false,
  };
  return {
    ...defaults,
    ...(run.options as Partial<SimulateRequest> | undefined),
    failed: false,
    seed: run.seed,
    environment: run.environment.name,
  };
}
