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
  const excluded = createIgnore({ ignoreCase: IGNORES_CASE }).add(exclude.map((pattern) => pattern.replace(/^\.\//, '/')));
  const files = new Map<string, Rules | null>();
  const rulesIn = (folder: string): Rules | null => {
    let rules = files.get(folder);
    if (rules === undefined) files.set(folder, (rules = readRules(join(folder, '.gitignore'))));
    return rules;
  };
  const decided = new Map<string, boolean>();

  const ignoredByGit = (absolute: string, isFolder: boolean): boolean => {
    for (let folder = dirname(absolute); ; folder = dirname(folder)) {
      const rules = rulesIn(folder);
      if (rules !== null) {
        const said = saysOf(rules, toPosix(relative(folder, absolute)), isFolder);
        if (said !== null) return said;
      }
      if (folder === top || dirname(folder) === folder) return false;
    }
  };

  const ignores = (path: string, isFolder: boolean): boolean => {
    const key = isFolder ? `${path}/` : path;
    const known = decided.get(key);
    if (known !== undefined) return known;
    const slash = path.lastIndexOf('/');
    const result =
      ALWAYS.has(path.slice(slash + 1)) ||
      (slash > 0 && ignores(path.slice(0, slash), true)) ||
      excluded.ignores(isFolder ? `${path}/` : path) ||
      ignoredByGit(join(root, path), isFolder);
    if (isFolder) decided.set(key, result);
    return result;
  };
  return { ignores };
}

interface Rules {
  readonly text: string;
  readonly whole: Ignore;
}

/** Git compares names as the file system does. */
const IGNORES_CASE = process.platform === 'win32' || process.platform === 'darwin';
const rulesFrom = (text: string, ...more: string[]): Ignore => createIgnore({ ignoreCase: IGNORES_CASE }).add(text).add(more);

function readRules(file: string): Rules | null {
  try {
    const text = readFileSync(file, 'utf8');
    return { text, whole: rulesFrom(text) };
  } catch {
    return null;
  }
}

/**
 * What the lines of one file say of a path itself: true is ignored, false brought back, null nothing. The library lets what a file ignores go on
 * below, whatever a deeper file brings back on the way; who asks has seen to the folders above, so here they count as brought back.
 */
function saysOf({ text, whole }: Rules, path: string, isFolder: boolean): boolean | null {
  const above = path
    .split('/')
    .slice(0, -1)
    .map((_part, index, parts) => parts.slice(0, index + 1).join('/'));
  const inherited = above.some((folder) => whole.test(`${folder}/`).ignored);
  const rules = inherited ? rulesFrom(text, ...above.map((folder) => `!/${folder.replace(/[\\*?[\] ]/g, '\\$&')}/`)) : whole;
  const { ignored, unignored } = rules.test(isFolder ? `${path}/` : path);
  return ignored || unignored ? ignored : null;
}

/** Rules above the project hold as well when its repository begins there. */
function repositoryOf(root: string): string {
  for (let folder = root; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (dirname(folder) === folder) return root;
  }
}

const toPosix = (path: string): string => (sep === '/' ? path : path.split(sep).join('/'));
