import { defineLibrary, functions, openModule, type Call, type ModuleModel, type Transfer, type Value } from '@tool/scanner-sdk';
import { argument, callbackOf, promised, unmodelled } from '../support/fallback.js';

/** What Node's `fs` does at once, and what of it is handed on as it is. */
const AT_ONCE = [
  ...['readdir', 'opendir', 'readFile', 'writeFile', 'appendFile', 'stat', 'lstat', 'access', 'exists', 'mkdir', 'realpath', 'unlink'].map(
    (name) => `${name}Sync`,
  ),
  'createReadStream',
  'createWriteStream',
  'constants',
  'promises',
  'watch',
  'watchFile',
];

/** What it does later: told by a callback. */
const LATER = ['readdir', 'opendir', 'readFile', 'writeFile', 'appendFile', 'stat', 'lstat', 'access', 'mkdir', 'realpath', 'unlink'];

const PATH = [
  'join',
  'resolve',
  'dirname',
  'basename',
  'extname',
  'relative',
  'normalize',
  'isAbsolute',
  'parse',
  'format',
  'sep',
  'delimiter',
];

const membersOf = (names: readonly string[], module: string): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, module]));

const ofNode = (call: Call, name: string, args: readonly Value[]): Value => {
  const fs = call.module?.('fs');
  return fs ? call.invoke(call.get(fs, name), args, fs) : unmodelled(call, 'fs', name);
};

/** `fs.readdir(folder)` as a promise where no callback is given. */
const byEither =
  (name: string): Transfer =>
  (call) => {
    if (callbackOf(call)) return ofNode(call, name, call.args);
    const fs = call.module?.('fs');
    return fs ? call.invoke(call.get(call.get(fs, 'promises'), name), call.args) : unmodelled(call, 'fs', name);
  };

/** What is found out at once, for the callback or as a promise. */
const soon =
  (find: (call: Call) => Value, isError: boolean): Transfer =>
  (call) => {
    const found = find(call);
    const callback = callbackOf(call);
    if (!callback) return promised(call, found);
    call.later(callback, isError ? [call.const(null), found] : [found]);
    return call.const(undefined);
  };

const pathExists = (call: Call): Value => ofNode(call, 'existsSync', [argument(call, 0)]);

/** `fs.readJsonSync(file)`: a file that is not known is no JSON that is. */
const readJson = (call: Call): Value => {
  const text = ofNode(call, 'readFileSync', [argument(call, 0), call.const('utf8')]);
  const json = call.global?.('JSON');
  return json ? call.invoke(call.get(json, 'parse'), [text], json) : unmodelled(call, 'fs-extra', 'readJson');
};

const later = Object.fromEntries(LATER.map((name) => [name, byEither(name)]));

/** Node's `fs` whose functions give promises as well, with more of them. */
const promising =
  (name: string, more: Readonly<Record<string, Transfer>> = {}): ModuleModel =>
  (realm) =>
    openModule(realm, name, functions(realm, { ...later, ...more }), membersOf(AT_ONCE, 'fs'));

/** Node's own module under another name. */
const standingFor =
  (name: string, module: string, names: readonly string[]): ModuleModel =>
  (realm) =>
    openModule(realm, name, {}, membersOf(names, module));

/** Packages that stand for what Node has of files: `fs`, with promises and more, and `path`. */
export const fileSystemsLibrary = defineLibrary({
  modules: {
    'fs-extra': promising('fs-extra', {
      exists: soon(pathExists, false),
      pathExists: soon(pathExists, true),
      pathExistsSync: pathExists,
      ...Object.fromEntries(['readJson', 'readJSON'].map((name) => [name, soon(readJson, true)])),
      ...Object.fromEntries(['readJsonSync', 'readJSONSync'].map((name) => [name, readJson])),
    }),
    'mz/fs': promising('mz/fs', { exists: soon(pathExists, false) }),
    'fs-promise': promising('fs-promise', { exists: soon(pathExists, false) }),
    'graceful-fs': standingFor('graceful-fs', 'fs', [...AT_ONCE, ...LATER, 'exists']),
    upath: standingFor('upath', 'path', PATH),
    pathe: standingFor('pathe', 'path', PATH),
    'path-browserify': standingFor('path-browserify', 'path', PATH),
  },
});
