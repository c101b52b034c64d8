import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { UsageError } from './usage-error.js';

/**
 * The real absolute path that a path of a model, an argument or a file leads to, when it lies inside the project.
 *
 * The path need not exist: its deepest existing ancestor is resolved, and what is below it cannot be a link. Real paths are
 * compared by their components, because `/srv/app-secrets` starts with `/srv/app` and is not in it.
 * @param path absolute, or relative to the root
 * @throws UsageError `path/outside-project` when it leads out, through a symbolic link or otherwise, or to nowhere
 */
export function confinePath(root: string, path: string): string {
  if (path.includes('\0')) throw outside(path, 'it holds a NUL character');
  const realRoot = realpathSync(root);
  let existing = resolve(root, path);
  const below: string[] = [];
  while (!isThere(existing, path)) {
    below.unshift(basename(existing));
    existing = dirname(existing);
  }
  let real: string;
  // A link to something that is not there yet could be made to lead anywhere by whoever makes it.
  try {
    real = join(realpathSync(existing), ...below);
  } catch {
    throw outside(path, 'a symbolic link in it leads nowhere');
  }
  const inside = relative(realRoot, real);
  if (isAbsolute(inside) || inside === '..' || inside.startsWith(`..${sep}`)) throw outside(path, 'it leads out of the project');
  return real;
}

function isThere(absolute: string, path: string): boolean {
  try {
    return lstatSync(absolute, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    // Below a file there is nothing; what else keeps us from looking keeps us from saying where it leads.
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return false;
    throw outside(path, `it cannot be looked at (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
}

const outside = (path: string, why: string): UsageError =>
  new UsageError(`The path ${JSON.stringify(path)} is refused: ${why}.`, 'Name a path inside the project, relative to its root.', {
    code: 'path/outside-project',
  });
