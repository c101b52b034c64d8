import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { ScanOptions } from '../../compiler/scan.js';
import { createScanSession } from '../../compiler/scan-session.js';
import { functionText } from './function-text.js';

/**
 * The thread that compiles. A scan blocks the loop of its thread: here it blocks nobody, and ending the thread cancels it.
 * It reads sources and writes nothing, so that it can be ended at any moment.
 */
export type Request =
  | { readonly kind: 'scan'; readonly id: number; readonly options: Omit<ScanOptions, 'onProgress' | 'extraAdapters'> }
  | { readonly kind: 'function'; readonly id: number; readonly file: string; readonly line: number; readonly column: number };

export type Reply =
  | { readonly kind: 'progress'; readonly id: number; readonly phase: string; readonly files: number }
  | { readonly kind: 'done'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string; readonly name: string; readonly stack?: string };

/** Nobody here holds a result any longer than it takes to send it. */
const session = createScanSession();

const port = parentPort;
if (port === null) throw new Error('compile-worker.js runs in a thread');
const reply = (message: Reply): void => {
  port.postMessage(message);
};

port.on('message', (request: Request) => {
  answer(request).then(
    (result) => {
      reply({ kind: 'done', id: request.id, result });
    },
    (error: unknown) => {
      const { message, name, stack } = error instanceof Error ? error : new Error(String(error));
      reply({ kind: 'failed', id: request.id, message, name, ...(stack !== undefined ? { stack } : {}) });
    },
  );
});

async function answer(request: Request): Promise<unknown> {
  if (request.kind === 'function') return functionText(readFileSync(request.file, 'utf8'), request.file, request.line, request.column);
  let last = 0;
  return session.scan({
    ...request.options,
    onProgress: ({ phase, files }) => {
      const now = performance.now();
      if (now - last < 50) return;
      last = now;
      reply({ kind: 'progress', id: request.id, phase, files });
    },
  });
}
