import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { validate, type AgentReport, type Model } from '../../schemas/index.js';
import { writeAtomically } from './atomic-write.js';
import { fileError } from './file-error.js';
import { ensureFolder } from './init.js';
import { formatModel, normalise } from './model-file.js';
import { orderKeys } from './order-keys.js';
import { storePaths } from './paths.js';
import { readJson } from './read-json.js';
import { runFolder } from './runs.js';

const REPORT_FILE = 'agent-report.json';

/**
 * Writes the report of an agent into the folder of its run, which is made.
 * @returns the absolute path of the file
 * @throws UsageError when the file system refuses
 */
export function writeAgentReport(root: string, report: AgentReport): string {
  const check = validate('agent-report', report);
  if (!check.ok)
    throw new Error(
      `The report of the agent breaks its schema: ${check.errors
        .slice(0, 3)
        .map((error) => `${error.pointer} ${error.message}`)
        .join('; ')}`,
    );
  ensureFolder(root);
  const folder = runFolder(root, report.runId);
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw fileError(error, 'write', folder);
  }
  const file = join(folder, REPORT_FILE);
  writeAtomically(file, `${JSON.stringify(orderKeys('agent-report', report), null, 2)}\n`);
  return file;
}

/**
 * The model as it was when an agent last kept it; null before the first time.
 * @throws UsageError when the file is damaged
 */
export const readModelSnapshot = (root: string): Model | null =>
  readJson('model', storePaths(root).modelSnapshot, root, {
    purpose: 'It is the model that the next run of model-watcher compares with.',
    help: 'Delete the file: the next run of `tool agent run model-watcher` starts a new comparison. It was not changed.',
    normalise,
  });

/** Keeps a model for the next comparison. One file, whatever number of runs there are: a model can be large. */
export function writeModelSnapshot(root: string, model: Model): void {
  ensureFolder(root);
  writeAtomically(storePaths(root).modelSnapshot, formatModel(model));
}
