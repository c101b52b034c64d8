import { workerData } from 'node:worker_threads';
import { signatureOf } from '../sources/file-signature.js';
import { digestOf } from '../sources/observations.js';
import { AT_WORK, DONE, type ReadAheadOrder, type ReadFile } from './read-ahead-progress.js';
import { readSourceText } from '../sources/source-text.js';
import { specifiersIn, withoutStatedTypes } from './specifiers.js';

const { port, state, files, frameworks, observed } = workerData as ReadAheadOrder;
const isFramework = new Set(frameworks);

tell(AT_WORK);
port.postMessage(files.map(read));
tell(DONE);

function tell(progress: number): void {
  Atomics.store(state, 0, progress);
  Atomics.notify(state, 0);
}

function read(file: string): ReadFile {
  // Before reading: a change in between must show.
  const signature = observed ? signatureOf(file) : null;
  const { text, why } = readSourceText(file);
  const specifiers = text === null ? [] : specifiersIn(withoutStatedTypes(text));
  return {
    specifiers: specifiers.some((name) => isFramework.has(name)) ? null : specifiers,
    ...(why !== undefined && { why }),
    ...(observed && { signature, digest: text === null ? `!${why}` : digestOf(text) }),
  };
}
