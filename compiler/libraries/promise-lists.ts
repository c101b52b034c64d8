import { isAbsent, type Call, type Transfer, type Value } from '@tool/scanner-sdk';
import { argument, promised, undefinedValue, unmodelled } from './support/fallback.js';

/** The values of a list, awaited, in order; null when the list is not known. */
export const awaitedElements = (call: Call, value: Value): Value[] | null =>
  call
    .elements(call.awaited(value))
    ?.filter((element) => !isAbsent(element))
    .map((element) => call.awaited(element)) ?? null;

/** What a list's own method gives that calls a function with its elements, once they have come, and waits for what that one gives. */
function viaList(call: Call, method: string, given: Value, fn: Value): Value {
  const list = call.awaited(given);
  const each = call.fn(method, (inner) =>
    inner.awaited(inner.invoke(fn, [inner.awaited(argument(inner, 0)), argument(inner, 1), call.get(list, 'length')])),
  );
  return call.invoke(call.get(list, method), [each], list);
}

/** `f(list, fn)`: calls `fn(value, index, length)` for each, and gives what they give. */
export const map: Transfer = (call) => promised(call, viaList(call, 'map', argument(call, 0), argument(call, 1)));

/** `f(list, fn)`: those of which `fn` gives something true. */
export const filter: Transfer = (call) => promised(call, viaList(call, 'filter', argument(call, 0), argument(call, 1)));

/** `f(list, fn)`: calls it for each, and gives the list. */
export const each: Transfer = (call) => {
  const list = call.awaited(argument(call, 0));
  viaList(call, 'forEach', list, argument(call, 1));
  return promised(call, list);
};

export const reduce: Transfer = (call) => {
  const elements = awaitedElements(call, argument(call, 0));
  if (elements === null) return unmodelled(call, 'bluebird', 'reduce');
  return promised(
    call,
    elements.reduce(
      (sum, element, index) => call.awaited(call.invoke(argument(call, 1), [sum, element, call.const(index)])),
      argument(call, 2),
    ),
  );
};

export const props: Transfer = (call) => {
  const entries = call.entries(call.awaited(argument(call, 0)));
  return entries
    ? promised(call, call.record(Object.fromEntries(entries.map(([key, value]) => [key, call.awaited(value)]))))
    : unmodelled(call, 'bluebird', 'props');
};

export const all: Transfer = (call) => {
  const elements = awaitedElements(call, argument(call, 0));
  return elements ? promised(call, call.list(elements)) : unmodelled(call, 'bluebird', 'all');
};

/** One of the values: which one comes first nobody knows. */
export const any: Transfer = (call) => {
  const elements = awaitedElements(call, argument(call, 0));
  if (!elements?.length) return unmodelled(call, 'bluebird', 'any');
  return promised(call, elements.length === 1 ? elements[0]! : (call.oneOf?.(elements, 'which one comes first') ?? undefinedValue(call)));
};
