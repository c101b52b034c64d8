import type { Workflow } from '../../schemas/index.js';
import { readMemory } from '../store/index.js';
import { checkWorkflow } from '../workflow/prepare/check-workflow.js';
import { findUsed } from '../workflow/prepare/find-used.js';
import { prepareWorkflow } from '../workflow/prepare/prepare-workflow.js';
import { loadFaker } from '../simulate/data/load-faker.js';
import type { Session } from './session.js';

export interface WorkflowFinding {
  readonly severity: 'error' | 'warning';
  readonly step?: string;
  /** JSON pointer into the workflow. */
  readonly pointer: string;
  readonly message: string;
  readonly help?: string;
}

/** Everything that is wrong with a workflow, or looks wrong, before a request is sent: templates, the flow of data, requests that the model does not know. */
export async function findingsOf(session: Session, workflow: Workflow, file?: string): Promise<WorkflowFinding[]> {
  const model = (await session.modelIfAny()) ?? undefined;
  const { prepared, problems } = await prepareWorkflow(
    { workflow, ...(file !== undefined ? { file } : {}) },
    { model, find: findUsed(session.root) },
  );
  const checked = await checkWorkflow(prepared, {
    model,
    memory: readMemory(session.root),
    columns: undefined,
    loadFaker: async () => (await loadFaker())(1),
  });
  return [...problems, ...checked].map(({ severity, step, pointer, message, help, file: other }) => ({
    severity,
    ...(step !== undefined ? { step } : {}),
    pointer: other === undefined ? pointer : `${other}${pointer}`,
    message,
    ...(help !== undefined ? { help } : {}),
  }));
}
