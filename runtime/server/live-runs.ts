import { randomBytes } from 'node:crypto';
import type { RunCheck } from '../../schemas/index.js';
import { isSecretName } from '../store/index.js';
import { simulateWorkflows } from '../workflow/simulate-workflows.js';
import { ApiError, isUsageError } from './api-error.js';
import type { EventHub } from './event-hub.js';

/** A run that was started here: what a page shows while it goes on, also after a reload. */
export interface LiveRun {
  readonly id: string;
  readonly name: string;
  readonly startedAt: string;
  readonly planned: readonly string[];
  readonly checks: readonly RunCheck[];
  /** A question to a person that the run waits for. */
  readonly asking?: { readonly key: string; readonly secret: boolean };
  readonly ended?: { readonly verdict: string; readonly runId?: string; readonly message?: string; readonly help?: string };
}

export interface LiveRuns {
  start(options: {
    readonly name: string;
    readonly file: string;
    readonly steps: readonly string[];
    readonly clearMemory: boolean;
    readonly environment?: string;
  }): LiveRun;
  list(): readonly Pick<LiveRun, 'id' | 'name' | 'startedAt' | 'ended'>[];
  /** @throws ApiError 404 */
  get(id: string): LiveRun;
  answer(id: string, key: string, value: string): void;
  /** Once: no further steps but clean-up. Twice: none at all. */
  cancel(id: string): void;
  close(): Promise<void>;
}

/** So many ended runs are remembered; their records stay in the project. */
const KEPT = 30;

interface Entry {
  run: LiveRun;
  answer?: ((value: string) => void) | undefined;
  refuse?: ((error: Error) => void) | undefined;
  readonly stop: AbortController;
  readonly stopCleanup: AbortController;
  done: Promise<void>;
}

export function createLiveRuns(root: string, toolVersion: string, hub: EventHub): LiveRuns {
  const entries = new Map<string, Entry>();
  const find = (id: string): Entry => {
    const entry = entries.get(id);
    if (entry === undefined) throw new ApiError(404, 'This run is not known here any more.', 'Ended runs are under Runs.');
    return entry;
  };
  const cancel = (entry: Entry): void => {
    if (entry.stop.signal.aborted) entry.stopCleanup.abort();
    else entry.stop.abort();
    entry.refuse?.(new Error('The run was cancelled.'));
  };

  return {
    start({ name, file, steps, clearMemory, environment }) {
      const id = randomBytes(8).toString('hex');
      const entry: Entry = {
        run: { id, name, startedAt: new Date().toISOString(), planned: steps, checks: [] },
        stop: new AbortController(),
        stopCleanup: new AbortController(),
        done: Promise.resolve(),
      };
      const set = (change: Partial<LiveRun>): void => {
        entry.run = { ...entry.run, ...change };
        hub.publish('run', { id });
      };
      entries.set(id, entry);
      for (const [old, { run }] of entries) {
        if (entries.size <= KEPT) break;
        if (run.ended) entries.delete(old);
      }
      entry.done = simulateWorkflows({
        root,
        workflows: [file],
        workingDirectory: root,
        clearMemory,
        toolVersion,
        processEnvironment: process.env,
        environmentName: environment,
        signal: entry.stop.signal,
        cleanupSignal: entry.stopCleanup.signal,
        ask: (key) =>
          new Promise<string>((resolve, reject) => {
            entry.answer = resolve;
            entry.refuse = reject;
            set({ asking: { key, secret: isSecretName(key) } });
          }),
        onStep: ({ check }) => {
          set({ checks: [...entry.run.checks, check()] });
          return undefined;
        },
      }).then(
        ({ verdict, runId, groups }) => {
          // From the record: by its end everything secret is known.
          set({ checks: groups.flatMap(({ checks }) => checks), ended: { verdict, runId } });
        },
        (error: unknown) => {
          // Cancelled while it waited for an answer.
          if (entry.stop.signal.aborted) {
            set({ ended: { verdict: 'interrupted' } });
            return;
          }
          const { message, help } = error as { message: string; help?: string };
          if (!isUsageError(error)) process.stderr.write(`${(error as Error).stack ?? message}\n`);
          set({ ended: { verdict: 'failed', message, ...(help !== undefined && { help }) } });
        },
      );
      return entry.run;
    },
    list: () => [...entries.values()].map(({ run: { id, name, startedAt, ended } }) => ({ id, name, startedAt, ...(ended && { ended }) })),
    get: (id) => find(id).run,
    answer(id, key, value) {
      const entry = find(id);
      if (entry.answer === undefined || entry.run.asking?.key !== key) throw new ApiError(409, 'The run does not ask for this.');
      const { answer } = entry;
      entry.answer = undefined;
      const { asking: _asked, ...rest } = entry.run;
      entry.run = rest;
      hub.publish('run', { id });
      answer(value);
    },
    cancel: (id) => cancel(find(id)),
    async close() {
      for (const entry of entries.values())
        if (!entry.run.ended) {
          cancel(entry);
          cancel(entry);
        }
      await Promise.all([...entries.values()].map(({ done }) => done));
    },
  };
}
