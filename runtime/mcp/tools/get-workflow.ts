import { z } from 'zod';
import { FULL_CHARACTERS, thatFit, ANSWER_CHARACTERS } from '../answer.js';
import { decodeCursor, encodeCursor } from '../cursor.js';
import { findProjectWorkflow } from '../find-project-workflow.js';
import { endpointNamed } from '../name-endpoint.js';
import { workflowPath } from '../resources/workflow.js';
import { defineTool, READS } from '../tool.js';
import { readWorkflow, workflowFiles } from '../../store/index.js';

const input = z.strictObject({
  name: z.string().optional(),
  scaffold: z.string().optional().describe('"METHOD /path": propose a workflow that leads there'),
  cursor: z.string().optional(),
});

export const getWorkflow = defineTool({
  name: 'tool_get_workflow',
  group: 'core',
  description: 'List the workflows, read one, or propose one for an endpoint: log-in, prerequisites, call, clean-up.',
  input,
  effect: READS,
  async run(session, { name, scaffold, cursor }) {
    if (scaffold !== undefined) {
      const { proposeWorkflow } = await import('../propose-workflow.js');
      const model = await session.model();
      const { workflow, notes } = await proposeWorkflow(model, endpointNamed(model, scaffold));
      return {
        document: {
          workflow,
          ...(notes.length > 0 ? { notes } : {}),
          next: 'Complete it and pass name and steps to tool_create_workflow.',
        },
        budget: FULL_CHARACTERS,
      };
    }
    if (name !== undefined) {
      const { workflow, shown } = await findProjectWorkflow(session.root, name);
      return { document: { file: shown, workflow }, budget: FULL_CHARACTERS };
    }
    const files = workflowFiles(session.root);
    const start = decodeCursor(cursor, files);
    const rows = thatFit(
      await Promise.all(
        files.slice(start, start + 200).map(async (file) => {
          const shown = workflowPath(session.root, file);
          return readWorkflow(session.root, file).then(
            ({ workflow }) => ({
              file: shown,
              name: workflow.name,
              steps: workflow.steps.map((step) => (step.use !== undefined ? `use ${step.use}` : `${step.method} ${step.path}`)),
            }),
            (error: unknown) => ({ file: shown, error: error instanceof Error ? error.message.split('\n')[0] : String(error) }),
          );
        }),
      ),
      ANSWER_CHARACTERS - 500,
    );
    const end = start + rows.length;
    return {
      document: {
        total: files.length,
        workflows: rows,
        ...(files.length === 0 ? { next: 'Propose one: {"scaffold":"METHOD /path"}.' } : {}),
        ...(end < files.length ? { next: encodeCursor(end, files), more: `${files.length - end} more: repeat with cursor = next` } : {}),
      },
    };
  },
});
