import type { PlacedFinding } from '../review/index.js';
import { damagedPlaces } from './damaged-workflow.js';
import { readWorkflow, storePaths, UsageError, workflowFiles } from '../store/index.js';
import { validateWorkflow } from '../workflow/host.js';
import { relative, sep } from 'node:path';

/** What is wrong with the saved workflows of a project. Nothing is sent. */
export async function workflowFindings(root: string): Promise<{ readonly files: string[]; readonly findings: PlacedFinding[] }> {
  const files: string[] = [];
  const findings: PlacedFinding[] = [];
  for (const path of workflowFiles(root, storePaths(root).workflows)) {
    const file = relative(root, path).split(sep).join('/');
    files.push(file);
    try {
      for (const { severity, message, help, line, column, step } of await validateWorkflow(root, await readWorkflow(root, path))) {
        findings.push({
          code: 'workflow',
          severity,
          file,
          line: line ?? 1,
          column: column ?? 1,
          message: step === undefined ? message : `Step "${step}": ${message}`,
          ...(help !== undefined && { help }),
        });
      }
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      findings.push(
        ...damagedPlaces(error).map(({ line, column, message }): PlacedFinding => ({
          code: 'workflow-file',
          severity: 'error',
          file,
          line: line ?? 1,
          column: column ?? 1,
          message,
          help: error.help,
        })),
      );
    }
  }
  return { files, findings };
}
