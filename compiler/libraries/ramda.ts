import { defineLibrary, openModule, type Call, type Emit, type Transfer, type Value } from '@tool/scanner-sdk';
import { merged } from './merge.js';
import { lodashFunctions } from './lodash/index.js';
import { isEmpty } from './lodash/questions.js';
import { argument, getPath, undefinedValue, withArguments } from './support/fallback.js';

/** Waits until there are as many arguments as the function takes. */
const curried =
  (count: number, transfer: Transfer): Transfer =>
  (call, emit) => {
    if (call.args.length >= count) return transfer(call, emit);
    const given = call.args;
    return call.fn('curried', (inner) => withArguments(inner, 'curried', curried(count, transfer), [...given, ...inner.args]));
  };

/** Ramda takes the collection last where lodash takes it first. */
const lastFirst = (name: string): Transfer =>
  curried(2, (call) => withArguments(call, name, lodashFunctions[name]!, [argument(call, 1), argument(call, 0)]));

const compose = (call: Call, fns: readonly Value[]): Value =>
  call.fn('pipe', (inner) => {
    const [first, ...rest] = fns;
    return first ? rest.reduce((value, fn) => inner.invoke(fn, [value]), inner.invoke(first, inner.args)) : undefinedValue(inner);
  });

const mergeRight = (deep: boolean): Transfer => curried(2, (call: Call, emit: Emit) => merged(call, emit, call.args, 'replace', deep));

const transfers: Readonly<Record<string, Transfer>> = {
  forEach: lastFirst('forEach'),
  map: lastFirst('map'),
  filter: lastFirst('filter'),
  find: lastFirst('find'),
  any: lastFirst('some'),
  all: lastFirst('every'),
  forEachObjIndexed: lastFirst('forEach'),
  mapObjIndexed: lastFirst('mapValues'),
  pick: lastFirst('pick'),
  omit: lastFirst('omit'),
  groupBy: lastFirst('groupBy'),
  indexBy: lastFirst('keyBy'),
  reduce: curried(3, (call) =>
    withArguments(call, 'reduce', lodashFunctions['reduce']!, [argument(call, 2), argument(call, 0), argument(call, 1)]),
  ),
  keys: lodashFunctions['keys']!,
  values: lodashFunctions['values']!,
  toPairs: lodashFunctions['toPairs']!,
  fromPairs: lodashFunctions['fromPairs']!,
  flatten: lodashFunctions['flattenDeep']!,
  unnest: lodashFunctions['flatten']!,
  uniq: lodashFunctions['uniq']!,
  head: lodashFunctions['head']!,
  last: lodashFunctions['last']!,
  identity: lodashFunctions['identity']!,
  always: lodashFunctions['constant']!,
  isEmpty,
  merge: mergeRight(false),
  mergeRight: mergeRight(false),
  mergeDeepRight: mergeRight(true),
  mergeLeft: curried(2, (call, emit) => merged(call, emit, [argument(call, 1), argument(call, 0)], 'replace', false)),
  mergeAll: (call, emit) => merged(call, emit, call.elements(argument(call, 0)) ?? [], 'replace', false),
  prop: curried(2, (call) => {
    const key = call.constant(argument(call, 0));
    return key === undefined ? call.unknown('a property whose name is not known') : call.get(argument(call, 1), String(key));
  }),
  path: curried(2, (call) => {
    const keys = call.elements(argument(call, 0))?.map((key) => call.constant(key));
    return keys?.every((key) => key !== undefined)
      ? getPath(call, argument(call, 1), keys.map(String))
      : call.unknown('a path that is not known');
  }),
  concat: curried(2, (call) => call.invoke(call.get(argument(call, 0), 'concat'), [argument(call, 1)], argument(call, 0))),
  pipe: (call) => {
    const [first, ...rest] = call.args;
    // Rambda from version 10 on is given the value in front.
    return first && rest.length > 0 && !call.isFunction(first) && call.isFunction(rest[0]!)
      ? call.invoke(compose(call, rest), [first])
      : compose(call, call.args);
  },
  partial: curried(2, (call) => {
    const [fn, ...bound] = call.args;
    const given = (bound.length === 1 && call.elements(bound[0]!)) || bound;
    return call.fn(call.describe(fn!), (inner) => inner.invoke(fn!, [...given, ...inner.args], inner.receiver));
  }),
  compose: (call) => compose(call, [...call.args].reverse()),
  tap: curried(2, (call) => {
    call.invoke(argument(call, 0), [argument(call, 1)]);
    return argument(call, 1);
  }),
};

export const ramdaLibrary = defineLibrary({
  modules: Object.fromEntries(
    ['ramda', 'rambda'].map((name) => [
      name,
      (realm) =>
        openModule(realm, name, Object.fromEntries(Object.entries(transfers).map(([each, transfer]) => [each, realm.fn(each, transfer)]))),
    ]),
  ),
});
