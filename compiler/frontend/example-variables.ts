import path from 'node:path';
import { parseVariables } from '../libraries/dotenv.js';
import type { ProjectFiles } from './sources/project-files.js';

/** What projects call the file that shows which variables of the environment there are, the likeliest first. */
const NAMES = [
  '.env.example',
  '.env.sample',
  '.env.template',
  '.env.dist',
  '.env.defaults',
  '.env-example',
  '.env-sample',
  '.env_example',
  '.envexample',
  '.env.local.example',
  '.env.development.example',
  '.example.env',
  'env.example',
  'env.sample',
  'example.env',
  'sample.env',
];

/** Says that something has to be put here: `<prefix>`, `your_prefix`, `changeme`, `${OTHER}`. */
const PLACEHOLDER = /[<>$\s]|\byour|^(?:changeme|change-me|xxx+|todo|\.\.\.)$/i;

/** An address of its own is no part of a path; and what is secret is another one wherever the program runs. */
const ADDRESS = /:\/\//;
const SECRET = /token|secret|passw|credential|(?:^|_)key$/i;

/**
 * What an example beside a program states for a variable of its environment. Projects keep `.env` out of the repository and commit such a file.
 * @param folder the one in which the program is started, absolute; those above it are asked too, up to the project's
 * @returns null where no example names it, or where what it names can be no part of a path that is the same wherever the program runs
 */
export function exampleVariable(
  files: ProjectFiles,
  folder: string,
  name: string,
): { readonly value: string; readonly file: string } | null {
  if (SECRET.test(name)) return null;
  for (let at = folder; files.inside(at); at = path.dirname(at)) {
    for (const each of NAMES) {
      const file = path.join(at, each);
      if (files.exists(file) !== 'file') continue;
      const text = files.readText(file) ?? '';
      const value = parseVariables(text).find(([key]) => key === name)?.[1];
      // Without quotes it is left to be filled in.
      if (value || (value === '' && new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=\\s*(?:''|"")`, 'm').test(text)))
        return PLACEHOLDER.test(value) || ADDRESS.test(value) ? null : { value, file: files.display(file) };
    }
    if (at === files.root) break;
  }
  return null;
}
