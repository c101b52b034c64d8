import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from './usage-error.js';

/**
 * The project root: `--project`, else the current directory. Symbolic links are followed once, here, so that all paths
 * that are made relative to the root agree.
 */
export function findRoot(project: string | undefined, workingDirectory = process.cwd()): string {
  const root = resolve(workingDirectory, project ?? '.');
  const kind = statSync(root, { throwIfNoEntry: false });
  if (kind === undefined) throw new UsageError(`The project folder ${root} does not exist.`, 'Check the path after --project.');
  if (!kind.isDirectory())
    throw new UsageError(`The project ${root} is a file; a project is a folder.`, 'Name the folder that holds package.json.');
  return realpathSync(root);
}
