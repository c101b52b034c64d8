import { defineLibrary, type Call, type ModuleModel, type Transfer, type Value } from '@tool/scanner-sdk';
import { props } from './promise-lists.js';
import { coroutine } from './promise-methods.js';
import { construct } from './promises.js';
import { isPlainObject } from './support/deep-merge.js';
import { argument, promised, withArguments } from './support/fallback.js';

/** A function that takes nothing but a callback of Node's convention, as a promise of what it tells. */
const ofThunk = (call: Call, thunk: Value): Value =>
  withArguments(call, 'Promise', construct, [
    call.fn('executor', (settling) => {
      const done = settling.fn('callback', (answer) => {
        if (answer.truthy(argument(answer, 0)) !== true) answer.invoke(argument(settling, 0), [argument(answer, 1)]);
      });
      settling.invoke(thunk, [done]);
    }),
  ]);

/** Lists, records, functions and generators stand for the promises in them. */
const yieldable =
  (call: Call): ((given: Value) => Value) =>
  (given) => {
    const promise = call.asynchronous?.(given, yieldable(call)) ?? given;
    if (call.isFunction(promise)) return promise === given ? ofThunk(call, given) : call.invoke(promise, []);
    const elements = call.elements(promise);
    const native = call.global?.('Promise');
    if (elements && native && !call.isOpen(promise))
      return call.invoke(call.get(native, 'all'), [call.list(elements.map(yieldable(call)))], native);
    if (promise !== given || !isRecord(call, promise)) return promise;
    const members = Object.fromEntries((call.entries(promise) ?? []).map(([key, value]) => [key, yieldable(call)(value)]));
    return withArguments(call, 'props', props, [call.record(members)]);
  };

const isRecord = (call: Call, value: Value): boolean =>
  isPlainObject(call, value) && call.entries(value) !== null && !call.isOpen(value) && !call.isFunction(call.get(value, 'then'));

/** `co(function* () { … }, …args)`, `co(generator)`: a promise of what the generator returns. */
const run: Transfer = (call) => {
  const waitsFor = yieldable(call);
  const started = call.asynchronous?.(argument(call, 0), waitsFor) ?? argument(call, 0);
  const result = call.isFunction(started) ? call.invoke(started, call.args.slice(1), call.receiver) : started;
  return promised(call, call.asynchronous?.(result, waitsFor) ?? result);
};

/** `co.wrap(function* (…) { … })`: the same as a function. */
const wrap: Transfer = (call) => call.asynchronous?.(argument(call, 0), yieldable(call)) ?? argument(call, 0);

const co: ModuleModel = (realm) => {
  // What a `yield` waits for, for those who run generators as it does.
  const awaits = realm.fn('awaits', (call) => yieldable(call)(argument(call, 0)));
  const own = { wrap: realm.fn('wrap', wrap), '#awaits': awaits };
  return realm.fn('co', run, { ...own, default: realm.fn('co', run, own), co: realm.fn('co', run, own) });
};

const helper: ModuleModel = (realm) => realm.fn('asyncToGenerator', coroutine, { default: realm.fn('asyncToGenerator', coroutine) });

export const coroutinesLibrary = defineLibrary({
  modules: {
    co,
    '@babel/runtime/helpers/asyncToGenerator': helper,
    'babel-runtime/helpers/asyncToGenerator': helper,
  },
});
