import type { Agent } from './agent.js';
import { coverage } from './coverage.js';
import { modelWatcher } from './model-watcher.js';
import { securityReview } from './security-review.js';
import { workflowImpact } from './workflow-impact.js';

/** Every agent, in the order in which they are listed. A literal list: what is not here does not exist. */
export const agents: readonly Agent[] = [modelWatcher, workflowImpact, securityReview, coverage];
