import { z } from 'zod';
import { inWords } from '../in-words.js';
import { asUser, type PromptRegistration } from './prompt.js';

export const reviewChanges: PromptRegistration = (server, session) => {
  server.registerPrompt(
    'review-changes',
    {
      title: 'Review the API changes of this branch',
      description: 'What changed for clients of the API since a git ref, and what it breaks',
      argsSchema: z.object({ since: z.string().optional().describe('git ref to compare with; default: main') }),
    },
    ({ since }) =>
      asUser(
        inWords(
          session,
          `Review what this branch changes for clients of the API.

1. tool_scan, so that the model is that of the sources.
2. tool_get_changes {"since":"${since ?? 'main'}"}: the semantic difference, each change classed as breaking, risky or safe.
3. For each breaking or risky change: tool_explain for the endpoint; say what a client notices, and whether it looks intended.
4. New endpoints: is there a guard where their neighbours have one (tool_find_endpoints {"guard":"none"})? Are bodies validated?
5. tool_get_changes {"impact":true}: which workflows are affected; run them with tool_run_workflow if an environment on this machine answers.
6. Report the breaking changes first, each with file and line; then risky ones; then what is covered by no workflow.`,
        ),
      ),
  );
};
