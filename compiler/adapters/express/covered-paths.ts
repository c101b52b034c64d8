import type { Path } from '@tool/ir';

/** The text of a path; null where a part of it is not known or is a regular expression. */
export const textOf = (path: Path): string | null =>
  path.raw.every((part) => part.kind === 'text') ? path.raw.map((part) => (part.kind === 'text' ? part.text : '')).join('') : null;

/** `*`, `*rest`, `{*rest}`, `(.*)` at the end of a pattern. */
const REST = /(?:\(\.\*\)|\{\*\w*\}|\*\w*)$/;
const PLAIN = /^[^:*{}()?+[\]]*$/;
const PARAMETER = /^:\w+$/;

/** Whether every request of a path comes to a handler that is registered on a pattern, as far as the pattern is of plain segments, parameters and a wildcard at its end. */
export function covers(pattern: string, path: string): boolean {
  if (normal(pattern) === normal(path)) return true;
  const optional = /\{\/\*\w*\}$/.exec(pattern);
  if (optional) return segmentsCover(pattern.slice(0, optional.index), path, 'any');
  const rest = REST.exec(pattern);
  if (rest) return segmentsCover(pattern.slice(0, rest.index), path, 'more');
  return segmentsCover(pattern, path, 'none');
}

const normal = (path: string): string =>
  path
    .replace(/^\/?/, '/')
    .replace(/(.)\/$/, '$1')
    .toLowerCase();

/** @param rest what may stand behind the pattern's last segment: nothing, segments or none, or any text */
function segmentsCover(pattern: string, path: string, rest: 'none' | 'any' | 'more'): boolean {
  const wanted = pattern.replace(/^\//, '').toLowerCase().split('/');
  const given = path.replace(/^\//, '').toLowerCase().split('/');
  const begun = rest === 'more' ? wanted.pop()! : null;
  if (rest === 'none' ? given.length !== wanted.length : given.length < wanted.length + (begun === null ? 0 : 1)) return false;
  const takes = (segment: string, index: number): boolean => {
    const own = given[index]!;
    if (PLAIN.test(segment)) return segment === own;
    return PARAMETER.test(segment) && (PLAIN.test(own) || PARAMETER.test(own));
  };
  return wanted.every(takes) && (begun === null || (PLAIN.test(begun) && given[wanted.length]!.startsWith(begun)));
}
