/** Whether two JSON values are equal; the order of keys does not matter, and a field that is undefined is an absent one. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (!sameJson(a[i], b[i])) return false;
    return true;
  }
  return covers(a as Fields, b as Fields, true) && covers(b as Fields, a as Fields, false);
}

type Fields = Readonly<Record<string, unknown>>;

/** Whether the first has every field of the second, with the same value when values are asked for. */
function covers(a: Fields, b: Fields, values: boolean): boolean {
  for (const key of Object.keys(b)) {
    if (b[key] === undefined) continue;
    if (!Object.hasOwn(a, key) || a[key] === undefined || (values && !sameJson(a[key], b[key]))) return false;
  }
  return true;
}
