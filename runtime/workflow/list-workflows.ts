import type { Model } from '../../schemas/index.js';
import { basename, extname, relative, sep } from 'node:path';
import { readModel, readWorkflow, UsageError, workflowFiles, type WorkflowFile } from '../store/index.js';
import { validateWorkflow } from './host.js';

export interface ListedWorkflow {
  readonly name: string;
  /** Path relative to the project. */
  readonly file: string;
  readonly description?: string;
  /** Number of steps; absent for a file that is not valid. */
  readonly steps?: number;
  /** What is wrong with the file. */
  readonly error?: string;
  /** What cannot work in it, or looks wrong; absent where nothing is found. */
  readonly problems?: readonly { readonly severity: 'error' | 'warning'; readonly message: string }[];
}

/** All saved workflows; one damaged file does not hide the others. */
export async function listWorkflows(root: string): Promise<ListedWorkflow[]> {
  let known: { readonly model: Model | undefined } | undefined;
  const problemsOf = async (file: WorkflowFile): Promise<NonNullable<ListedWorkflow['problems']>> => {
    try {
      known ??= { model: readModel(root) ?? undefined };
      return (await validateWorkflow(root, file, known.model)).map(({ severity, message }) => ({ severity, message }));
    } catch (error) {
      // A damaged model hides no workflow; what reads it says what is wrong with it.
      if (error instanceof UsageError) return [];
      throw error;
    }
  };
  const listed = await Promise.all(
    workflowFiles(root).map(async (file): Promise<ListedWorkflow> => {
      try {
        const found = await readWorkflow(root, file);
        const { workflow, shown } = found;
        const problems = await problemsOf(found);
        return {
          name: workflow.name,
          file: shown,
          ...(workflow.description !== undefined && { description: workflow.description }),
          steps: workflow.steps.length,
          ...(problems.length > 0 && { problems }),
        };
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        return { name: basename(file, extname(file)), file: relative(root, file).split(sep).join('/'), error: error.message };
      }
    }),
  );
  return listed.map((one) => {
    const other = listed.find(({ name, file }) => name === one.name && file !== one.file);
    if (other === undefined) return one;
    const message = `${other.file} is called "${one.name}", too: only their files tell them apart.`;
    return { ...one, problems: [...(one.problems ?? []), { severity: 'warning' as const, message }] };
  });
}
