import { defineLibrary, isAbsent, openModule, type Call, type ModuleModel, type Realm, type Transfer, type Value } from '@tool/scanner-sdk';
import { isPlainObject } from './support/deep-merge.js';
import { argument, callbackOf, promised, unmodelled } from './support/fallback.js';

const ASYNC = 'async';

/**
 * Calls a task of Node's convention and returns what it gives its callback after the error; Unknown when it does not call it at once. The set-up goes on as
 * if nothing had failed; of a request whoever waits for all is told of an error.
 */
function runTask(call: Call, task: Value, args: readonly Value[]): readonly Value[] {
  const told = callbackOf(call);
  let results: readonly Value[] | null = null;
  let isCalled = false;
  const done = call.fn('callback', (inner) => {
    const [error, ...given] = inner.args;
    isCalled = true;
    if (!error) results = given;
    else if (call.isOfNobody !== undefined)
      inner.either?.(error, (failed) => (failed ? told && told !== task && inner.invoke(told, [error]) : (results = given)));
    else if (inner.truthy(error) !== true) results = given;
  });
  const returned = call.invoke(task, [...args, done]);
  // With what a package calls the callback nobody sees.
  if (call.isOfNobody !== undefined && !isCalled && returned.kind === 'unknown' && returned.provenance)
    call.invoke(done, [call.unknown('an error')]);
  // A task that is an async function resolves instead.
  return results ?? [returned.kind === 'const' ? call.unknown('the result of a task') : call.awaited(returned)];
}

const finish = (call: Call, result: Value): Value => {
  const callback = callbackOf(call);
  if (callback) call.invoke(callback, [call.const(null), result]);
  return callback ? call.const(undefined) : promised(call, result);
};

const present = (values: readonly Value[]): Value[] => values.filter((value) => !isAbsent(value));

/** `series([task…], done)` or `series({name: task}, done)`; parallel runs are set-up code in the order of the list, too. */
const tasks =
  (name: string): Transfer =>
  (call) => {
    const work = argument(call, 0);
    const elements = call.elements(work);
    if (elements !== null)
      return finish(call, call.list(present(elements).map((task) => runTask(call, task, [])[0] ?? call.const(undefined))));
    const entries = isPlainObject(call, work) ? call.entries(work) : null;
    if (entries === null) return unmodelled(call, ASYNC, name);
    return finish(
      call,
      call.record(Object.fromEntries(entries.map(([key, task]) => [key, runTask(call, task, [])[0] ?? call.const(undefined)]))),
    );
  };

const waterfall: Transfer = (call) => {
  const elements = call.elements(argument(call, 0));
  if (elements === null) return unmodelled(call, ASYNC, 'waterfall');
  let results: readonly Value[] = [];
  for (const task of present(elements)) results = runTask(call, task, results);
  const callback = call.args.length > 1 ? callbackOf(call) : null;
  if (callback) {
    call.invoke(callback, [call.const(null), ...results]);
    return call.const(undefined);
  }
  return promised(call, results[0] ?? call.const(undefined));
};

/** `each(collection, iteratee, done)`; `limited` has the number of parallel runs as second argument. */
const each =
  (name: string, limited: boolean, withKey: boolean, collect: boolean): Transfer =>
  (call) => {
    const over = argument(call, 0);
    const iteratee = argument(call, limited ? 2 : 1);
    const elements = call.elements(over);
    const entries = elements
      ? elements.map((value, index) => [call.const(index), value] as const)
      : isPlainObject(call, over)
        ? (call.entries(over) ?? []).map(([key, value]) => [call.const(key), value] as const)
        : null;
    if (entries === null) return unmodelled(call, ASYNC, name);
    const results = entries
      .filter(([, value]) => !isAbsent(value))
      .map(([key, value]) => runTask(call, iteratee, withKey ? [value, key] : [value])[0] ?? call.const(undefined));
    const callback = call.args.length > (limited ? 3 : 2) ? callbackOf(call) : null;
    // `concat` puts the lists that it is given one behind the other.
    const all = name.startsWith('concat') ? results.flatMap((one) => call.elements(one) ?? [one]) : results;
    const isOpen = call.isOpen(over) || (all !== results && results.some((one) => call.elements(one) === null || call.isOpen(one)));
    const result = !collect
      ? call.const(undefined)
      : ((isOpen && all.length > 0 ? call.uniformList?.(call.oneOf?.(all, 'an element') ?? all[0]!, true) : undefined) ?? call.list(all));
    if (callback) {
      call.invoke(callback, collect ? [call.const(null), result] : [call.const(null)]);
      return call.const(undefined);
    }
    return promised(call, result);
  };

/** `auto({a: task, b: ['a', task]}, done)`: each task after those it names. */
const auto: Transfer = (call) => {
  const entries = isPlainObject(call, argument(call, 0)) ? call.entries(argument(call, 0)) : null;
  if (entries === null) return unmodelled(call, ASYNC, 'auto');
  const specs = new Map(entries);
  const results = call.record({});
  const started = new Set<string>();
  const run = (name: string): void => {
    const spec = specs.get(name);
    if (!spec || started.has(name)) return;
    started.add(name);
    const parts = call.elements(spec);
    const task = parts ? parts.at(-1)! : spec;
    for (const part of parts?.slice(0, -1) ?? []) {
      const needed = call.text(part);
      if (needed !== null) run(needed);
    }
    call.set(results, name, runTask(call, task, parts ? [results] : [])[0] ?? call.const(undefined));
  };
  for (const name of specs.keys()) run(name);
  return finish(call, results);
};

const times: Transfer = (call) => {
  const count = call.constant(argument(call, 0));
  if (typeof count !== 'number' || count > 1000) return unmodelled(call, ASYNC, 'times');
  return finish(
    call,
    call.list(
      Array.from({ length: count }, (_, index) => runTask(call, argument(call, 1), [call.const(index)])[0] ?? call.const(undefined)),
    ),
  );
};

/** `retry({ times: 5 }, task, done)`: the set-up that we follow succeeds at once. */
const retry: Transfer = (call) => {
  const first = argument(call, 0);
  const task = call.isFunction(first) ? first : argument(call, 1);
  if (!call.isFunction(task)) return unmodelled(call, ASYNC, 'retry');
  const results = runTask(call, task, []);
  const callback = callbackOf(call);
  if (!callback || callback === task) return promised(call, results[0] ?? call.const(undefined));
  call.invoke(callback, [call.const(null), ...results]);
  return call.const(undefined);
};

/** `memoize(f)` and what else gives a function that does what `f` does. */
const sameFunction: Transfer = (call) => argument(call, 0);

/** `apply(f, a)` is the task that calls `f(a, callback)`. */
const apply: Transfer = (call) => {
  const [task, ...given] = call.args;
  return call.fn('apply', (inner) => (task ? inner.invoke(task, [...given, ...inner.args]) : inner.const(undefined)));
};

/** `constant(a, b)` is the task that gives `a` and `b`. */
const constantTask: Transfer = (call) => {
  const given = call.args;
  return call.fn('constant', (inner) => {
    const callback = callbackOf(inner);
    if (callback) inner.invoke(callback, [inner.const(null), ...given]);
    return inner.const(undefined);
  });
};

const transfers: Readonly<Record<string, Transfer>> = {
  series: tasks('series'),
  parallel: tasks('parallel'),
  parallelLimit: tasks('parallelLimit'),
  waterfall,
  auto,
  times,
  timesSeries: times,
  each: each('each', false, false, false),
  forEach: each('forEach', false, false, false),
  eachSeries: each('eachSeries', false, false, false),
  forEachSeries: each('forEachSeries', false, false, false),
  eachLimit: each('eachLimit', true, false, false),
  eachOf: each('eachOf', false, true, false),
  forEachOf: each('forEachOf', false, true, false),
  eachOfSeries: each('eachOfSeries', false, true, false),
  map: each('map', false, false, true),
  mapSeries: each('mapSeries', false, false, true),
  mapLimit: each('mapLimit', true, false, true),
  concat: each('concat', false, false, true),
  eachOfLimit: each('eachOfLimit', true, true, false),
  forEachOfLimit: each('forEachOfLimit', true, true, false),
  forEachOfSeries: each('forEachOfSeries', false, true, false),
  forEachLimit: each('forEachLimit', true, false, false),
  concatSeries: each('concatSeries', false, false, true),
  retry,
  memoize: sameFunction,
  unmemoize: sameFunction,
  ensureAsync: sameFunction,
  timeout: sameFunction,
  apply,
  constant: constantTask,
  setImmediate: (call) => {
    call.later(argument(call, 0), call.args.slice(1));
  },
  nextTick: (call) => {
    call.later(argument(call, 0), call.args.slice(1));
  },
};

const whole: ModuleModel = (realm) =>
  openModule(realm, ASYNC, Object.fromEntries(Object.entries(transfers).map(([name, transfer]) => [name, realm.fn(name, transfer)])));
const singles = Object.fromEntries(
  Object.keys(transfers).map((name) => [
    `async/${name}`,
    (realm: Realm): Value => realm.fn(name, transfers[name]!, { default: realm.fn(name, transfers[name]!) }),
  ]),
);

export const asyncLibrary = defineLibrary({ modules: { async: whole, 'async-es': whole, ...singles } });
