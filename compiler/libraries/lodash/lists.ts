import { isAbsent, type Call, type Transfer, type Value } from '@tool/scanner-sdk';
import { argument, undefinedValue, unmodelled, withArguments } from '../support/fallback.js';
import { LODASH, eachEntry, iteratee, onList, pairsOf } from './iteratee.js';

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
    const filled = listMethod === 'map' ? pairsOf(call, over) : null;
    if (filled)
      return onList(call, filled, listMethod, [
        call.fn('of a pair', (inner) => inner.invoke(fn, [inner.get(argument(inner, 0), '1'), inner.get(argument(inner, 0), '0'), over])),
      ]);
    const results: { key: string; value: Value; result: Value }[] = [];
    if (eachEntry(call, emit, over, (value, key) => results.push({ key, value, result: call.invoke(fn, [value, call.const(key), over]) })))
      return collect(call, results, over);
    return unmodelled(call, LODASH, name);
  };

const forEach = collection('forEach', 'forEach', (_call, _results, of) => of);

const map = collection('map', 'map', (call, results) => call.list(results.map(({ result }) => result)));

export const filter = collection('filter', 'filter', (call, results) =>
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

/** By a list's method, with the rest of the arguments. */
export const viaList =
  (name: string, method: string, ...fixed: readonly number[]): Transfer =>
  (call) => {
    const over = argument(call, 0);
    if (call.isUndefined(over)) return call.list([]);
    if (call.elements(over) === null) return unmodelled(call, LODASH, name);
    return onList(call, over, method, fixed.length ? fixed.map((value) => call.const(value)) : call.args.slice(1));
  };

export const viaSlice = (call: Call, ...bounds: readonly unknown[]): Value =>
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
  return call.isOpen(argument(call, 0)) ? alike(call, argument(call, 0)) : call.list(kept);
};
/** Which elements of a list they are only run time knows: they are as those that are known. */
const alike = (call: Call, list: Value): Value => onList(call, list, 'map', [call.fn('same', (inner) => argument(inner, 0))]);

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

const times: Transfer = (call) => {
  const count = call.constant(argument(call, 0));
  if (typeof count !== 'number' || count > 1000) return unmodelled(call, LODASH, 'times');
  const fn = iteratee(call, argument(call, 1));
  return call.list(Array.from({ length: Math.max(0, count) }, (_, index) => call.invoke(fn, [call.const(index)])));
};

const counted = (call: Call): Value => call.typed?.({ kind: 'integer' }, 'how many there are') ?? call.unknown('how many there are');

const keyed =
  (name: string, group: boolean): Transfer =>
  (call) => {
    const elements = call.elements(argument(call, 0));
    if (elements === null) return unmodelled(call, LODASH, name);
    const fn = iteratee(call, argument(call, 1));
    const objects = call.global?.('Object');
    if (objects && call.isOpen(argument(call, 0))) {
      if (group) return call.invoke(call.get(objects, 'groupBy'), [argument(call, 0), fn], objects);
      const pairs = onList(call, argument(call, 0), 'map', [
        call.fn('pair', (inner) => inner.list([inner.invoke(fn, inner.args), name === 'countBy' ? counted(inner) : argument(inner, 0)])),
      ]);
      return call.invoke(call.get(objects, 'fromEntries'), [pairs], objects);
    }
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
    const record = call.record(
      Object.fromEntries(
        [...groups].map(([key, values]) => [key, group ? call.list(values) : name === 'countBy' ? counted(call) : values[0]!]),
      ),
    );
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
    if (call.isOpen(over)) return alike(call, over);
    return call.list(rows.map((row) => row.element));
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
    // What is not known may equal any of them: the list's own method tests each.
    const isUnclear = (value: Value): boolean => value.kind !== 'const' && value.kind !== 'object';
    if (keep !== 'union' && (call.isOpen(argument(call, 0)) || [...first, ...rest].some(isUnclear))) {
      const list = call.list(rest);
      if (!spread && call.args.slice(1).some((value) => call.isOpen(value))) call.markOpen?.(list);
      const isAmong = call.fn('isAmong', (inner) => inner.invoke(inner.get(list, 'includes'), inner.args.slice(0, 1), list));
      return keep === 'intersection'
        ? onList(call, argument(call, 0), 'filter', [isAmong])
        : withArguments(call, 'reject', listFunctions['reject']!, [argument(call, 0), isAmong]);
    }
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

/** Functions over lists, and over objects as if they were lists of their values. */
export const listFunctions: Readonly<Record<string, Transfer>> = {
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
  groupBy: keyed('groupBy', true),
  keyBy: keyed('keyBy', false),
  indexBy: keyed('indexBy', false),
  countBy: keyed('countBy', false),
  sortBy: sortBy(false),
  orderBy: sortBy(true),
  union: setOperation('union', 'union', false),
  difference: setOperation('difference', 'without', false),
  without: setOperation('without', 'without', true),
  intersection: setOperation('intersection', 'intersection', false),
  range,
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
  times,
  castArray: (call) => (call.elements(argument(call, 0)) ? argument(call, 0) : call.list(call.args.slice(0, 1))),
  invokeMap: (call) => {
    const elements = call.elements(argument(call, 0));
    const name = call.text(argument(call, 1));
    return elements && name
      ? call.list(elements.map((element) => call.invoke(call.get(element, name), call.args.slice(2), element)))
      : unmodelled(call, LODASH, 'invokeMap');
  },
};
