import { isAbsent, type Call, type Transfer, type Value } from '@tool/scanner-sdk';
import { all, any, each, filter, map, props, reduce } from './promise-lists.js';
import { argument, callbackOf, withArguments } from './support/fallback.js';

const own = (call: Call, method: string, args: readonly Value[]): Value =>
  call.invoke(call.get(call.receiver, method), args, call.receiver);

/** `promise.then(value => …)`. */
const onValue = (call: Call, name: string, make: (inner: Call, value: Value) => Value | undefined): Value =>
  own(call, 'then', [call.fn(name, (inner) => make(inner, argument(inner, 0)))]);

const as =
  (method: string): Transfer =>
  (call) =>
    own(call, method, call.args);

const itself: Transfer = (call) => call.receiver;

/** A generator function that hands out promises, as an asynchronous one. */
export const coroutine: Transfer = (call) => call.asynchronous?.(argument(call, 0), (given) => given) ?? argument(call, 0);

/** `promise.nodeify(callback)`: the callback is told as Node tells one; without a callback the promise is as it was. */
const toCallback: Transfer = (call) => {
  const callback = callbackOf(call);
  if (!callback) return call.receiver;
  own(call, 'then', [
    call.fn('fulfilled', (inner) => inner.invoke(callback, [inner.const(null), argument(inner, 0)])),
    call.fn('rejected', (inner) => inner.invoke(callback, [argument(inner, 0)])),
  ]);
  return call.receiver;
};

/** `promise.catch(NotFound, handle)`: other errors go on. Of which class an error is only run time says. */
const catchSome =
  (all: Value): Transfer =>
  (call) => {
    const handler = callbackOf(call);
    if (call.args.length < 2 || !handler) return call.invoke(all, call.args, call.receiver);
    const some = call.fn('rejected', (inner) => {
      let result: Value | undefined;
      const error = argument(inner, 0);
      const run = (holds: boolean): void => {
        if (holds) result = inner.invoke(handler, [error]);
        else inner.throws?.(error);
      };
      if (inner.either) inner.either(inner.unknown('the class of an error'), run);
      else run(true);
      return result;
    });
    return call.invoke(all, [some], call.receiver);
  };

/** What a function of the package does with a list, as a method of the promise of one. */
const ofList = (name: string, transfer: Transfer): [string, Transfer] => [
  name,
  (call) => onValue(call, name, (inner, list) => withArguments(inner, name, transfer, [list, ...call.args])),
];

const METHODS: Readonly<Record<string, Transfer>> = {
  fail: as('catch'),
  caught: as('catch'),
  error: as('catch'),
  fin: as('finally'),
  lastly: as('finally'),
  done: (call) => {
    own(call, 'then', call.args);
  },
  spread: (call) =>
    onValue(call, 'spread', (inner, value) => {
      const elements = inner.elements(value)?.filter((element) => !isAbsent(element));
      const parts = elements?.map((element) => inner.awaited(element));
      return inner.invoke(argument(call, 0), parts ?? [inner.get(value, '0'), inner.get(value, '1'), inner.get(value, '2')]);
    }),
  tap: (call) =>
    onValue(call, 'tap', (inner, value) => {
      inner.awaited(inner.invoke(argument(call, 0), [value]));
      return value;
    }),
  return: (call) => onValue(call, 'return', () => argument(call, 0)),
  thenReturn: (call) => onValue(call, 'return', () => argument(call, 0)),
  thenResolve: (call) => onValue(call, 'return', () => argument(call, 0)),
  get: (call) => onValue(call, 'get', (inner, value) => inner.get(value, inner.text(argument(call, 0)) ?? '')),
  nodeify: toCallback,
  asCallback: toCallback,
  delay: itself,
  timeout: itself,
  progress: itself,
  ...Object.fromEntries([
    ofList('map', map),
    ofList('mapSeries', map),
    ofList('filter', filter),
    ofList('each', each),
    ofList('reduce', reduce),
    ofList('all', all),
    ofList('any', any),
    ofList('props', props),
  ]),
};

/**
 * Gives promises the methods that packages give theirs (`fail`, `spread`, `tap`): once one of these packages makes promises, all that the program has
 * know them. Methods of the language stay what they are.
 */
export function extendPromises(call: Call): void {
  const constructor = call.promise && call.get(call.promise(call.const(undefined)), 'constructor');
  if (!constructor) return;
  const prototype = call.get(constructor, 'prototype');
  if (prototype.kind !== 'object' || !call.isUndefined(call.get(prototype, 'spread'))) return;
  for (const [name, transfer] of Object.entries(METHODS)) call.set(prototype, name, call.fn(name, transfer));
  call.set(prototype, 'catch', call.fn('catch', catchSome(call.get(prototype, 'catch'))));
}

/** The functions of a package whose promises have these methods. */
export const withPromises = (transfers: Readonly<Record<string, Transfer>>): Readonly<Record<string, Transfer>> =>
  Object.fromEntries(Object.entries(transfers).map(([name, transfer]) => [name, extending(transfer)]));

export const extending =
  (transfer: Transfer): Transfer =>
  (call, emit) => {
    extendPromises(call);
    return transfer(call, emit);
  };
