import { isAbsolute, relative, sep } from 'node:path';

/** A path relative to the project, with forward slashes; as it is where it lies elsewhere. */
export function displayPath(file: string, root: string): string {
  const path = relative(root, file);
  return path === '' || path.startsWith('..') || isAbsolute(path) ? file : path.split(sep).join('/');
}
