import { setFlagsFromString } from 'node:v8';

/** Above this many parsed files their trees take hundreds of megabytes. */
const MANY_FILES = 1_500;

let isBound = false;

/**
 * Keeps the memory of a large scan near to what it uses. V8 lets a heap grow to a multiple of what is in it before it collects, which is right for small
 * heaps and takes gigabytes for large ones.
 * @param files how many files were parsed so far
 */
export function boundHeap(files: number): void {
  if (isBound || files < MANY_FILES) return;
  isBound = true;
  setFlagsFromString('--heap-growing-percent=40');
}
