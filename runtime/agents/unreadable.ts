import type { Finding } from '../../schemas/index.js';
import type { WorkflowEntry } from './agent.js';

/** A workflow that cannot be read is a finding, not the end: the others are looked at all the same. */
export const unreadable = (entries: readonly WorkflowEntry[]): Finding[] =>
  entries
    .filter(({ workflow }) => workflow === null)
    .map(({ file, problem }): Finding => ({
      kind: 'workflow_unreadable',
      severity: 'error',
      message: `${file} cannot be read, so nothing is known of what it calls.`,
      workflow: file,
      evidence: { problem: problem ?? '' },
    }));
