import { linkSync, mkdirSync, readFileSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileError, isMissing } from './file-error.js';
import { storePaths } from './paths.js';
import { UsageError } from './usage-error.js';

interface Owner {
  readonly pid: number;
  readonly host: string;
  /** Never used twice: it tells one lock from the next one in the same place. */
  readonly token: string;
}

export interface LockOptions {
  /** Milliseconds to wait for another process. Default: 10,000. */
  readonly waitMs?: number;
  /** Milliseconds after which the lock of a process that cannot be asked counts as left behind. Default: 60,000; a lock is held for milliseconds. */
  readonly staleMs?: number;
}

/**
 * Runs an action while no other process (and no other caller in this one) runs one on the same project. Not reentrant:
 * an action that asks for the lock again waits for itself.
 * @throws UsageError when somebody else holds the lock for too long
 */
export async function withLock<T>(root: string, action: () => T | Promise<T>, options: LockOptions = {}): Promise<T> {
  const file = storePaths(root).lock;
  const staleMs = options.staleMs ?? 60_000;
  const deadline = Date.now() + (options.waitMs ?? 10_000);
  let mine: Owner | null;
  while ((mine = tryLock(file, staleMs)) === null) {
    if (Date.now() >= deadline) throw held(file);
    await sleep(5 + Math.random() * 20);
  }
  try {
    return await action();
  } finally {
    release(file, mine);
  }
}

function tryLock(file: string, staleMs: number): Owner | null {
  const mine: Owner = { pid: process.pid, host: hostname(), token: randomBytes(12).toString('hex') };
  if (create(file, mine)) return mine;
  const owner = read(file);
  if (owner === 'gone') return create(file, mine) ? mine : null;
  if (!isStale(file, owner, staleMs)) return null;
  breakStale(file, owner, staleMs);
  return create(file, mine) ? mine : null;
}

/** A link appears with its content or not at all, and only where nothing is: the owner is readable from the first moment. */
function create(file: string, owner: Owner): boolean {
  const temporary = `${file}.${owner.token}`;
  let made = false;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(temporary, JSON.stringify(owner), { flag: 'wx' });
    made = true;
    try {
      linkSync(temporary, file);
      return true;
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'EEXIST') return false;
      if (code !== 'EPERM' && code !== 'ENOSYS' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP') throw error;
      return createWithoutLink(file, owner); // a file system without links
    }
  } catch (error) {
    throw fileError(error, 'write', file);
  } finally {
    if (made) rmSync(temporary, { force: true });
  }
}

function createWithoutLink(file: string, owner: Owner): boolean {
  try {
    writeFileSync(file, JSON.stringify(owner), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** `null`: there is a lock, but nobody can say whose. */
function read(file: string): Owner | null | 'gone' {
  try {
    const value = JSON.parse(readFileSync(file, 'utf8')) as Partial<Owner> | null;
    return typeof value?.pid === 'number' && typeof value.host === 'string' && typeof value.token === 'string' ? (value as Owner) : null;
  } catch (error) {
    if (isMissing(error)) return 'gone';
    if (error instanceof SyntaxError) return null;
    throw fileError(error, 'read', file);
  }
}

function isStale(file: string, owner: Owner | null, staleMs: number): boolean {
  if (owner?.host === hostname() && !isAlive(owner.pid)) return true;
  // Another machine, an unreadable lock, or a process number that was given out again: only time can tell.
  const made = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return made !== undefined && Date.now() - made > staleMs;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/**
 * Removes a lock that was left behind. Two processes may find the same one: the right to remove it is a lock itself, named
 * after the token, and whoever has it looks again first. So nobody ever removes a lock that somebody has just taken.
 */
function breakStale(file: string, owner: Owner | null, staleMs: number): void {
  const right = `${file}.break-${owner?.token ?? 'unreadable'}`;
  const mine = tryLock(right, staleMs);
  if (mine === null) return;
  try {
    const now = read(file);
    if (now !== 'gone' && now?.token === owner?.token && isStale(file, now, staleMs)) unlinkSync(file);
  } finally {
    release(right, mine);
  }
}

/** A lock that somebody else took over in the meantime (this process slept too long) is theirs. */
function release(file: string, mine: Owner): void {
  const owner = read(file);
  if (owner !== 'gone' && owner?.token === mine.token) rmSync(file, { force: true });
}

function held(file: string): UsageError {
  const owner = read(file);
  const who = owner === 'gone' || owner === null ? 'Another process' : `Process ${owner.pid} on ${owner.host}`;
  return new UsageError({
    what: `${who} is writing in this project's .tool folder and does not finish.`,
    why: 'Two processes that write at once would lose one of the results.',
    help: `Wait for it or end it. If it does not run any more, delete ${file}.`,
  });
}
