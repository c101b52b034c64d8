import { basename, extname, relative, sep } from 'node:path';
import { readWorkflow, UsageError, workflowFiles } from '../store/index.js';

export interface ListedWorkflow {
  readonly name: string;
  /** Path relative to the project. */
  readonly file: string;
  readonly description?: string;
  /** Number of steps; absent for a file that is not valid. */
  readonly steps?: number;
  /** What is wrong with the file. */
  readonly error?: string;
}

/** All saved workflows; one damaged file does not hide the others. */
export async function listWorkflows(root: string): Promise<ListedWorkflow[]> {
  return Promise.all(
    workflowFiles(root).map(async (file): Promise<ListedWorkflow> => {
      try {
        const { workflow, shown } = await readWorkflow(root, file);
        return {
          name: workflow.name,
          file: shown,
          ...(workflow.description !== undefined && { description: workflow.description }),
          steps: workflow.steps.length,
        };
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        return { name: basename(file, extname(file)), file: relative(root, file).split(sep).join('/'), error: error.message };
      }
    }),
  );
}
