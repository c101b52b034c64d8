import { relative } from 'node:path';
import type { ServerScan } from '../../project/scan-project.js';
import { defineCommand, type Result } from '../command.js';
import { describeScan, SHOWN } from '../describe-scan.js';
import { ExitCode } from '../exit-code.js';
import { someOf } from '../../project/some-of.js';
import { damagedRecords, stagedTexts, type DamagedRecord } from '../../project/staged-files.js';
import { UsageError } from '../../project/usage-error.js';

export const scan = defineCommand({
  path: ['scan'],
  summary: 'Compile the sources into .tool/model.json and record what changed',
  options: {
    'print-after': { type: 'string', value: '<pass>|all', description: 'Print the intermediate representation after this pass, on stderr' },
    'print-changed': { type: 'boolean', description: 'Print it after each pass that changed it' },
    'stop-after': { type: 'string', value: '<pass>', description: 'End after this pass; writes nothing' },
    'allow-empty': { type: 'boolean', description: 'Write the model even if no endpoint was found any more, or a file has a syntax error' },
    check: { type: 'boolean', description: 'Write nothing; exit with 1 and a diff when the model is stale' },
    staged: { type: 'boolean', description: 'With --check: what the next commit holds, not the working tree' },
    verbose: { type: 'boolean', description: `Show all diagnostics, not only the ${SHOWN} that weigh most` },
  },
  examples: [
    ['tool scan', 'Scan the project in the current directory'],
    ['tool scan --project apps/api', 'Scan one server of a repository'],
    ['tool scan --check', 'In a hook or in CI: is the committed model what the source says?'],
    ['tool scan --print-after=attach-middleware', 'Look at one step of the compilation'],
  ],
  output: 'scan',
  async run(context, input) {
    const { isFailure, passNames, scanServers } = await import('../../project/scan-project.js');
    if (input.flag('staged') && !input.flag('check'))
      throw new UsageError('--staged says what --check looks at.', 'Use both: `tool scan --check --staged`.');
    const staged = input.flag('staged') ? stagedTexts(context.root) : undefined;
    const stopAfter = input.string('stop-after');
    const printAfter = input.string('print-after');
    for (const [option, pass] of [
      ['stop-after', stopAfter],
      ['print-after', printAfter],
    ] as const) {
      if (pass === undefined || (option === 'print-after' && pass === 'all')) continue;
      await checkPass(option, pass, passNames());
    }
    const servers = await scanServers(context, {
      allowEmpty: input.flag('allow-empty'),
      check: input.flag('check'),
      ...(staged && { staged }),
      ...(stopAfter !== undefined ? { stopAfter } : {}),
      ...(printAfter !== undefined ? { printAfter } : {}),
      printChanged: input.flag('print-changed'),
    });
    if (input.flag('check') && stopAfter === undefined)
      return reportCheck(
        servers,
        input.flag('verbose'),
        [...(staged?.keys() ?? [])].map((file) => relative(context.root, file)),
        staged ? await damagedRecords(context.root, staged) : [],
      );
    return {
      kind: 'report',
      exitCode: stopAfter === undefined && isFailure(servers) ? ExitCode.findings : ExitCode.success,
      ...describeScan(servers, input.flag('verbose')),
    };
  },
});

async function reportCheck(
  servers: readonly ServerScan[],
  verbose: boolean,
  unstaged: readonly string[],
  damaged: readonly DamagedRecord[],
): Promise<Result> {
  const { checkDocument, describeCheck } = await import('../describe-check.js');
  const scanned = describeScan(servers, verbose);
  const documents = servers.map(({ folder, preview, why }) => ({
    folder,
    check: preview && !why ? checkDocument(preview) : { stale: true },
  }));
  const stale = documents.some(({ check }) => check.stale);
  return {
    kind: 'report',
    exitCode: stale || damaged.length > 0 ? ExitCode.findings : ExitCode.success,
    document: { ...scanned.document, checks: documents, ...(damaged.length > 0 && { damaged }) },
    text: (style) =>
      [
        ...servers.map((server) =>
          server.preview && !server.why
            ? describeCheck(server, server.preview, style)
            : `${style.red(`${server.model} cannot be checked.`)}\n${describeScan([server], verbose).text(style)}`,
        ),
        ...(stale && unstaged.length > 0
          ? [
              `This is about what is staged; ${someOf(unstaged, 5)} ${unstaged.length === 1 ? 'is' : 'are'} not, or not in full. What you scan is the working tree: stage all of it, or put the rest away with \`git stash --keep-index --include-untracked\` while you scan.`,
            ]
          : []),
        ...damaged.map(
          ({ file, message, help }) =>
            `${style.red(`${file} is staged, and cannot be read.`)}\n${message}\n${style.cyan('help:')} ${help} Then \`git add\` it.`,
        ),
      ].join('\n\n'),
  };
}

async function checkPass(option: string, pass: string, known: readonly string[]): Promise<void> {
  if (known.includes(pass)) return;
  const { didYouMean } = await import('../../project/suggest.js');
  throw new UsageError(`--${option}: there is no pass "${pass}".`, didYouMean(pass, known) ?? `Passes: ${known.join(', ')}.`);
}
