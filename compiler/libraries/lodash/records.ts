import type { Call, Transfer, Value } from '@tool/scanner-sdk';
import { assignTransfer } from '../merge.js';
import { copy, isPlainObject, knownEntries } from '../support/deep-merge.js';
import { argument, getPath, undefinedValue, unmodelled, withArguments } from '../support/fallback.js';
import { LODASH, iteratee, onList, pairsOf, pathKeys } from './iteratee.js';
import { answered } from './questions.js';

const get: Transfer = (call) => {
  const keys = pathKeys(call, argument(call, 1));
  if (keys === null) return unmodelled(call, LODASH, 'get');
  const value = getPath(call, argument(call, 0), keys);
  const fallback = call.args[2];
  // Reading through an undefined object is Unknown in the evaluator; `get` gives its default there.
  let at = argument(call, 0);
  for (const key of keys) {
    if (call.isUndefined(at) || (call.constant(at) === null && at.kind === 'const')) return fallback ?? undefinedValue(call);
    at = call.get(at, key);
  }
  return call.isUndefined(value) && fallback ? fallback : value;
};

const set: Transfer = (call) => {
  const keys = pathKeys(call, argument(call, 1));
  const target = argument(call, 0);
  if (keys === null || keys.length === 0) {
    call.markOpen?.(target);
    return target;
  }
  let at = target;
  for (const key of keys.slice(0, -1)) {
    if (call.isUndefined(call.get(at, key))) call.set(at, key, call.record({}));
    at = call.get(at, key);
  }
  call.set(at, keys.at(-1)!, argument(call, 2));
  return target;
};

const has: Transfer = (call) => {
  const keys = pathKeys(call, argument(call, 1));
  if (keys === null) return call.unknown('has of a path that is not known');
  const value = getPath(call, argument(call, 0), keys);
  return value.kind === 'unknown' ? call.unknown('has of an object that is not known') : answered(call, !call.isUndefined(value), value);
};

/** Keys among the rest of the arguments, flat or in lists. */
const keyArguments = (call: Call): Set<string> | null => {
  const keys = new Set<string>();
  for (const value of call.args.slice(1)) {
    for (const single of call.elements(value) ?? [value]) {
      const key = call.constant(single);
      if (typeof key !== 'string' && typeof key !== 'number') return null;
      keys.add(String(key));
    }
  }
  return keys;
};

const choose =
  (name: string, keep: (keys: Set<string>, key: string) => boolean): Transfer =>
  (call) => {
    const keys = keyArguments(call);
    const given = argument(call, 0);
    // A row, or none: of nothing it makes an empty record.
    const made = call.alternatives(given).map((from) => {
      const entries = call.isUndefined(from) ? [] : knownEntries(call, from);
      if (keys === null || entries === null) return null;
      const record = call.record({});
      for (const [key, value] of entries) if (keep(keys, key)) call.set(record, key, value);
      if (call.isOpen(from)) call.markOpen?.(record);
      return record;
    });
    const [only] = made;
    if (!only || made.includes(null)) return unmodelled(call, LODASH, name);
    if (made.length === 1) return only;
    return call.oneOf?.(made as Value[], given.kind === 'oneOf' ? given.condition : name) ?? unmodelled(call, LODASH, name);
  };

/** Of a value of a request, or a record that may hold more than is known of it, the members that are named are taken, and no others. */
const pick: Transfer = (call) => {
  const [from] = call.args;
  const keys = keyArguments(call);
  const mayHaveMore = from?.kind === 'unknown' ? from.trace : from?.kind === 'object' && call.isOpen(from);
  if (!from || !mayHaveMore || keys === null || [...keys].some((key) => /[.[]/.test(key)))
    return choose('pick', (named, key) => named.has(key))(call, undefined as never);
  return call.record(Object.fromEntries([...keys].map((key) => [key, call.sent?.(from, key) ?? call.get(from, key)])));
};

const chooseBy =
  (name: string, wanted: boolean): Transfer =>
  (call) => {
    const entries = knownEntries(call, argument(call, 0));
    if (entries === null) return unmodelled(call, LODASH, name);
    const fn = iteratee(call, argument(call, 1));
    const record = call.record({});
    for (const [key, value] of entries) {
      const truth = call.truthy(call.invoke(fn, [value, call.const(key)]));
      if (truth === null || truth === wanted) call.set(record, key, value);
    }
    return record;
  };

const ofEntries =
  (name: string, make: (call: Call, key: Value, value: Value) => Value): Transfer =>
  (call) => {
    const over = argument(call, 0);
    const elements = call.elements(over);
    const entries = elements ? elements.map((value, index) => [String(index), value] as const) : knownEntries(call, over);
    if (entries === null) return call.isUndefined(over) ? call.list([]) : unmodelled(call, LODASH, name);
    const filled = elements ? null : pairsOf(call, over);
    if (filled)
      return onList(call, filled, 'map', [
        call.fn('of a pair', (inner) => make(inner, inner.get(argument(inner, 0), '0'), inner.get(argument(inner, 0), '1'))),
      ]);
    const list = call.list(entries.map(([key, value]) => make(call, call.const(key), value)));
    if (call.isOpen(over)) call.markOpen?.(list);
    return list;
  };

const mapEntries =
  (name: string, change: (call: Call, key: string, value: Value, fn: Value) => readonly [string, Value] | null): Transfer =>
  (call) => {
    const over = argument(call, 0);
    const entries = knownEntries(call, over);
    if (entries === null) return unmodelled(call, LODASH, name);
    const fn = iteratee(call, argument(call, 1));
    const filled = name === 'mapValues' ? pairsOf(call, over) : null;
    const objects = call.global?.('Object');
    if (filled && objects)
      return call.invoke(
        call.get(objects, 'fromEntries'),
        [
          onList(call, filled, 'map', [
            call.fn('of a pair', (inner) => {
              const [key, value] = ['0', '1'].map((at) => inner.get(argument(inner, 0), at)) as [Value, Value];
              return inner.list([key, inner.invoke(fn, [value, key])]);
            }),
          ]),
        ],
        objects,
      );
    const record = call.record({});
    for (const [key, value] of entries) {
      const entry = change(call, key, value, fn);
      if (entry) call.set(record, entry[0], entry[1]);
      else call.markOpen?.(record);
    }
    if (call.isOpen(over)) call.markOpen?.(record);
    return record;
  };

const defaults =
  (deep: boolean): Transfer =>
  (call, emit) => {
    const [target, ...sources] = call.args;
    if (!target) return call.record({});
    for (const source of sources) emit.branch(source, (alternative) => fill(call, target, alternative, deep));
    return target;
  };

function fill(call: Call, target: Value, source: Value, deep: boolean, depth = 0): void {
  if (source.kind === 'unknown') {
    call.markOpen?.(target);
    return;
  }
  // What the target lacks only because nobody configured it takes a default that may be replaced.
  const before = copy(call, target, false);
  for (const [key, value] of knownEntries(call, source) ?? []) {
    const own = call.get(target, key);
    if (call.isUndefined(own)) call.set(target, key, value);
    else if (deep && depth < 12 && isPlainObject(call, own) && isPlainObject(call, value)) fill(call, own, value, deep, depth + 1);
  }
  call.replaceable?.(target, before);
  call.lackLike?.(target, source);
}

const zipObject: Transfer = (call) => {
  const [keys, values] = [call.elements(argument(call, 0))?.map((key) => call.constant(key)), call.elements(argument(call, 1))];
  if (!keys?.every((key) => typeof key === 'string') || !values) return unmodelled(call, LODASH, 'zipObject');
  return call.record(Object.fromEntries(keys.map((key, index) => [key, values[index] ?? undefinedValue(call)])));
};

/** Functions over objects and paths in them. */
export const recordFunctions: Readonly<Record<string, Transfer>> = {
  get,
  set,
  has,
  result: get,
  pick,
  omit: choose('omit', (keys, key) => !keys.has(key)),
  pickBy: chooseBy('pickBy', true),
  omitBy: chooseBy('omitBy', false),
  keys: ofEntries('keys', (_call, key) => key),
  keysIn: ofEntries('keysIn', (_call, key) => key),
  values: ofEntries('values', (_call, _key, value) => value),
  toArray: ofEntries('toArray', (_call, _key, value) => value),
  toPairs: ofEntries('toPairs', (call, key, value) => call.list([key, value])),
  pairs: ofEntries('pairs', (call, key, value) => call.list([key, value])),
  entries: ofEntries('entries', (call, key, value) => call.list([key, value])),
  fromPairs: (call) => {
    const pairs = call.elements(argument(call, 0));
    const known = pairs?.map((pair) => [call.constant(call.get(pair, '0')), call.get(pair, '1')] as const);
    return known?.every(([key]) => typeof key === 'string')
      ? call.record(Object.fromEntries(known as (readonly [string, Value])[]))
      : unmodelled(call, LODASH, 'fromPairs');
  },
  mapValues: mapEntries('mapValues', (call, key, value, fn) => [key, call.invoke(fn, [value, call.const(key)])]),
  mapKeys: mapEntries('mapKeys', (call, key, value, fn) => {
    const name = call.constant(call.invoke(fn, [value, call.const(key)]));
    return typeof name === 'string' ? [name, value] : null;
  }),
  merge: assignTransfer('by-index', true),
  mergeWith: (call) => withArguments(call, 'mergeWith', assignTransfer('by-index', true), call.args.slice(0, -1)),
  assign: assignTransfer('replace', false),
  assignIn: assignTransfer('replace', false),
  extend: assignTransfer('replace', false),
  extendOwn: assignTransfer('replace', false),
  defaults: defaults(false),
  defaultsDeep: defaults(true),
  clone: (call) => copy(call, argument(call, 0), false),
  cloneDeep: (call) => copy(call, argument(call, 0), true),
  zipObject,
};
