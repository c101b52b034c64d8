import { dirname, isAbsolute, resolve } from 'node:path';
import { existsSync } from 'node:fs';
import { findWorkflow, readWorkflow } from '../../store/index.js';
import type { NamedWorkflow } from './prepare-workflow.js';

/** Finds the workflow that a step uses: a path from the folder of the file that uses it, or whatever names a workflow of the project. */
export const findUsed =
  (root: string) =>
  async (named: string, from: NamedWorkflow): Promise<NamedWorkflow> => {
    if (from.file !== undefined && !isAbsolute(named) && /\.(?:json|ya?ml)$/i.test(named)) {
      const beside = resolve(dirname(from.file), named);
      if (existsSync(beside)) return readWorkflow(root, beside);
    }
    return findWorkflow(root, named, root);
  };
