import {
  defineLibrary,
  openFunction,
  openModule,
  type Call,
  type ModuleModel,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument, callbackOf, majorOf, promised, unmodelled, withArguments } from '../support/fallback.js';
import { globFiles } from '../support/glob-pattern.js';
import { joinPath } from '../support/paths.js';

const texts = (call: Call, value: Value): string[] | null => {
  const values = call.elements(value) ?? [value];
  const known = values.map((single) => call.text(single));
  return known.every((text) => text !== null) ? known : null;
};

interface Style {
  readonly module: string;
  /** glob returns names in order of their letters, the fast ones in the order of the walk. */
  readonly sorted: boolean;
  /** Takes a leading `./` off results. */
  readonly strips: boolean;
}

/** glob gives folders unless it is told not to, the fast ones only where they are told to. */
function directoriesOf(call: Call, style: Style, option: (name: string) => Value): boolean | 'only' {
  if (call.truthy(option('onlyDirectories')) === true) return 'only';
  if (style.sorted) return call.truthy(option('nodir')) !== true && call.constant(option('onlyFiles')) !== true;
  return call.constant(option('onlyFiles')) === false;
}
/** Until version 9 glob spells a folder with the slash of its pattern. */
const keepsSlash = (call: Call, { module }: Style): boolean => module !== 'glob' || (majorOf(call, 'glob') ?? 9) < 9;

/** The files that a call matches, as a list; null when patterns or folder are not known. */
function run(call: Call, style: Style): Value | null {
  const project = call.project;
  let [patternValue, options] = [argument(call, 0), call.args[1]];
  // tinyglobby takes `{patterns, cwd}` as its only argument.
  if (patternValue.kind === 'object' && call.elements(patternValue) === null) {
    options = patternValue;
    patternValue = call.get(patternValue, 'patterns');
  }
  const patterns = texts(call, patternValue);
  if (!project || patterns === null) return null;
  const option = (name: string): Value =>
    options && options.kind === 'object' && !call.isFunction(options) ? call.get(options, name) : call.const(undefined);
  const cwd = option('cwd');
  const folder = call.isUndefined(cwd) ? project.workingDirectory : call.text(cwd);
  if (folder === null) return null;
  const ignore = option('ignore');
  const found = globFiles(project, patterns, {
    folder: joinPath(project.workingDirectory, folder),
    absolute: call.truthy(option('absolute')) === true || call.truthy(option('realpath')) === true,
    dot: call.truthy(option('dot')) === true,
    ignore: call.isUndefined(ignore) ? [] : (texts(call, ignore) ?? []),
    directories: directoriesOf(call, style, option),
    built: /\.[cm]?tsx?$/.test(call.span.file),
    marks:
      style.module === 'tinyglobby' || ['mark', 'markDirectories'].some((name) => call.truthy(option(name)) === true)
        ? true
        : keepsSlash(call, style) && 'as-asked',
  });
  const files = style.strips ? found.map((file) => file.replace(/^\.\//, '')) : found;
  if (style.sorted) files.sort((a, b) => a.localeCompare(b, 'en'));
  return call.list(files.map((file) => call.const(file)));
}

const sync =
  (style: Style): Transfer =>
  (call) =>
    run(call, style) ?? unmodelled(call, style.module, 'sync');

/** With a callback (older versions) or a promise of the list. */
const asynchronous =
  (style: Style): Transfer =>
  (call) => {
    const files = run(call, style);
    if (!files) return unmodelled(call, style.module, 'default');
    const callback = callbackOf(call);
    if (callback) call.later(callback, [call.const(null), files]);
    return promised(call, files);
  };

const GLOB: Style = { module: 'glob', sorted: true, strips: false };
const style = (module: string): Style => ({ module, sorted: false, strips: true });

const members = (realm: Realm, of: Style): Record<string, Value> => {
  const now = realm.fn('globSync', sync(of));
  // `import { glob } from 'glob'` has the synchronous form as a member, as the module itself has.
  const later = openFunction(realm, of.module, asynchronous(of), { sync: now, globSync: now });
  return {
    sync: now,
    globSync: now,
    globbySync: now,
    glob: later,
    globby: later,
    async: later,
    isDynamicPattern: realm.unknown('isDynamicPattern', { module: of.module, path: 'isDynamicPattern' }),
  };
};

const callable =
  (of: Style): ModuleModel =>
  (realm) => {
    const own = members(realm, of);
    return openFunction(realm, of.module, asynchronous(of), { ...own, default: openFunction(realm, of.module, asynchronous(of), own) });
  };

/** `grunt.file.expand([options,] patterns)`. */
const grunt: ModuleModel = (realm) => {
  const expand: Transfer = (call) => {
    const [first, second] = call.args;
    const args = first?.kind === 'object' && call.elements(first) === null ? [second ?? call.const(undefined), first] : call.args;
    return withArguments(call, 'expand', sync({ module: 'grunt', sorted: true, strips: false }), args);
  };
  return openModule(realm, 'grunt', { file: openModule(realm, 'grunt', { expand: realm.fn('expand', expand) }) });
};

/** `import.meta.glob(patterns, { eager, import })` of Vite: modules by their paths from the file, or from the project where a pattern starts there. */
const modulesByPath: Transfer = (call) => {
  const { project } = call;
  const patterns = texts(call, argument(call, 0));
  const option = (name: string): Value => (call.args[1] ? call.get(call.args[1], name) : call.const(undefined));
  const isPlain = ['as', 'query', 'base'].every((name) => call.isUndefined(option(name)));
  if (!project || !isPlain || !patterns?.every((pattern) => /^!|^\.{0,2}\//.test(pattern))) return unmodelled(call, 'vite', 'glob');
  const root = project.workingDirectory;
  const below = patterns.map((pattern) => pattern.replace(/^!?(?=\/)/, `$&${root}`));
  const isRelative = patterns.every((pattern) => /^[!.]/.test(pattern));
  const files = globFiles(project, below, { folder: project.directory, absolute: !isRelative, dot: false, ignore: [], directories: false });
  const name = call.text(option('import')) ?? '*';
  const module = (file: string): Value => {
    const all = project.load(joinPath(project.directory, file));
    return name === '*' ? all : call.get(all, name);
  };
  const eager = call.truthy(option('eager')) === true;
  const entries = files
    .filter((file) => joinPath(project.directory, file) !== joinPath(root, call.span.file))
    .sort()
    .map((file) => [
      isRelative ? file : file.slice(root.length),
      eager ? module(file) : call.fn(file, (later) => promised(later, module(file))),
    ]);
  return call.record(Object.fromEntries(entries));
};

/** Packages that list every file below a folder. `below`: by its path from there on, else with the folder in front. */
const walk =
  (module: string, below = false, later = false): ModuleModel =>
  (realm) => {
    const list: Transfer = (call) => {
      const folder = call.text(argument(call, 0));
      if (!call.project || folder === null) return unmodelled(call, module, 'default');
      const from = joinPath(call.project.workingDirectory, folder);
      const found = globFiles(call.project, ['**/*'], { folder: from, absolute: false, dot: true, ignore: [], directories: false });
      const files = call.list(found.sort().map((file) => call.const(below ? file : joinPath(folder, file))));
      if (!later) return files;
      const callback = callbackOf(call);
      if (callback) call.later(callback, [call.const(null), files]);
      return promised(call, files);
    };
    return openFunction(realm, module, list, { default: realm.fn('walk', list) });
  };

/** `find(folder?, { matching, recursive, files, directories })` of fs-jetpack: a pattern without a slash is about names, in whatever folder. */
function found(call: Call, folder: string): Value | null {
  const [first, second] = call.args;
  const from = first ? call.text(first) : null;
  const options = from === null ? first : second;
  const option = (name: string): Value => (options?.kind === 'object' ? call.get(options, name) : call.const(undefined));
  const matching = option('matching');
  const patterns = call.isUndefined(matching) ? ['*'] : texts(call, matching);
  if (!call.project || patterns === null || (first && from === null && first.kind !== 'object')) return null;
  const under = joinPath(folder, from ?? '.');
  const deep = call.constant(option('recursive')) === false ? '' : '**/';
  const files = call.constant(option('files')) !== false;
  const names = globFiles(
    call.project,
    patterns.map((pattern) => (pattern.includes('/') ? pattern : pattern.replace(/^(!?)/, `$1${deep}`))),
    { folder: under, absolute: true, dot: true, ignore: [], directories: call.truthy(option('directories')) === true && (files || 'only') },
  );
  const spelt = names.map((name) => (name.startsWith(`${folder}/`) ? name.slice(folder.length + 1) : name));
  return call.list(spelt.sort().map((name) => call.const(name)));
}

const jetpack: ModuleModel = (realm) => {
  const at = (folder: string | null): Value => {
    const find = (call: Call): Value =>
      found(call, folder ?? call.project?.workingDirectory ?? '/') ?? unmodelled(call, 'fs-jetpack', 'find');
    return openModule(realm, 'fs-jetpack', {
      find: realm.fn('find', find),
      findAsync: realm.fn('findAsync', (call) => promised(call, find(call))),
      cwd: realm.fn('cwd', (call) => {
        const here = folder ?? call.project?.workingDirectory ?? '/';
        const parts = call.args.map((part) => call.text(part));
        if (parts.length === 0) return call.const(here);
        return parts.some((part) => part === null) ? unmodelled(call, 'fs-jetpack', 'cwd') : at(joinPath(here, parts.join('/')));
      }),
    });
  };
  return at(null);
};

export const globLibrary = defineLibrary({
  modules: {
    glob: callable(GLOB),
    'fast-glob': callable(style('fast-glob')),
    'glob-all': callable({ ...GLOB, module: 'glob-all' }),
    globby: callable(style('globby')),
    'tiny-glob': callable(style('tiny-glob')),
    'tiny-glob/sync': (realm) => realm.fn('glob', sync(style('tiny-glob'))),
    grunt,
    'fs-jetpack': jetpack,
    'fs-readdir-recursive': walk('fs-readdir-recursive', true),
    'recursive-readdir-sync': walk('recursive-readdir-sync'),
    'recursive-readdir': walk('recursive-readdir', false, true),
    vite: (realm) => openModule(realm, 'vite', { glob: realm.fn('glob', modulesByPath) }),
    tinyglobby: (realm) => openModule(realm, 'tinyglobby', members(realm, style('tinyglobby'))),
  },
});
