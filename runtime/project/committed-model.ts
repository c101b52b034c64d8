import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Model } from '../../schemas/index.js';
import { parseModel } from '../store/index.js';
import { UsageError } from './usage-error.js';

const run = promisify(execFile);

/**
 * The model of a project as a commit has it; null when that commit has none.
 * @param ref whatever git takes for a commit: `HEAD`, `main`, `v1.2`, `HEAD~3`
 * @throws UsageError when there is no git, no repository or no such commit, or when that model is damaged
 */
export async function committedModel(root: string, ref: string): Promise<Model | null> {
  if (ref.startsWith('-'))
    throw new UsageError(`"${ref}" is neither a file nor a commit.`, 'Name a file with a model, or a branch, tag or commit.');
  if ((await git(root, ['rev-parse', '--is-inside-work-tree'])) === null) {
    throw new UsageError(
      `"${ref}" is no file, and ${root} is in no git repository.`,
      'Name a file with a model, or run the command in a repository.',
    );
  }
  if ((await git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`])) === null) {
    throw new UsageError(
      `"${ref}" is neither a file nor a commit that this repository has.`,
      'Check the name. A shallow clone has only the newest commits: `git fetch --unshallow` gets the others.',
    );
  }
  const text = await git(root, ['show', `${ref}:./.tool/model.json`]);
  return text === null ? null : parseModel(text, `${ref}:.tool/model.json`);
}

/** What git prints; null when it fails. No shell: a ref can hold anything. */
async function git(root: string, words: readonly string[]): Promise<string | null> {
  try {
    return (await run('git', [...words], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 30, windowsHide: true })).stdout;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new UsageError('git is not installed, or not in PATH.', 'Install git, or compare with a file.');
    return null;
  }
}
