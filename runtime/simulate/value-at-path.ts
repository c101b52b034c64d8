/**
 * The value at a dotted path; a numeric segment indexes a list. `$` and the empty path are the whole value, and `$.` may
 * begin a path. A key that holds dots itself is found, too, where the path says exactly it.
 * @returns undefined when there is none
 */
export function valueAtPath(value: unknown, path: string): unknown {
  if (path === '' || path === '$') return value;
  let rest = path.startsWith('$.') ? path.slice(2) : path;
  let current = value;
  for (;;) {
    if (typeof current !== 'object' || current === null) return undefined;
    if (Object.hasOwn(current, rest)) return own(current, rest);
    const dot = rest.indexOf('.');
    if (dot < 0) return undefined;
    current = own(current, rest.slice(0, dot));
    rest = rest.slice(dot + 1);
  }
}

/** `length` of a list is none of its elements. */
const own = (value: object, key: string): unknown =>
  Object.hasOwn(value, key) && !(Array.isArray(value) && key === 'length') ? (value as Record<string, unknown>)[key] : undefined;

export const segmentsOf = (path: string): string[] =>
  path === '' || path === '$' ? [] : (path.startsWith('$.') ? path.slice(2) : path).split('.');

/** A copy of an object with the value at a dotted path set; objects and lists on the way are made. */
export function withValueAt(target: unknown, path: string, value: unknown): unknown {
  const [first, ...rest] = segmentsOf(path);
  if (first === undefined) return value;
  const copy: Record<string, unknown> | unknown[] = Array.isArray(target)
    ? [...(target as unknown[])]
    : target === undefined && /^\d+$/.test(first)
      ? []
      : { ...(typeof target === 'object' && target !== null ? target : {}) };
  const inner = rest.length === 0 ? value : withValueAt((copy as Record<string, unknown>)[first], rest.join('.'), value);
  Object.defineProperty(copy, first, { value: inner, enumerable: true, configurable: true, writable: true });
  return copy;
}

/** A copy without the value at a dotted path. */
export function withoutValueAt(target: unknown, path: string): unknown {
  const [first, ...rest] = segmentsOf(path);
  if (first === undefined || typeof target !== 'object' || target === null) return target;
  if (Array.isArray(target) && rest.length > 0)
    return target.map((child: unknown, index) => (String(index) === first ? withoutValueAt(child, rest.join('.')) : child));
  const entries = Object.entries(target);
  return Object.fromEntries(
    rest.length === 0
      ? entries.filter(([key]) => key !== first)
      : entries.map(([key, child]) => [key, key === first ? withoutValueAt(child, rest.join('.')) : child]),
  );
}
