import {
  defineHostType,
  defineLibrary,
  functions,
  openModule,
  type Call,
  type HostType,
  type ModuleModel,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { isPlainObject, knownEntries, mergeInto } from './support/deep-merge.js';
import { argument, configurable, getPath } from './support/fallback.js';
import { joinPath } from './support/paths.js';

/** `values` is an object of the program, so that both arms of a condition can load into it. */
interface Configuration {
  readonly values: Value;
}

/** A schema node with a `default` is a setting; every other object holds settings. */
function defaultsOf(call: Call, schema: Value, path: string): Value {
  const record = call.record({});
  for (const [key, node] of knownEntries(call, schema) ?? []) {
    const source = path === '' ? key : `${path}.${key}`;
    if (!isPlainObject(call, node)) {
      call.set(record, key, configurable(node, source));
      continue;
    }
    const names = new Set((knownEntries(call, node) ?? []).map(([name]) => name));
    if (
      !names.has('default') ||
      (isPlainObject(call, call.get(node, 'default')) && !names.has('format') && !names.has('doc') && !names.has('env'))
    ) {
      call.set(record, key, defaultsOf(call, node, source));
      continue;
    }
    const variable = names.has('env') ? call.text(call.get(node, 'env')) : null;
    const set = variable === null ? undefined : call.environment?.(variable);
    const fallback = call.get(node, 'default');
    const value = set && !call.isUndefined(set) ? set : fallback;
    call.set(record, key, configurable(value, variable === null ? source : `process.env.${variable}`));
  }
  return record;
}

const read = (call: Call): Value => {
  const data = call.data(call.receiver, configurationType);
  const path = call.args.length === 0 ? '' : call.text(argument(call, 0));
  if (!data || path === null) return call.unknown('a setting whose name is not known');
  const keys = path.split(/[.[\]]+/).filter((key) => key !== '');
  return configurable(getPath(call, data.values, keys), path);
};

const merge: Transfer = (call, emit) => {
  const data = call.data(call.receiver, configurationType);
  if (data) mergeInto(call, emit, data.values, argument(call, 0), 'replace', true);
  return call.receiver;
};

const loadFile: Transfer = (call, emit) => {
  const data = call.data(call.receiver, configurationType);
  const paths = call.elements(argument(call, 0)) ?? [argument(call, 0)];
  for (const value of paths) {
    const path = call.text(value);
    if (!data) continue;
    if (path === null || !call.project) {
      call.markOpen?.(data.values);
      continue;
    }
    const full = joinPath(call.project.workingDirectory, path);
    if (call.project.exists(full) !== 'file') continue;
    mergeInto(call, emit, data.values, call.project.data(full), 'replace', true);
  }
  return call.receiver;
};

const configurationType: HostType<Configuration> = defineHostType<Configuration>({
  name: 'Configuration',
  methods: {
    get: read,
    default: read,
    has: (call) => {
      const value = read(call);
      return value.kind === 'unknown' ? value : call.const(!call.isUndefined(value));
    },
    set: (call) => {
      const data = call.data(call.receiver, configurationType);
      const keys = call.text(argument(call, 0))?.split('.');
      if (data && keys) call.set(getPath(call, data.values, keys.slice(0, -1)), keys.at(-1)!, argument(call, 1));
      return call.receiver;
    },
    load: merge,
    loadFile,
    validate: (call) => call.receiver,
    getProperties: (call: Call) => call.data(call.receiver, configurationType)?.values,
    toString: (call: Call) => call.unknown('a configuration as text'),
  },
});

const convict: Transfer = (call) => {
  const schema = argument(call, 0);
  const path = call.text(schema);
  const known = path !== null && call.project ? call.project.load(joinPath(call.project.workingDirectory, path)) : schema;
  return call.host(configurationType, { values: defaultsOf(call, known, '') });
};

const model: ModuleModel = (realm) => {
  const own = {
    addFormat: realm.fn('addFormat', () => undefined),
    addFormats: realm.fn('addFormats', () => undefined),
    addParser: realm.fn('addParser', () => undefined),
  };
  return realm.fn('convict', convict, { ...own, default: realm.fn('convict', convict, own) });
};

/** How deep the classes of a configuration nest. */
const DEPTH = 8;

/** typeconfig: an instance of a class is the configuration, with what its members are set to where neither a file nor the environment sets them. */
function attached(call: Call, value: Value, path: string): void {
  call.markOpen?.(value);
  for (const [key, own] of call.knownEntries?.(value) ?? []) {
    const source = path === '' ? key : `${path}.${key}`;
    if (own.kind !== 'object') call.set(value, key, configurable(own, source));
    else if (!call.isFunction(own) && !own.host && call.elements(own) === null && source.split('.').length < DEPTH)
      attached(call, own, source);
  }
}
const attach: Transfer = (call) => {
  const given = argument(call, 0);
  if (given.kind === 'object') attached(call, given, '');
  return given;
};
const build: Transfer = (call) => {
  const made = call.construct(argument(call, 0), call.args.slice(1));
  if (made.kind === 'object') attached(call, made, '');
  return made;
};
const builder = (module: string, name: string): Record<string, ModuleModel> => ({
  [module]: (realm) =>
    openModule(realm, module, {
      [name]: openModule(
        realm,
        module,
        functions(realm, { attachInterface: attach, attachPrivateInterface: attach, build, buildPrivate: build }),
      ),
    }),
});

export const convictLibrary = defineLibrary({
  modules: {
    convict: model,
    ...builder('typeconfig/node', 'ConfigClassBuilder'),
    ...builder('typeconfig/src/decorators/builders/ConfigClassBuilder', 'ConfigClassBuilder'),
    ...builder('typeconfig/web', 'WebConfigClassBuilder'),
    ...builder('typeconfig/src/decorators/builders/WebConfigClassBuilder', 'WebConfigClassBuilder'),
  },
});
