import { relative } from 'node:path';
import { defineCommand } from '../command.js';

export const hookInstall = defineCommand({
  path: ['hook', 'install'],
  summary: 'Check before each commit that the model is what the source says',
  options: {
    with: { type: 'string', value: 'git|husky|lefthook|pre-commit', description: 'Where to install it; default: what the project uses' },
  },
  examples: [
    ['tool hook install', 'Install the pre-commit hook; a hook that is there stays'],
    ['tool hook install --with git', "In git's own hooks folder, for this checkout alone"],
  ],
  output: 'hook-install',
  async run(context, input) {
    const { installHook } = await import('../../project/hook/index.js');
    const { manager, title, file, state, notes } = installHook(context.root, input.string('with'));
    return {
      kind: 'report',
      document: { manager, file, state, notes: notes ?? [] },
      text: (style) =>
        [
          `${state === 'unchanged' ? style.dim('up to date') : style.green(state)}  ${relative(context.root, file) || file} ${style.dim(`(${title})`)}`,
          ...(notes ?? []),
          ...(state === 'installed' && notes === undefined
            ? ['Each commit runs `tool scan --check --staged`. It takes a moment only when sources changed.']
            : []),
        ].join('\n'),
    };
  },
});
