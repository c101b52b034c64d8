import { createHash } from 'node:crypto';
import { failure } from './failure.js';

/** A place in a long answer. It names what it was made for, so that it is never read as a place in another one. */
export function encodeCursor(offset: number, ...subject: readonly unknown[]): string {
  return Buffer.from(`${offset}.${fingerprint(subject)}`).toString('base64url');
}

/**
 * The place that a cursor names; 0 without one.
 * @throws UsageError when it was made for another question, or for a model that has changed since
 */
export function decodeCursor(cursor: string | undefined, ...subject: readonly unknown[]): number {
  if (cursor === undefined) return 0;
  const match = /^(\d{1,9})\.([0-9a-f]{12})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (match === null)
    throw failure(
      'cursor/invalid',
      'The cursor is none of ours.',
      'Pass `next` of the last answer unchanged, or leave `cursor` out to start again.',
    );
  if (match[2] !== fingerprint(subject))
    throw failure(
      'cursor/stale',
      'The cursor belongs to another question, or the files have changed since.',
      'Repeat the call without `cursor`.',
    );
  return Number(match[1]);
}

const fingerprint = (subject: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(subject)).digest('hex').slice(0, 12);
