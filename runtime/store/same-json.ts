/** Whether two JSON values are equal; the order of keys does not matter, and a field that is undefined is an absent one. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((element, index) => sameJson(element, b[index]));
  }
  const [left, right] = [entries(a), entries(b)];
  if (left.length !== right.length) return false;
  return left.every(([key, value]) => Object.hasOwn(b, key) && sameJson(value, (b as Record<string, unknown>)[key]));
}

const entries = (value: object): [string, unknown][] => Object.entries(value).filter(([, child]) => child !== undefined);
