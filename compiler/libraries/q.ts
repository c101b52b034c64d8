import { defineLibrary, functions, openFunction, type Call, type ModuleModel, type Transfer, type Value } from '@tool/scanner-sdk';
import { all, awaitedElements, props } from './promise-lists.js';
import { extending, withPromises } from './promise-methods.js';
import { construct, promisify, reject } from './promises.js';
import { argument, promised } from './support/fallback.js';

/** `f(fn, ...args)` and, where the arguments stand in a list, `f(fn, args)`. */
const called =
  (listed: boolean): Transfer =>
  (call) => {
    const args = listed ? call.elements(argument(call, 1)) : call.args.slice(1);
    return args === null
      ? promised(call, call.unknown('a call with arguments that are not known'))
      : promised(call, call.invoke(argument(call, 0), args));
  };

/** A function of Node's convention, called for its promise. */
const callNode = (call: Call, fn: Value, args: readonly Value[], self: Value): Value =>
  call.invoke(call.invoke(call.fn('promisify', promisify), [fn, call.record({ context: self })]), args);

const nodeCall =
  (listed: boolean): Transfer =>
  (call) =>
    callNode(call, argument(call, 0), (listed ? call.elements(argument(call, 1)) : call.args.slice(1)) ?? [], call.const(undefined));

/** `f(object, 'method', ...args)`. */
const nodeMethod =
  (listed: boolean): Transfer =>
  (call) => {
    const [self, name] = [argument(call, 0), call.text(argument(call, 1))];
    if (name === null) return promised(call, call.unknown('a method whose name is not known'));
    return callNode(call, call.get(self, name), (listed ? call.elements(argument(call, 2)) : call.args.slice(2)) ?? [], self);
  };

/** A promise and what settles it. */
const defer: Transfer = (call) => {
  const parts = new Map<string, Value>();
  const keep = call.fn('executor', (inner) => {
    parts.set('resolve', argument(inner, 0)).set('reject', argument(inner, 1));
  });
  const promise = call.invoke(call.fn('Promise', construct), [keep]);
  const [resolve, rejected] = [parts.get('resolve') ?? call.unknown('resolve'), parts.get('reject') ?? call.unknown('reject')];
  return call.record({
    promise,
    resolve,
    fulfill: resolve,
    reject: rejected,
    notify: call.fn('notify', () => undefined),
    makeNodeResolver: call.fn('makeNodeResolver', (outer) =>
      outer.fn('callback', (inner) => {
        const [error, value] = [argument(inner, 0), argument(inner, 1)];
        const settle = (failed: boolean): void => {
          inner.invoke(failed ? rejected : resolve, [failed ? error : value]);
        };
        const truth = inner.truthy(error);
        if (truth === null && inner.either) inner.either(error, settle);
        else settle(truth === true);
      }),
    ),
  });
};

const settledAll: Transfer = (call) => {
  const elements = awaitedElements(call, argument(call, 0));
  const state = call.const('fulfilled');
  return promised(
    call,
    elements ? call.list(elements.map((value) => call.record({ state, value }))) : call.unknown('what promises have come to'),
  );
};

const resolved: Transfer = (call) => promised(call, argument(call, 0));

const q: ModuleModel = (realm) => {
  const own = functions(
    realm,
    withPromises({
      defer,
      resolve: resolved,
      when: (call) => {
        const promise = promised(call, argument(call, 0));
        return call.args.length > 1 ? call.invoke(call.get(promise, 'then'), call.args.slice(1), promise) : promise;
      },
      reject,
      all,
      allResolved: all,
      allSettled: settledAll,
      props,
      fcall: called(false),
      try: called(false),
      fapply: called(true),
      nfcall: nodeCall(false),
      nfapply: nodeCall(true),
      ninvoke: nodeMethod(false),
      nsend: nodeMethod(false),
      npost: nodeMethod(true),
      denodeify: promisify,
      nfbind: promisify,
      nbind: (call) => call.invoke(call.fn('promisify', promisify), [argument(call, 0), call.record({ context: argument(call, 1) })]),
      delay: (call) => promised(call, call.args.length > 1 ? argument(call, 0) : call.const(undefined)),
      Promise: construct,
      promise: construct,
      spread: (call) => {
        const promise = call.invoke(call.fn('all', all), call.args.slice(0, 1));
        return call.invoke(call.get(promise, 'spread'), call.args.slice(1), promise);
      },
      async: (call) => argument(call, 0),
    }),
  );
  const single = realm.fn('Q', extending(resolved), own);
  return openFunction(realm, 'q', extending(resolved), { ...own, default: single });
};

export const qLibrary = defineLibrary({
  modules: { q, kew: q, 'p-defer': (realm) => realm.fn('pDefer', defer, { default: realm.fn('pDefer', defer) }) },
});
