import type { Endpoint, Model } from '../../schemas/index.js';
import { scaffold } from '../workflow/host.js';
import type { Scaffold } from '../workflow/scaffold/scaffold-workflow.js';

/** A workflow that leads to an endpoint, in the form that tool_create_workflow takes. */
export async function proposeWorkflow(model: Model, endpoint: Endpoint): Promise<Scaffold> {
  const proposed = await scaffold(model, endpoint, undefined);
  // The time is set when it is written.
  const { generatedAt: _now, ...workflow } = proposed.workflow;
  return { ...proposed, workflow };
}
