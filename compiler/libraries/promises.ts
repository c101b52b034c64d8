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
import { extending, withPromises } from './promise-methods.js';
import { argument, promised, unmodelled } from './support/fallback.js';

/** The values of a list, awaited, in order; null when the list is not known. */
export const awaitedElements = (call: Call, value: Value): Value[] | null =>
  call
    .elements(call.awaited(value))
    ?.filter((element) => !isAbsent(element))
    .map((element) => call.awaited(element)) ?? null;

/** `f(list, fn)`: calls `fn(value, index)` for each in order. `collect` says whether the results or the list come back. */
const overList =
  (module: string, collect: boolean): Transfer =>
  (call) => {
    const elements = awaitedElements(call, argument(call, 0));
    if (elements === null) return unmodelled(call, module, 'default()');
    const results = elements.map((element, index) =>
      call.awaited(call.invoke(argument(call, 1), [element, call.const(index), call.const(elements.length)])),
    );
    return promised(call, call.list(collect ? results : elements));
  };

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

const reduce: Transfer = (call) => {
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

/** `pLimit(n)(fn, ...args)` calls the function. */
const limit: Transfer = (call) => call.fn('limit', (inner) => promised(inner, inner.invoke(argument(inner, 0), inner.args.slice(1))));

const attempt: Transfer = (call) => promised(call, call.invoke(argument(call, 0), []));

/** A function of Node's convention as one that returns a promise. */
export const promisify: Transfer = (call) => {
  const fn = argument(call, 0);
  const self = call.args[1] && call.args[1].kind === 'object' && call.get(call.args[1], 'context');
  return call.fn(call.describe(fn), (inner) => {
    let result: Value | null = null;
    const done = inner.fn('callback', (answer) => {
      const error = answer.args[0];
      if (!error || answer.truthy(error) !== true) result = argument(answer, 1);
    });
    inner.invoke(fn, [...inner.args, done], self || inner.receiver);
    return promised(inner, result ?? inner.unknown('what a callback gets later'));
  });
};

const promisifyAll: Transfer = (call) => {
  const target = argument(call, 0);
  for (const [name, value] of call.entries(target) ?? [])
    if (call.isFunction(value) && !name.endsWith('Async'))
      call.set(target, `${name}Async`, call.invoke(call.fn('promisify', promisify), [value, call.record({ context: target })]));
  call.markOpen?.(target);
  return target;
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

/** `new Promise((resolve, reject) => …)` where the program's own `Promise` cannot be asked. */
export const construct: Transfer = (call) => {
  const native = call.global?.('Promise');
  if (native) return call.construct(native, call.args);
  let result: Value | null = null;
  const resolve = call.fn('resolve', (inner) => {
    result ??= argument(inner, 0);
  });
  call.invoke(argument(call, 0), [resolve, call.fn('reject', () => undefined)]);
  return promised(call, result ?? call.unknown('what a promise will resolve to'));
};

/** The language's own, also where a program has put a package's promise in the place of the global. */
export const reject: Transfer = (call) => {
  const native = call.promise && call.get(call.promise(call.const(undefined)), 'constructor');
  return native?.kind === 'object'
    ? call.invoke(call.get(native, 'reject'), [argument(call, 0)], native)
    : unmodelled(call, 'bluebird', 'reject');
};

const bluebird: ModuleModel = (realm) => {
  const own = functions(
    realm,
    withPromises({
      resolve: (call) => promised(call, argument(call, 0)),
      all,
      props,
      map: overList('bluebird', true),
      mapSeries: overList('bluebird', true),
      each: overList('bluebird', false),
      reduce,
      try: attempt,
      attempt,
      method: (call) => argument(call, 0),
      promisify,
      promisifyAll,
      delay: (call) => promised(call, argument(call, 1)),
      config: () => undefined,
      coroutine: (call) => argument(call, 0),
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

export const promisesLibrary = defineLibrary({
  modules: {
    bluebird,
    'p-map': single(overList('p-map', true)),
    'p-map-series': single(overList('p-map-series', true)),
    'p-each-series': single(overList('p-each-series', false)),
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
    'util.promisify': single(promisify),
    pify: single(promisify),
    'es6-promisify': (realm) => realm.record({ promisify: realm.fn('promisify', promisify) }),
    co: single((call) => (call.isFunction(argument(call, 0)) ? promised(call, call.invoke(argument(call, 0), [])) : argument(call, 0))),
  },
});
