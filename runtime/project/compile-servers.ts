import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { scanProject, type ScanOptions, type ScanResult } from '../../compiler/scan.js';
import type { OfThread, WorkOfThread } from './compile-servers-thread.js';
import { Turns } from './turns.js';

/** What the compiler gave for one server, and the time that it took. */
export interface Compiled {
  readonly result: ScanResult;
  readonly milliseconds: number;
}

/** How many threads compile at the same time, the one of the command among them. */
const MOST_THREADS = 4;
/** What the sources of a large server take with all that is found in them, in bytes. */
const MEMORY_OF_SERVER = 1.5 * 2 ** 30;

export async function compileServer(
  options: ScanOptions,
  compile: (options: ScanOptions) => Promise<ScanResult> = scanProject,
): Promise<Compiled> {
  const started = performance.now();
  const result = await compile(options);
  return { result, milliseconds: performance.now() - started };
}

/**
 * Compiles the servers of a repository, which know nothing of each other: each is taken by the next thread that is free, this one among them. What does not
 * come to its end in another thread (it has less memory) is compiled in this one, so that its error is the one that is thrown here.
 */
export class ServerCompiler {
  readonly #outcomes: readonly Outcome[];
  readonly #turns: Turns;
  readonly #threads: readonly Worker[];
  /** What this thread does. */
  #turn: Promise<void>;
  #isStopped = false;

  /** @param threads how many threads compile beside this one; by itself what the machine has room for */
  constructor(
    private readonly servers: readonly ScanOptions[],
    threads = threadsFor(servers.length),
  ) {
    this.#outcomes = servers.map(() => new Outcome());
    this.#turns = Turns.of(servers.length);
    this.#threads = Array.from({ length: threads }, (_, index) => this.#thread(index + 1));
    this.#turn = this.#takeTurns();
  }

  /** What came of one of them; fails with what ended it. */
  of(index: number): Promise<Compiled> {
    return this.#outcomes[index]!.promise;
  }

  /** Nobody asks for the rest. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#turns.end();
    await Promise.all(this.#threads.map((thread) => thread.terminate()));
  }

  async #takeTurns(): Promise<void> {
    for (let index; (index = this.#turns.take(0)) !== null;) {
      await this.#compileHere(index);
      // What was compiled is stored before this thread is busy again.
      await setImmediate();
    }
  }

  async #compileHere(index: number): Promise<void> {
    try {
      this.#outcomes[index]!.resolve(await compileServer(this.servers[index]!));
    } catch (error) {
      this.#outcomes[index]!.reject(error);
    }
  }

  #thread(number: number): Worker {
    const workerData: WorkOfThread = {
      servers: this.servers.map(({ onProgress: _here, extraAdapters: _loadedHere, ...options }) => options),
      turns: this.#turns.shared,
      number,
    };
    // stdout belongs to the command.
    const thread = new Worker(new URL('./compile-servers-thread.js', import.meta.url), { workerData, stdout: true });
    const given = new Set<number>();
    thread.on('message', ({ index, progress, compiled }: OfThread) => {
      if (progress) this.servers[index]!.onProgress?.(progress);
      if (!compiled) return;
      given.add(index);
      this.#outcomes[index]!.resolve(compiled);
    });
    // Whatever has ended it: what it has taken and not given is compiled here.
    thread.on('error', () => undefined);
    thread.on('exit', () => {
      for (const index of this.#isStopped ? [] : this.#turns.takenBy(number))
        if (!given.has(index)) this.#turn = this.#turn.then(() => this.#compileHere(index));
    });
    return thread;
  }
}

/** A promise, and what settles it. That nobody waits for it yet is no mistake. */
class Outcome {
  resolve!: (compiled: Compiled) => void;
  reject!: (error: unknown) => void;
  readonly promise = new Promise<Compiled>((resolve, reject) => {
    Object.assign(this, { resolve, reject });
  });
  constructor() {
    this.promise.catch(() => undefined);
  }
}

function threadsFor(servers: number): number {
  const room = Math.floor(process.availableMemory() / MEMORY_OF_SERVER);
  return Math.max(0, Math.min(servers, availableParallelism(), MOST_THREADS, room) - 1);
}
