import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { UsageError } from '../usage-error.js';

/** Where the hook of a project goes. */
export interface HookPlace {
  /** Absolute path of the working tree's root; hooks run there. */
  readonly repository: string;
  /** The project below it, with forward slashes; `.` for the root itself. */
  readonly project: string;
  /** Absolute path of the folder in which git looks for hooks. */
  readonly hooks: string;
  /** `core.hooksPath` as it is configured; empty when it is not. */
  readonly hooksPath: string;
}

/** @throws UsageError when the project is in no git repository */
export function findHookPlace(root: string): HookPlace {
  const repository = git(root, ['rev-parse', '--show-toplevel']);
  if (repository === null)
    throw new UsageError(
      `${root} is in no git repository, and hooks belong to one.`,
      'Run `git init` first, or name the project with --project.',
    );
  const top = realpathSync(repository);
  const project = relative(top, realpathSync(root)).split(sep).join('/') || '.';
  return {
    repository: top,
    project,
    hooks: resolve(root, git(root, ['rev-parse', '--git-path', 'hooks']) ?? join(top, '.git', 'hooks')),
    hooksPath: git(root, ['config', '--get', 'core.hooksPath']) ?? '',
  };
}

function git(root: string, words: readonly string[]): string | null {
  try {
    return execFileSync('git', [...words], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], windowsHide: true }).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new UsageError('git is not installed, or not in PATH.', 'Install git.');
    return null;
  }
}

/** What runs in the hook, from the root of the repository, in a file that is committed: the tool that the project depends on, else the one in PATH. */
export function portableCommand({ repository, project }: HookPlace): string {
  const local = [project === '.' ? 'node_modules/.bin/tool' : `${project}/node_modules/.bin/tool`, 'node_modules/.bin/tool'].find((file) =>
    existsSync(join(repository, file)),
  );
  return `${quote(local ?? 'tool')} scan --check --staged --quiet${project === '.' ? '' : ` --project ${quote(project)}`}`;
}

/** A word for a POSIX shell. */
export const quote = (word: string): string => (/^[\w./@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** Tells the hooks of several projects of one repository apart. */
export const hookId = ({ project }: HookPlace): string =>
  project === '.' ? 'tool-model' : `tool-model-${project.replace(/[^a-zA-Z0-9]+/g, '-')}`;

/** Whether git's own hook calls this manager. */
export function isCalledFor({ hooks }: HookPlace, manager: string): boolean {
  try {
    return readFileSync(join(hooks, 'pre-commit'), 'utf8').includes(manager);
  } catch {
    return false;
  }
}
