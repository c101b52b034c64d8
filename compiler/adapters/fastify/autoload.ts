import { longestText } from '@tool/ir';
import { isAbsent, type Call, type Emit, type ObjectValue, type Transfer, type Value } from '@tool/scanner-sdk';
import { fastifyDiagnostics } from './diagnostics.js';
import { asInstance } from './instance-data.js';
import { ends } from './paths.js';
import { PLUGIN_META, SKIP_OVERRIDE, register } from './register.js';

/** A file that autoload registers, with the prefix that its folders give it. */
interface Found {
  readonly file: string;
  readonly prefix: string | null;
}
interface Folder {
  readonly hooks: string[];
  readonly plugins: Found[];
}

/** What the options say, as far as a folder has to know. */
interface Rules {
  readonly root: string;
  readonly script: RegExp;
  readonly index: RegExp;
  readonly autoHooks: RegExp;
  readonly ignore: RegExp | null;
  readonly keeps: (path: string) => boolean;
  readonly maxDepth: number;
  readonly withHooks: boolean;
  readonly cascade: boolean;
  readonly overwrite: boolean;
  /** The part of the prefix that a folder adds; null for none. */
  readonly folderPrefix: (parent: string, name: string) => string | null;
}

interface Plugin {
  readonly value: Value;
  readonly file: string;
  readonly name: string;
  readonly dependencies: readonly string[];
  options: Value;
  prefix: Value;
  registered: boolean;
}

const ENDING = String.raw`(?:\.ts|\.js|\.cjs|\.mjs|\.cts|\.mts)$`;
const DEFAULTS = {
  scriptPattern: /(?:(?:^.?|\.[^d]|[^.]d|[^.][^d])\.ts|\.js|\.cjs|\.mjs|\.cts|\.mts)$/iu,
  indexPattern: new RegExp(`^index${ENDING}`, 'iu'),
  autoHooksPattern: new RegExp(`^[_.]?auto_?hooks${ENDING}`, 'iu'),
};

/** `@fastify/autoload` itself: a plugin that runs on the instance that registers it, reads a folder and registers what is there. */
export const autoload: Transfer = (call, emit) => {
  const [target, options] = call.args;
  const instance = target ? asInstance(call, target) : null;
  if (!instance || options?.kind !== 'object' || !call.project) return;
  const folder = call.get(options, 'dir');
  const dir = call.text(folder);
  if (dir === null) {
    emit.report(fastifyDiagnostics, 'dynamic-autoload-folder', { why: folder.kind === 'unknown' ? folder.why : 'it is no text' });
    return;
  }
  const root = sourcesOf(call, dir.replace(/\/+$/, ''));
  if (root === null) {
    emit.report(fastifyDiagnostics, 'missing-autoload-folder', { folder: shown(call.project.workingDirectory, dir) });
    return;
  }
  const tree = new Map<string, Folder>();
  collect(call, tree, root, rulesOf(call, root, options), null, 0, []);

  const plugins: Plugin[] = [];
  const loaded = [...tree.values()].map((node) => ({
    node,
    plugins: node.plugins.flatMap((found) => {
      const plugin = loadPlugin(call, found, options);
      if (plugin) plugins.push(plugin);
      return plugin ? [plugin] : [];
    }),
  }));
  for (const { node, plugins: own } of loaded) registerFolder(call, emit, instance, node, own, plugins);
};

/** The folder, or the one with the sources when it is a build's and the project does not hold what builds make. */
function sourcesOf(call: Call, folder: string): string | null {
  const candidates = [
    folder,
    ...['src', null].map((part) =>
      folder
        .split('/')
        .map((name) => (/^(?:dist|build|out|lib)$/.test(name) ? part : name))
        .filter((name) => name !== null)
        .join('/'),
    ),
  ];
  return candidates.find((candidate) => call.project!.readDirectory(candidate) !== null) ?? null;
}

/** A folder as a reader of the project names it. */
const shown = (root: string, folder: string): string =>
  folder.startsWith(`${root}/`) ? folder.slice(root.length + 1) : folder.split('/').at(-1)!;

const option = (call: Call, options: Value, name: string): Value => call.get(options, name);
const flag = (call: Call, options: Value, name: string): boolean => call.truthy(option(call, options, name)) === true;

/** Names of files are no longer: a pattern that could take for ever on one is not tried. */
const LONGEST_NAME = 120;

function pattern(call: Call, value: Value): RegExp | null {
  const source = call.pattern(value) ?? (call.text(value) === null ? null : { source: call.text(value)!, flags: '' });
  if (!source || longestText(source.source) < LONGEST_NAME) return null;
  try {
    return new RegExp(source.source, source.flags.replace(/[gy]/g, ''));
  } catch {
    return null;
  }
}

/** `matchFilter` and `ignoreFilter`: a text that the path contains, a regular expression, or a function. */
function filter(call: Call, value: Value): ((path: string) => boolean) | null {
  if (call.isFunction(value)) return (path) => call.truthy(call.invoke(value, [call.const(path)])) !== false;
  const text = call.text(value);
  if (text !== null) return (path) => path.includes(text);
  const expression = pattern(call, value);
  return expression ? (path) => expression.test(path) : null;
}

function rulesOf(call: Call, root: string, options: Value): Rules {
  const [match, ignored] = [filter(call, option(call, options, 'matchFilter')), filter(call, option(call, options, 'ignoreFilter'))];
  const naming = option(call, options, 'dirNameRoutePrefix');
  const depth = call.constant(option(call, options, 'maxDepth'));
  return {
    root,
    script: pattern(call, option(call, options, 'scriptPattern')) ?? DEFAULTS.scriptPattern,
    index: pattern(call, option(call, options, 'indexPattern')) ?? DEFAULTS.indexPattern,
    autoHooks: pattern(call, option(call, options, 'autoHooksPattern')) ?? DEFAULTS.autoHooksPattern,
    ignore: pattern(call, option(call, options, 'ignorePattern')),
    keeps: (path) => (!match || match(path)) && !ignored?.(path),
    maxDepth: typeof depth === 'number' ? depth : Infinity,
    withHooks: flag(call, options, 'autoHooks'),
    cascade: flag(call, options, 'cascadeHooks'),
    overwrite: flag(call, options, 'overwriteHooks'),
    folderPrefix: (parent, name) => {
      if (!call.isFunction(naming)) return call.isUndefined(naming) || call.truthy(naming) !== false ? name : null;
      return call.text(call.invoke(naming, [call.const(parent), call.const(name)]));
    },
  };
}

/** The files of a folder and of those below it, in the order in which autoload finds them. */
function collect(
  call: Call,
  tree: Map<string, Folder>,
  folder: string,
  rules: Rules,
  prefix: string | null,
  depth: number,
  inherited: readonly string[],
): void {
  const node: Folder = { hooks: [], plugins: [] };
  tree.set(folder, node);
  const entries = call.project!.readDirectory(folder) ?? [];
  const relative = (name: string): string => `${folder}/${name}`.slice(rules.root.length + 1);
  if (rules.withHooks) {
    const own = entries.find((entry) => rules.autoHooks.test(entry.name));
    node.hooks.push(...(own && rules.overwrite ? [] : inherited), ...(own ? [`${folder}/${own.name}`] : []));
  }
  const add = (name: string): void => {
    if (rules.keeps(`/${relative(name)}`)) node.plugins.push({ file: `${folder}/${name}`, prefix });
  };
  const index = entries.find((entry) => rules.index.test(entry.name));
  if (index) add(index.name);
  for (const entry of entries) {
    if (rules.ignore?.test(relative(entry.name))) continue;
    if (entry.directory) {
      if (rules.maxDepth <= depth || depth > 20) continue;
      const part = rules.folderPrefix(folder, entry.name);
      collect(
        call,
        tree,
        `${folder}/${entry.name}`,
        rules,
        `${prefix ? `${prefix}/` : '/'}${part ?? ''}`,
        depth + 1,
        rules.cascade ? node.hooks : [],
      );
    } else if (!index && rules.script.test(entry.name) && !rules.autoHooks.test(entry.name)) add(entry.name);
  }
}

/** What a file exports as a plugin: a function, an object with a `method` (a route), or what a package gives. */
function exported(call: Call, content: Value): Value | null {
  if (call.isFunction(content) || (content.kind === 'unknown' && content.provenance)) return content;
  if (content.kind === 'oneOf') return content;
  if (content.kind !== 'object') return content.kind === 'unknown' ? content : null;
  const inner = call.get(content, 'default');
  if (!call.isUndefined(inner)) return call.isFunction(inner) || inner.kind === 'unknown' ? inner : exported(call, inner);
  if (call.isUndefined(call.get(content, 'method'))) return null;
  return call.fn('route', (inner) => {
    const [instance] = inner.args;
    if (instance) inner.invoke(inner.get(instance, 'route'), [content], instance);
  });
}

function loadPlugin(call: Call, { file, prefix }: Found, options: Value): Plugin | null {
  const content = call.project!.load(file);
  const value = exported(call, content);
  if (value === null) return null;
  const member = (name: string): Value => {
    const own = value.kind === 'object' ? call.get(value, name) : call.const(undefined);
    return call.isUndefined(own) && content.kind === 'object' ? call.get(content, name) : own;
  };
  if (call.constant(member('autoload')) === false) return null;
  if (value.kind === 'object' && call.constant(option(call, options, 'encapsulate')) === false)
    call.set(value, SKIP_OVERRIDE, call.const(true));
  const shared = option(call, options, 'options');
  const config = member('autoConfig');
  const settings = merged(call, config, shared);
  let base = call.get(settings, 'prefix');
  const text = call.text(base);
  if (text?.endsWith('/')) base = call.const(text.slice(0, -1));
  const [override, auto] = [member('prefixOverride'), member('autoPrefix')];
  const own = call.isUndefined(auto) ? prefix : call.text(auto);
  let full: Value = base;
  if (!call.isUndefined(override)) full = override;
  else if (own) full = concatenated(call, base, own.replace(/\/+/gu, '/'));
  if (flag(call, options, 'routeParams')) full = withParameters(call, full);
  const meta = value.kind === 'object' ? call.get(value, PLUGIN_META) : call.const(undefined);
  const name = meta.kind === 'object' ? call.text(call.get(meta, 'name')) : null;
  const dependencies =
    meta.kind === 'object' ? (call.elements(call.get(meta, 'dependencies')) ?? []).flatMap((each) => call.text(each) ?? []) : [];
  return { value, file, name: name ?? file, dependencies, options: settings, prefix: full, registered: false };
}

/** The file's `autoConfig` with the `options` of autoload over it. A function gives its options when the plugin is loaded; its prefix is its own property. */
function merged(call: Call, config: Value, shared: Value): Value {
  const over = (base: Value, target: Value): Value => {
    for (const source of [base, shared])
      for (const [key, value] of (source.kind === 'object' ? (call.knownEntries?.(source) ?? call.entries(source)) : null) ?? [])
        if (!isAbsent(value)) call.set(target, key, value);
    if ([base, shared].some((source) => source.kind === 'unknown' || (source.kind === 'object' && call.isOpen(source))))
      call.markOpen?.(target);
    return target;
  };
  if (!call.isFunction(config)) return over(config, call.record({}));
  const prefix = shared.kind === 'object' ? call.get(shared, 'prefix') : call.const(undefined);
  return call.fn('options', (inner) => over(inner.invoke(config, inner.args), call.record({})), {
    prefix: call.isUndefined(prefix) ? call.get(config, 'prefix') : prefix,
  });
}

function concatenated(call: Call, base: Value, own: string): Value {
  if (call.isUndefined(base) || ends(base).empty) return call.const(own);
  const text = call.text(base);
  return text === null ? { kind: 'template', parts: [base, own], origin: base.origin } : call.const(text + own);
}

/** `/_id` → `/:id`; in folders with several parameters `__a-__b` → `:a-:b`. */
function withParameters(call: Call, prefix: Value): Value {
  const text = call.text(prefix);
  if (text === null) return prefix;
  return call.const(/__/u.test(text) ? text.replace(/__/gu, ':') : text.replace(/\/_/gu, '/:'));
}

function registerFolder(
  call: Call,
  emit: Emit,
  instance: ObjectValue,
  node: Folder,
  plugins: readonly Plugin[],
  all: readonly Plugin[],
): void {
  if (node.hooks.length === 0) {
    for (const plugin of plugins) registerPlugin(call, emit, instance, plugin, all, new Set());
    return;
  }
  // With hooks the plugins of a folder get a scope of their own, and the prefix that all of the plugins have is the prefix of the scope.
  const prefixes = all.map((plugin) => call.text(plugin.prefix)).filter((prefix): prefix is string => prefix !== null && prefix.length > 0);
  const common = prefixes.length > 0 && prefixes.every((prefix) => prefix === prefixes[0]) ? prefixes[0]! : null;
  const scoped =
    common === null
      ? all
      : all.map((plugin): Plugin => ({
          ...plugin,
          prefix: call.text(plugin.prefix)?.startsWith(common) ? rest(call, plugin.prefix, common) : plugin.prefix,
          registered: false,
        }));
  const composed = call.fn('autohooks', (inner) => {
    const scope = inner.args[0] ? asInstance(inner, inner.args[0]) : null;
    if (!scope) return;
    for (const file of node.hooks) {
      const content = call.project!.load(file);
      const hook = call.isFunction(content) || content.kind !== 'object' ? content : call.get(content, 'default');
      if (hook.kind === 'object') call.set(hook, SKIP_OVERRIDE, call.const(true));
      register(inner, emit, scope, hook, undefined);
    }
    for (const plugin of plugins) {
      const copy = scoped.find((each) => each.file === plugin.file);
      if (copy) registerPlugin(inner, emit, scope, copy, scoped, new Set());
    }
  });
  register(call, emit, instance, composed, call.record(common === null ? {} : { prefix: call.const(common) }));
}

function rest(call: Call, prefix: Value, common: string): Value {
  const text = call.text(prefix)!.slice(common.length);
  return text === '' ? call.const(undefined) : call.const(text);
}

/** Registers a plugin behind those that it says it depends on. */
function registerPlugin(
  call: Call,
  emit: Emit,
  instance: ObjectValue,
  plugin: Plugin,
  all: readonly Plugin[],
  above: ReadonlySet<string>,
): void {
  if (plugin.registered || above.has(plugin.name)) return;
  const path = new Set([...above, plugin.name]);
  for (const name of plugin.dependencies) {
    const dependency = all.find((each) => each.name === name);
    if (dependency) registerPlugin(call, emit, instance, dependency, all, path);
  }
  plugin.registered = true;
  call.set(plugin.options, 'prefix', plugin.prefix);
  register(call, emit, instance, plugin.value, plugin.options);
}
