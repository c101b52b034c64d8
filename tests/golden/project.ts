import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export { filesBelow, foldersIn } from '@tool/scanner-sdk/testing';

/** The repository: the folder with the manifest of `tool`, wherever the compiled tests lie below it. */
export const repository: string = (() => {
  for (let folder = dirname(fileURLToPath(import.meta.url)); folder !== dirname(folder); folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest) && (JSON.parse(readFileSync(manifest, 'utf8')) as { name?: string }).name === 'tool') return folder;
  }
  throw new Error('the tests do not lie in the repository of tool');
})();

export const goldenFolder = join(repository, 'tests', 'golden');

/** A module of the built tool, loaded when a case needs it: without it the cases fail, and the rest of the tests run. */
export const built = async <Module>(path: string): Promise<Module> =>
  (await import(pathToFileURL(join(repository, 'dist', path)).href)) as Module;

export const read = (...path: string[]): string => readFileSync(join(...path), 'utf8');

/** Names in a folder, sorted by code unit; none when there is no such folder. */
export function namesIn(folder: string): string[] {
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name !== 'README.md')
        .sort()
    : [];
}
