import { join } from 'node:path';
import type { HookManager } from './hook-manager.js';
import { installBlock, uninstallBlock } from './shell-block.js';

/** The hooks folder of the repository, or the one that `core.hooksPath` names. */
export const plainGit: HookManager = {
  name: 'git',
  title: 'git',
  detect: () => true,
  fileOf: ({ hooks }) => join(hooks, 'pre-commit'),
  isActive: () => true,
  activate: '',
  install: (place) => installBlock(join(place.hooks, 'pre-commit'), place, { own: place.hooksPath === '', shebang: true }),
  uninstall: (place) => uninstallBlock(join(place.hooks, 'pre-commit'), place),
};
