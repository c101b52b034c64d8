import { isAscii } from 'node:buffer';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import vm from 'node:vm';

const DIGEST_BYTES = 20;
/** Stored code that no run has asked for this long was made for a version that is gone. */
const KEPT_MS = 30 * 24 * 3600 * 1000;

/**
 * Runs a source as the body of a function, with the code that an earlier process compiled: V8 then neither reads the source nor compiles the functions
 * that were used before. The code is kept in the user's cache folder, for this file, this version of Node and these flags of V8 only (V8 refuses code
 * that was compiled under others). TOOL_NO_CODE_CACHE=1 switches the keeping off. The source cannot say `import(…)`:
 * V8 forgets in kept code who would answer. Throws what the source throws.
 *
 * @param scope the parameters of the function, by name
 * @param rewriting makes the source a body of a function, where it is none
 */
export function runCached(file: string, scope: Readonly<Record<string, unknown>>, rewriting: Rewriting = AS_IT_IS): void {
  const stored = cacheFile(file, rewriting.version);
  const cachedData = stored ? readStored(stored) : undefined;
  const script = new vm.Script(`(function (${Object.keys(scope).join(', ')}) {${rewriting.rewrite(read(file))}\n})`, {
    filename: file,
    ...(cachedData && { cachedData }),
  });
  if (stored && (!cachedData || script.cachedDataRejected)) keepAtExit(stored, script);
  (script.runInThisContext() as (...values: unknown[]) => void)(...Object.values(scope));
}

/** A change of sources before they are compiled. */
export interface Rewriting {
  /** Differs from that of every other one: V8 knows a source by its length only. */
  readonly version: string;
  readonly rewrite: (source: string) => string;
}

const AS_IT_IS: Rewriting = { version: '', rewrite: (source) => source };

/** Text of one byte a character is read and held in a fraction of the time. */
function read(file: string): string {
  const bytes = fs.readFileSync(file);
  return bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
}

/** Null where there is no folder of the user's own: a shared one could be written by somebody else. */
function cacheFile(file: string, version: string): string | null {
  const base = process.env['XDG_CACHE_HOME'] || (os.homedir() ? path.join(os.homedir(), '.cache') : '');
  if (!path.isAbsolute(base) || process.env['TOOL_NO_CODE_CACHE']) return null;
  const { size, mtimeMs } = fs.statSync(file);
  const key = createHash('sha256')
    .update(
      `${file}\0${size}\0${mtimeMs}\0${process.version}\0${process.arch}\0${cachedDataVersionTag()}${version === '' ? '' : `\0${version}`}`,
    )
    .digest('hex')
    .slice(0, 24);
  return path.join(base, 'tool', `${path.basename(file, path.extname(file))}-${key}.bin`);
}

/** V8 does not look at what it is given and ends the process when it is damaged: the data stands behind its digest. */
function readStored(file: string): Buffer | undefined {
  let bytes: Buffer;
  try {
    bytes = fs.readFileSync(file);
  } catch {
    return undefined; /* first run */
  }
  const data = bytes.subarray(DIGEST_BYTES);
  return bytes.subarray(0, DIGEST_BYTES).equals(digestOf(data)) ? data : undefined;
}

const digestOf = (data: Buffer): Buffer => createHash('sha1').update(data).digest();

/** What this process ran without stored code, by the file to store it in. */
const unstored = new Map<string, vm.Script>();

/** At the end the code of all functions that were used is there. */
function keepAtExit(file: string, script: vm.Script): void {
  if (unstored.size === 0) process.once('exit', storeAll);
  unstored.set(file, script);
}

function storeAll(): void {
  let folder: string | null = null;
  for (const [file, script] of unstored)
    try {
      if (folder === null) fs.mkdirSync((folder = path.dirname(file)), { recursive: true, mode: 0o700 });
      const data = script.createCachedData();
      const temporary = `${file}.${process.pid}`;
      fs.writeFileSync(temporary, Buffer.concat([digestOf(data), data]), { mode: 0o600 });
      fs.renameSync(temporary, file);
    } catch {
      /* the next run compiles again */
    }
  if (folder !== null)
    try {
      discardOld(folder);
    } catch {
      /* some other time */
    }
}

function discardOld(folder: string): void {
  const limit = Date.now() - KEPT_MS;
  for (const name of fs.readdirSync(folder)) {
    const file = path.join(folder, name);
    const { atimeMs, mtimeMs } = fs.statSync(file);
    if (Math.max(atimeMs, mtimeMs) < limit) fs.rmSync(file, { force: true });
  }
}
