import { z } from 'zod';
import { ANSWER_CHARACTERS, thatFit } from '../answer.js';
import { decodeCursor, encodeCursor } from '../cursor.js';
import { defineTool, READS } from '../tool.js';

const input = z.strictObject({
  what: z.enum(['all', 'model', 'workflows']).default('all'),
  cursor: z.string().optional(),
});

export const validate = defineTool({
  name: 'tool_validate',
  group: 'core',
  description: 'Verify model and workflows without sending anything: every finding with place and remedy.',
  input,
  effect: READS,
  async run(session, { what, cursor }) {
    const { validateProject } = await import('../validate-project.js');
    const findings = await validateProject(session, what);
    const start = decodeCursor(cursor, what, findings.length);
    const rows = thatFit(findings.slice(start), ANSWER_CHARACTERS - 500);
    const end = start + rows.length;
    const errors = findings.filter(({ severity }) => severity === 'error').length;
    return {
      document: {
        valid: errors === 0,
        errors,
        warnings: findings.length - errors,
        findings: rows,
        ...(end < findings.length
          ? { next: encodeCursor(end, what, findings.length), more: `${findings.length - end} more: repeat with cursor = next` }
          : {}),
      },
    };
  },
});
