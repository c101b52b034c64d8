import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ScanOutcome, ScanReply, ScanRequest } from './scan-messages.js';

export interface ScanState {
  readonly running: boolean;
  readonly progress?: string;
  /** The last scan that ended well. */
  readonly outcome?: ScanOutcome;
  /** Why the last scan did not end well. */
  readonly failure?: { readonly message: string; readonly help?: string };
}

export interface Scanner {
  readonly state: ScanState;
  /**
   * Scans after these files have changed. A scan that is asked for while one runs begins when that one has ended, one for all
   * who asked. Settles when everything asked for so far is scanned; failures are in the state.
   */
  scan(changed: readonly string[] | 'all'): Promise<ScanState>;
  close(): Promise<void>;
}

/** A scan that was asked for and has not begun. */
interface Waiting {
  changed: Set<string> | 'all';
  done: Promise<ScanState>;
}

/** Compiles in a process of its own. An incremental compiler would take the place of the child and leave this interface. */
export function createScanner(root: string, onState: (state: ScanState) => void): Scanner {
  let child: ChildProcess | undefined;
  let state: ScanState = { running: false };
  let waiting: Waiting | undefined;
  let current: Promise<unknown> = Promise.resolve();
  let requests = 0;
  let closed = false;
  const set = (next: ScanState): void => {
    state = next;
    onState(state);
  };

  const start = (): ChildProcess => {
    if (child?.connected) return child;
    child = fork(fileURLToPath(new URL('./scan-child.js', import.meta.url)), [root], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
    });
    child.unref();
    return child;
  };

  const run = (changed: readonly string[] | 'all'): Promise<ScanState> =>
    new Promise((resolve) => {
      if (closed) {
        resolve(state);
        return;
      }
      const process = start();
      const id = ++requests;
      const { outcome } = state;
      const finish = (next: ScanState): void => {
        process.off('message', onMessage);
        process.off('exit', onExit);
        set(next);
        resolve(next);
      };
      const onMessage = (reply: ScanReply): void => {
        if (reply.id !== id) return;
        if (reply.kind === 'progress') set({ ...state, running: true, progress: reply.text });
        else if (reply.kind === 'done') finish({ running: false, outcome: reply.outcome });
        else
          finish({
            running: false,
            ...(outcome && { outcome }),
            failure: { message: reply.message, ...(reply.help !== undefined && { help: reply.help }) },
          });
      };
      const onExit = (code: number | null): void =>
        finish({
          running: false,
          ...(outcome && { outcome }),
          failure: {
            message: closed ? 'The server was closed.' : `The scan ended unexpectedly (code ${code}).`,
            help: 'Run `tool scan` to see what it says.',
          },
        });
      process.on('message', onMessage);
      process.once('exit', onExit);
      set({ running: true, ...(outcome && { outcome }) });
      process.send({ id, changed } satisfies ScanRequest);
    });

  return {
    get state() {
      return state;
    },
    scan(changed) {
      if (waiting !== undefined) {
        if (changed === 'all') waiting.changed = 'all';
        else if (waiting.changed !== 'all') for (const file of changed) waiting.changed.add(file);
        return waiting.done;
      }
      const next: Waiting = { changed: changed === 'all' ? changed : new Set(changed), done: Promise.resolve(state) };
      next.done = current.then(() => {
        waiting = undefined;
        return run(next.changed === 'all' ? 'all' : [...next.changed]);
      });
      waiting = next;
      current = next.done;
      return next.done;
    },
    async close() {
      closed = true;
      const process = child;
      if (process === undefined || process.exitCode !== null || process.signalCode !== null) return;
      // It was no reason to stay alive while it waited; its end is one.
      process.ref();
      await new Promise<void>((resolve) => {
        process.once('exit', () => resolve());
        process.kill();
      });
    },
  };
}
