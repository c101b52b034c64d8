import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { fileError } from './file-error.js';

/**
 * Replaces a file as a whole: a reader sees the old bytes or the new ones, also after a crash or a full disk. Folders are made.
 * An existing file keeps its permissions unless `mode` says otherwise; behind a symbolic link, the file it leads to is replaced.
 * @throws UsageError when the file system refuses
 */
export function writeAtomically(file: string, text: string, options: { readonly mode?: number } = {}): void {
  let temporary: string | null = null;
  try {
    const target = resolveLink(file);
    const folder = dirname(target);
    mkdirSync(folder, { recursive: true });
    const mode = options.mode ?? existingMode(target);
    // Renaming is atomic inside one file system only, hence the same folder.
    temporary = join(folder, `.${basename(target)}.${process.pid}.${randomBytes(6).toString('hex')}.tmp`);
    const descriptor = openSync(temporary, 'wx', mode ?? 0o666);
    try {
      if (mode !== undefined) fchmodSync(descriptor, mode);
      writeFileSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, target);
    temporary = null;
    flushFolder(folder);
  } catch (error) {
    throw fileError(error, 'write', file);
  } finally {
    if (temporary !== null) rmSync(temporary, { force: true });
  }
}

const resolveLink = (file: string): string =>
  lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() && statSync(file, { throwIfNoEntry: false }) ? realpathSync(file) : file;

function existingMode(file: string): number | undefined {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode;
  return mode === undefined ? undefined : mode & 0o777;
}

/** Makes the rename itself durable. Some systems cannot open folders; there the rename is durable a little later. */
function flushFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    /* the content is complete either way */
  }
}
