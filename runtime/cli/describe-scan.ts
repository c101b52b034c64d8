import type { ServerScan } from '../project/scan-project.js';
import { changesText } from '../project/summary.js';
import { columns, count } from './columns.js';
import type { Result } from './command.js';
import { groupDiagnostics, printDiagnostics } from './print-diagnostic.js';
import type { Style } from './style.js';

/** Number of diagnostics that are shown without `--verbose`. */
export const SHOWN = 5;

/**
 * What `scan` says, as a document and for people.
 * @param recalled milliseconds it took to see that nothing changed since the last scan, which is shown again; absent for a scan that was made
 */
export function describeScan(
  servers: readonly ServerScan[],
  verbose: boolean,
  recalled?: number,
): Pick<Result & { document: object }, 'document' | 'text'> {
  const milliseconds = recalled ?? servers.reduce((sum, server) => sum + server.milliseconds, 0);
  return {
    document: {
      servers: servers.map(({ found: _found, preview: _preview, ...server }) => server),
      ...(recalled !== undefined && { unchanged: true }),
      milliseconds: Math.round(milliseconds),
    },
    text: (style) =>
      servers
        .map((server) => describeServer(server, servers.length > 1, verbose ? Number.POSITIVE_INFINITY : SHOWN, style, recalled))
        .join('\n\n'),
  };
}

/** As a shell takes it. */
const asArgument = (word: string): string => (/^[\w@./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

function describeServer(server: ServerScan, several: boolean, shown: number, style: Style, recalled?: number): string {
  const lines: string[] = [];
  const { endpoints, changes, loss, unresolved } = server;
  if (several) lines.push(style.bold(server.folder));
  if (server.stoppedAfter !== undefined) {
    return [...lines, `Stopped after ${server.stoppedAfter}: nothing was written. ${count(server.diagnostics.length, 'diagnostic')}.`].join(
      '\n',
    );
  }
  const time =
    recalled !== undefined
      ? `nothing changed since the last scan, ${(recalled / 1000).toFixed(2)} s`
      : `${count(server.files.parsed, 'file')} parsed${server.files.parsed > server.files.listed ? ' with those of other packages' : ` of ${server.files.listed}`}, ${(server.milliseconds / 1000).toFixed(2)} s`;
  if (server.why !== undefined) {
    const nothing = server.found === 0;
    lines.push(
      `${style.red(nothing ? 'No endpoints.' : 'Not the whole API.')} ${server.why.reason}`,
      `${style.cyan('help:')} ${server.why.help}`,
    );
    if (server.kept)
      lines.push(
        `The existing ${server.model} was kept: it has ${count(endpoints.total, 'endpoint')}.${nothing ? ' If the API is really gone, run `tool scan --allow-empty`.' : ''}`,
      );
  }
  if (server.why === undefined || (server.found > 0 && !server.kept)) {
    lines.push(
      `${style.green(count(endpoints.total, 'endpoint'))}  ${Object.entries(endpoints.byMethod)
        .map(([method, number]) => `${method} ${number}`)
        .join('  ')}`,
    );
    const notes = [
      ['secured', `${endpoints.secured}${endpoints.optional > 0 ? `, ${endpoints.optional} more optionally` : ''}`],
      ...(endpoints.conditional > 0 ? [['conditional', `${endpoints.conditional} only under another configuration`]] : []),
      ...(endpoints.shadowed > 0 ? [['shadowed', `${endpoints.shadowed} never answer`]] : []),
      ['changes', changesText(changes)],
      ['unresolved', unresolved.length === 0 ? 'none' : `${unresolved.length}`],
      ...(Object.keys(loss).length > 0
        ? [
            [
              'loss',
              Object.entries(loss)
                .map(([kind, number]) => `${number} ${kind}`)
                .join(', '),
            ],
          ]
        : []),
    ];
    lines.push(columns(notes, '  '));
  }
  const { diagnostics } = server;
  if (diagnostics.length > 0) {
    const printed = Number.isFinite(shown) ? groupDiagnostics(diagnostics) : diagnostics;
    lines.push('', ...printDiagnostics(printed.slice(0, shown), style));
    if (printed.length > shown) lines.push(style.dim(`… ${printed.length - shown} more: tool scan --verbose`));
  }
  // Said in full once: by the scan that met it.
  if (server.conflicts.length > 0 && !server.written && Number.isFinite(shown))
    lines.push(style.dim(`kept by hand: ${count(server.conflicts.length, 'value')} that people wrote; tool scan --verbose`));
  else if (server.conflicts.length > 0)
    lines.push(
      ...server.conflicts.map((report) => `${style.yellow('kept by hand')}  ${report}`),
      `${style.cyan('help:')} What people wrote stays. To take what the source says, delete it in ${server.model} (a field of an endpoint also in "authored") and scan again.`,
    );
  if (server.merged)
    lines.push(
      `${style.green('merged')}  ${server.model} has what people wrote on both sides: look at it, then \`git add ${server.model}\``,
    );
  if (server.disagreement !== undefined) lines.push('', `${style.yellow('warning:')} ${server.disagreement}`);
  lines.push(
    '',
    style.dim(
      `${server.written ? `wrote ${server.model}` : server.why !== undefined ? 'wrote nothing' : `${server.model} is up to date`}; ${time}`,
    ),
  );
  if (server.leftOut !== undefined)
    lines.push(
      '',
      `${style.yellow('not scanned')}  ${server.leftOut.join(', ')}: a framework is among the dependencies, and nothing says that somebody starts it.`,
      `${style.cyan('help:')} For one scan: \`tool scan --project ${asArgument(server.leftOut[0]!)}\`. If it is a server, list all servers under \`projects\` in tool.config.json.`,
    );
  if (server.together !== undefined)
    lines.push(
      '',
      `${style.yellow('one model')}  of ${server.together.join(', ')}: nothing says that somebody starts more than one of them, so paths and guards of all of them are together.`,
      `${style.cyan('help:')} If they are servers of their own, list them under \`projects\` in tool.config.json.`,
    );
  return lines.join('\n');
}
