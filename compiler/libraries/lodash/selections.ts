import type { Call, Transfer, Value } from '@tool/scanner-sdk';
import { argument, undefinedValue, unmodelled, withArguments } from '../support/fallback.js';
import { LODASH, iteratee, onList } from './iteratee.js';
import { filter, listFunctions, viaList } from './lists.js';

/** A list of the same elements, of which some may be missing or lie elsewhere: nobody knows more of it. */
const selected =
  (name: string): Transfer =>
  (call) =>
    call.elements(argument(call, 0)) === null ? unmodelled(call, LODASH, name) : onList(call, argument(call, 0), 'slice', []);

/** What an iteratee says of each element; null where that is not known of all. */
function keysBy(call: Call, list: Value, by: Value): readonly unknown[] | null {
  if (call.isOpen(list)) return null;
  const fn = iteratee(call, by);
  const keys = call.elements(list)?.map((element) => call.invoke(fn, [element]));
  return keys?.every((key) => key.kind === 'const') ? keys.map((key) => call.constant(key)) : null;
}

const uniqBy: Transfer = (call, emit) => {
  const over = argument(call, 0);
  const keys = keysBy(call, over, argument(call, 1));
  if (keys === null) return selected('uniqBy')(call, emit);
  return call.list(call.elements(over)!.filter((_, index) => keys.indexOf(keys[index]) === index));
};

/** `differenceBy(list, others, by)`, and `intersectionBy` with `inBoth`. */
const comparedBy =
  (name: string, inBoth: boolean): Transfer =>
  (call, emit) => {
    const [over, others, by] = [argument(call, 0), argument(call, 1), argument(call, 2)];
    const [keys, known] = [keysBy(call, over, by), keysBy(call, others, by)];
    if (keys === null || known === null) return selected(name)(call, emit);
    return call.list(call.elements(over)!.filter((_, index) => known.includes(keys[index]) === inBoth));
  };

const unionBy: Transfer = (call) => {
  const lists = call.args.filter((value) => call.elements(value) !== null);
  const [first, ...others] = lists;
  if (!first) return unmodelled(call, LODASH, 'unionBy');
  return withArguments(call, 'unionBy', uniqBy, [onList(call, first, 'concat', others), call.args.at(-1)!]);
};

/** One of the elements, whichever it is. */
const someElement =
  (name: string): Transfer =>
  (call) => {
    const over = argument(call, 0);
    const elements = call.elements(over);
    if (elements === null) return unmodelled(call, LODASH, name);
    if (call.isOpen(over)) return call.get(over, '0');
    return elements.length < 2 ? (elements[0] ?? undefinedValue(call)) : call.oneOf?.(elements, `${name}()`);
  };

const nth: Transfer = (call) => {
  const [over, index] = [argument(call, 0), call.args[1] ? call.constant(call.args[1]) : 0];
  if (call.elements(over) === null || typeof index !== 'number') return unmodelled(call, LODASH, 'nth');
  return onList(call, over, 'at', [call.const(index)]);
};

const chunk: Transfer = (call) => {
  const [over, size] = [argument(call, 0), call.args[1] ? call.constant(call.args[1]) : 1];
  const elements = call.elements(over);
  if (elements === null) return unmodelled(call, LODASH, 'chunk');
  const whole = onList(call, over, 'slice', []);
  if (typeof size !== 'number' || size < 1 || call.isOpen(over)) return call.uniformList?.(whole) ?? call.list([whole]);
  return call.list(
    Array.from({ length: Math.ceil(elements.length / size) }, (_, index) => call.list(elements.slice(index * size, (index + 1) * size))),
  );
};

const partition: Transfer = (call) => {
  const [over, fn] = [argument(call, 0), argument(call, 1)];
  if (call.elements(over) === null) return unmodelled(call, LODASH, 'partition');
  const part = (by: Transfer): Value => withArguments(call, 'partition', by, [over, fn]);
  return call.list([part(filter), part(listFunctions['reject']!)]);
};

const zip: Transfer = (call) => {
  const lists = call.args.map((value) => (call.isOpen(value) ? null : call.elements(value)));
  if (lists.length === 0 || lists.includes(null)) return unmodelled(call, LODASH, 'zip');
  const length = Math.max(...lists.map((list) => list!.length));
  return call.list(Array.from({ length }, (_, index) => call.list(lists.map((list) => list![index] ?? undefinedValue(call)))));
};

const slicing =
  (name: string, from: (count: number) => readonly number[]): Transfer =>
  (call) => {
    const count = call.args[1] ? call.constant(call.args[1]) : 1;
    if (call.elements(argument(call, 0)) === null || typeof count !== 'number') return unmodelled(call, LODASH, name);
    return onList(
      call,
      argument(call, 0),
      'slice',
      from(count).map((bound) => call.const(bound)),
    );
  };

/** Functions that choose among the elements of a list. */
export const selectionFunctions: Readonly<Record<string, Transfer>> = {
  chunk,
  differenceBy: comparedBy('differenceBy', false),
  differenceWith: selected('differenceWith'),
  dropRight: slicing('dropRight', (count) => (count > 0 ? [0, -count] : [0])),
  dropWhile: selected('dropWhile'),
  findLast: viaList('findLast', 'findLast'),
  intersectionBy: comparedBy('intersectionBy', true),
  intersectionWith: selected('intersectionWith'),
  lastIndexOf: viaList('lastIndexOf', 'lastIndexOf'),
  maxBy: someElement('maxBy'),
  minBy: someElement('minBy'),
  nth,
  partition,
  reduceRight: viaList('reduceRight', 'reduceRight'),
  sample: someElement('sample'),
  sampleSize: selected('sampleSize'),
  shuffle: selected('shuffle'),
  sortedUniq: listFunctions['uniq']!,
  takeRight: slicing('takeRight', (count) => (count > 0 ? [-count] : [0, 0])),
  takeWhile: selected('takeWhile'),
  unionBy,
  uniqBy,
  uniqWith: selected('uniqWith'),
  zip,
};
