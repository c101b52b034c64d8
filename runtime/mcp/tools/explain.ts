import { z } from 'zod';
import { ANSWER_CHARACTERS, thatFit } from '../answer.js';
import { decodeCursor, encodeCursor } from '../cursor.js';
import { failure } from '../failure.js';
import { endpointNamed } from '../name-endpoint.js';
import { defineTool, READS } from '../tool.js';
import { suggest } from '../../project/suggest.js';
import { sourceFrame } from '../../project/source-frame.js';

const input = z.strictObject({
  endpoint: z.string().optional().describe('"METHOD /path"'),
  pass: z.string().optional().describe('compiler pass: show the IR after it'),
  cursor: z.string().optional(),
});

export const explain = defineTool({
  name: 'tool_explain',
  group: 'core',
  description:
    'Why an endpoint is what it is: mounts, reason for each middleware, evidence of fields. Without endpoint: what the scan could not resolve, and what helps.',
  input,
  effect: READS,
  async run(session, { endpoint: name, pass, cursor }, call) {
    if (pass !== undefined) {
      const { passNames } = await import('../../project/scan-project.js');
      if (!passNames().includes(pass))
        throw failure(
          'pass/unknown',
          `There is no pass "${pass}".`,
          `Passes, in order: ${passNames().join(', ')}.`,
          suggest(pass, passNames()),
        );
      const endpoint = name === undefined ? null : endpointNamed(await session.model(), name);
      const [{ compileProject }, { excerptOfDump }] = await Promise.all([import('../compile-project.js'), import('../ir-excerpt.js')]);
      const result = await compileProject(session, call, pass);
      const text = result.dumps.find((dump) => dump.pass === pass)?.text ?? '';
      const shown = endpoint ? excerptOfDump(text, endpoint, result.endpointSet) : text;
      const start = decodeCursor(cursor, pass, name ?? '', shown.length);
      const part = shown.slice(start, start + ANSWER_CHARACTERS - 1500);
      const end = start + part.length;
      return {
        document: {
          pass,
          ir: part,
          ...(end < shown.length
            ? {
                next: encodeCursor(end, pass, name ?? '', shown.length),
                more: `${shown.length - end} more characters: repeat with cursor, or name an endpoint`,
              }
            : {}),
        },
      };
    }
    if (name !== undefined) {
      const endpoint = endpointNamed(await session.model(), name);
      const [{ compileProject }, { explainEndpoint }] = await Promise.all([
        import('../compile-project.js'),
        import('../explain-endpoint.js'),
      ]);
      const { endpointSet } = await compileProject(session, call);
      return { document: explainEndpoint(endpointSet, endpoint) };
    }
    const model = await session.model();
    const all = model.unresolved ?? [];
    const start = decodeCursor(cursor, 'unresolved', model.generatedAt);
    const rows = thatFit(
      all.slice(start).map((one) => {
        const frame = one.source ? sourceFrame(session.root, one.source.file, one.source.line, undefined, 1) : null;
        return {
          what: [one.what, one.method, one.path].filter(Boolean).join(' '),
          code: one.code,
          loss: one.loss,
          why: one.reason,
          ...(one.source ? { at: `${one.source.file}:${one.source.line}` } : {}),
          ...(frame ? { line: frame.lines.find((line) => line.number === frame.line)?.text.trim() } : {}),
          ...(one.help !== undefined ? { help: one.help } : {}),
        };
      }),
      ANSWER_CHARACTERS - 800,
    );
    const end = start + rows.length;
    return {
      document: {
        total: all.length,
        unresolved: rows,
        ...(all.length === 0
          ? { note: 'The scan resolved every registration that it found.' }
          : { note: 'Values that only run time knows can be given under `values` or `env` in tool.config.json; then tool_scan.' }),
        ...(end < all.length
          ? { next: encodeCursor(end, 'unresolved', model.generatedAt), more: `${all.length - end} more: repeat with cursor = next` }
          : {}),
      },
    };
  },
});
