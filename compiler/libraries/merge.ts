import {
  defineLibrary,
  functions,
  isAbsent,
  type Call,
  type Emit,
  type ModuleModel,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { copy, isPlainObject, mergeInto, type ListMerge } from './support/deep-merge.js';
import { argument } from './support/fallback.js';

/** `f(target, ...sources)`: changes and returns the target. */
export const assignTransfer =
  (lists: ListMerge, deep: boolean): Transfer =>
  (call, emit) => {
    const [target, ...sources] = call.args;
    if (!target) return call.record({});
    for (const source of sources) mergeInto(call, emit, target, source, lists, deep);
    return target;
  };

/** `f(...sources)`: a new object. */
export const mergedTransfer =
  (lists: ListMerge, deep: boolean): Transfer =>
  (call, emit) =>
    merged(call, emit, call.args, lists, deep);

export function merged(call: Call, emit: Emit, sources: readonly Value[], lists: ListMerge, deep: boolean): Value {
  const [first, second] = sources;
  if (first && second && call.elements(first) && call.elements(second) && lists === 'concatenate')
    return call.list([...call.elements(first)!, ...call.elements(second)!]);
  const target = call.record({});
  for (const source of sources) mergeInto(call, emit, target, source, lists, deep);
  return target;
}

/** `deepmerge(a, b, options)`: lists are concatenated unless `arrayMerge` says otherwise. */
const deepmerge: Transfer = (call, emit) => {
  const options = call.args[2];
  const arrayMerge = options ? call.get(options, 'arrayMerge') : null;
  // A function that returns its second argument replaces; every other one is rare enough to be taken for it, too.
  const lists: ListMerge = arrayMerge && call.isFunction(arrayMerge) ? 'replace' : 'concatenate';
  return merged(call, emit, call.args.slice(0, 2), lists, true);
};

const deepmergeAll: Transfer = (call, emit) => {
  const sources = call.elements(argument(call, 0));
  return sources
    ? merged(
        call,
        emit,
        sources.filter((source) => !isAbsent(source)),
        'concatenate',
        true,
      )
    : call.unknown('merge of a list that is not known');
};

/** `extend(deep?, target, ...sources)`. */
const extend: Transfer = (call, emit) => {
  const deep = call.constant(argument(call, 0)) === true;
  const [target, ...sources] = deep || call.constant(argument(call, 0)) === false ? call.args.slice(1) : call.args;
  if (!target) return call.record({});
  for (const source of sources) mergeInto(call, emit, target, source, 'by-index', deep);
  return target;
};

/** A module whose export is one function, which transpiled code reads through `default`. */
const single =
  (name: string, transfer: Transfer, members: (realm: Realm) => Record<string, Value> = () => ({})): ModuleModel =>
  (realm) => {
    const own = members(realm);
    return realm.fn(name, transfer, { ...own, default: realm.fn(name, transfer, own) });
  };

const clone: Transfer = (call) =>
  isPlainObject(call, argument(call, 0)) || call.elements(argument(call, 0)) ? copy(call, argument(call, 0), true) : argument(call, 0);

export const mergeLibrary = defineLibrary({
  modules: {
    deepmerge: single('deepmerge', deepmerge, (realm) => functions(realm, { all: deepmergeAll })),
    '@fastify/deepmerge': single('deepmerge', (call) =>
      call.fn('merge', (inner, emit) => merged(inner, emit, inner.args, 'concatenate', true)),
    ),
    'deepmerge-ts': (realm) => realm.record(functions(realm, { deepmerge: mergedTransfer('concatenate', true) })),
    'ts-deepmerge': single('merge', mergedTransfer('concatenate', true), (realm) =>
      functions(realm, { merge: mergedTransfer('concatenate', true) }),
    ),
    'merge-deep': single('merge', mergedTransfer('replace', true)),
    'deep-extend': single('deepExtend', assignTransfer('replace', true)),
    extend: single('extend', extend),
    'node.extend': single('extend', extend),
    merge: single('merge', mergedTransfer('replace', false), (realm) => functions(realm, { recursive: mergedTransfer('replace', true) })),
    'object-assign': single('assign', assignTransfer('replace', false)),
    'utils-merge': single('merge', assignTransfer('replace', false)),
    'merge-descriptors': single('merge', assignTransfer('replace', false)),
    xtend: single('extend', mergedTransfer('replace', false)),
    'xtend/mutable': single('extend', assignTransfer('replace', false)),
    defu: (realm) =>
      realm.record(functions(realm, { defu: (call, emit) => merged(call, emit, [...call.args].reverse(), 'concatenate', true) })),
    clone: single('clone', clone),
    'clone-deep': single('clone', clone),
    rfdc: single('rfdc', (call) => call.fn('clone', clone)),
  },
});
