import { isUsageError } from '../project/usage-error.js';
import { validateProject as validateModelFiles } from '../project/validate-project.js';
import { readWorkflow, workflowFiles } from '../store/index.js';
import { workflowPath } from './resources/workflow.js';
import type { Session } from './session.js';

export interface ProjectFinding {
  readonly severity: 'error' | 'warning';
  /** `file:line:column`, or the file. */
  readonly place: string;
  readonly message: string;
  readonly code?: string;
  readonly step?: string;
  readonly help?: string;
}

/** All that is wrong with the model and the workflows of a project, errors first. A damaged file is a finding and hides no other. */
export async function validateProject(session: Session, what: 'all' | 'model' | 'workflows'): Promise<ProjectFinding[]> {
  const findings: ProjectFinding[] = [];
  if (what !== 'workflows') findings.push(...(await modelFindings(session)));
  if (what !== 'model') for (const file of workflowFiles(session.root)) findings.push(...(await workflowFindings(session, file)));
  return [...findings.filter(({ severity }) => severity === 'error'), ...findings.filter(({ severity }) => severity !== 'error')];
}

async function modelFindings(session: Session): Promise<ProjectFinding[]> {
  try {
    const { findings } = await validateModelFiles(session.root);
    return findings.map(({ severity, file, line, column, message, code, help }) => ({
      severity,
      place: `${file}:${line}:${column}`,
      message,
      code,
      ...(help !== undefined ? { help } : {}),
    }));
  } catch (error) {
    return [asFinding(error, '.tool/model.json')];
  }
}

async function workflowFindings(session: Session, file: string): Promise<ProjectFinding[]> {
  const { validateWorkflow } = await import('../workflow/host.js');
  const shown = workflowPath(session.root, file);
  try {
    const problems = await validateWorkflow(session.root, await readWorkflow(session.root, file));
    return problems.map(({ severity, place, message, step, help }) => ({
      severity,
      place,
      message,
      ...(step !== undefined ? { step } : {}),
      ...(help !== undefined ? { help } : {}),
    }));
  } catch (error) {
    return [asFinding(error, shown)];
  }
}

function asFinding(error: unknown, place: string): ProjectFinding {
  if (!isUsageError(error)) throw error;
  return { severity: 'error', place, message: error.message, ...(error.help !== undefined ? { help: error.help } : {}) };
}
