import { z } from 'zod';
import { unknownFields, validate } from '../../../schemas/index.js';
import { failure } from '../failure.js';
import { workflowPath } from '../resources/workflow.js';
import { defineTool } from '../tool.js';
import { writeWorkflow } from '../../store/index.js';
import { suggest } from '../../project/suggest.js';

const input = z.strictObject({
  name: z.string().min(1),
  description: z.string().optional(),
  steps: z
    .array(z.record(z.string(), z.unknown()))
    .min(1)
    .describe(
      '{name, method, path, query, headers, body, capture:{"workflow:x":"dotted.path"}, inject:{"header:Authorization":"Bearer {{workflow:x}}"}, expectStatus, expect, use, cleanup}',
    ),
  replace: z.boolean().default(false),
  dryRun: z.boolean().default(false).describe('only validate'),
});

export const createWorkflow = defineTool({
  name: 'tool_create_workflow',
  group: 'core',
  description: 'Validate a workflow and write it to .tool/workflows. Templates: {{workflow:x}}, {{faker.internet.email}}, {{human:key}}.',
  input,
  output: z.object({ file: z.string().optional(), written: z.boolean(), findings: z.array(z.object({}).loose()) }).loose(),
  effect: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async run(session, { name, description, steps, replace, dryRun }) {
    const given: unknown = { name, ...(description !== undefined ? { description } : {}), steps };
    const check = validate('workflow', given);
    if (!check.ok) {
      const unknown = unknownFields('workflow', given);
      throw failure(
        'workflow/invalid',
        [
          ...check.errors.map((error) => `${error.pointer || '/'} ${error.message}`),
          ...unknown.map(({ pointer }) => `${pointer} is no field`),
        ].join('; '),
        'Nothing was written. Correct these places; the pointers lead into {name, steps}.',
        unknown.flatMap(({ name: written, known }) => suggest(written, known)),
      );
    }
    const workflow = check.value;
    const { findingsOf } = await import('../check-workflow.js');
    const findings = await findingsOf(session, workflow);
    const errors = findings.filter(({ severity }) => severity === 'error');
    if (dryRun || errors.length > 0)
      return {
        document: { written: false, findings, ...(dryRun ? {} : { note: 'Nothing was written: a workflow with errors cannot run.' }) },
      };
    const { file, written } = await writeWorkflow(session.root, workflow, { replace });
    return { document: { file: workflowPath(session.root, file), written, findings } };
  },
});
