import { isBuiltin } from 'node:module';
import path from 'node:path';
import type { ProjectFiles } from '../sources/project-files.js';

/**
 * Whether a package may be there when a file asks for it: a manifest above the file lists it, it is installed there, or it is a module of Node.
 * Where no manifest says what is installed, anything may be.
 */
export function mayBeInstalled(files: ProjectFiles, specifier: string, from: string): boolean {
  if (isBuiltin(specifier)) return true;
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  let isStated = false;
  for (let folder = path.dirname(from); files.inside(folder); folder = path.dirname(folder)) {
    const manifest = files.manifest(folder);
    if (manifest) {
      const lists = [manifest.dependencies, manifest.devDependencies, manifest.peerDependencies, manifest.optionalDependencies];
      if (manifest.name === name || lists.some((list) => list?.[name] !== undefined)) return true;
      isStated ||= lists.some((list) => list !== undefined);
    }
    if (folder === path.dirname(folder)) break;
  }
  return !isStated;
}
