import { defineHostType, defineLibrary, type Call, type ModuleModel, type Transfer, type Value } from '@tool/scanner-sdk';
import { copy, isPlainObject, knownEntries, mergeInto } from './support/deep-merge.js';
import { argument, configurable, getPath, withArguments } from './support/fallback.js';
import { joinPath } from './support/paths.js';

/** Stores in order of precedence, as a list of the program in the property `$stores`. */
const storesOf = (call: Call): readonly Value[] => call.elements(call.get(call.receiver, '$stores')) ?? [];

const addStore = (call: Call, store: Value): Value => {
  call.set(call.receiver, '$stores', call.list([...storesOf(call), store]));
  return call.receiver;
};

const file: Transfer = (call) => {
  const [first, second] = call.args;
  const options = second ?? first;
  const path = options ? (call.text(options) ?? (options.kind === 'object' ? call.text(call.get(options, 'file')) : null)) : null;
  if (path === null || !call.project) return addStore(call, call.unknown('a configuration file that is not known'));
  const full = joinPath(call.project.workingDirectory, path);
  if (call.project.exists(full) !== 'file') return call.receiver;
  return addStore(call, /\.(?:json|ya?ml)$/.test(full) ? call.project.data(full) : call.project.load(full));
};

const defaults: Transfer = (call) => addStore(call, argument(call, 0));

const get: Transfer = (call, emit) => {
  const key = call.text(argument(call, 0));
  if (key === null) return call.unknown('a setting whose name is not known', { module: 'nconf', path: 'get()' });
  const set = call.truthy(call.get(call.receiver, '$environment')) === true ? call.environment?.(key) : undefined;
  if (set && call.truthy(set) === true) return set;
  // Records that several stores have under this name come together; of anything else the first counts.
  let merged: Value | null = null;
  for (const store of storesOf(call)) {
    if (store.kind === 'unknown') return merged ?? call.unknown(`${key} of a configuration file that is not known`);
    const value = getPath(call, store, key.split(/[:.]/));
    if (call.isUndefined(value) || value.kind === 'unknown') continue;
    if (!isPlainObject(call, value)) return merged ?? configurable(value, key);
    const below = copy(call, value, true);
    if (merged) mergeInto(call, emit, below, merged, 'replace', true);
    merged = below;
  }
  return merged ?? configurable(call.const(undefined), key);
};

/** A record in which a value lies under a name such as `server:port`. */
const nested = (call: Call, key: string, value: Value): Value =>
  key.split(':').reduceRight((inner, name) => call.record({ [name]: inner }), value);

const set: Transfer = (call) => {
  const key = call.text(argument(call, 0));
  if (key !== null) call.set(call.receiver, '$stores', call.list([nested(call, key, argument(call, 1)), ...storesOf(call)]));
  return call.const(true);
};

/** `add(name, { type, file, store })`: what is no file and no literal adds nothing that source states. */
const add: Transfer = (call) => {
  const options = argument(call, 1);
  const type = call.text(options.kind === 'object' ? call.get(options, 'type') : argument(call, 0));
  if (options.kind !== 'object') return call.receiver;
  if (type === 'literal') return addStore(call, call.get(options, 'store'));
  return call.isUndefined(call.get(options, 'file')) ? call.receiver : withArguments(call, 'file', file, [options]);
};

const same: Transfer = (call) => call.receiver;

const nconfType = defineHostType<null>({
  name: 'nconf',
  methods: {
    get,
    set,
    file,
    defaults,
    overrides: (call) => {
      call.set(call.receiver, '$stores', call.list([argument(call, 0), ...storesOf(call)]));
      return call.receiver;
    },
    env: (call) => {
      call.set(call.receiver, '$environment', call.const(true));
      return call.receiver;
    },
    argv: same,
    use: add,
    add,
    load: same,
    save: same,
    required: same,
    remove: same,
    clear: same,
    reset: same,
  },
});

const model: ModuleModel = (realm) => realm.host(nconfType, null, { Provider: realm.fn('Provider', (call) => call.host(nconfType, null)) });

/** `rc(name, defaults)`: the defaults, over which `.<name>rc` of the project goes. */
const rc: Transfer = (call) => {
  const name = call.text(argument(call, 0));
  const result = isPlainObject(call, argument(call, 1)) ? copy(call, argument(call, 1), true) : call.record({});
  const path = name === null || !call.project ? null : joinPath(call.project.workingDirectory, `.${name}rc`);
  if (path !== null && call.project!.exists(path) === 'file')
    for (const [key, value] of knownEntries(call, call.project!.data(path)) ?? []) call.set(result, key, value);
  call.markOpen?.(result);
  return result;
};

export const nconfLibrary = defineLibrary({
  modules: { nconf: model, rc: (realm) => realm.fn('rc', rc, { default: realm.fn('rc', rc) }) },
});
