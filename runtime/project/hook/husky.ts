import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { HookManager } from './hook-manager.js';
import type { HookPlace } from './hook-place.js';
import { installBlock, uninstallBlock } from './shell-block.js';

const HUSKY = /(?:^|\/)\.husky(?:\/_)?\/?$/;

/** Git is led to `<folder>/_`, or to the folder itself by older versions; the scripts of the project are in the folder. */
function folderOf({ repository, hooksPath }: HookPlace): string {
  const configured = HUSKY.test(hooksPath) ? resolve(repository, hooksPath) : null;
  if (configured === null) return join(repository, '.husky');
  return /\/_\/?$/.test(hooksPath) ? dirname(configured) : configured;
}

export const husky: HookManager = {
  name: 'husky',
  title: 'husky',
  detect: (place) => existsSync(folderOf(place)),
  fileOf: (place) => join(folderOf(place), 'pre-commit'),
  isActive: ({ hooksPath }) => HUSKY.test(hooksPath),
  activate: 'npx husky',
  // The scripts of husky need no first line: it runs them with sh.
  install: (place) => installBlock(join(folderOf(place), 'pre-commit'), place, { own: false, shebang: false }),
  uninstall: (place) => uninstallBlock(join(folderOf(place), 'pre-commit'), place),
};
