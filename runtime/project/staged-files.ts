import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from './usage-error.js';

/** Files that a scan reads; of other changes a commit says nothing that the model says. */
const READ = /\.(?:[cm]?[jt]s|[jt]sx|json|ya?ml|vue)$/;

/**
 * The files of a repository that the next commit has otherwise than the working tree: by absolute path the text that is staged, null for a file that
 * is not in the commit.
 * @throws UsageError outside a repository, and where split YAML files are staged otherwise than they are
 */
export function stagedTexts(root: string): ReadonlyMap<string, string | null> {
  const top = git(root, 'rev-parse', '--show-toplevel')?.trimEnd();
  if (top === undefined)
    throw new UsageError(`${root} is in no git repository, so nothing is staged.`, 'Leave --staged away, or run `git init` first.');
  const list = (...words: string[]): string[] =>
    git(top, ...words, '-z')
      ?.split('\0')
      .filter((file) => READ.test(file)) ?? [];
  const changed = list('diff', '--name-only', '--diff-filter=d', '--no-ext-diff', '--ignore-submodules');
  const split = changed.find((file) => /(?:^|\/)\.tool\/(?:api\.yaml|paths\/|security\/)/.test(file));
  if (split !== undefined)
    throw new UsageError(
      `${split} is staged otherwise than it is in the working tree, which is what a check reads.`,
      `Run \`git add ${split}\`, or take the change back.`,
    );
  const folder = realpathSync(top);
  return new Map([
    ...changed.map((file) => [join(folder, file), git(top, 'show', `:${file}`)] as const),
    ...list('ls-files', '--others', '--exclude-standard').map((file) => [join(folder, file), null] as const),
  ]);
}

function git(folder: string, ...words: readonly string[]): string | null {
  try {
    return execFileSync('git', words, {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 2 ** 30,
      windowsHide: true,
    });
  } catch {
    return null;
  }
}
