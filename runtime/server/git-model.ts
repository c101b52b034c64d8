import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { validate, type Model } from '../../schemas/index.js';
import { ApiError } from './api-error.js';

const run = promisify(execFile);

/**
 * The model as a commit of the project's repository has it; null when the commit has none.
 * @param ref anything that git resolves to a commit
 * @throws ApiError when there is no repository or no such commit
 */
export async function modelAt(root: string, ref: string): Promise<{ readonly commit: string; readonly model: Model | null }> {
  if (/^-|[\0\n]/.test(ref))
    throw new ApiError(400, `"${ref}" is no git reference.`, 'Name a branch, a tag or a commit, for example HEAD or main.');
  const git = (...args: string[]) => run('git', ['-C', root, ...args], { maxBuffer: 2 ** 29 });
  let commit: string;
  try {
    commit = (await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`)).stdout.trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new ApiError(409, 'git is not installed.', 'Install git to compare with a commit.');
    throw new ApiError(
      404,
      `There is no commit "${ref}" here.`,
      'Name a branch, a tag or a commit of the repository that the project lies in, for example HEAD.',
    );
  }
  let text: string;
  try {
    text = (await git('show', `${commit}:./.tool/model.json`)).stdout;
  } catch {
    return { commit, model: null };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ApiError(409, `.tool/model.json of ${ref} is not JSON.`);
  }
  const checked = validate('model', value);
  if (!checked.ok)
    throw new ApiError(
      409,
      `.tool/model.json of ${ref} is not a valid model: ${checked.errors[0]?.pointer ?? ''} ${checked.errors[0]?.message ?? ''}`,
    );
  return { commit, model: checked.value };
}
