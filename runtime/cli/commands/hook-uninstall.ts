import { relative } from 'node:path';
import { defineCommand } from '../command.js';

export const hookUninstall = defineCommand({
  path: ['hook', 'uninstall'],
  summary: 'Remove the hook that `tool hook install` added, and nothing else',
  options: {
    with: { type: 'string', value: 'git|husky|lefthook|pre-commit', description: 'Where to remove it; default: wherever it is' },
  },
  examples: [['tool hook uninstall', 'Commits do not check the model any more']],
  output: 'hook-uninstall',
  async run(context, input) {
    const { uninstallHook } = await import('../../project/hook/index.js');
    const hooks = uninstallHook(context.root, input.string('with')).map(({ manager, file, state }) => ({ manager, file, state }));
    return {
      kind: 'report',
      document: { hooks },
      text: (style) =>
        hooks
          .map(({ file, state }) =>
            state === 'removed' ? `${style.green('removed')}  ${relative(context.root, file) || file}` : 'There is no hook of tool here.',
          )
          .join('\n'),
    };
  },
});
