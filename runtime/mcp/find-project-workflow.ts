import { resolve } from 'node:path';
import { findWorkflow, storePaths, type WorkflowFile } from '../store/index.js';
import { confinePath } from '../project/confine-path.js';

/**
 * The workflow that an assistant names: a name, or a path below the project. Never a file elsewhere: a person may run any
 * file, an assistant those of the project.
 * @throws UsageError with the candidates
 */
export async function findProjectWorkflow(root: string, named: string): Promise<WorkflowFile> {
  const folder = storePaths(root).workflows;
  // Before anything is read: what is wrong with a file would tell what is in it.
  for (const base of [folder, root])
    for (const extension of ['', '.json', '.yaml', '.yml']) confinePath(root, resolve(base, named + extension));
  const found = await findWorkflow(root, named, folder);
  confinePath(root, found.file);
  return found;
}
