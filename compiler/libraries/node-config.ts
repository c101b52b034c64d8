import { defineHostType, defineLibrary, type Call, type HostType, type Realm, type Value } from '@tool/scanner-sdk';
import { copy, mergeInto } from './support/deep-merge.js';
import { argument, configurable, getPath } from './support/fallback.js';
import { joinPath } from './support/paths.js';

const EXTENSIONS = ['.js', '.cjs', '.mjs', '.ts', '.json', '.yaml', '.yml'] as const;

/** Built when first asked: a program may set NODE_CONFIG_DIR before it reads anything. `box` holds the merged values. */
interface Box {
  values: Value | null;
  /** There is no file in the folder: the server is started with one from elsewhere, and nothing is known of its values. */
  elsewhere: boolean;
}

/** Files in the order in which the library merges them: the later ones win. */
function load(call: Call, name: string, folder: string): Value[] {
  const project = call.project;
  if (!project) return [];
  return EXTENSIONS.flatMap((extension) => {
    const path = joinPath(folder, name + extension);
    if (project.exists(path) !== 'file') return [];
    if (extension !== '.yaml' && extension !== '.yml') {
      const exports = project.load(path);
      const inner = exports.kind === 'object' ? call.get(exports, 'default') : exports;
      return [call.isUndefined(inner) ? exports : inner];
    }
    return [project.data(path)];
  });
}

function valuesOf(call: Call, box: Box): Value {
  if (box.values) return box.values;
  const target = call.record({});
  box.values = target;
  const stated = call.environment?.('NODE_CONFIG_DIR');
  const folder = joinPath(call.project?.workingDirectory ?? '.', (stated && call.text(stated)) ?? 'config');
  const environment = call.environment?.('NODE_ENV');
  const deployment = (environment && call.text(environment)) || 'development';
  if (!call.project) {
    call.markOpen?.(target);
    return target;
  }
  const layers = ['default', deployment, 'local', `local-${deployment}`].flatMap((name) => load(call, name, folder));
  box.elsewhere = layers.length === 0;
  call.invoke(
    call.fn('merge', (inner, emit) => {
      for (const layer of layers) mergeInto(inner, emit, target, copy(inner, layer, true), 'replace', true);
    }),
    [],
  );
  overrideFromEnvironment(call, target, load(call, 'custom-environment-variables', folder));
  return target;
}

/** `custom-environment-variables`: the names of variables, in the shape of the configuration. */
function overrideFromEnvironment(call: Call, target: Value, mappings: readonly Value[]): void {
  const walk = (at: Value, mapping: Value): void => {
    for (const [key, value] of call.entries(mapping) ?? []) {
      const name = call.text(value) ?? (value.kind === 'object' ? call.text(call.get(value, '__name')) : null);
      if (name === null) {
        const inner = call.get(at, key);
        if (value.kind === 'object' && inner.kind === 'object') walk(inner, value);
        continue;
      }
      // Where the variable is not set, what the files say stands under this configuration, and may be nothing.
      const set = call.environment?.(name);
      const stated = call.get(at, key);
      if (set) call.set(at, key, call.isUndefined(set) && !call.isUndefined(stated) ? configurable(stated, name) : set);
    }
  };
  for (const mapping of mappings) walk(target, mapping);
}

/** A setting that no file sets, and that the server has all the same. */
const unset = (call: Call, path: string): Value =>
  call.unknown(`config.${path}, which no file here sets`, { module: 'config', path: `get(${path})` });

function lookup(call: Call, box: Box, path: string): Value {
  const values = valuesOf(call, box);
  return box.elsewhere ? unset(call, path) : configurable(getPath(call, values, path.split('.')), `config.${path}`);
}

const configType: HostType<Box> = defineHostType<Box>({
  name: 'Config',
  inert: true,
  methods: {
    get: (call) => {
      const box = call.data(call.receiver, configType);
      const path = call.text(argument(call, 0));
      if (!box || path === null) return call.unknown('a setting whose name is not known', { module: 'config', path: 'get()' });
      const value = lookup(call, box, path);
      // The package throws for a value that is not there, so the server that runs has one.
      return call.isUndefined(value) ? unset(call, path) : value;
    },
    has: (call) => {
      const box = call.data(call.receiver, configType);
      const path = call.text(argument(call, 0));
      if (!box || path === null) return call.unknown('a setting whose name is not known');
      const value = lookup(call, box, path);
      // Who asks does without a setting as well: where no file sets it, that is what the source says.
      if (box.elsewhere) return configurable(call.const(false), `config.${path}`);
      return value.kind === 'unknown' ? value : configurable(call.const(!call.isUndefined(value)), `config.${path}`);
    },
  },
  missing: (call, key) => {
    const box = call.data(call.receiver, configType);
    if (!box || key === 'default' || key === '__esModule' || key === 'then') return undefined;
    if (key === 'util') return call.unknown('util of config', { module: 'config', path: 'util' });
    return lookup(call, box, key);
  },
});

export const nodeConfigLibrary = defineLibrary({
  modules: { config: (realm: Realm) => realm.host(configType, { values: null, elsewhere: false }) },
});
