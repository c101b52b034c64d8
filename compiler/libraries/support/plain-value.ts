import type { Realm, Value } from '@tool/scanner-sdk';

/** A value of the program from parsed JSON or YAML. */
export function plainValue(realm: Realm, data: unknown, depth = 0): Value {
  if (depth > 40) return realm.unknown('data nested too deeply');
  if (Array.isArray(data)) return realm.list(data.map((element) => plainValue(realm, element, depth + 1)));
  if (typeof data === 'object' && data !== null)
    return realm.record(Object.fromEntries(Object.entries(data).map(([key, value]) => [key, plainValue(realm, value, depth + 1)])));
  if (data === null || typeof data === 'string' || typeof data === 'number' || typeof data === 'boolean') return realm.const(data);
  return realm.const(undefined);
}
