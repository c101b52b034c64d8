import type { Tool } from '../tool.js';
import { createWorkflow } from './create-workflow.js';
import { editModel } from './edit-model.js';
import { explain } from './explain.js';
import { findEndpoints } from './find-endpoints.js';
import { getChanges } from './get-changes.js';
import { getEndpoint } from './get-endpoint.js';
import { getRun } from './get-run.js';
import { getWorkflow } from './get-workflow.js';
import { memory } from './memory.js';
import { runAgent } from './run-agent.js';
import { runWorkflow } from './run-workflow.js';
import { scan } from './scan.js';
import { status } from './status.js';
import { testEndpoint } from './test-endpoint.js';
import { validate } from './validate.js';

/** All tools, in the order in which clients list them. */
export const tools: readonly Tool[] = [
  status,
  scan,
  findEndpoints,
  getEndpoint,
  explain,
  editModel,
  validate,
  getChanges,
  getWorkflow,
  createWorkflow,
  runWorkflow,
  testEndpoint,
  runAgent,
  getRun,
  memory,
];
