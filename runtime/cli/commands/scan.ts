import { columns, count } from '../columns.js';
import { defineCommand } from '../command.js';
import { ExitCode } from '../exit-code.js';
import { printDiagnostic } from '../print-diagnostic.js';
import type { ServerScan } from '../scan-project.js';
import type { Style } from '../style.js';
import { UsageError } from '../usage-error.js';

const SHOWN = 5;

export const scan = defineCommand({
  path: ['scan'],
  summary: 'Compile the sources into .tool/model.json and record what changed',
  options: {
    'print-after': { type: 'string', value: '<pass>|all', description: 'Print the intermediate representation after this pass, on stderr' },
    'print-changed': { type: 'boolean', description: 'Print it after each pass that changed it' },
    'stop-after': { type: 'string', value: '<pass>', description: 'End after this pass; writes nothing' },
    'allow-empty': { type: 'boolean', description: 'Write the model even if no endpoint was found any more' },
    verbose: { type: 'boolean', description: `Show all diagnostics, not only the ${SHOWN} that weigh most` },
  },
  examples: [
    ['tool scan', 'Scan the project in the current directory'],
    ['tool scan --project apps/api', 'Scan one server of a repository'],
    ['tool scan --print-after=attach-middleware', 'Look at one step of the compilation'],
  ],
  output: 'scan',
  async run(context, input) {
    const { passNames, scanServers } = await import('../scan-project.js');
    const stopAfter = input.string('stop-after');
    const printAfter = input.string('print-after');
    for (const [option, pass] of [['stop-after', stopAfter], ['print-after', printAfter]] as const) {
      if (pass === undefined || (option === 'print-after' && pass === 'all')) continue;
      await checkPass(option, pass, passNames());
    }
    const servers = await scanServers(context, {
      allowEmpty: input.flag('allow-empty'),
      ...(stopAfter !== undefined ? { stopAfter } : {}),
      ...(printAfter !== undefined ? { printAfter } : {}),
      printChanged: input.flag('print-changed'),
    });
    const nothing = stopAfter === undefined && servers.every((server) => server.found === 0);
    const shown = input.flag('verbose') ? Number.POSITIVE_INFINITY : SHOWN;
    return {
      kind: 'report',
      exitCode: nothing ? ExitCode.findings : ExitCode.success,
      document: {
        servers: servers.map(({ found: _found, ...server }) => server),
        milliseconds: Math.round(servers.reduce((sum, server) => sum + server.milliseconds, 0)),
      },
      text: (style) => servers.map((server) => describeServer(server, servers.length > 1, shown, style)).join('\n\n'),
    };
  },
});

async function checkPass(option: string, pass: string, known: readonly string[]): Promise<void> {
  if (known.includes(pass)) return;
  const { didYouMean } = await import('../suggest.js');
  throw new UsageError(`--${option}: there is no pass "${pass}".`, didYouMean(pass, known) ?? `Passes: ${known.join(', ')}.`);
}

function describeServer(server: ServerScan, several: boolean, shown: number, style: Style): string {
  const lines: string[] = [];
  const { endpoints, changes, loss, unresolved } = server;
  if (several) lines.push(style.bold(server.folder));
  if (server.stoppedAfter !== undefined) {
    return [...lines, `Stopped after ${server.stoppedAfter}: nothing was written. ${count(server.diagnostics.length, 'diagnostic')}.`].join('\n');
  }
  const time = `${count(server.files.parsed, 'file')} parsed of ${server.files.listed}, ${(server.milliseconds / 1000).toFixed(2)} s`;
  if (server.why !== undefined) {
    lines.push(`${style.red('No endpoints.')} ${server.why.reason}`, `${style.cyan('help:')} ${server.why.help}`);
    if (server.kept) lines.push(`The existing ${server.model} was kept: it has ${count(endpoints.total, 'endpoint')}. If the API is really gone, run \`tool scan --allow-empty\`.`);
  } else {
    lines.push(`${style.green(count(endpoints.total, 'endpoint'))}  ${Object.entries(endpoints.byMethod).map(([method, number]) => `${method} ${number}`).join('  ')}`);
    const notes = [
      ['secured', `${endpoints.secured}${endpoints.optional > 0 ? `, ${endpoints.optional} more optionally` : ''}`],
      ...(endpoints.conditional > 0 ? [['conditional', `${endpoints.conditional} only under another configuration`]] : []),
      ...(endpoints.shadowed > 0 ? [['shadowed', `${endpoints.shadowed} never answer`]] : []),
      ['changes', changes.added + changes.removed + changes.changed === 0 ? 'none' : `${changes.added} added, ${changes.removed} removed, ${changes.changed} changed`],
      ['unresolved', unresolved.length === 0 ? 'none' : `${unresolved.length}`],
      ...(Object.keys(loss).length > 0 ? [['loss', Object.entries(loss).map(([kind, number]) => `${number} ${kind}`).join(', ')]] : []),
    ];
    lines.push(columns(notes, '  '));
  }
  const { diagnostics } = server;
  if (diagnostics.length > 0) {
    lines.push('', ...diagnostics.slice(0, shown).map((diagnostic) => printDiagnostic(diagnostic, style)));
    if (diagnostics.length > shown) lines.push(style.dim(`… ${diagnostics.length - shown} more: tool scan --verbose`));
  }
  for (const report of server.conflicts) lines.push(`${style.yellow('kept by hand')}  ${report}`);
  lines.push('', style.dim(`${server.written ? `wrote ${server.model}` : server.why !== undefined ? 'wrote nothing' : `${server.model} is up to date`}; ${time}`));
  return lines.join('\n');
}
