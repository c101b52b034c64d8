import { isAbsent, type Call, type Emit, type Value } from '@tool/scanner-sdk';
import { isPlainObject, knownEntries } from '../support/deep-merge.js';
import { argument, getPath } from '../support/fallback.js';

export const LODASH = 'lodash';

/** Keys of `a.b[0]` and of a list of keys; null when only run time knows them. */
export function pathKeys(call: Call, value: Value): string[] | null {
  const elements = call.elements(value);
  if (elements !== null) {
    const keys = elements.map((element) => call.constant(element));
    return keys.every((key) => typeof key === 'string' || typeof key === 'number') ? keys.map(String) : null;
  }
  const constant = call.constant(value);
  if (typeof constant === 'number') return [String(constant)];
  return typeof constant === 'string'
    ? constant
        .split(/[.[\]]+/)
        .filter((key) => key !== '')
        .map((key) => key.replace(/^["']|["']$/g, ''))
    : null;
}

/** A function, or what stands for one: a property path, or an object of properties to match. */
export function iteratee(call: Call, value: Value): Value {
  if (call.isFunction(value) || value.kind === 'unknown') return value;
  if (call.isUndefined(value)) return call.fn('identity', (inner) => argument(inner, 0));
  const keys = pathKeys(call, value);
  if (keys) return call.fn('property', (inner) => getPath(inner, argument(inner, 0), keys));
  const wanted = knownEntries(call, value);
  return call.fn('matches', (inner) => {
    let all: boolean | null = true;
    for (const [key, expected] of wanted ?? []) {
      const [left, right] = [inner.get(argument(inner, 0), key), expected];
      if (left.kind !== 'const' || right.kind !== 'const') all = null;
      else if (left.value !== right.value) return inner.const(false);
    }
    return all === null || wanted === null ? inner.unknown('a comparison of values that are not known') : inner.const(true);
  });
}

/** The list's own method of the program's language does the work: it knows about open lists and elements that may be absent. */
export const onList = (call: Call, list: Value, method: string, args: readonly Value[]): Value =>
  call.invoke(call.get(list, method), args, list);

/** The names and values of a record that a request has filled under names which only run time knows; null for any other. */
export function pairsOf(call: Call, over: Value): Value | null {
  const objects = call.global?.('Object');
  if (!objects || over.kind !== 'object' || call.elements(over) || !call.isOpen(over)) return null;
  const pairs = call.invoke(call.get(objects, 'entries'), [over], objects);
  return call.isOpen(pairs) && call.elements(pairs)?.length ? pairs : null;
}

/** For each entry of an object, in order; entries that may be absent run under their condition. */
export function eachEntry(call: Call, emit: Emit, value: Value, run: (value: Value, key: string) => void): boolean {
  const entries = isPlainObject(call, value) ? knownEntries(call, value) : null;
  if (entries === null) return false;
  for (const [key, entry] of entries) {
    if (entry.kind === 'oneOf' && entry.values.some(isAbsent))
      emit.branch(entry, (alternative) => {
        if (!isAbsent(alternative)) run(alternative, key);
      });
    else run(entry, key);
  }
  return true;
}
