import { explainRun } from './explain-run.js';
import { onboard } from './onboard.js';
import type { PromptRegistration } from './prompt.js';
import { reviewChanges } from './review-changes.js';
import { writeWorkflow } from './write-workflow.js';

/** All prompts, in the order in which clients list them. */
export const prompts: readonly PromptRegistration[] = [onboard, writeWorkflow, reviewChanges, explainRun];

/** Those that need only tools that read. */
export const reading: ReadonlySet<PromptRegistration> = new Set([reviewChanges, explainRun]);
