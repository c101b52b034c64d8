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
  const wanted = path.basename(target);
  const stem = wanted.replace(EXTENSION, '');
  const candidates = (files.readDirectory(folder) ?? []).flatMap(({ name, directory }) => {
    const rank = directory ? -1 : WORDS.findIndex((word) => shows(name, word, stem, wanted));
    return rank < 0 ? [] : [{ name, rank }];
  });
  const best = candidates.sort((a, b) => a.rank - b.rank)[0];
  return best ? path.join(folder, best.name) : null;
}

function shows(name: string, word: string, stem: string, wanted: string): boolean {
  const lower = name.toLowerCase();
  const extension = EXTENSION.exec(lower)?.[0];
  if (extension === undefined) return [wanted, `${stem}.js`, `${stem}.ts`, `${stem}.json`].some((each) => lower === `${each.toLowerCase()}.${word}` && EXTENSION.test(each));
  const bare = lower.slice(0, -extension.length);
  return ['.', '-', '_'].some((dot) => bare === `${stem.toLowerCase()}${dot}${word}` || bare === `${word}${dot}${stem.toLowerCase()}`);
}
