import { defineLibrary, type Call, type ModuleModel, type Transfer, type Value } from '@tool/scanner-sdk';
import { argument, undefinedValue, unmodelled } from '../support/fallback.js';
import { loadFolder, programFilter, programRegExp } from '../support/load-folder.js';
import { joinPath, withoutExtension } from '../support/paths.js';
import { single } from '../text-and-lists.js';

const option = (call: Call, options: Value | undefined, name: string): Value =>
  options && options.kind === 'object' ? call.get(options, name) : call.const(undefined);

/** `require-all({dirname, filter, excludeDirs, recursive, resolve, map})` or `require-all(dirname)`; also include-all. */
const requireAll =
  (module: string): Transfer =>
  (call) => {
    const first = argument(call, 0);
    const dirname = call.text(first) ?? call.text(option(call, first, 'dirname'));
    if (dirname === null || !call.project) return unmodelled(call, module, 'default');
    const options = call.text(first) === null ? first : undefined;
    const filter = option(call, options, 'filter');
    const regexp = programRegExp(call, filter) ?? /^([^.].*)\.c?js(on)?$/;
    const excluded = programRegExp(call, option(call, options, 'excludeDirs')) ?? /^\.(git|svn)$|^node_modules$/;
    const [resolve, map] = [option(call, options, 'resolve'), option(call, options, 'map')];
    const nameOf = (name: string, path: string): string =>
      call.isFunction(map) ? (call.text(call.invoke(map, [call.const(name), call.const(path)])) ?? name) : name;
    const loaded = loadFolder(call, joinPath(call.project.workingDirectory, dirname), {
      recursive: call.constant(option(call, options, 'recursive')) !== false,
      file: (name, path) => {
        if (call.isFunction(filter)) {
          const kept = call.invoke(filter, [call.const(name)]);
          return call.truthy(kept) === false ? null : nameOf(call.text(kept) ?? name, path);
        }
        const match = regexp.exec(name);
        return match ? nameOf(match[1] ?? name, path) : null;
      },
      folder: (name, path) => (excluded.test(name) ? null : nameOf(name, path)),
      ...(call.isFunction(resolve) && { visit: (exports: Value) => call.invoke(resolve, [exports]) }),
    });
    return loaded ?? call.record({});
  };

/** `require-directory(module, path?, {include, exclude, visit, rename, recurse})`. */
const requireDirectory: Transfer = (call) => {
  if (!call.project) return unmodelled(call, 'require-directory', 'default');
  const path = call.args[1] ? call.text(call.args[1]) : null;
  const options = call.args.find((value, index) => index > 0 && value.kind === 'object');
  const [include, exclude] = [programFilter(call, option(call, options, 'include')), programFilter(call, option(call, options, 'exclude'))];
  const [visit, rename] = [option(call, options, 'visit'), option(call, options, 'rename')];
  // The file that asks is left out, as the library does: it would load itself.
  const here = call.span.file.split('/').at(-1);
  const folder = joinPath(call.project.directory, path ?? '.');
  return (
    loadFolder(call, folder, {
      recursive: call.constant(option(call, options, 'recurse')) !== false,
      folder: (name) => (name === 'node_modules' ? null : name),
      file: (name, full) => {
        if (
          full === `${call.project!.directory}/${here}` ||
          !/\.(c?js|json|coffee)$/.test(name) ||
          (include && !include(full)) ||
          exclude?.(full)
        )
          return null;
        const base = withoutExtension(name);
        return call.isFunction(rename)
          ? (call.text(call.invoke(rename, [call.const(base), call.const(full), call.const(name)])) ?? base)
          : base;
      },
      ...(call.isFunction(visit) && {
        visit: (exports: Value, full: string) => {
          const result = call.invoke(visit, [exports, call.const(full)]);
          return call.isUndefined(result) ? exports : result;
        },
      }),
    }) ?? call.record({})
  );
};

/** `require-dir(path?, {recurse})`, relative to the file that asks. */
const requireDir: Transfer = (call) => {
  const path = call.args[0] ? call.text(call.args[0]) : '.';
  if (path === null || !call.project) return unmodelled(call, 'require-dir', 'default');
  const here = call.span.file.split('/').at(-1);
  return (
    loadFolder(call, joinPath(call.project.directory, path), {
      recursive: call.truthy(option(call, call.args[1], 'recurse')) === true,
      folder: (name) => (name === 'node_modules' ? null : name),
      file: (name, full) => (full === `${call.project!.directory}/${here}` ? null : withoutExtension(name)),
    }) ?? call.record({})
  );
};

/** `auto-load(path, {deep, js, json})`: the files of a folder by their names in camel case. */
const autoLoad: Transfer = (call) => {
  const path = call.text(argument(call, 0));
  if (path === null || !call.project) return unmodelled(call, 'auto-load', 'default');
  const on = (name: string): boolean => call.constant(option(call, call.args[1], name)) !== false;
  const camelCase = (name: string): string => name.replace(/-(.)/g, (_all, letter: string) => letter.toUpperCase());
  return (
    loadFolder(call, joinPath(call.project.workingDirectory, path), {
      recursive: on('deep'),
      folder: (name) => camelCase(name),
      file: (name) =>
        (name.endsWith('.js') && on('js')) || (name.endsWith('.json') && on('json')) ? camelCase(withoutExtension(name)) : null,
    }) ?? call.record({})
  );
};

/** consign and express-load: `load('models').then('routes').into(app, …)` requires files and calls what they export with the application. */
const autoload =
  (module: string): Transfer =>
  (call) => {
    const first = argument(call, 0);
    const cwd = call.text(option(call, call.text(first) === null ? first : call.args[1], 'cwd'));
    const places: { path: string; excluded: boolean }[] = [];
    const chain = call.record({});
    const add =
      (excluded: boolean): Transfer =>
      (inner) => {
        for (const value of inner.elements(argument(inner, 0)) ?? inner.args) {
          const path = inner.text(value);
          if (path !== null) places.push({ path, excluded });
        }
        return chain;
      };
    const include = call.fn('include', add(false));
    for (const name of ['include', 'then', 'load']) call.set(chain, name, include);
    call.set(chain, 'exclude', call.fn('exclude', add(true)));
    for (const name of ['setLogger', 'setExtensions', 'setVerbose'])
      call.set(
        chain,
        name,
        call.fn(name, () => chain),
      );
    call.set(
      chain,
      'into',
      call.fn('into', (inner) => {
        into(inner, module, cwd, places);
        return chain;
      }),
    );
    const start = call.text(first);
    if (start !== null) places.push({ path: start, excluded: false });
    return chain;
  };

function into(call: Call, module: string, cwd: string | null, places: readonly { path: string; excluded: boolean }[]): void {
  const project = call.project;
  if (!project) {
    unmodelled(call, module, 'into');
    return;
  }
  const root = joinPath(project.workingDirectory, cwd ?? '.');
  const excluded = new Set(
    places.filter((place) => place.excluded).flatMap((place) => ['', '.js', '.ts'].map((ending) => joinPath(root, place.path) + ending)),
  );
  const app = argument(call, 0);
  const visit = (exports: Value, path: string): Value => {
    if (excluded.has(path)) return exports;
    const callee = call.isFunction(exports) ? exports : call.get(exports, 'default');
    return call.isFunction(callee) ? call.invoke(callee, call.args) : exports;
  };
  for (const place of places) {
    if (place.excluded) continue;
    const full = joinPath(root, place.path);
    const file = [full, `${full}.js`, `${full}.ts`, `${full}.json`].find((candidate) => project.exists(candidate) === 'file');
    const names = place.path.replace(/^\.\//, '').split('/').map(withoutExtension);
    if (file) {
      setDeep(call, app, names, visit(project.load(file), file));
      continue;
    }
    const loaded = loadFolder(call, full, {
      recursive: true,
      folder: (name, path) => (excluded.has(path) ? null : name),
      file: (name, path) => (excluded.has(path) ? null : withoutExtension(name)),
      visit,
    });
    if (loaded) setDeep(call, app, names, loaded);
  }
}

function setDeep(call: Call, target: Value, names: readonly string[], value: Value): void {
  let at = target;
  for (const name of names.slice(0, -1)) {
    if (call.isUndefined(call.get(at, name))) call.set(at, name, call.record({}));
    at = call.get(at, name);
  }
  const last = names.at(-1);
  if (last) call.set(at, last, value);
}

/** `app-module-path`: one more folder in which modules without a relative path are looked for. */
const addPath: Transfer = (call) => {
  const folder = call.text(argument(call, 0));
  if (folder !== null) call.project?.alias?.('', joinPath(call.project.workingDirectory, folder));
};

const addAlias: Transfer = (call) => {
  const [name, folder] = [call.text(argument(call, 0)), call.text(argument(call, 1))];
  if (name !== null && folder !== null) call.project?.alias?.(name, joinPath(call.project.workingDirectory, folder));
};

const addAliases: Transfer = (call) => {
  for (const [name, value] of call.entries(argument(call, 0)) ?? []) {
    const folder = call.text(value);
    if (folder !== null) call.project?.alias?.(name, joinPath(call.project.workingDirectory, folder));
  }
};

const moduleAlias: ModuleModel = (realm) => {
  const own = {
    addAlias: realm.fn('addAlias', addAlias),
    addAliases: realm.fn('addAliases', addAliases),
    addPath: realm.fn('addPath', addPath),
  };
  return realm.fn('moduleAlias', undefinedValue, { ...own, default: realm.fn('moduleAlias', undefinedValue, own) });
};

export const folderLoadersLibrary = defineLibrary({
  runsOthers: true,
  modules: {
    'require-all': single('requireAll', requireAll('require-all')),
    'include-all': single('includeAll', requireAll('include-all')),
    'require-directory': single('requireDirectory', requireDirectory),
    'auto-load': single('autoload', autoLoad),
    'require-dir': single('requireDir', requireDir),
    consign: single('consign', autoload('consign')),
    'express-load': single('load', autoload('express-load')),
    'app-module-path': (realm) => realm.record({ addPath: realm.fn('addPath', addPath) }),
    'module-alias': moduleAlias,
    'module-alias/register': (realm) => realm.record({}),
  },
});
