const CONDITIONS = ['source', 'development', 'node', 'import', 'require', 'module', 'default', 'types'];

/** The target of a subpath in a package's `exports`. */
export function exportTarget(exports: unknown, subpath: string): string | null {
  if (typeof exports === 'string') return subpath === '.' ? exports : null;
  if (!exports || typeof exports !== 'object') return null;
  if (Object.keys(exports).some((key) => key.startsWith('.'))) return matchExports(exports as Record<string, unknown>, subpath);
  return subpath === '.' ? condition(exports) : null;
}

/** The target of a key in a table of `exports` or `imports`, patterns included. */
export function matchExports(table: Record<string, unknown>, key: string): string | null {
  if (key in table) return condition(table[key]);
  for (const [pattern, target] of Object.entries(table)) {
    const star = pattern.indexOf('*');
    if (star < 0 || !key.startsWith(pattern.slice(0, star)) || !key.endsWith(pattern.slice(star + 1))) continue;
    const middle = key.slice(star, key.length - (pattern.length - star - 1));
    return condition(target)?.replace(/\*/g, () => middle) ?? null;
  }
  return null;
}

function condition(target: unknown): string | null {
  if (typeof target === 'string') return target;
  if (Array.isArray(target)) {
    for (const item of target) {
      const found = condition(item);
      if (found) return found;
    }
    return null;
  }
  if (target && typeof target === 'object')
    for (const name of CONDITIONS) {
      const found = name in target ? condition((target as Record<string, unknown>)[name]) : null;
      if (found) return found;
    }
  return null;
}
