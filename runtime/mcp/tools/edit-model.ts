import { z } from 'zod';
import { applyEdits } from '../apply-edits.js';
import { checkTargets } from '../check-targets.js';
import { defineTool } from '../tool.js';
import { updateModel } from '../../store/index.js';
import { failure } from '../failure.js';

const edit = z.strictObject({
  kind: z.enum(['endpoint', 'environment', 'securityScheme']),
  name: z.string().min(1).describe('"METHOD /path", or name'),
  set: z.record(z.string(), z.unknown()).optional().describe('fields as in model.json, merged; null removes'),
  remove: z.boolean().optional(),
});

const input = z.strictObject({
  edits: z.array(edit).min(1).max(50),
  dryRun: z.boolean().default(false),
});

export const editModel = defineTool({
  name: 'tool_edit_model',
  group: 'core',
  description:
    'Add, change or remove endpoints, environments and security schemes in .tool/model.json. Edited fields survive rescans. All edits or none are applied.',
  input,
  effect: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  async run(session, { edits, dryRun }) {
    const model = await session.modelIfAny();
    if (model === null) throw failure('model/missing', 'There is no model yet.', 'Call tool_scan first.');
    await checkTargets(session, edits);
    const planned = applyEdits(model, edits);
    if (dryRun) return { document: { dryRun: true, changes: planned.changes } };
    let changes = planned.changes;
    const { written } = await updateModel(session.root, (previous) => {
      const applied = applyEdits(previous ?? model, edits);
      changes = applied.changes;
      return applied.model;
    });
    return { document: { written, changes, ...(written ? {} : { note: 'The model said so already.' }) } };
  },
});
