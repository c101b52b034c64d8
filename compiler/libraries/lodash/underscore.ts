import type { Call, Transfer, Value } from '@tool/scanner-sdk';
import { argument, unmodelled, withArguments } from '../support/fallback.js';
import { LODASH } from './iteratee.js';
import { filter, listFunctions, viaSlice } from './lists.js';
import { recordFunctions } from './records.js';

/** How many elements an argument says, or how many are meant where nobody says; null: not known. */
function countOf(call: Call, otherwise: number): number | null {
  const said = call.args[1];
  if (!said || call.isUndefined(said)) return otherwise;
  const count = call.constant(said);
  return typeof count === 'number' ? count : null;
}

const counted =
  (name: string, slice: (call: Call, count: number) => Value): Transfer =>
  (call) => {
    const count = countOf(call, 1);
    return count === null || call.elements(argument(call, 0)) === null ? unmodelled(call, LODASH, name) : slice(call, count);
  };

/** One element, or a list of as many as are asked for. */
const oneOrMany =
  (one: Transfer, many: Transfer): Transfer =>
  (call, emit) =>
    (countOf(call, -1) === -1 ? one : many)(call, emit);

const first = oneOrMany(
  listFunctions['first']!,
  counted('first', (call, count) => viaSlice(call, 0, count)),
);
const rest = counted('rest', (call, count) => viaSlice(call, count));

/** What underscore has under other names than lodash, or does otherwise: functions take how many elements are meant, and lists are flattened all the way down. */
export const underscoreFunctions: Readonly<Record<string, Transfer>> = {
  allKeys: recordFunctions['keysIn']!,
  drop: rest,
  findWhere: listFunctions['find']!,
  first,
  flatten: (call) => {
    const once = call.args[1] !== undefined && call.truthy(call.args[1]) === true;
    return withArguments(call, 'flatten', listFunctions[once ? 'flatten' : 'flattenDeep']!, call.args.slice(0, 1));
  },
  head: first,
  initial: counted('initial', (call, count) => (count > 0 ? viaSlice(call, 0, -count) : viaSlice(call, 0))),
  invoke: listFunctions['invokeMap']!,
  last: oneOrMany(
    listFunctions['last']!,
    counted('last', (call, count) => (count > 0 ? viaSlice(call, -count) : call.list([]))),
  ),
  mapObject: recordFunctions['mapValues']!,
  object: (call, emit) => recordFunctions[call.args.length > 1 ? 'zipObject' : 'fromPairs']!(call, emit),
  pluck: listFunctions['map']!,
  rest,
  tail: rest,
  take: first,
  where: filter,
};
