import type { ProjectFiles } from '@tool/scanner-sdk';
import { isAbsolutePath, joinPath, normalizePath } from './paths.js';

const escape = (text: string): string => text.replace(/[.+^${}()|[\]\\/]/g, '\\$&');

/** `{a,b}` and `{1..3}` are spelt out first, so that the rest never sees braces. */
export function expandBraces(pattern: string): string[] {
  let depth = 0;
  let start = -1;
  for (let index = 0; index < pattern.length; index++) {
    const char = pattern[index];
    if (char === '\\') {
      index++;
      continue;
    }
    if (char === '{') {
      if (depth++ === 0) start = index;
    } else if (char === '}' && depth > 0 && --depth === 0) {
      const inside = pattern.slice(start + 1, index);
      const range = /^(\d+)\.\.(\d+)$/.exec(inside);
      const options = range
        ? Array.from({ length: Math.min(1000, Math.abs(Number(range[2]) - Number(range[1])) + 1) }, (_, at) =>
            String(Math.min(Number(range[1]), Number(range[2])) + at),
          )
        : splitTop(inside);
      if (options.length < 2 && !range) return expandBraces(pattern.slice(index + 1)).map((rest) => pattern.slice(0, index + 1) + rest);
      return options.flatMap((option) => expandBraces(pattern.slice(0, start) + option + pattern.slice(index + 1)));
    }
  }
  return [pattern];
}

function splitTop(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let index = 0; index < text.length; index++) {
    if (text[index] === '{') depth++;
    else if (text[index] === '}') depth--;
    else if (text[index] === ',' && depth === 0) {
      parts.push(text.slice(from, index));
      from = index + 1;
    }
  }
  return [...parts, text.slice(from)];
}

/** One path segment of a pattern as a regular expression source: `*`, `?`, `[…]` and `@(a|b)` with its relatives. */
function segmentSource(segment: string, dot: boolean): string {
  let source = '';
  const closers: string[] = [];
  for (let index = 0; index < segment.length; index++) {
    const char = segment[index]!;
    if (char === '\\' && index + 1 < segment.length) source += escape(segment[++index]!);
    else if (char === '!' && segment[index + 1] === '(' && segment.includes(')', index)) {
      // Not one of these before the same rest: the rest has to be looked at together with them.
      const end = segment.indexOf(')', index);
      const rest = segmentSource(segment.slice(end + 1), true);
      return `${source}(?!(?:${segment
        .slice(index + 2, end)
        .split('|')
        .map((option) => segmentSource(option, true))
        .join('|')})${rest}(?:/|$))[^/]*?${rest}`;
    } else if ('@?+*'.includes(char) && segment[index + 1] === '(') {
      index++;
      source += '(?:';
      closers.push(char === '@' ? ')' : `)${char}`);
    } else if (char === ')' && closers.length > 0) source += closers.pop()!;
    else if (char === '|' && closers.length > 0) source += '|';
    else if (char === '*') {
      while (segment[index + 1] === '*') index++;
      source += '[^/]*';
    } else if (char === '?') source += '[^/]';
    else if (char === '[' && segment.indexOf(']', index + 2) > 0) {
      const end = segment.indexOf(']', index + 2);
      source += `[${segment
        .slice(index + 1, end)
        .replace(/^!/, '^')
        .replace(/\\/g, '\\\\')}]`;
      index = end;
    } else source += escape(char);
  }
  const startsWild = /^[*?[@+!]/.test(segment);
  return (startsWild && !dot ? '(?!\\.)' : '') + source;
}

/** A relative pattern without braces as a regular expression over relative paths. */
export function globRegExp(pattern: string, dot = false): RegExp {
  const segments = pattern.split('/').filter((segment) => segment !== '' && segment !== '.');
  let source = '';
  segments.forEach((segment, index) => {
    const last = index === segments.length - 1;
    if (segment === '**')
      source += last ? (dot ? '.*' : '(?:(?!\\.)[^/]*(?:/(?!\\.)[^/]*)*)?') : dot ? '(?:[^/]+/)*' : '(?:(?!\\.)[^/]+/)*';
    else source += segmentSource(segment, dot) + (last ? '' : '/');
  });
  return new RegExp(`^${source}$`);
}

const isMagic = (segment: string): boolean => /[*?[\]{}]|[@+!]\(/.test(segment);

/** Splits a pattern into the folder that it fixes and the rest. */
function splitBase(pattern: string): { base: string; rest: string } {
  const segments = pattern.split('/');
  const first = segments.findIndex(isMagic);
  const at = first === -1 ? segments.length - 1 : first;
  return { base: segments.slice(0, at).join('/') || (pattern.startsWith('/') ? '/' : ''), rest: segments.slice(at).join('/') };
}

export interface GlobOptions {
  readonly folder: string;
  readonly absolute: boolean;
  readonly dot: boolean;
  readonly ignore: readonly string[];
  /** Whether folders match beside files, or nothing else does. A pattern that ends with a slash means folders. */
  readonly directories: boolean | 'only';
  /** The program is written in TypeScript: what it looks for as it is built, it finds by the names of the sources. */
  readonly built?: boolean;
  /** Folders are spelt with a slash at their end: all of them, or those that a pattern with one asks for. */
  readonly marks?: boolean | 'as-asked';
}

const MAX_FOLDERS = 5_000;
const BUILT = /^(?:dist|build|lib|out|output|compiled|\.build)$/;

/** The folder of the sources of one that a build would make and that is not there; null for any other. */
function sourcesOf(project: ProjectFiles, folder: string): string | null {
  if (project.readDirectory(folder) !== null) return null;
  const segments = folder.split('/');
  for (let at = segments.length - 1; at > 0; at--) {
    if (!BUILT.test(segments[at]!) || project.readDirectory(segments.slice(0, at + 1).join('/')) !== null) continue;
    for (const instead of [['src'], []]) {
      const candidate = [...segments.slice(0, at), ...instead, ...segments.slice(at + 1)].join('/');
      if (project.readDirectory(candidate) !== null) return candidate;
    }
  }
  return null;
}

/** The name that a build gives to a source; null for what it makes no module of. */
const builtName = (path: string): string | null => (/\.d\.[cm]?ts$/.test(path) ? null : path.replace(/\.([cm]?)tsx?$/, '.$1js'));

/** Files of the project that match, each once, in the order of a walk; spelt the way the pattern is (relative, or absolute). */
export function globFiles(project: ProjectFiles, patterns: readonly string[], options: GlobOptions): string[] {
  const found = new Map<string, string>();
  const expanded = patterns.flatMap(expandBraces).map((pattern) => pattern.replace(/\\(?=[^*?[\]{}()!@+])/g, '/'));
  const isNegative = (pattern: string): boolean => pattern.startsWith('!') && pattern[1] !== '(';
  const excluded = [...expanded.filter(isNegative).map((pattern) => pattern.slice(1)), ...options.ignore.flatMap(expandBraces)];
  const excludes = excluded.map((pattern) => globRegExp(isAbsolutePath(pattern) ? pattern : joinPath(options.folder, pattern), true));
  let folders = 0;
  for (const pattern of expanded) {
    if (isNegative(pattern) || pattern === '') continue;
    const asksFolders = pattern.length > 1 && pattern.endsWith('/') && options.directories !== false;
    const { base, rest } = splitBase(asksFolders ? pattern.replace(/\/+$/, '') : pattern);
    const takes = (directory: boolean): boolean =>
      directory ? options.directories !== false : options.directories !== 'only' && !asksFolders;
    const slash = options.marks === true || (options.marks === 'as-asked' && asksFolders) ? '/' : '';
    // What is below a folder is the folder as well.
    const reachesBack = /(?:^|\/)\*\*$/.test(rest);
    const matcher = globRegExp(rest, options.dot);
    const root = joinPath(options.folder, base === '' ? '.' : base);
    const sources = sourcesOf(project, normalizePath(root));
    /** The name under which a path matches; null where it does not. `siblings`: what is in its folder. */
    const matched = (path: string, siblings: ReadonlySet<string>): string | null => {
      if (sources === null && matcher.test(path)) return path;
      const name = sources !== null || options.built ? builtName(path) : null;
      return name !== null && matcher.test(name) && (sources !== null || !siblings.has(name.slice(name.lastIndexOf('/') + 1)))
        ? name
        : null;
    };
    const deep = rest.includes('**') ? Infinity : rest.split('/').length;
    const walk = (folder: string, relative: string, depth: number): void => {
      if (++folders > MAX_FOLDERS) return;
      const entries = project.readDirectory(folder) ?? [];
      const siblings = new Set(entries.map(({ name }) => name));
      for (const entry of entries) {
        if (entry.name === '.git' || (entry.name === 'node_modules' && !pattern.includes('node_modules'))) continue;
        const path = relative === '' ? entry.name : `${relative}/${entry.name}`;
        const file = `${folder === '/' ? '' : folder}/${entry.name}`;
        const name = matched(path, siblings) ?? (entry.directory && reachesBack && matched(`${path}/`, siblings) !== null ? path : null);
        const full = name === null || name === path || sources !== null ? file : (builtName(file) ?? file);
        if (takes(entry.directory) && name !== null && !excludes.some((exclude) => exclude.test(full.replace(/^\//, '')))) {
          const spelt =
            options.absolute || isAbsolutePath(pattern)
              ? full
              : sources !== null
                ? full.replace(`${options.folder}/`, '')
                : base === ''
                  ? name
                  : `${base}/${name}`;
          if (!found.has(full)) found.set(full, entry.directory ? spelt + slash : spelt);
        }
        if (entry.directory && depth < deep) walk(file, path, depth + 1);
      }
    };
    walk(sources ?? normalizePath(root), '', 1);
  }
  return [...found.values()];
}
