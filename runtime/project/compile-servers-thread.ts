import { parentPort, workerData } from 'node:worker_threads';
import type { ScanOptions } from '../../compiler/scan.js';
import { boundHeap } from './bound-heap.js';
import { compileServer, type Compiled } from './compile-servers.js';
import { Turns } from './turns.js';

/** A thread that compiles servers as long as there are some that nobody has taken. It writes nothing. */
export interface WorkOfThread {
  readonly servers: readonly Omit<ScanOptions, 'onProgress' | 'extraAdapters'>[];
  /** Who takes which of them (`Turns`). */
  readonly turns: Int32Array;
  /** Of this thread. */
  readonly number: number;
}

/** How far it is with one of them, or what came of it. */
export interface OfThread {
  readonly index: number;
  readonly progress?: { readonly phase: string; readonly files: number };
  readonly compiled?: Compiled;
}

/** Milliseconds between two words of progress. */
const OFTEN_ENOUGH = 100;

const { servers, turns, number } = workerData as WorkOfThread;
const tell = (message: OfThread): void => {
  parentPort!.postMessage(message);
};

async function takeTurns(): Promise<void> {
  const shared = new Turns(turns);
  for (let index; (index = shared.take(number)) !== null;) {
    const taken = index;
    let told = 0;
    const onProgress = (progress: { readonly phase: string; readonly files: number }): void => {
      if (progress.phase === 'evaluate') boundHeap(progress.files);
      if (performance.now() - told < OFTEN_ENOUGH) return;
      told = performance.now();
      tell({ index: taken, progress });
    };
    tell({ index, compiled: await compileServer({ ...servers[index]!, onProgress }) });
  }
}

// What fails here ends the thread, and is compiled once more where it can say why.
void takeTurns();
