import { MessageChannel, Worker, receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import type { ProjectFiles } from '../sources/project-files.js';
import { AT_WORK, DONE, type ReadAheadOrder, type ReadFile } from './read-ahead-progress.js';

/** With fewer files a thread costs more than it takes off this one. */
const MANY = 1_000;
/** Files that are read here, when they are wanted, before it is waited for the thread: it is reading all of them. */
const PATIENCE = 100;
/** Milliseconds until a thread counts as one that never began, and as one that hangs. */
const BEGINNING = 5_000,
  END = 120_000;

/**
 * Reads the sources of a large project in a thread of its own while programs run in this one: most of them are looked at only to know that they
 * reach no framework. What the thread cannot do, or does not do in time, is done here.
 */
export class ReadAhead {
  private state: Int32Array | null = null;
  private port: MessagePort | null = null;
  private awaited: readonly string[] = [];
  private readonly pending = new Set<string>();
  private readonly found = new Map<string, ReadFile>();
  private patience = PATIENCE;

  /** @param frameworks modules whose importers are left to who asks: their imports may be of types only */
  constructor(
    private readonly files: ProjectFiles,
    private readonly frameworks: readonly string[],
    private readonly many = MANY,
  ) {}

  /** Begins to read these files (absolute paths), unless they are few. */
  begin(sources: readonly string[]): void {
    if (sources.length < this.many) return;
    const { port1, port2 } = new MessageChannel();
    const state = new Int32Array(new SharedArrayBuffer(4));
    this.awaited = sources.filter((file) => !this.files.hasLinks(file));
    const order: ReadAheadOrder = { port: port2, state, files: this.awaited, frameworks: this.frameworks, observed: this.files.observed };
    try {
      const thread = new Worker(new URL('./read-ahead-thread.js', import.meta.url), {
        workerData: order,
        transferList: [port2],
        stdout: true,
        stderr: true,
      });
      thread.on('error', () => {
        /* nothing comes, and what it was to read is read here */
      });
      thread.unref();
    } catch {
      return;
    }
    port1.unref();
    this.state = state;
    this.port = port1;
    for (const file of this.awaited) this.pending.add(file);
  }

  /** The modules that a file names, types aside; null when whoever asks has to read it. */
  specifiersOf(file: string): readonly string[] | null {
    if (this.pending.has(file) && (this.isDone() || --this.patience < 0)) this.take();
    return this.found.get(file)?.specifiers ?? null;
  }

  private isDone(): boolean {
    return this.state !== null && Atomics.load(this.state, 0) === DONE;
  }

  /** Waits for the thread, and takes what it has found. */
  private take(): void {
    this.pending.clear();
    const state = this.state!;
    Atomics.wait(state, 0, 0, BEGINNING);
    if (Atomics.load(state, 0) === AT_WORK) Atomics.wait(state, 0, AT_WORK, END);
    const answer = this.isDone() ? (receiveMessageOnPort(this.port!) as { readonly message: readonly ReadFile[] } | undefined) : undefined;
    this.port!.close();
    answer?.message.forEach((read, index) => {
      const file = this.awaited[index]!;
      this.found.set(file, read);
      if (read.specifiers !== null) this.files.wasRead(file, read);
    });
    this.awaited = [];
  }
}
