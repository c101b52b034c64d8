import { z } from 'zod';
import { defineTool } from '../tool.js';

const input = z.strictObject({
  allowEmpty: z.boolean().default(false).describe('replace a model by an empty one, or by what could be parsed'),
});

export const scan = defineTool({
  name: 'tool_scan',
  group: 'core',
  description:
    'Compile the sources into .tool/model.json. Call after changing routes. Keeps what was edited by hand. Runs no project code.',
  input,
  effect: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async run(session, { allowEmpty }, call) {
    const [{ scanServers }, { scanHost }] = await Promise.all([import('../../project/scan-project.js'), import('../compile-project.js')]);
    const servers = await scanServers(await scanHost(session, call), { allowEmpty, printChanged: false });
    const documents = servers.map((server) => ({
      ...(servers.length > 1 ? { folder: server.folder } : {}),
      framework: server.project.framework,
      endpoints: server.endpoints,
      changes: server.changes,
      ...(server.written ? { wrote: server.model } : {}),
      ...(server.why ? { why: server.why, kept: server.kept } : {}),
      ...(server.conflicts.length > 0 ? { keptByHand: server.conflicts } : {}),
      ...(server.unresolved.length > 0 ? { unresolved: server.unresolved.length } : {}),
      diagnostics: server.diagnostics.slice(0, 8).map(({ code, message, help, place }) => ({
        code,
        message,
        ...('file' in place ? { at: `${place.file}:${place.line}` } : {}),
        ...(help !== undefined ? { help } : {}),
      })),
      ...(server.diagnostics.length > 8 ? { more: `${server.diagnostics.length - 8} more diagnostics: tool_explain` } : {}),
      ...(server.leftOut ? { notScanned: server.leftOut } : {}),
      ...(server.together ? { oneModelOf: server.together } : {}),
      milliseconds: server.milliseconds,
    }));
    return {
      document:
        servers.length === 1
          ? { ...documents[0], next: servers[0]!.why ? 'resolve what `why` says, then scan again' : 'tool_find_endpoints' }
          : { servers: documents, next: 'This repository has several servers: start one MCP server for each, with --project <folder>.' },
    };
  },
});
