import fs from 'node:fs';

/** Milliseconds: a file system may keep times in steps of up to two seconds. */
const COARSEST = 2_000;

/** The signature of what is not there. */
const ABSENT = 'absent';

/** What the file system says of a file or folder without opening it: two equal answers mean equal content, see `trustworthy`. Null when it says nothing. */
export function signatureOf(path: string): string | null {
  try {
    const stat = fs.statSync(path, { throwIfNoEntry: false });
    // The time of the last change of the entry itself cannot be set back, as the other one can.
    return stat === undefined ? ABSENT : `${stat.ino} ${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}`;
  } catch {
    return null;
  }
}

/**
 * A signature that may be believed later; null for one that may not. A file that was changed just before it was looked at can change again within
 * the same tick of the clock, and its signature would stay.
 * @param lookedAt milliseconds since the epoch, not after the signature was taken
 * @param found whether anything was read there afterwards: what is absent and was read came in between
 */
export function trustworthy(signature: string | null, lookedAt: number, found: boolean): string | null {
  if (signature === null || signature === ABSENT) return found ? null : signature;
  const [, , modified, changed] = signature.split(' ').map(Number);
  return Math.max(modified!, changed!) < lookedAt - COARSEST ? signature : null;
}
