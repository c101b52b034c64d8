import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { ApiError } from './api-error.js';

/**
 * The real path of a file that the model names, which must lie inside the project, symbolic links followed on both sides.
 * @param file relative to the project
 * @throws ApiError 403 when it lies outside, 404 when there is no such file
 */
export function confine(root: string, file: string): string {
  const realRoot = realpathSync(root);
  let real: string;
  try {
    real = realpathSync(resolve(realRoot, file));
  } catch {
    throw new ApiError(404, `There is no file ${file} in the project any more.`, 'Scan again.');
  }
  const path = relative(realRoot, real);
  // Compared by components: /project-secrets is not inside /project.
  if (path === '' || path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path))
    throw new ApiError(403, `${file} is not inside the project.`);
  if (!statSync(real).isFile()) throw new ApiError(404, `${file} is not a file.`);
  return real;
}
