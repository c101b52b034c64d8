/**
 * The value at a dotted path; a numeric segment indexes a list. `$` and the empty path are the whole value, and `$.` may begin a path.
 * @returns undefined when there is none
 */
export function valueAtPath(value: unknown, path: string): unknown {
  let current = value;
  for (const segment of segmentsOf(path)) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, segment)) return undefined;
    current = (current as Record<string, unknown>)[segment];
  }
  return current;
}

export const segmentsOf = (path: string): string[] => (path === '' || path === '$' ? [] : (path.startsWith('$.') ? path.slice(2) : path).split('.'));

/** A copy of an object with the value at a dotted path set; objects on the way are made. */
export function withValueAt(target: unknown, path: string, value: unknown): unknown {
  const [first, ...rest] = segmentsOf(path);
  if (first === undefined) return value;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(target) ? [...(target as unknown[])] : { ...(typeof target === 'object' && target !== null ? target : {}) };
  const inner = rest.length === 0 ? value : withValueAt((copy as Record<string, unknown>)[first], rest.join('.'), value);
  Object.defineProperty(copy, first, { value: inner, enumerable: true, configurable: true, writable: true });
  return copy;
}

/** A copy without the value at a dotted path. */
export function withoutValueAt(target: unknown, path: string): unknown {
  const [first, ...rest] = segmentsOf(path);
  if (first === undefined || typeof target !== 'object' || target === null) return target;
  const entries = Object.entries(target);
  return Object.fromEntries(rest.length === 0 ? entries.filter(([key]) => key !== first) : entries.map(([key, child]) => [key, key === first ? withoutValueAt(child, rest.join('.')) : child]));
}
