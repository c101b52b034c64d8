import { isAbsent, type Call, type Value } from '@tool/scanner-sdk';

export const argument = (call: Call, index: number): Value => call.args[index] ?? call.const(undefined);

/** A part of a path: its text, or a value of which the text is not known. */
export type PathPart = string | Value;

/** Stands for what is not known where paths are compared as texts; it equals nothing but itself. */
const UNKNOWN_TEXT = '\u0000';

const simple = (value: Value): Value => (value.kind === 'oneOf' && value.preferred ? value.values[0]! : value);

/** The value of a configuration that nobody has given. */
const isUnset = (value: Value): boolean => value.kind === 'const' && value.value === undefined && value.taint !== null;

/** A path as parts, in one piece between slashes: no leading and no trailing slash. Constants keep their origin. */
export function pieceOf(value: Value): readonly PathPart[] {
  const plain = simple(value);
  // A setting that is not set is no empty path: nobody knows what it is where the program runs.
  if (isUnset(plain)) return ['/', plain];
  if (plain.kind === 'const') {
    const text = String(plain.value ?? '')
      .replace(/^\/+/, '')
      .replace(/\/+$/, '');
    return text === '' ? [] : ['/', { ...plain, value: text }];
  }
  if (plain.kind === 'template') {
    const parts = [...plain.parts];
    if (typeof parts[0] === 'string') parts[0] = parts[0].replace(/^\/+/, '');
    const last = parts.length - 1;
    if (typeof parts[last] === 'string') parts[last] = parts[last].replace(/\/+$/, '');
    return ['/', ...parts.filter((part) => part !== '')];
  }
  return ['/', value];
}

/** A path or a list of paths; an empty one for what is not said. */
export function piecesOf(call: Call, value: Value | null): readonly (readonly PathPart[])[] {
  if (!value || call.isUndefined(value)) return [[]];
  const elements = value.kind === 'object' ? call.elements(value) : null;
  if (!elements) return [pieceOf(value)];
  const pieces = elements.filter((element) => !isAbsent(element)).map(pieceOf);
  return pieces.length === 0 ? [[]] : pieces;
}

/** The value that `emit.path` takes; `/` when there are no parts. */
export const valueOf = (call: Call, parts: readonly PathPart[]): Value => {
  if (parts.length === 0) return call.const('/');
  return { kind: 'template', parts: parts.map((part) => part), origin: null };
};

/** The text that paths are compared by. */
export const textOf = (parts: readonly PathPart[]): string => {
  const text = parts
    .map((part) =>
      typeof part === 'string'
        ? part
        : part.kind === 'const' && !isUnset(part)
          ? String(part.value)
          : part.kind === 'template'
            ? textOf(part.parts)
            : UNKNOWN_TEXT,
    )
    .join('');
  return text === '' ? '/' : text;
};

const segmentsOf = (path: string): readonly string[] => path.split('/').filter((segment) => segment !== '');

/** A segment that takes the rest of the path, in any of the spellings that the versions of the framework read. */
const takesRest = (segment: string): 'some' | 'any' | null =>
  /^(\*\w*|\+)$/.test(segment) ? 'some' : /^(\(\.\*\)|\{\*\w*\}|\.\*)$/.test(segment) ? 'any' : null;

/**
 * Whether a pattern of `forRoutes`, `exclude` or a prefix exclusion matches all requests of a route's path. `prefix`: what lies below counts,
 * too. A literal of the pattern does not match a parameter of the route, which may have any value.
 */
export function matches(pattern: string, path: string, prefix: boolean): boolean {
  const wanted = segmentsOf(pattern);
  const given = segmentsOf(path);
  for (let index = 0; index < wanted.length; index++) {
    const segment = wanted[index]!;
    const rest = takesRest(segment);
    if (rest && index === wanted.length - 1) return rest === 'any' || (segment === '*' && wanted.length === 1) || given.length > index;
    const other = given[index];
    if (other === undefined) return false;
    if (rest || /^:\w+$/.test(segment)) {
      if (takesRest(other)) return false;
      continue;
    }
    if (segment.toLowerCase() !== other.toLowerCase()) return false;
  }
  return prefix || wanted.length === given.length;
}

/** What stands in a route's path where a pattern that matches it has parameters: `:name`, or a text; null where the names are the route's own. */
export function renamedBy(pattern: string, path: string): ReadonlyMap<string, string> | null {
  const given = segmentsOf(path);
  const names = segmentsOf(pattern).flatMap((segment, index) =>
    /^:\w+$/.test(segment) ? [[segment.slice(1), given[index] ?? ''] as const] : [],
  );
  return names.every(([name, at]) => at === `:${name}`) ? null : new Map(names);
}

/** The segments that a pattern begins with and that are nothing but text. */
export function literalStart(pattern: string): string {
  const segments = segmentsOf(pattern);
  const end = segments.findIndex((segment) => segment.startsWith(':') || takesRest(segment) !== null);
  return segments
    .slice(0, end < 0 ? segments.length : end)
    .join('/')
    .toLowerCase();
}

/** All beginnings of a path: a pattern that matches it has one of them as its `literalStart`. */
export function leadingKeys(path: string): readonly string[] {
  const segments = segmentsOf(path.toLowerCase());
  return Array.from({ length: segments.length + 1 }, (_each, length) => segments.slice(0, length).join('/'));
}

/**
 * What the framework makes of wildcards that path-to-regexp 8 does not read (Nest 11): a `*` alone in a segment gets a name,
 * the last one may be empty.
 */
export function withNamedWildcards(path: string): string {
  const padded = path.endsWith('/') ? path : `${path}/`;
  if (padded.endsWith('/(.*)/')) return path.replace('(.*)', '{*path}');
  if (padded.endsWith('/*/')) return path.replace('*', '{*path}');
  if (padded.endsWith('/+/')) return path.replace('/+', '/*path');
  return padded.includes('/*/') ? path.replaceAll(/\/\*(?=\/)/g, (_match, offset: number) => `/*path${offset}`) : path;
}
