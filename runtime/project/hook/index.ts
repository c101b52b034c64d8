import { existsSync, readFileSync } from 'node:fs';
import { UsageError } from '../usage-error.js';
import type { HookManager, HookOutcome } from './hook-manager.js';
import { findHookPlace, hookId, type HookPlace } from './hook-place.js';
import { husky } from './husky.js';
import { lefthook } from './lefthook.js';
import { plainGit } from './plain-git.js';
import { preCommitFramework } from './pre-commit-framework.js';
import { opening } from './shell-block.js';

export type { HookOutcome } from './hook-manager.js';

/** In the order in which they are looked for: a project with one of the first three does not run what is in git's own folder. */
const managers: readonly HookManager[] = [husky, lefthook, preCommitFramework, plainGit];

export const managerNames: readonly string[] = managers.map(({ name }) => name);

export interface InstalledHook extends HookOutcome {
  readonly manager: string;
  readonly title: string;
  /** What a person has to do before commits run it. */
  readonly notes?: readonly string[];
}

/**
 * Makes commits check the model of a project.
 * @param name which manager of hooks to use; default: the one that the project uses
 * @throws UsageError outside a repository, for an unknown manager, or when the hook that is there cannot take another one
 */
export function installHook(root: string, name?: string): InstalledHook {
  const place = findHookPlace(root);
  const manager = name === undefined ? managers.find((one) => one.detect(place))! : named(name);
  const note = inactive(manager, place);
  return { manager: manager.name, title: manager.title, ...manager.install(place), ...(note !== null && { notes: [note] }) };
}

/** Which managers hold a hook for this project, and why no commit runs it; none outside a repository. */
export function installedHooks(root: string): { readonly title: string; readonly file: string; readonly inactive: string | null }[] {
  let place: HookPlace;
  try {
    place = findHookPlace(root);
  } catch {
    return [];
  }
  return managers.flatMap((manager) => {
    const file = manager.fileOf(place);
    const text = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : '';
    const holds = text.includes(opening(place.project)) || new RegExp(`\\b${hookId(place)}(?![\\w-])`).test(text);
    return holds ? [{ title: manager.title, file: file!, inactive: inactive(manager, place) }] : [];
  });
}

const inactive = (manager: HookManager, place: HookPlace): string | null =>
  manager.isActive(place)
    ? null
    : `${manager.title} is not active in this checkout, so no commit runs the hook. Run \`${manager.activate}\` once in each checkout, or use \`tool hook install --with git\`.`;

/** Removes what `installHook` added, wherever it is. */
export function uninstallHook(root: string, name?: string): InstalledHook[] {
  const place = findHookPlace(root);
  const all = (name === undefined ? managers.filter((one) => one.detect(place)) : [named(name)]).map((manager) => ({
    manager: manager.name,
    title: manager.title,
    ...manager.uninstall(place),
  }));
  const removed = all.filter(({ state }) => state === 'removed');
  return removed.length > 0 ? removed : all.slice(0, 1);
}

function named(name: string): HookManager {
  const manager = managers.find((one) => one.name === name);
  if (manager === undefined) throw new UsageError(`There is no manager of hooks called "${name}".`, `Known: ${managerNames.join(', ')}.`);
  return manager;
}
