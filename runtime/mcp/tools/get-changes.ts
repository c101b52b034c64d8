import { z } from 'zod';
import { ANSWER_CHARACTERS, thatFit } from '../answer.js';
import { decodeCursor, encodeCursor } from '../cursor.js';
import { defineTool, READS } from '../tool.js';
import { readChanges } from '../../store/index.js';

const input = z.strictObject({
  impact: z.boolean().default(false).describe('affected endpoints and workflows'),
  files: z.array(z.string()).max(200).optional().describe('impact of these files'),
  since: z.string().optional().describe('git ref: what changed for clients since then'),
  cursor: z.string().optional(),
});

export const getChanges = defineTool({
  name: 'tool_get_changes',
  group: 'core',
  description:
    'Source files that changed, newest first; what a change affects (files → endpoints → workflows); or the API changes since a git ref: breaking, risky, safe.',
  input,
  effect: READS,
  async run(session, { impact, files, since, cursor }) {
    if (impact || files !== undefined)
      return { document: await (await import('../impact.js')).impactOf(session, await session.model(), { since, files }) };
    if (since !== undefined)
      return { document: await (await import('../api-changes.js')).apiChanges(session, await session.model(), since, cursor) };
    const log = readChanges(session.root);
    if (log === null)
      return {
        document: {
          changes: [],
          note: 'Nobody watches the sources: `tool dev` writes the change log. With impact or since, git says what changed.',
        },
      };
    const all = [...log.changes].reverse();
    const start = decodeCursor(cursor, all.length);
    const rows = thatFit(
      all.slice(start).map(({ filePath, changedAt, eventType }) => ({ file: filePath, at: changedAt, event: eventType })),
      ANSWER_CHARACTERS - 500,
    );
    const end = start + rows.length;
    return {
      document: {
        watchedSince: log.watchedSince,
        total: all.length,
        changes: rows,
        ...(end < all.length ? { next: encodeCursor(end, all.length), more: `${all.length - end} more: repeat with cursor = next` } : {}),
      },
    };
  },
});
