import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import createIgnore, { type Ignore } from 'ignore';

/** Never watched, whatever the rules say: what the tool writes itself, what git keeps, what is installed. */
const ALWAYS: ReadonlySet<string> = new Set(['.git', '.tool', 'node_modules', '.hg', '.svn']);

export interface IgnoreRules {
  /** @param path relative to the project, with forward slashes; not empty */
  ignores(path: string, isFolder: boolean): boolean;
}

/**
 * The rules of every `.gitignore` from the repository's root down to the file, as git reads them: the deepest file that says
 * something decides, and nothing below an ignored folder comes back. Then `exclude` of the configuration.
 * Files are read once; a changed `.gitignore` needs new rules.
 */
export function createIgnoreRules(root: string, exclude: readonly string[] = []): IgnoreRules {
  const top = repositoryOf(root);
  const excluded = createIgnore().add(exclude.map((pattern) => pattern.replace(/^\.\//, '/')));
  const files = new Map<string, Ignore | null>();
  const rulesIn = (folder: string): Ignore | null => {
    let rules = files.get(folder);
    if (rules === undefined) files.set(folder, rules = readRules(join(folder, '.gitignore')));
    return rules;
  };
  const decided = new Map<string, boolean>();

  const ignoredByGit = (absolute: string, isFolder: boolean): boolean => {
    for (let folder = dirname(absolute); ; folder = dirname(folder)) {
      const rules = rulesIn(folder);
      if (rules !== null) {
        const path = toPosix(relative(folder, absolute));
        const { ignored, unignored } = rules.test(isFolder ? `${path}/` : path);
        if (ignored || unignored) return ignored;
      }
      if (folder === top || dirname(folder) === folder) return false;
    }
  };

  const ignores = (path: string, isFolder: boolean): boolean => {
    const key = isFolder ? `${path}/` : path;
    const known = decided.get(key);
    if (known !== undefined) return known;
    const slash = path.lastIndexOf('/');
    const result = ALWAYS.has(path.slice(slash + 1))
      || (slash > 0 && ignores(path.slice(0, slash), true))
      || excluded.ignores(isFolder ? `${path}/` : path)
      || ignoredByGit(join(root, path), isFolder);
    if (isFolder) decided.set(key, result);
    return result;
  };
  return { ignores };
}

function readRules(file: string): Ignore | null {
  try { return createIgnore().add(readFileSync(file, 'utf8')); } catch { return null; }
}

/** Rules above the project hold as well when its repository begins there. */
function repositoryOf(root: string): string {
  for (let folder = root; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) return root;
  }
}

const toPosix = (path: string): string => (sep === '/' ? path : path.split(sep).join('/'));
