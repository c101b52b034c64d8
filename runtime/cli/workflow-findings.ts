import type { PlacedFinding } from '../review/index.js';
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
        findings.push({ code: 'workflow', severity, file, line: line ?? 1, column: column ?? 1, message: step === undefined ? message : `Step "${step}": ${message}`, ...(help !== undefined && { help }) });
      }
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      findings.push(...damaged(file, error));
    }
  }
  return { files, findings };
}

/** A file that cannot be read says itself where it is wrong, in lines that begin with the place. */
function damaged(file: string, error: UsageError): PlacedFinding[] {
  const common = { code: 'workflow-file', severity: 'error' as const, file, help: error.help };
  const places = [...error.message.matchAll(/(?:^|\n\s*)[^\n:]+:(\d+):(\d+) ([^\n]+)/g)].map((match) => ({ ...common, line: Number(match[1]), column: Number(match[2]), message: match[3]! }));
  return places.length > 0 ? places : [{ ...common, line: 1, column: 1, message: error.message }];
}
