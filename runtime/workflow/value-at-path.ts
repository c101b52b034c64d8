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
  (Object.hasOwn(value, key) && !(Array.isArray(value) && key === 'length') ? (value as Record<string, unknown>)[key] : undefined);
