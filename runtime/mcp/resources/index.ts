import { endpointResource } from './endpoint.js';
import { modelResource } from './model.js';
import type { ResourceRegistration } from './resource.js';
import { runResource } from './run.js';
import { workflowResource } from './workflow.js';

/** All kinds of resources. */
export const resources: readonly ResourceRegistration[] = [modelResource, endpointResource, workflowResource, runResource];
