/**
 * JSON merge patch (RFC 7396): objects are merged, null removes, everything else replaces. Keys that could change a prototype
 * are ordinary keys.
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const result = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) result.delete(key);
    else result.set(key, mergePatch(result.get(key), value));
  }
  return Object.fromEntries(result);
}

/** JSON pointers to what differs, as deep as objects go; a list that differs is one place, unless only elements changed or were added. */
export function changedPointers(before: unknown, after: unknown, path = ''): string[] {
  if (Object.is(before, after) || JSON.stringify(before) === JSON.stringify(after)) return [];
  if (Array.isArray(before) && Array.isArray(after) && after.length >= before.length && after.every(isObject)) {
    return after.flatMap((value, index) =>
      index < before.length ? changedPointers(before[index], value, `${path}/${index}`) : [`${path}/${index}`],
    );
  }
  if (!isObject(before) || !isObject(after)) return [path];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
    changedPointers(before[key], after[key], `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
