import { z } from 'zod';
import { asUser, type PromptRegistration } from './prompt.js';

export const writeWorkflow: PromptRegistration = (server) => {
  server.registerPrompt(
    'write-workflow',
    {
      title: 'Write a workflow for a feature',
      description: 'A tested sequence of requests for one feature of the API',
      argsSchema: z.object({ feature: z.string().describe('the feature in a few words, e.g. "checkout of a cart"') }),
    },
    ({ feature }) =>
      asUser(`Write a workflow for this feature of the API: ${feature}

1. tool_find_endpoints with the words of the feature; tool_get_endpoint for those that belong to it. \`needs\` says which endpoints provide their values.
2. tool_get_workflow {"scaffold":"<METHOD /path>"} for the last endpoint of the feature; it derives log-in, prerequisites and clean-up.
3. Complete it: capture what later steps need ("capture":{"workflow:<name>":"<dotted path in the response>"}), use it as {{workflow:<name>}}, make data with {{faker.<group>.<generator>}}, ask people only for what nobody can generate with {{human:<key>}}. Add expectStatus where a status other than 2xx is right, and "expect" for what matters in the body.
4. tool_create_workflow with dryRun true until it finds nothing, then without.
5. tool_run_workflow. If a step fails, find out whether the workflow, the model or the server is wrong, and say which. Do not weaken an expectation to make a run pass.`),
  );
};
