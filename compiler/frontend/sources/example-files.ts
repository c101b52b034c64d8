import path from 'node:path';
import type { ProjectFiles } from './project-files.js';

/** What a project calls the file that shows what one which is not committed looks like, the likeliest first. */
const WORDS = ['example', 'sample', 'template', 'dist', 'default', 'defaults'];
const EXTENSION = /\.(?:[cm]?[jt]sx?|json)$/;

/**
 * The file that shows what a missing one looks like: `config.example.js`, `config-sample.js`, `example.config.js` or `config.js.dist` for `config` or
 * `config.js`. Null when none is beside it, and when it is missing together with its folder.
 * @param target an absolute path at which there is no module
 */
export function exampleOf(files: ProjectFiles, target: string): string | null {
  const folder = path.dirname(target);
  if (!files.inside(folder) || files.exists(folder) !== 'directory') return null;
  const stem = path.basename(target).replace(EXTENSION, '').toLowerCase();
  // Of a folder only its modules are asked for: what a scan writes into it is none.
  const modules = files
    .modulesIn(folder)
    .filter(({ directory }) => !directory)
    .map(({ name }) => name);
  for (const word of WORDS) {
    const shown = modules.find((name) => shows(name.toLowerCase(), word, stem));
    if (shown !== undefined) return path.join(folder, shown);
    const before = EXTENSION.test(target) ? [target] : ['.js', '.ts', '.json'].map((extension) => target + extension);
    const behind = before.map((file) => `${file}.${word}`).find((file) => files.exists(file) === 'file');
    if (behind !== undefined) return behind;
  }
  return null;
}

function shows(name: string, word: string, stem: string): boolean {
  const extension = EXTENSION.exec(name)?.[0];
  const bare = extension === undefined ? '' : name.slice(0, -extension.length);
  return ['.', '-', '_'].some((dot) => bare === `${stem}${dot}${word}` || bare === `${word}${dot}${stem}`);
}
