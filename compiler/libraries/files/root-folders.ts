import { defineLibrary, functions, type Call, type ModuleModel, type ProjectFiles, type Transfer, type Value } from '@tool/scanner-sdk';
import { argument, promised, unmodelled } from '../support/fallback.js';
import { joinPath } from '../support/paths.js';
import { single } from '../text-and-lists.js';

const folderAbove = (folder: string): string => folder.slice(0, Math.max(folder.lastIndexOf('/'), 0)) || '/';

/** The first of some names that a folder or one above it holds, as its path; null when the project has none. */
function upwards(project: ProjectFiles, from: string, names: readonly string[], kind: 'file' | 'directory'): string | null {
  for (let folder = joinPath(project.workingDirectory, from); ; folder = folderAbove(folder)) {
    const found = names.map((name) => joinPath(folder, name)).find((path) => project.exists(path) === kind);
    if (found !== undefined) return found;
    if (folder === folderAbove(folder)) return null;
  }
}

/** The nearest folder with a manifest. */
function packageFolder(project: ProjectFiles, from: string): string | null {
  const manifest = upwards(project, from, ['package.json'], 'file');
  return manifest === null ? null : folderAbove(manifest);
}

/** The folder of the package that a program belongs to: where its `node_modules` lies. */
const rootOf = (project: ProjectFiles): string => packageFolder(project, project.workingDirectory) ?? project.workingDirectory;

/** `cwd` of the options, or the working directory; null when it is not known. */
function startOf(call: Call, options: Value): string | null {
  if (call.isUndefined(options)) return call.project?.workingDirectory ?? null;
  if (call.text(options) !== null) return call.text(options);
  const cwd = call.get(options, 'cwd');
  return call.isUndefined(cwd) ? (call.project?.workingDirectory ?? null) : call.text(cwd);
}

const orNothing = (call: Call, path: string | null): Value => call.const(path ?? undefined);

/** `find-root(__dirname)`. With a check of the program's own nobody looks. */
const findRoot: Transfer = (call) => {
  const from = call.text(argument(call, 0));
  const found = from !== null && call.project && call.args.length < 2 ? packageFolder(call.project, from) : null;
  return found === null ? unmodelled(call, 'find-root', 'default') : call.const(found);
};

/** `packageDirectorySync({ cwd })`, `pkgDir.sync(cwd)`. */
const packageDirectory = (call: Call): Value => {
  const from = startOf(call, argument(call, 0));
  return from === null || !call.project ? unmodelled(call, 'pkg-dir', 'default') : orNothing(call, packageFolder(call.project, from));
};

/** `findUpSync('name', { cwd, type })`, with one name or a list of them. */
const findUp = (call: Call): Value => {
  const [wanted, options] = [argument(call, 0), argument(call, 1)];
  const names = (call.elements(wanted) ?? [wanted]).map((name) => call.text(name));
  const from = startOf(call, options);
  if (from === null || !call.project || names.includes(null)) return unmodelled(call, 'find-up', 'default');
  const type = call.isUndefined(options) ? undefined : call.constant(call.get(options, 'type'));
  return orNothing(call, upwards(call.project, from, names as string[], type === 'directory' ? 'directory' : 'file'));
};

/** A function that gives a promise, with its `sync`, and both under the names that later versions export. */
const searching =
  (search: (call: Call) => Value, name: string): ModuleModel =>
  (realm) => {
    const later: Transfer = (call) => promised(call, search(call));
    const sync = realm.fn(`${name}Sync`, search);
    const named = { sync, [name]: realm.fn(name, later), [`${name}Sync`]: sync };
    return realm.fn(name, later, { ...named, default: realm.fn(name, later, named) });
  };

/** `app-root-path`: an object that is the path where a text is wanted. */
const appRootPath: ModuleModel = (realm) => {
  const { project } = realm;
  if (!project) return realm.record({});
  const root = rootOf(project);
  const below = (call: Call): string | null => {
    const path = call.text(argument(call, 0));
    return path === null ? null : joinPath(root, path.replace(/^\/+/, ''));
  };
  const own = {
    path: realm.const(root),
    ...functions(realm, {
      toString: (call: Call) => call.const(root),
      resolve: (call: Call) => {
        const path = below(call);
        return path === null ? unmodelled(call, 'app-root-path', 'resolve') : call.const(path);
      },
      require: (call: Call) => {
        const path = below(call);
        return path === null || !call.project ? unmodelled(call, 'app-root-path', 'require') : call.project.load(path);
      },
    }),
  };
  return realm.record({ ...own, default: realm.record(own) });
};

/** `root-path('config', 'settings.json')`. */
const rootPath: Transfer = (call) => {
  const parts = call.args.map((part) => call.text(part));
  if (!call.project || parts.includes(null)) return unmodelled(call, 'root-path', 'default');
  return call.const(parts.reduce<string>((folder, part) => joinPath(folder, part!.replace(/^\/+/, '')), rootOf(call.project)));
};

const root: Transfer = (call) => (call.project ? call.const(rootOf(call.project)) : unmodelled(call, 'app-root-dir', 'get'));

/** Packages that say where a program lies. */
export const rootFoldersLibrary = defineLibrary({
  modules: {
    'app-root-path': appRootPath,
    'app-root-dir': (realm) => {
      const own = functions(realm, { get: root });
      return realm.record({ ...own, default: realm.record(own) });
    },
    'find-root': single('findRoot', findRoot),
    'find-up': searching(findUp, 'findUp'),
    'pkg-dir': searching(packageDirectory, 'packageDirectory'),
    'root-path': single('rootPath', rootPath),
  },
});
