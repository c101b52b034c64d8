import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readChanges } from '../store/index.js';
import { UsageError } from './usage-error.js';

const run = promisify(execFile);

export interface ChangedSources {
  /** Relative to the project, with forward slashes. */
  readonly files: readonly string[];
  /** Those that are not there any more. */
  readonly gone: readonly string[];
  /** `the change log, since 2026-01-31T12:00:00.000Z` */
  readonly from: string;
}

/**
 * The source files that changed: against a git reference when one is given, else by the change log that `tool dev` writes, else what git has
 * not committed. Files below `.tool` count only when they are workflows.
 * @throws UsageError when nobody can say what changed, or git does not know the reference
 */
export async function changedSources(root: string, since: string | undefined): Promise<ChangedSources> {
  if (since !== undefined) return fromGit(root, since, `git, since ${since}`);
  const log = readChanges(root);
  if (log !== null)
    return made(
      root,
      log.changes.map(({ filePath }) => filePath),
      `the change log, since ${log.watchedSince}`,
    );
  if ((await git(root, 'rev-parse', '--verify', '--quiet', 'HEAD')) !== null) return fromGit(root, 'HEAD', 'git, not committed');
  throw new UsageError(
    'Nothing says which files changed: `tool dev` has written no change log, and the project is in no git repository with a commit.',
    'Start `tool dev` and change something, or name a git reference with --since.',
  );
}

/** The same for files that the caller knows to have changed. */
export const namedSources = (root: string, files: readonly string[]): ChangedSources => made(root, files, 'the files given');

async function fromGit(root: string, reference: string, from: string): Promise<ChangedSources> {
  if (reference.startsWith('-') || (await git(root, 'rev-parse', '--verify', '--quiet', `${reference}^{commit}`)) === null) {
    throw new UsageError(
      `--since: git knows no commit "${reference}" in ${root}.`,
      'Give a branch, a tag or a commit, for example --since main; a shallow clone may have to fetch it first.',
    );
  }
  const [changed, untracked] = await Promise.all([
    git(root, 'diff', '--name-only', '--no-renames', '--relative', '-z', reference, '--'),
    git(root, 'ls-files', '--others', '--exclude-standard', '-z'),
  ]);
  return made(
    root,
    `${changed ?? ''}${untracked ?? ''}`.split('\0').filter((file) => file !== ''),
    from,
  );
}

const made = (root: string, files: readonly string[], from: string): ChangedSources => {
  const unique = [...new Set(files)].filter((file) => !file.startsWith('.tool/') || file.startsWith('.tool/workflows/')).sort();
  return { files: unique, gone: unique.filter((file) => !existsSync(join(root, file))), from };
};

/** What git prints; null when it fails: there is no git, no repository, or no such reference. */
async function git(root: string, ...args: readonly string[]): Promise<string | null> {
  try {
    return (await run('git', [...args], { cwd: root, maxBuffer: 2 ** 28, windowsHide: true })).stdout;
  } catch {
    return null;
  }
}
