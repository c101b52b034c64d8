import { z } from 'zod';
import { ANSWER_CHARACTERS, thatFit } from '../answer.js';
import { decodeCursor, encodeCursor } from '../cursor.js';
import { count } from '../../project/count.js';
import { toContract, toRow } from '../describe-endpoint.js';
import { searchEndpoints, whyNone } from '../../project/search-endpoints.js';
import { defineTool, READS } from '../tool.js';

const input = z.strictObject({
  query: z.string().optional().describe('words, e.g. "create order"'),
  method: z.string().optional(),
  path: z.string().optional().describe('prefix, or with *'),
  field: z.string().optional().describe('parameter, body or response field'),
  file: z.string().optional(),
  guard: z.string().optional().describe('middleware, scheme, or "none"'),
  detail: z.enum(['concise', 'full']).default('concise'),
  limit: z.number().int().min(1).max(200).default(30),
  cursor: z.string().optional(),
});

export const findEndpoints = defineTool({
  name: 'tool_find_endpoints',
  group: 'core',
  description: 'Search the API endpoints; without filters lists all. Use this instead of reading route files.',
  input,
  effect: READS,
  async run(session, { query, method, path, field, file, guard, detail, limit, cursor }) {
    const model = await session.model();
    const filters = Object.fromEntries(
      Object.entries({ words: query, method, path, field, file, guard }).filter(([, value]) => value !== undefined && value !== ''),
    );
    const { endpoints, partial } = searchEndpoints(model, filters);
    const subject = [filters, model.generatedAt];
    const start = decodeCursor(cursor, ...subject);
    const rows = thatFit(endpoints.slice(start, start + limit).map(detail === 'full' ? toContract : toRow), ANSWER_CHARACTERS - 600);
    const end = start + rows.length;
    return {
      document: {
        total: endpoints.length,
        endpoints: rows,
        ...(partial ? { note: 'No endpoint has all the words; these have some.' } : {}),
        ...(endpoints.length === 0
          ? {
              note:
                model.endpoints.length === 0
                  ? 'The model is empty: call tool_scan.'
                  : `${whyNone(model, filters)}${model.unresolved?.length ? ` ${count(model.unresolved.length, 'registration')} could not be resolved: tool_explain says which.` : ''}`,
            }
          : {}),
        ...(end < endpoints.length
          ? { next: encodeCursor(end, ...subject), more: `${endpoints.length - end} more: repeat with cursor = next` }
          : {}),
      },
    };
  },
});
