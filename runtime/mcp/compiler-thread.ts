import { Worker } from 'node:worker_threads';
import type { ScanOptions, ScanResult } from '../../compiler/scan.js';
import type { Reply, Request } from './compile-worker.js';

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress?: ScanOptions['onProgress'];
}

/** The compiler in a thread of its own. The thread starts with the first request and stays, since loading TypeScript is what costs. */
export class CompilerThread {
  #worker: Worker | null = null;
  #waiting = new Map<number, Waiting>();
  #next = 0;

  /** @throws the reason of the signal when it is aborted */
  scan(options: ScanOptions, signal?: AbortSignal): Promise<ScanResult> {
    const { onProgress, extraAdapters: _unused, ...rest } = options;
    return this.#ask({ kind: 'scan', id: this.#next++, options: rest }, signal, onProgress) as Promise<ScanResult>;
  }

  /** The text of the function at a place. */
  functionText(file: string, line: number, column: number): Promise<{ line: number; text: string } | null> {
    return this.#ask({ kind: 'function', id: this.#next++, file, line, column }) as Promise<{ line: number; text: string } | null>;
  }

  async close(): Promise<void> {
    await this.#end(new Error('The server is closing.'));
  }

  #ask(request: Request, signal?: AbortSignal, onProgress?: ScanOptions['onProgress']): Promise<unknown> {
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const cancel = (): void => {
        this.#waiting.delete(request.id);
        reject(signal?.reason instanceof Error ? signal.reason : new Error('Cancelled.'));
        // Nothing but ending the thread stops a scan; others that wait for it are asked again.
        void this.#restart();
      };
      signal?.addEventListener('abort', cancel, { once: true });
      const settled = (): void => {
        signal?.removeEventListener('abort', cancel);
      };
      this.#waiting.set(request.id, {
        resolve: (value) => {
          settled();
          resolve(value);
        },
        reject: (error) => {
          settled();
          reject(error);
        },
        ...(onProgress ? { onProgress } : {}),
      });
      this.#requests.set(request.id, request);
      this.#start().postMessage(request);
    });
  }

  readonly #requests = new Map<number, Request>();

  #start(): Worker {
    if (this.#worker) return this.#worker;
    // stdout belongs to the protocol: whatever the thread prints goes to stderr.
    const worker = new Worker(new URL('./compile-worker.js', import.meta.url), { stdout: true });
    worker.stdout.pipe(process.stderr, { end: false });
    worker.on('message', (reply: Reply) => {
      this.#receive(reply);
    });
    worker.on('error', (error) => {
      if (this.#worker === worker) void this.#end(error instanceof Error ? error : new Error(String(error)));
    });
    worker.unref();
    this.#worker = worker;
    return worker;
  }

  #receive(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id);
    if (waiting === undefined) return;
    if (reply.kind === 'progress') {
      waiting.onProgress?.({ phase: reply.phase, files: reply.files });
      return;
    }
    this.#waiting.delete(reply.id);
    this.#requests.delete(reply.id);
    if (reply.kind === 'done') waiting.resolve(reply.result);
    else
      waiting.reject(
        Object.assign(new Error(reply.message), { name: reply.name, ...(reply.stack !== undefined ? { stack: reply.stack } : {}) }),
      );
  }

  async #restart(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    for (const id of [...this.#requests.keys()]) if (!this.#waiting.has(id)) this.#requests.delete(id);
    if (this.#requests.size > 0) for (const request of this.#requests.values()) this.#start().postMessage(request);
    await worker?.terminate();
  }

  async #end(error: Error): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
    this.#requests.clear();
    await worker?.terminate();
  }
}
