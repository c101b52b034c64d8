import {
  defineHostType,
  defineLibrary,
  isAbsent,
  openFunction,
  type Call,
  type Emit,
  type HostType,
  type ModuleModel,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { assignTransfer } from './merge.js';
import { copy, isPlainObject, knownEntries } from './support/deep-merge.js';
import { argument, configurable, getPath, undefinedValue, unmodelled, withArguments } from './support/fallback.js';

const LODASH = 'lodash';

/** Keys of `a.b[0]` and of a list of keys; null when only run time knows them. */
function pathKeys(call: Call, value: Value): string[] | null {
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
function iteratee(call: Call, value: Value): Value {
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
const onList = (call: Call, list: Value, method: string, args: readonly Value[]): Value => call.invoke(call.get(list, method), args, list);

/** For each entry of an object, in order; entries that may be absent run under their condition. */
function eachEntry(call: Call, emit: Emit, value: Value, run: (value: Value, key: string) => void): boolean {
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

/** `f(collection, fn)` over lists and objects alike. `collect` says what becomes of the results of an object's entries. */
const collection =
  (
    name: string,
    listMethod: string,
    collect: (call: Call, results: readonly { key: string; value: Value; result: Value }[], of: Value) => Value,
  ): Transfer =>
  (call, emit) => {
    const over = argument(call, 0);
    if (isAbsent(over) || call.isUndefined(over)) return collect(call, [], over);
    const fn = iteratee(call, argument(call, 1));
    if (call.elements(over) !== null) {
      const result = onList(call, over, listMethod, [fn]);
      return listMethod === 'forEach' ? over : result;
    }
    const results: { key: string; value: Value; result: Value }[] = [];
    if (eachEntry(call, emit, over, (value, key) => results.push({ key, value, result: call.invoke(fn, [value, call.const(key), over]) })))
      return collect(call, results, over);
    return unmodelled(call, LODASH, name);
  };

const forEach = collection('forEach', 'forEach', (_call, _results, of) => of);
const map = collection('map', 'map', (call, results) => call.list(results.map(({ result }) => result)));
const filter = collection('filter', 'filter', (call, results) =>
  call.list(results.filter(({ result }) => call.truthy(result) !== false).map(({ value }) => value)),
);
const find = collection(
  'find',
  'find',
  (call, results) => results.find(({ result }) => call.truthy(result) === true)?.value ?? undefinedValue(call),
);
const some = collection('some', 'some', (call, results) => {
  const truths = results.map(({ result }) => call.truthy(result));
  return truths.includes(true)
    ? call.const(true)
    : truths.includes(null)
      ? call.unknown('a test of values that are not known')
      : call.const(false);
});
const every = collection('every', 'every', (call, results) => {
  const truths = results.map(({ result }) => call.truthy(result));
  return truths.includes(false)
    ? call.const(false)
    : truths.includes(null)
      ? call.unknown('a test of values that are not known')
      : call.const(true);
});

const reduce: Transfer = (call, emit) => {
  const [over, fn, initial] = [argument(call, 0), argument(call, 1), call.args[2]];
  if (call.elements(over) !== null) return onList(call, over, 'reduce', initial ? [fn, initial] : [fn]);
  let result = initial ?? undefinedValue(call);
  return eachEntry(call, emit, over, (value, key) => {
    result = call.invoke(fn, [result, value, call.const(key), over]);
  })
    ? result
    : unmodelled(call, LODASH, 'reduce');
};

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
  return value.kind === 'unknown' ? call.unknown('has of an object that is not known') : call.const(!call.isUndefined(value));
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
    const entries = knownEntries(call, argument(call, 0));
    if (keys === null || entries === null) return unmodelled(call, LODASH, name);
    const record = call.record({});
    for (const [key, value] of entries) if (keep(keys, key)) call.set(record, key, value);
    if (call.isOpen(argument(call, 0))) call.markOpen?.(record);
    return record;
  };

/** Of a value of a request the members that are named are taken, and no others. */
const pick: Transfer = (call) => {
  const [from] = call.args;
  const keys = keyArguments(call);
  if (from?.kind !== 'unknown' || !from.trace || keys === null || [...keys].some((key) => /[.[]/.test(key)))
    return choose('pick', (named, key) => named.has(key))(call, undefined as never);
  return call.record(Object.fromEntries([...keys].map((key) => [key, call.get(from, key)])));
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
  (name: string, make: (call: Call, key: string, value: Value) => Value): Transfer =>
  (call) => {
    const over = argument(call, 0);
    const elements = call.elements(over);
    const entries = elements ? elements.map((value, index) => [String(index), value] as const) : knownEntries(call, over);
    if (entries === null) return call.isUndefined(over) ? call.list([]) : unmodelled(call, LODASH, name);
    const list = call.list(entries.map(([key, value]) => make(call, key, value)));
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
  for (const [key, value] of knownEntries(call, source) ?? []) {
    const own = call.get(target, key);
    if (call.isUndefined(own)) call.set(target, key, value);
    else if (deep && depth < 12 && isPlainObject(call, own) && isPlainObject(call, value)) fill(call, own, value, deep, depth + 1);
  }
}

/** By a list's method, with the rest of the arguments. */
const viaList =
  (name: string, method: string, ...fixed: readonly number[]): Transfer =>
  (call) => {
    const over = argument(call, 0);
    if (call.isUndefined(over)) return call.list([]);
    if (call.elements(over) === null) return unmodelled(call, LODASH, name);
    return onList(call, over, method, fixed.length ? fixed.map((value) => call.const(value)) : call.args.slice(1));
  };

/** By a text's method, with the rest of the arguments; a text that is missing is the empty one. */
const viaText =
  (method: string): Transfer =>
  (call) => {
    const given = argument(call, 0);
    const text = isAbsent(given) || (given.kind === 'const' && given.value == null) ? call.const('') : given;
    return call.invoke(call.get(text, method), call.args.slice(1), text);
  };

const viaSlice = (call: Call, ...bounds: readonly unknown[]): Value =>
  call.elements(argument(call, 0)) === null
    ? unmodelled(call, LODASH, 'slice')
    : onList(
        call,
        argument(call, 0),
        'slice',
        bounds.filter((bound) => typeof bound === 'number').map((bound) => call.const(bound)),
      );

const uniq: Transfer = (call) => {
  const elements = call.elements(argument(call, 0));
  if (elements === null) return unmodelled(call, LODASH, 'uniq');
  const seen = new Set<unknown>();
  const kept = elements.filter((value) => {
    const key = value.kind === 'const' ? value.value : value;
    return seen.has(key) ? false : (seen.add(key), true);
  });
  const list = call.list(kept);
  if (call.isOpen(argument(call, 0))) call.markOpen?.(list);
  return list;
};

const compact: Transfer = (call) => {
  const over = argument(call, 0);
  if (call.elements(over) === null) return unmodelled(call, LODASH, 'compact');
  return onList(call, over, 'filter', [
    call.fn('Boolean', (inner) => {
      const truth = inner.truthy(argument(inner, 0));
      return truth === null ? inner.unknown('truth of a value that is not known') : inner.const(truth);
    }),
  ]);
};

const words = (text: string): string[] => text.match(/[A-Z]{2,}(?=[A-Z][a-z]|\d|\b|_)|[A-Z]?[a-z]+|[A-Z]+|\d+/g) ?? [];
const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();

/** Text to text, for each that it may be; what is missing is the empty text, and a text that is not known stays unknown. */
const onText =
  (name: string, change: (text: string, ...rest: string[]) => string): Transfer =>
  (call) => {
    const rest = call.args.slice(1).map((value) => call.text(value));
    const one = (value: Value): Value => {
      const text = value.kind === 'const' && value.value == null ? '' : call.text(value);
      if (text === null || rest.includes(null)) return unmodelled(call, LODASH, name);
      const made = call.const(change(text, ...(rest as string[])));
      return value.kind === 'const' && value.taint !== null ? configurable(made, value.taint) : made;
    };
    const given = argument(call, 0);
    return given.kind === 'oneOf' ? { ...given, values: given.values.map((each) => (isAbsent(each) ? each : one(each))) } : one(given);
  };

/** A text without the given characters (white space, when none are given) at one end or at both. */
const trimmed =
  (start: boolean, end: boolean) =>
  (text: string, characters?: string): string => {
    const drops = (character: string): boolean => (characters === undefined ? character.trim() === '' : characters.includes(character));
    let [from, to] = [0, text.length];
    while (start && from < to && drops(text[from]!)) from++;
    while (end && to > from && drops(text[to - 1]!)) to--;
    return text.slice(from, to);
  };

const test =
  (ask: (call: Call, value: Value) => boolean | null): Transfer =>
  (call) => {
    const value = argument(call, 0);
    if (value.kind === 'unknown' || value.kind === 'oneOf') return call.unknown('a test of a value that is not known');
    const answer = ask(call, value);
    return answer === null ? call.unknown('a test of a value that is not known') : call.const(answer);
  };
const typeTest = (type: string): Transfer =>
  test((_call, value) => (value.kind === 'const' ? typeof value.value === type : value.kind === 'template' && type === 'string'));

const isEmpty: Transfer = test((call, value) => {
  if (value.kind === 'const') return typeof value.value !== 'string' || value.value === '';
  if (call.isOpen(value)) return null;
  const elements = call.elements(value) ?? knownEntries(call, value);
  return elements === null ? null : elements.length === 0;
});

const identity: Transfer = (call) => argument(call, 0);

const partial: Transfer = (call) => {
  const [fn, ...bound] = call.args;
  return fn ? call.fn(call.describe(fn), (inner) => inner.invoke(fn, [...bound, ...inner.args], inner.receiver)) : undefinedValue(call);
};

const flow =
  (fromRight: boolean): Transfer =>
  (call) => {
    const fns = call.args.flatMap((value) => (call.isFunction(value) ? [value] : (call.elements(value) ?? [value])));
    if (fromRight) fns.reverse();
    return call.fn('flow', (inner) => {
      const [first, ...rest] = fns;
      if (!first) return argument(inner, 0);
      return rest.reduce((value, fn) => inner.invoke(fn, [value]), inner.invoke(first, inner.args));
    });
  };

const times: Transfer = (call) => {
  const count = call.constant(argument(call, 0));
  if (typeof count !== 'number' || count > 1000) return unmodelled(call, LODASH, 'times');
  const fn = iteratee(call, argument(call, 1));
  return call.list(Array.from({ length: Math.max(0, count) }, (_, index) => call.invoke(fn, [call.const(index)])));
};

const keyed =
  (name: string, group: boolean): Transfer =>
  (call) => {
    const elements = call.elements(argument(call, 0));
    if (elements === null) return unmodelled(call, LODASH, name);
    const fn = iteratee(call, argument(call, 1));
    const groups = new Map<string, Value[]>();
    let open = call.isOpen(argument(call, 0));
    for (const element of elements) {
      const key = call.constant(call.invoke(fn, [element]));
      if (typeof key !== 'string' && typeof key !== 'number') {
        open = true;
        continue;
      }
      groups.set(String(key), group ? [...(groups.get(String(key)) ?? []), element] : [element]);
    }
    const record = call.record(Object.fromEntries([...groups].map(([key, values]) => [key, group ? call.list(values) : values[0]!])));
    if (open) call.markOpen?.(record);
    return record;
  };

/** As `<` of the language orders two texts or two numbers; texts and numbers among each other are equal. */
const compareKeys = (a: unknown, b: unknown): number =>
  typeof a === 'string' && typeof b === 'string'
    ? Number(a > b) - Number(a < b)
    : typeof a === 'number' && typeof b === 'number'
      ? a - b
      : 0;

/** Sorted by one or several iteratees; a key that is not known leaves the order as it is. */
const sortBy =
  (ordered: boolean): Transfer =>
  (call) => {
    const over = argument(call, 0);
    // Each of several lists is sorted by itself; they are other objects, in the place of the old ones.
    if (over.kind === 'oneOf')
      return {
        ...over,
        values: over.values.map((list) =>
          call.elements(list) === null ? list : withArguments(call, 'sortBy', sortBy(ordered), [list, ...call.args.slice(1)]),
        ),
      };
    const elements = call.elements(over);
    if (elements === null) return unmodelled(call, LODASH, 'sortBy');
    const given = call.args[1] && !call.isFunction(call.args[1]) ? call.elements(call.args[1]) : null;
    const fns = (given ?? (ordered ? call.args.slice(1, 2) : call.args.slice(1))).map((value) => iteratee(call, value));
    const directions = ordered
      ? (call.elements(argument(call, 2)) ?? [argument(call, 2)]).map((value) => (call.text(value) === 'desc' ? -1 : 1))
      : [];
    const rows = elements.map((element) => ({
      element,
      keys: (fns.length > 0 ? fns : [iteratee(call, undefinedValue(call))]).map((fn) => call.constant(call.invoke(fn, [element]))),
    }));
    if (rows.every((row) => row.keys.every((key) => typeof key === 'string' || typeof key === 'number'))) {
      rows.sort((a, b) => {
        for (const [index, left] of a.keys.entries()) {
          const order = compareKeys(left, b.keys[index]);
          if (order !== 0) return order * (directions[index] ?? 1);
        }
        return 0;
      });
    }
    const list = call.list(rows.map((row) => row.element));
    if (call.isOpen(over)) call.markOpen?.(list);
    return list;
  };

/** Elements of the first list that are (or are not) in the others, or the lists one after the other, each value once. */
const setOperation =
  (name: string, keep: 'union' | 'without' | 'intersection', spread: boolean): Transfer =>
  (call) => {
    const first = call.elements(argument(call, 0));
    const others = spread ? [call.args.slice(1)] : call.args.slice(1).map((value) => call.elements(value));
    if (first === null || others.includes(null)) return unmodelled(call, LODASH, name);
    const identity = (value: Value): unknown => (value.kind === 'const' ? value.value : value);
    const rest = others.flatMap((values) => values ?? []);
    const known = new Set(rest.map(identity));
    const source =
      keep === 'union' ? [...first, ...rest] : first.filter((value) => known.has(identity(value)) === (keep === 'intersection'));
    const seen = new Set<unknown>();
    return call.list(
      keep === 'without' ? source : source.filter((value) => (seen.has(identity(value)) ? false : (seen.add(identity(value)), true))),
    );
  };

const range: Transfer = (call) => {
  const numbers = call.args.map((value) => call.constant(value));
  if (!numbers.every((number) => typeof number === 'number')) return unmodelled(call, LODASH, 'range');
  const [start, end, step = 1] = numbers.length === 1 ? [0, numbers[0]!] : numbers;
  const count = Math.min(1000, Math.max(0, Math.ceil((end! - start!) / (step || 1))));
  return call.list(Array.from({ length: count }, (_, index) => call.const(start! + index * step)));
};

const zipObject: Transfer = (call) => {
  const [keys, values] = [call.elements(argument(call, 0))?.map((key) => call.constant(key)), call.elements(argument(call, 1))];
  if (!keys?.every((key) => typeof key === 'string') || !values) return unmodelled(call, LODASH, 'zipObject');
  return call.record(Object.fromEntries(keys.map((key, index) => [key, values[index] ?? undefinedValue(call)])));
};

/** Functions of lodash and underscore under their names; aliases are separate entries. */
export const lodashFunctions: Readonly<Record<string, Transfer>> = {
  forEach,
  each: forEach,
  forOwn: forEach,
  forIn: forEach,
  map,
  collect: map,
  filter,
  select: filter,
  find,
  detect: find,
  some,
  any: some,
  every,
  all: every,
  reduce,
  inject: reduce,
  foldl: reduce,
  flatMap: viaList('flatMap', 'flatMap'),
  flatten: viaList('flatten', 'flat', 1),
  flattenDeep: viaList('flattenDeep', 'flat', 20),
  concat: viaList('concat', 'concat'),
  reverse: viaList('reverse', 'reverse'),
  join: viaList('join', 'join'),
  slice: viaList('slice', 'slice'),
  includes: viaList('includes', 'includes'),
  contains: viaList('contains', 'includes'),
  indexOf: viaList('indexOf', 'indexOf'),
  findIndex: viaList('findIndex', 'findIndex'),
  tail: viaList('tail', 'slice', 1),
  initial: viaList('initial', 'slice', 0, -1),
  head: (call) => call.get(argument(call, 0), '0'),
  first: (call) => call.get(argument(call, 0), '0'),
  last: (call) => {
    const elements = call.elements(argument(call, 0));
    return elements ? (elements.at(-1) ?? undefinedValue(call)) : unmodelled(call, LODASH, 'last');
  },
  uniq,
  compact,
  get,
  set,
  has,
  result: get,
  pick,
  omit: choose('omit', (keys, key) => !keys.has(key)),
  pickBy: chooseBy('pickBy', true),
  omitBy: chooseBy('omitBy', false),
  keys: ofEntries('keys', (call, key) => call.const(key)),
  keysIn: ofEntries('keysIn', (call, key) => call.const(key)),
  values: ofEntries('values', (_call, _key, value) => value),
  toArray: ofEntries('toArray', (_call, _key, value) => value),
  toPairs: ofEntries('toPairs', (call, key, value) => call.list([call.const(key), value])),
  pairs: ofEntries('pairs', (call, key, value) => call.list([call.const(key), value])),
  entries: ofEntries('entries', (call, key, value) => call.list([call.const(key), value])),
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
  groupBy: keyed('groupBy', true),
  keyBy: keyed('keyBy', false),
  indexBy: keyed('indexBy', false),
  sortBy: sortBy(false),
  orderBy: sortBy(true),
  union: setOperation('union', 'union', false),
  difference: setOperation('difference', 'without', false),
  without: setOperation('without', 'without', true),
  intersection: setOperation('intersection', 'intersection', false),
  range,
  zipObject,
  reject: (call) => {
    const fn = iteratee(call, argument(call, 1));
    return withArguments(call, 'filter', filter, [
      argument(call, 0),
      call.fn('not', (inner) => {
        const truth = inner.truthy(inner.invoke(fn, inner.args));
        return truth === null ? inner.unknown('a test of a value that is not known') : inner.const(!truth);
      }),
    ]);
  },
  take: (call) => viaSlice(call, 0, call.args[1] ? call.constant(call.args[1]) : 1),
  drop: (call) => viaSlice(call, call.args[1] ? call.constant(call.args[1]) : 1, undefined),
  partial,
  bind: (call) => {
    const [fn, self, ...bound] = call.args;
    return fn ? call.fn(call.describe(fn), (inner) => inner.invoke(fn, [...bound, ...inner.args], self)) : undefinedValue(call);
  },
  bindAll: identity,
  once: identity,
  memoize: identity,
  debounce: identity,
  throttle: identity,
  identity,
  constant: (call) => {
    const value = argument(call, 0);
    return call.fn('constant', () => value);
  },
  noop: () => undefined,
  flow: flow(false),
  flowRight: flow(true),
  compose: flow(true),
  times,
  tap: (call) => {
    call.invoke(argument(call, 1), [argument(call, 0)]);
    return argument(call, 0);
  },
  castArray: (call) => (call.elements(argument(call, 0)) ? argument(call, 0) : call.list(call.args.slice(0, 1))),
  invokeMap: (call) => {
    const elements = call.elements(argument(call, 0));
    const name = call.text(argument(call, 1));
    return elements && name
      ? call.list(elements.map((element) => call.invoke(call.get(element, name), call.args.slice(2), element)))
      : unmodelled(call, LODASH, 'invokeMap');
  },
  defer: (call) => {
    call.later(argument(call, 0), call.args.slice(1));
  },
  isFunction: test((call, value) => call.isFunction(value)),
  isArray: test((call, value) => call.elements(value) !== null),
  isString: typeTest('string'),
  isNumber: typeTest('number'),
  isBoolean: typeTest('boolean'),
  isUndefined: test((call, value) => call.isUndefined(value)),
  isNull: test((_call, value) => value.kind === 'const' && value.value === null),
  isNil: test((_call, value) => value.kind === 'const' && value.value == null),
  isObject: test((_call, value) => value.kind === 'object'),
  isObjectLike: test((call, value) => value.kind === 'object' && !call.isFunction(value)),
  defaultTo: (call) => {
    const all = call
      .alternatives(argument(call, 0))
      .map((each) => (each.kind === 'const' && (each.value == null || Number.isNaN(each.value)) ? argument(call, 1) : each));
    return all.length === 1 ? all[0]! : (call.oneOf?.(all, 'a default') ?? argument(call, 0));
  },
  isPlainObject: test((call, value) => isPlainObject(call, value)),
  isEmpty,
  isRegExp: test((call, value) => call.pattern(value) !== null),
  camelCase: onText('camelCase', (text) =>
    words(text)
      .map((word, index) => (index === 0 ? word.toLowerCase() : capitalize(word)))
      .join(''),
  ),
  kebabCase: onText('kebabCase', (text) =>
    words(text)
      .map((word) => word.toLowerCase())
      .join('-'),
  ),
  snakeCase: onText('snakeCase', (text) =>
    words(text)
      .map((word) => word.toLowerCase())
      .join('_'),
  ),
  startCase: onText('startCase', (text) =>
    words(text)
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(' '),
  ),
  upperFirst: onText('upperFirst', (text) => text.charAt(0).toUpperCase() + text.slice(1)),
  lowerFirst: onText('lowerFirst', (text) => text.charAt(0).toLowerCase() + text.slice(1)),
  capitalize: onText('capitalize', capitalize),
  toLower: onText('toLower', (text) => text.toLowerCase()),
  toUpper: onText('toUpper', (text) => text.toUpperCase()),
  trim: onText('trim', trimmed(true, true)),
  trimStart: onText('trimStart', trimmed(true, false)),
  trimEnd: onText('trimEnd', trimmed(false, true)),
  toString: onText('toString', (text) => text),
  startsWith: viaText('startsWith'),
  endsWith: viaText('endsWith'),
  split: viaText('split'),
  replace: viaText('replace'),
  repeat: viaText('repeat'),
  padStart: viaText('padStart'),
  padEnd: viaText('padEnd'),
};

/** A chain: `_(list).map(f).value()`, `_.chain(list)…`. An implicit one ends with the first method that gives a single value. */
interface Chain {
  readonly value: Value;
  readonly explicit: boolean;
}

const SINGLE_VALUES: ReadonlySet<string> = new Set([
  'reduce',
  'find',
  'some',
  'every',
  'head',
  'first',
  'last',
  'get',
  'has',
  'join',
  'includes',
  'indexOf',
  'findIndex',
  'isEmpty',
  'result',
]);

const chainType: HostType<Chain> = defineHostType<Chain>({
  name: 'Chain',
  methods: {
    ...Object.fromEntries(
      Object.entries(lodashFunctions).map(([name, transfer]): [string, Transfer] => [
        name,
        (call) => {
          const data = call.data(call.receiver, chainType);
          if (!data) return call.receiver;
          const value = withArguments(call, name, transfer, [data.value, ...call.args]);
          return SINGLE_VALUES.has(name) && !data.explicit ? value : call.host(chainType, { value, explicit: data.explicit });
        },
      ]),
    ),
    ...Object.fromEntries(
      ['value', 'valueOf', 'toJSON'].map((name): [string, Transfer] => [name, (call) => call.data(call.receiver, chainType)?.value]),
    ),
    commit: (call) => call.receiver,
    chain: (call) => {
      const data = call.data(call.receiver, chainType);
      return data ? call.host(chainType, { ...data, explicit: true }) : call.receiver;
    },
  },
});

const startChain =
  (explicit: boolean): Transfer =>
  (call) =>
    call.host(chainType, { value: argument(call, 0), explicit });

const whole =
  (name: string): ModuleModel =>
  (realm) =>
    openFunction(
      realm,
      name,
      startChain(false),
      Object.fromEntries(
        Object.entries({ ...lodashFunctions, chain: startChain(true) }).map(([member, transfer]) => [member, realm.fn(member, transfer)]),
      ),
    );

const single =
  (name: string) =>
  (realm: Realm): Value =>
    realm.fn(name, lodashFunctions[name]!, { default: realm.fn(name, lodashFunctions[name]!) });

/** In lodash every function is a module of its own, too. */
const singles = Object.fromEntries(
  Object.keys(lodashFunctions).flatMap((name) => [
    [`lodash/${name}`, single(name)],
    [`lodash/${name}.js`, single(name)],
    [`lodash-es/${name}`, single(name)],
    [`lodash-es/${name}.js`, single(name)],
    [`lodash.${name.toLowerCase()}`, single(name)],
    [`es-toolkit/compat/${name}`, single(name)],
  ]),
);

/** `es-toolkit/compat` is made to be a drop-in for lodash, each function as its own module included. */
export const lodashLibrary = defineLibrary({
  modules: {
    lodash: whole('lodash'),
    'lodash-es': whole('lodash-es'),
    underscore: whole('underscore'),
    'es-toolkit/compat': whole('es-toolkit/compat'),
    ...singles,
  },
});
