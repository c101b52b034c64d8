import { relative } from 'node:path';
import { columns, count } from '../columns.js';
import { defineCommand } from '../command.js';
import { ExitCode } from '../exit-code.js';
import type { Style } from '../style.js';
import type { Decision } from '../upgrade/plan.js';
import { UsageError } from '../../project/usage-error.js';

export const upgrade = defineCommand({
  path: ['upgrade'],
  summary: "Upgrade the tool's own packages in the project, with the package manager that the project uses",
  options: { 'dry-run': { type: 'boolean', description: 'Ask the registry and show what would be run; changes nothing' } },
  examples: [
    ['tool upgrade --dry-run', 'See what would be upgraded'],
    ['tool upgrade', 'Upgrade with npm, pnpm, yarn or bun, by the lock file'],
  ],
  output: 'upgrade',
  async run(context, input) {
    const dryRun = input.flag('dry-run');
    const [
      { detectManager, installArguments },
      { declaredIn, decide, installations, installedVersion, ownPackages },
      { published, registryOf },
    ] = await Promise.all([import('../upgrade/package-manager.js'), import('../upgrade/plan.js'), import('../upgrade/registry.js')]);
    const manager = detectManager(context.root);
    const declared = declaredIn(
      [context.root, ...(manager.folder === context.root || manager.because === 'there is no lock file' ? [] : [manager.folder])],
      ownPackages(),
    );
    context.progress.update(`asking for ${count(declared.length, 'package')}`);
    const decisions = await Promise.all(
      declared.map(async (one) => decide(one, await published(one.name, registryOf(one.name, context.root)), process.versions.node)),
    );
    const calls = installations(decisions).map((installation) => ({ installation, args: installArguments(manager, installation) }));

    const failures: string[] = [];
    const done: string[] = [];
    if (!dryRun) {
      const [{ runManager }, { createMasker }] = await Promise.all([import('../upgrade/run-manager.js'), import('../../store/index.js')]);
      for (const { installation, args } of calls) {
        context.progress.update(`${manager.name} ${args.join(' ')}`);
        const run = await runManager(manager.name, args, installation.folder);
        if (run.kind === 'missing')
          throw new UsageError(
            `${manager.name} is not installed, and the project uses it (${manager.because}).`,
            `Install ${manager.name}, or run this elsewhere: ${manager.name} ${args.join(' ')}`,
          );
        if (run.code !== 0) {
          failures.push(`${manager.name} ended with ${run.code ?? 'a signal'}:\n${createMasker().text(run.output)}`);
          continue;
        }
        // Success of a package manager is not yet success of the upgrade: a cache or an override may hold an old version.
        for (const decision of decisions.filter(
          (one) => one.verdict === 'upgrade' && one.folder === installation.folder && one.section === installation.section,
        )) {
          const now = installedVersion(decision.folder, decision.name);
          if (now !== undefined && now !== decision.latest)
            failures.push(`${manager.name} ended well, but ${decision.name} is still ${now}.`);
          else if (!done.includes(decision.name)) done.push(decision.name);
        }
      }
    }
    const unreachable = decisions.filter(({ verdict }) => verdict === 'unreachable');
    const unknown = decisions.filter(({ verdict }) => verdict === 'unknown');
    const shown = (decision: Decision): string => relative(context.root, decision.folder) || '.';
    return {
      kind: 'data',
      exitCode:
        failures.length > 0 || unknown.length > 0
          ? ExitCode.findings
          : unreachable.length > 0
            ? ExitCode.targetUnreachable
            : ExitCode.success,
      document: {
        packageManager: manager.name,
        because: manager.because,
        dryRun,
        packages: decisions.map(({ folder: _folder, ...decision }) => ({ ...decision, folder: shown({ ...decision, folder: _folder }) })),
        commands: calls.map(({ installation, args }) => ({
          command: manager.name,
          args,
          folder: relative(context.root, installation.folder) || '.',
        })),
        upgraded: done,
        failures,
      },
      text: (style) =>
        [
          ...(declared.length === 0
            ? [
                `The tool is no dependency of this project, so there is nothing to upgrade here. A global installation: npm install --global tool@latest`,
              ]
            : [
                columns(
                  decisions.map((decision) => [
                    mark(decision, done, style),
                    decision.name,
                    describe(decision),
                    shown(decision) === '.' ? '' : style.dim(shown(decision)),
                  ]),
                ),
              ]),
          ...(calls.length > 0
            ? [
                '',
                style.dim(`${manager.name}, because of ${manager.because}`),
                ...calls.map(({ args }) => `  ${manager.name} ${args.join(' ')}`),
              ]
            : []),
          ...(dryRun && calls.length > 0 ? [style.dim('Nothing was changed (--dry-run).')] : []),
          ...failures.map((failure) => `${style.red('failed:')} ${failure}`),
          ...(unreachable.length > 0
            ? [
                `${style.red('error:')} the registry ${registryOf(unreachable[0]!.name, context.root)} cannot be asked: ${unreachable[0]!.why}.`,
                `${style.cyan('help:')} Check the network, proxies and "registry" in .npmrc, and run \`tool upgrade\` again. Nothing was changed for ${unreachable.map(({ name }) => name).join(', ')}.`,
              ]
            : []),
        ].join('\n'),
    };
  },
});

const mark = (decision: Decision, done: readonly string[], style: Style): string => {
  if (done.includes(decision.name)) return style.green('upgraded');
  if (decision.verdict === 'upgrade') return style.yellow('available');
  return decision.verdict === 'current'
    ? style.green('current')
    : decision.verdict === 'unknown' || decision.verdict === 'unreachable'
      ? style.red(decision.verdict)
      : style.dim(decision.verdict);
};

const describe = ({ installed, range, latest, next, verdict, why }: Decision): string =>
  verdict === 'upgrade'
    ? `${installed ?? range} → ${latest}${next !== undefined && next !== range ? ` (${range} → ${next})` : ''}`
    : `${installed ?? range}${why === undefined ? '' : `: ${why}`}`;
