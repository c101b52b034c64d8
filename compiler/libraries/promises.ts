import {
  defineHostType,
  defineLibrary,
  functions,
  isAbsent,
  openFunction,
  type Call,
  type ModuleModel,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { all, any, each, filter, map, props, reduce } from './promise-lists.js';
import { coroutine, extending, withPromises } from './promise-methods.js';
import { knownEntries } from './support/deep-merge.js';
import { argument, promised, unmodelled, withArguments } from './support/fallback.js';

/** `f([fn, …])`: calls each without arguments, in order. */
const overTasks =
  (module: string): Transfer =>
  (call) => {
    const tasks = call.elements(argument(call, 0));
    if (tasks === null) return unmodelled(call, module, 'default()');
    return promised(
      call,
      call.list(tasks.filter((task) => !isAbsent(task)).map((task) => call.awaited(call.isFunction(task) ? call.invoke(task, []) : task))),
    );
  };

/** `pLimit(n)(fn, ...args)` calls the function. */
const limit: Transfer = (call) => call.fn('limit', (inner) => promised(inner, inner.invoke(argument(inner, 0), inner.args.slice(1))));

/** The language's own `Promise`, also where a program has put a package's in the place of the global: `Promise = require('bluebird')`. */
function nativePromise(call: Call): Value | null {
  const native = call.promise && call.get(call.promise(call.const(undefined)), 'constructor');
  return native?.kind === 'object' ? native : null;
}

/** `new Promise((resolve, reject) => …)`, also where the program's own `Promise` cannot be asked. */
export const construct: Transfer = (call) => {
  const native = nativePromise(call);
  if (native) return call.construct(native, call.args);
  let result: Value | null = null;
  const resolve = call.fn('resolve', (inner) => {
    result ??= argument(inner, 0);
  });
  call.invoke(argument(call, 0), [resolve, call.fn('reject', () => undefined)]);
  return promised(call, result ?? call.unknown('what a promise will resolve to'));
};

/** `Promise.try(fn)`: what the function throws is what the promise is rejected with. */
const attempt: Transfer = (call) => {
  const run = call.fn('executor', (settling) => settling.invoke(argument(settling, 0), [settling.invoke(argument(call, 0), [])]));
  return withArguments(call, 'Promise', construct, [run]);
};

/** A function of Node's convention as one that returns a promise, as Node itself makes it. */
export const promisify: Transfer = (call) => {
  const fn = argument(call, 0);
  const self = call.args[1] && call.args[1].kind === 'object' && call.get(call.args[1], 'context');
  const made = call.module && call.invoke(call.get(call.module('node:util'), 'promisify'), [fn]);
  return call.fn(call.describe(fn), (inner) => inner.invoke(made ?? fn, inner.args, self || inner.receiver));
};

const promisifyAll: Transfer = (call) => {
  const target = argument(call, 0);
  for (const [name, value] of knownEntries(call, target) ?? [])
    if (call.isFunction(value) && !name.endsWith('Async'))
      call.set(target, `${name}Async`, call.invoke(call.fn('promisify', promisify), [value, call.record({ context: target })]));
  call.markOpen?.(target);
  return target;
};

export const reject: Transfer = (call) => {
  const native = nativePromise(call);
  return native ? call.invoke(call.get(native, 'reject'), [argument(call, 0)], native) : unmodelled(call, 'bluebird', 'reject');
};

const bluebird: ModuleModel = (realm) => {
  const own = functions(
    realm,
    withPromises({
      resolve: (call) => promised(call, argument(call, 0)),
      cast: (call) => promised(call, argument(call, 0)),
      all,
      props,
      any,
      race: any,
      map,
      mapSeries: map,
      filter,
      each,
      reduce,
      try: attempt,
      attempt,
      method: (call) => argument(call, 0),
      promisify,
      promisifyAll,
      delay: (call) => promised(call, argument(call, 1)),
      config: () => undefined,
      coroutine,
      spawn: (call) => promised(call, call.invoke(withArguments(call, 'coroutine', coroutine, [argument(call, 0)]), [])),
      reject,
    }),
  );
  const make = extending(construct);
  const constructor = realm.fn('Promise', make, own);
  return openFunction(realm, 'bluebird', make, { ...own, default: constructor, Promise: constructor });
};

const single =
  (transfer: Transfer): ModuleModel =>
  (realm) =>
    realm.fn('run', transfer, { default: realm.fn('run', transfer) });

const queueType = defineHostType<null>({
  name: 'PQueue',
  methods: {
    add: (call) => promised(call, call.invoke(argument(call, 0), [])),
    addAll: overTasks('p-queue'),
    start: (call) => call.receiver,
    pause: (call) => call.receiver,
    onIdle: (call) => promised(call, call.const(undefined)),
    onEmpty: (call) => promised(call, call.const(undefined)),
    on: (call) => call.receiver,
  },
});

/** `to(promise)`: nothing and what it resolves to, or the error alone. */
const told: Transfer = (call) => {
  const promise = argument(call, 0);
  const then = promise.kind === 'object' ? call.get(promise, 'then') : promise;
  if (!call.isFunction(then)) return unmodelled(call, 'await-to-js', 'default()');
  const tuple = (name: string, ...at: readonly Value[]): Value => call.fn(name, (inner) => inner.list([...at, argument(inner, 0)]));
  return call.invoke(then, [tuple('resolved', call.const(null)), tuple('rejected')], promise);
};

export const promisesLibrary = defineLibrary({
  modules: {
    bluebird,
    'p-map': single(map),
    'p-map-series': single(map),
    'p-filter': single(filter),
    'p-each-series': single(each),
    'p-series': single(overTasks('p-series')),
    'p-all': single(overTasks('p-all')),
    'p-props': single(props),
    'p-limit': single(limit),
    'p-try': single(attempt),
    'p-retry': single((call) => promised(call, call.invoke(argument(call, 0), [call.const(1)]))),
    'async-retry': single((call) => promised(call, call.invoke(argument(call, 0), [call.fn('bail', () => undefined), call.const(1)]))),
    'p-queue': (realm) => {
      const make = realm.fn('PQueue', (call) => call.host(queueType, null));
      return realm.fn('PQueue', (call) => call.host(queueType, null), { default: make });
    },
    'await-to-js': (realm) => realm.fn('to', told, { default: realm.fn('to', told), to: realm.fn('to', told) }),
    'util.promisify': single(promisify),
    pify: single(promisify),
    'es6-promisify': (realm) => realm.record({ promisify: realm.fn('promisify', promisify) }),
  },
});
