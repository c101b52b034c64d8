import { startTimer } from '../jobs/timers.js';
import type { Shape } from '@tool/ir';
import type { Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { caughtAt } from '../bounds/caught.js';
import { builtName, looksForBuilt } from './built-names.js';
import { onlyFile } from '../modules/only-file.js';
import { requireSpecifier } from '../modules/modules.js';
import { stringPart, whyDemanded } from '../language/operators.js';
import { BOOLEAN, INTEGER, NUMBER, STRING, shaped, unknownError } from '../requests/observation.js';
import { askedOfUrl } from '../requests/request-tests.js';
import { pairsParsed, withQuery } from '../requests/pairs.js';
import * as paths from '../values/paths.js';
import { ExitSignal, ThrowSignal } from '../signals.js';
import type { PromiseState } from './promise.js';
import { toldWhileServing } from './served-files.js';
import type { Define } from './making.js';
import { textOf, typesModule, utilModule } from './util.js';
import { parseUrl, resolvePath, resolveUrl } from '../values/urls.js';
import {
  NULL,
  Obj,
  TRUE,
  UNDEFINED,
  bool,
  constant,
  contentOf,
  oneOf,
  prop,
  tableOf,
  taintOf,
  template,
  tookOut,
  unknown,
  type Native,
  type Site,
} from '../values/values.js';

/** Node's own modules as far as set-up code needs them; everything else in them is Unknown with its provenance. */
export function installNode(evaluator: Evaluator): (name: string) => Value | null {
  const made = new Map<string, Value>();
  // As properties that were assigned: `{ ...fs }` and whoever goes through them finds them.
  const define: Define = (target, name, native, length) => {
    (target.props ??= new Map()).set(name, prop(evaluator.native(name, native, length)));
  };
  const makers: Record<string, () => Value> = {
    path: () => pathModule(evaluator, define),
    fs: () => fsModule(evaluator, define),
    'fs/promises': () => evaluator.get(moduleNamed('fs')!, 'promises', ...here()),
    url: () => urlModule(evaluator, define),
    util: () => utilModule(evaluator, define),
    'util/types': () => typesModule(evaluator, define),
    events: () => eventsModule(evaluator, define),
    module: () => moduleModule(evaluator, define),
    process: () => evaluator.builtins.process,
    // What serves is most often a worker; what only the process above the workers registers is there under a condition.
    cluster: () => {
      const [no, yes] = [false, true].map((value) => constant(value, null, 'cluster.isPrimary'));
      return partly('cluster', { isMaster: no!, isPrimary: no!, isWorker: yes! });
    },
    worker_threads: () => partly('worker_threads', { isMainThread: bool(true), parentPort: NULL, workerData: UNDEFINED }),
    os: () =>
      partly('os', {
        EOL: constant('\n'),
        cpus: evaluator.native('cpus', (ev) => {
          const list = ev.list([]);
          list.open = true;
          return list;
        }),
      }),
    timers: () =>
      evaluator.record(
        ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval'].map(
          (name) => [name, evaluator.ownProperty(evaluator.builtins.globalObject, name)?.value ?? UNDEFINED] as const,
        ),
      ),
    'timers/promises': () =>
      evaluator.record([['setTimeout', evaluator.native('setTimeout', (ev, _self, args, site) => ev.promise(args[1] ?? UNDEFINED, site))]]),
    assert: () => {
      const ok = evaluator.native('assert', () => UNDEFINED);
      for (const name of ['ok', 'equal', 'strictEqual', 'deepEqual', 'deepStrictEqual', 'notEqual', 'notStrictEqual'])
        define(ok, name, () => UNDEFINED);
      define(ok, 'strict', () => UNDEFINED);
      return ok;
    },
    querystring: () =>
      partly('querystring', { parse: evaluator.native('parse', pairsParsed), decode: evaluator.native('decode', pairsParsed) }),
  };
  const here = (): [ReturnType<Evaluator['contextOf']>, Site['node']] => [
    evaluator.builtins.nowhere.context,
    evaluator.builtins.nowhere.node,
  ];
  const partly = (name: string, members: Record<string, Value>): Value => {
    const object = evaluator.record(Object.entries(members));
    object.open = true;
    object.internal = { provenance: { module: `node:${name}`, path: 'default', args: null } };
    return object;
  };
  const moduleNamed = (specifier: string): Value | null => {
    const name = specifier.replace(/^node:/, '');
    const known = made.get(name);
    if (known) return known;
    if (name === 'path/posix') return moduleNamed('path');
    if (!Object.hasOwn(makers, name)) return null;
    const value = makers[name]!();
    made.set(name, value);
    return value;
  };
  return moduleNamed;
}

function pathModule(evaluator: Evaluator, define: Define): Value {
  const module = evaluator.object();
  const onTexts = (name: string, run: (...texts: string[]) => string): void => {
    const ofTexts: Native = (ev, self, given, site, target) => {
      const args = given.map((arg) => tableOf(arg) ?? arg);
      const [choice, ...others] = args.filter((arg) => arg.kind === 'oneOf');
      if (choice && others.length === 0 && !ev.observer)
        return oneOf(
          choice.values.map((one) =>
            ofTexts(
              ev,
              self,
              args.map((arg) => (arg === choice ? one : arg)),
              site,
              target,
            ),
          ),
          choice.condition,
          choice.preferred,
        );
      const texts = args.map((arg) => textOf(ev, arg));
      if (texts.every((text) => text !== null)) return constant(run(...texts), site);
      // The known head of a partly known path still says which folder it is in.
      if (name === 'join' || name === 'resolve') {
        const parts: (string | Value)[] = [];
        args.forEach((arg, index) => {
          if (index) parts.push('/');
          parts.push(stringPart(ev, arg, ev.contextOf(site), site.node));
        });
        return template(parts, site);
      }
      return ev.observer ? shaped(STRING, `${name} of a path`, site) : unknown(`${name} of a partly known path`, site);
    };
    define(module, name, ofTexts);
  };
  onTexts('join', paths.join);
  define(module, 'resolve', (ev, _self, args, site) => {
    const texts = args.map((arg) => textOf(ev, arg));
    return texts.every((text) => text !== null)
      ? constant(paths.resolve(ev.host.workingDirectory, ...texts), site)
      : ev.observer
        ? shaped(STRING, 'a path', site)
        : unknown('a partly known path', site);
  });
  onTexts('dirname', paths.dirname);
  onTexts('basename', paths.basename);
  onTexts('extname', paths.extname);
  onTexts('relative', paths.relative);
  onTexts('normalize', paths.normalize);
  onTexts('toNamespacedPath', (text) => text);
  define(module, 'isAbsolute', (ev, _self, args) => {
    const text = textOf(ev, args[0]);
    return text === null ? shaped(BOOLEAN, 'whether a path is absolute') : bool(text.startsWith('/'));
  });
  define(module, 'parse', (ev, _self, args, site) => {
    const text = textOf(ev, args[0]);
    if (text === null)
      return ev.observer
        ? ev.record(
            ['root', 'dir', 'base', 'ext', 'name'].map((part) => [part, shaped(STRING, `${part} of a path`, site)] as const),
            site,
          )
        : unknown('a parsed path');
    const base = paths.basename(text),
      extension = paths.extname(text);
    return ev.record([
      ['root', constant(text.startsWith('/') ? '/' : '')],
      ['dir', constant(paths.dirname(text) === '.' ? '' : paths.dirname(text))],
      ['base', constant(base)],
      ['ext', constant(extension)],
      ['name', constant(extension ? base.slice(0, -extension.length) : base)],
    ]);
  });
  evaluator.define(module, 'sep', constant('/'));
  evaluator.define(module, 'delimiter', constant(':'));
  evaluator.define(module, 'posix', module);
  return module;
}

/**
 * Folders beside this one, or beside one of the two around it, have a file or folder of that name in the repository, where this one has not: each module has
 * what it has, and no installation adds to it.
 */
function isKeptBeside(ev: Evaluator, file: string): boolean {
  let rest = '';
  for (let folder = file, level = 0; level < 3; level++) {
    rest = `/${paths.basename(folder)}${rest}`;
    folder = paths.dirname(folder);
    if (ev.host.exists(folder) !== 'directory') continue;
    // What other packages have says nothing of this one.
    if (isThere(ev, `${folder}/package.json`)) return false;
    const above = paths.dirname(folder);
    if ((ev.host.readDirectory(above) ?? []).some(({ name, directory }) => directory && isThere(ev, `${above}/${name}${rest}`)))
      return true;
  }
  return false;
}

const isThere = (ev: Evaluator, path: string): boolean => {
  const kind = ev.host.exists(path);
  return kind === 'file' || kind === 'directory';
};

/** Sources are in the repository or nowhere; settings, certificates, builds and data may be where the program is installed. */
const isSource = (file: string): boolean => /\.[cm]?[jt]sx?$/.test(file);

/** What is asked of files to find out whether they are there: the set-up finds what is in the repository, and later nobody knows. */
const TELLING: ReadonlySet<string> = new Set(['access', 'exists']);

/** What fails where the file is not there. */
const ASKING: ReadonlySet<string> = new Set(['access', 'stat', 'lstat']);

function fsModule(evaluator: Evaluator, define: Define): Value {
  const module = evaluator.object();
  module.open = true;
  module.internal = { provenance: { module: 'node:fs', path: 'default', args: null } };
  const located = (ev: Evaluator, value: Value | undefined): string | null => {
    const text = textOf(ev, value);
    if (text !== null)
      return paths.resolve(ev.host.workingDirectory, text.startsWith('file://') ? decodeURIComponent(text.slice(7)) : text);
    if (value?.kind === 'object' && (value as Obj).cls === 'URL')
      return decodeURIComponent(((value as Obj).internal as { href: string }).href.replace(/^file:\/\//, ''));
    return null;
  };
  const stats = (ev: Evaluator, directory: boolean): Value => ev.builtins.stats(directory);
  /** The folder that a build makes this one of, where that is the build of the program itself: what others build may be there or not. */
  const sourcesOf = (ev: Evaluator, folder: string, { module: { file } }: Site): string | null => {
    const sources = ev.host.sourceFolder(folder);
    if (sources === null) return null;
    const [built, own] = [folder.split('/'), sources.split('/')];
    while (built.length > 0 && own.length > 0 && built.at(-1) === own.at(-1)) [built, own].forEach((each) => each.pop());
    const root = `${own.join('/')}/`;
    return ev.host.mainFile.startsWith(root) || file.startsWith(root) ? sources : null;
  };
  const readdir = (ev: Evaluator, args: readonly Value[], site: Site): Value => {
    const asked = located(ev, args[0]);
    // What the repository has in a folder is there while it serves; nobody knows what will be in one that it has nothing in.
    const held = asked === null ? null : ev.host.readDirectory(asked);
    const served = ev.observer && !held?.some(({ name }) => !name.startsWith('.')) && toldWhileServing(ev, 'readdir', args, site);
    if (served) return served;
    const list = ev.list([], site);
    const sources = asked === null ? null : sourcesOf(ev, asked, site);
    const folder = sources ?? asked;
    if (folder === null || ev.host.readDirectory(folder) === null) {
      list.open = folder === null || ev.host.exists(folder) !== 'file';
      return list;
    }
    ev.fuel.sawFile(folder);
    const asBuilt = sources !== null || looksForBuilt(ev, site);
    const entriesOf = (at: string): readonly { readonly name: string; readonly directory: boolean }[] => {
      const entries = ev.host.readDirectory(at) ?? [];
      if (!asBuilt) return entries;
      const names = new Set(entries.map(({ name }) => name));
      return entries.flatMap((entry) => {
        const name = entry.directory ? entry.name : builtName(entry.name);
        return name !== entry.name && names.has(name) ? [] : [{ ...entry, name }];
      });
    };
    const options = args[1]?.kind === 'object' ? args[1] : null;
    const flag = (name: string): boolean =>
      options !== null && ev.truth(ev.get(options, name, ev.contextOf(site), site.node)).value === true;
    const withTypes = flag('withFileTypes'),
      recursive = flag('recursive');
    const visit = (at: string, prefix: string): void => {
      for (const entry of entriesOf(at)) {
        const name = prefix ? `${prefix}/${entry.name}` : entry.name;
        if (withTypes) {
          const dirent = ev.builtins.stats(entry.directory);
          const path = asked! + at.slice(folder.length);
          ev.define(dirent, 'name', constant(entry.name, site));
          ev.define(dirent, 'path', constant(path));
          ev.define(dirent, 'parentPath', constant(path));
          list.elements!.push(dirent);
        } else list.elements!.push(constant(name, site));
        if (recursive && entry.directory && list.elements!.length < 5000) visit(`${at}/${entry.name}`, name);
      }
    };
    visit(folder, '');
    return list;
  };
  /** What `opendir` gives: each `read` takes one entry more, `for await` takes them all. */
  const opendir = (ev: Evaluator, args: readonly Value[], site: Site): Value => {
    const rest = readdir(ev, [args[0] ?? UNDEFINED, ev.record([['withFileTypes', TRUE]])], site) as Obj;
    const read = (inner: Evaluator): Value => {
      inner.journal?.elements(rest);
      tookOut(rest.elements!, 1);
      return rest.elements!.shift() ?? (rest.open ? unknown('an entry of a folder', site) : NULL);
    };
    const directory = ev.object();
    const method = (name: string | symbol, native: Native): void => ev.define(directory, name, ev.native(String(name), native));
    ev.define(directory, 'path', args[0] ?? UNDEFINED);
    method('readSync', read);
    method('read', (inner, _self, _args, at) => inner.promise(read(inner), at));
    method('closeSync', () => UNDEFINED);
    method('close', (inner, _self, _args, at) => inner.promise(UNDEFINED, at));
    method(Symbol.asyncIterator, (inner, _self, _args, at) => inner.iterator([...rest.elements!], rest.open, at));
    return directory;
  };
  const readFile = (ev: Evaluator, args: readonly Value[], site: Site): Value => {
    const [path] = args;
    if (path?.kind === 'oneOf' && !ev.observer) {
      // Of those that a table names only some may be committed.
      const read = path.values.map((one) => readFile(ev, [one], site)).filter(({ kind }) => kind === 'const');
      return read.length === 0
        ? unknown('the content of a file', site)
        : oneOf(read, path.condition, path.preferred && read.length === path.values.length);
    }
    const file = located(ev, args[0]) ?? onlyFile(ev, args[0]);
    const text = file === null || ev.host.exists(file) !== 'file' ? null : ev.host.readText(file);
    if (text === null) return (ev.observer && toldWhileServing(ev, 'readFile', args, site)) ?? unknown('the content of a file', site);
    ev.fuel.sawFile(file!);
    return constant(text, site, isSource(file!) ? null : contentOf(paths.basename(file!)));
  };
  const exists = (ev: Evaluator, args: readonly Value[], site: Site): Value => {
    if (ev.observer) return shaped(BOOLEAN, 'whether a file exists');
    const file = located(ev, args[0]);
    const kind = file === null ? 'outside' : ev.host.exists(file);
    if (kind === 'outside') return unknown('whether a file exists');
    if (kind === 'nothing' && isSource(file!)) return bool(ev.host.resolve(file!, file!, true).kind === 'source');
    if (kind === 'nothing' && sourcesOf(ev, file!, site) !== null) return TRUE;
    if (kind === 'nothing' && isKeptBeside(ev, file!)) return bool(false);
    return kind === 'nothing' ? constant(false, null, `the existence of ${paths.basename(file!)}`) : TRUE;
  };
  const stat = (ev: Evaluator, args: readonly Value[], site: Site): Value => {
    const file = located(ev, args[0]);
    if (ev.observer) return toldWhileServing(ev, 'stat', args, site)!;
    const kind = file === null ? 'outside' : ev.host.exists(file);
    // What a build makes of a source, or of a folder of sources.
    if (kind === 'nothing' && isSource(file!) && ev.host.resolve(file!, file!, true).kind === 'source') return stats(ev, false);
    if (kind === 'nothing' && sourcesOf(ev, file!, site) !== null) return stats(ev, true);
    return kind === 'file' || kind === 'directory' ? stats(ev, kind === 'directory') : unknown('what kind of file it is');
  };
  /** A source that the repository lacks is not there, and the program is ready for that: it is told so, as Node tells it. */
  const lacks = (ev: Evaluator, args: readonly Value[]): boolean => {
    const file = located(ev, args[0]);
    return (
      file !== null &&
      isSource(file) &&
      !ev.observer &&
      ev.host.exists(file) === 'nothing' &&
      ev.host.resolve(file, file, true).kind !== 'source'
    );
  };
  const noEntry = (ev: Evaluator, site: Site): Value => {
    const prototype = ev.get(
      ev.ownProperty(ev.builtins.globalObject, 'Error')?.value ?? UNDEFINED,
      'prototype',
      ev.contextOf(site),
      site.node,
    );
    const error = new Obj('Error', prototype.kind === 'object' ? prototype : null, site);
    ev.define(error, 'message', constant('ENOENT: no such file or directory'), false);
    ev.define(error, 'code', constant('ENOENT'));
    ev.answers.add(error);
    return error;
  };
  const operations: Record<string, (ev: Evaluator, args: readonly Value[], site: Site) => Value> = {
    readdir,
    opendir,
    readFile,
    stat,
    lstat: stat,
    access: () => UNDEFINED,
    exists,
    mkdir: () => UNDEFINED,
    realpath: (_ev, args) => args[0] ?? UNDEFINED,
  };
  const promises = evaluator.object();
  promises.open = true;
  promises.internal = { provenance: { module: 'node:fs', path: 'promises', args: null } };
  for (const [name, run] of Object.entries(operations)) {
    define(module, `${name}Sync`, (ev, _self, args, site) => {
      if (ASKING.has(name) && caughtAt(site.node, false) === 'all' && lacks(ev, args)) throw new ThrowSignal(noEntry(ev, site), site);
      return run(ev, args, site);
    });
    define(promises, name, (ev, _self, args, site) => {
      if (ASKING.has(name) && lacks(ev, args)) {
        const promise = ev.promise(UNDEFINED, site);
        promise.internal = { status: 'rejected', value: noEntry(ev, site), reactions: [] } satisfies PromiseState;
        return promise;
      }
      return ev.observer && TELLING.has(name)
        ? unknown('what there is while requests are served', site)
        : ev.promise(run(ev, args, site), site);
    });
    define(module, name, (ev, _self, args, site) => {
      const callback = args.at(-1) ?? UNDEFINED;
      const result = run(ev, args, site);
      const tell = (): void => {
        const failure = ev.observer ? unknownError(site) : NULL;
        ev.call(callback, UNDEFINED, name === 'exists' ? [result] : [failure, result], ev.contextOf(site), site.node);
      };
      // Folders that are there end; files of which nobody knows the names are read for as long as a callback asks for the next one.
      if (textOf(ev, args[0]) === null) startTimer(ev, site, 'timer', callback, tell);
      else ev.later(tell, 'timer');
      return UNDEFINED;
    });
  }
  (module.props ??= new Map()).set('promises', prop(promises));
  return module;
}

function urlModule(evaluator: Evaluator, define: Define): Value {
  const module = evaluator.object();
  module.open = true;
  module.internal = { provenance: { module: 'node:url', path: 'default', args: null } };
  define(module, 'fileURLToPath', (ev, _self, args) => {
    const value = args[0] ?? UNDEFINED;
    const text =
      textOf(ev, value) ??
      (value.kind === 'object' && (value as Obj).cls === 'URL' ? ((value as Obj).internal as { href: string }).href : null);
    return text === null ? unknown('a path') : constant(decodeURIComponent(text.replace(/^file:\/\//, '')));
  });
  define(module, 'pathToFileURL', (ev, _self, args, site) => {
    const text = textOf(ev, args[0]);
    return text === null ? unknown('a URL') : ev.builtins.url(`file://${paths.resolve(ev.host.workingDirectory, text)}`, site);
  });
  define(module, 'parse', (ev, _self, args, site) => {
    const text = textOf(ev, args[0]);
    if (text === null) {
      const url = askedOfUrl(unknown('a parsed URL', site, null, [], args[0] ? taintOf(args[0]) : null), args[0]);
      return withQuery(ev, url, args[0], args[1] !== undefined && ev.constantOf(args[1]) === true, site);
    }
    const [, path = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(text) ?? [];
    const whole = parseUrl(text);
    const parts = whole ?? {
      href: text,
      protocol: null,
      host: null,
      hostname: null,
      port: null,
      pathname: path || null,
      search: search || null,
      hash: hash || null,
    };
    const members = {
      ...parts,
      path: `${parts.pathname ?? ''}${parts.search ?? ''}` || null,
      query: parts.search ? parts.search.slice(1) : null,
    };
    return ev.record(
      Object.entries(members).map(([key, value]) => [key, constant(value, site)]),
      site,
    );
  });
  define(module, 'resolve', (ev, _self, args, site) => {
    const [base, text] = [textOf(ev, args[0]), textOf(ev, args[1])];
    if (base === null || text === null || /[?#]/.test(base + text)) return unknown('a URL', site);
    const href = parseUrl(text) ? text : parseUrl(base) ? resolveUrl(base, text) : resolvePath(base, text);
    return href === null ? unknown('a URL', site) : constant(href, site);
  });
  for (const name of ['URL', 'URLSearchParams'])
    (module.props ??= new Map()).set(name, prop(evaluator.ownProperty(evaluator.builtins.globalObject, name)?.value ?? UNDEFINED));
  return module;
}

function eventsModule(evaluator: Evaluator, define: Define): Value {
  const prototype = new Obj('Object', evaluator.builtins.objectPrototype, null);
  const listenersOf = (ev: Evaluator, self: Value): Obj | null => {
    if (self.kind !== 'object') return null;
    const own = (self as Obj).props?.get('*listeners*')?.value;
    if (own?.kind === 'object') return own as Obj;
    const made = ev.object();
    ev.define(self as Obj, '*listeners*', made, false);
    return made;
  };
  const on =
    (first: boolean): Native =>
    (ev, self, args, site) => {
      const listeners = listenersOf(ev, self);
      const key = ev.key(args[0] ?? UNDEFINED) ?? '*unknown*';
      if (!listeners || !args[1]) return self;
      ev.background.add(ev, args[1], site);
      const list = ev.ownProperty(listeners, key)?.value;
      if (list?.kind === 'object') {
        ev.journal?.elements(list as Obj);
        if (first) (list as Obj).elements!.unshift(args[1]);
        else (list as Obj).elements!.push(args[1]);
      } else ev.define(listeners, key, ev.list([args[1]], site));
      return self;
    };
  for (const name of ['on', 'once', 'addListener']) define(prototype, name, on(false));
  for (const name of ['prependListener', 'prependOnceListener']) define(prototype, name, on(true));
  define(prototype, 'emit', (ev, self, args, site) => {
    const listeners = listenersOf(ev, self);
    const key = ev.key(args[0] ?? UNDEFINED);
    const list = listeners && key !== null ? ev.ownProperty(listeners, key)?.value : undefined;
    if (list?.kind === 'object')
      for (const listener of [...(list as Obj).elements!]) ev.call(listener, self, args.slice(1), ev.contextOf(site), site.node);
    return bool(list?.kind === 'object');
  });
  define(prototype, 'listeners', (ev, self, args) => {
    const listeners = listenersOf(ev, self);
    const key = ev.key(args[0] ?? UNDEFINED);
    const list = listeners && key !== null ? ev.ownProperty(listeners, key)?.value : undefined;
    return list ?? ev.list([]);
  });
  for (const name of ['off', 'removeListener', 'removeAllListeners', 'setMaxListeners']) define(prototype, name, (_ev, self) => self);
  define(prototype, 'listenerCount', () => unknown('a count'));
  const constructor = evaluator.native('EventEmitter', (ev, self, _args, site, newTarget) =>
    newTarget === null && self.kind === 'object' ? self : new Obj('Object', prototype, site),
  );
  const props = (constructor.props ??= new Map());
  props.set('prototype', prop(prototype, false));
  prototype.props!.set('constructor', prop(constructor, false));
  props.set('EventEmitter', prop(constructor));
  props.set('default', prop(constructor, false));
  define(constructor, 'once', (ev, _self, args, site) =>
    ev.promise(unknown('what an event brings', site, null, args[0]?.kind === 'object' && (args[0] as Obj).host ? [args[0]] : []), site),
  );
  return constructor;
}

function moduleModule(evaluator: Evaluator, define: Define): Value {
  const module = evaluator.object();
  module.open = true;
  define(module, 'createRequire', (ev, _self, _args, site) => ev.builtins.requireFunction(ev, site.module));
  // What the program has set NODE_PATH to counts from here on.
  define(module, '_initPaths', (ev) => {
    const set = textOf(ev, ev.ownProperty(ev.builtins.environment, 'NODE_PATH')?.value);
    for (const folder of set?.split(':') ?? []) if (folder !== '') ev.builtins.addModules(paths.resolve(ev.host.workingDirectory, folder));
    return UNDEFINED;
  });
  evaluator.define(module, 'Module', module);
  return module;
}

const measures = (...names: readonly string[]): Shape => ({
  kind: 'object',
  properties: names.map((name) => ({ name, shape: NUMBER, required: true })),
});
/** What functions of `process` measure. */
const MEASURES: readonly (readonly [string, Shape])[] = [
  ['uptime', NUMBER],
  ['memoryUsage', measures('rss', 'heapTotal', 'heapUsed', 'external', 'arrayBuffers')],
  ['cpuUsage', measures('user', 'system')],
];

/** Whether an event of `process` comes when the program ends: a signal, its exit, an error that nobody has handled. */
const endsProgram = (event: string | null): boolean =>
  event !== null && /^(?:SIG[A-Z0-9]+|exit|beforeExit|disconnect|uncaughtException\w*|unhandledRejection)$/.test(event);

export function installProcess(evaluator: Evaluator, define: Define): { process: Obj; environment: Obj } {
  const environment = new Obj('Environment', null, null);
  environment.props = new Map();
  const process = evaluator.object();
  process.open = true;
  (process.props ??= new Map()).set('env', prop(environment));
  const on: Native = (ev, self, args, site) => {
    // What ends the program changes nothing of what it serves with before.
    if (args[1] && endsProgram(textOf(ev, args[0]))) ev.background.add(ev, args[1], site, { isOnlyLater: true });
    else if (args[1])
      ev.later(() => {
        ev.callBack(args[1] as Obj, ev.contextOf(site), site.node);
      }, 'timer');
    return self;
  };
  for (const name of ['on', 'once', 'addListener']) define(process, name, on);
  define(process, 'exit', (ev, _self, _args, site) => {
    if (ev.armDepth > 0) throw new ExitSignal(site);
    return UNDEFINED;
  });
  define(process, 'abort', (ev, _self, _args, site) => {
    if (ev.armDepth > 0) throw new ExitSignal(site);
    return UNDEFINED;
  });
  define(process, 'cwd', (ev) => constant(ev.host.workingDirectory));
  define(process, 'nextTick', (ev, _self, args, site) => {
    ev.later(() => {
      ev.call(args[0] ?? UNDEFINED, UNDEFINED, args.slice(1), ev.contextOf(site), site.node);
    }, 'tick');
    return UNDEFINED;
  });
  define(process, 'chdir', (ev, _self, args) => {
    const folder = textOf(ev, args[0]);
    if (folder !== null) ev.host.workingDirectory = paths.resolve(ev.host.workingDirectory, folder);
    return UNDEFINED;
  });
  for (const name of ['emitWarning', 'umask', 'send', 'setMaxListeners', 'removeAllListeners']) define(process, name, () => UNDEFINED);
  for (const [name, shape] of MEASURES) define(process, name, () => shaped(shape, `process.${name}`));
  for (const name of ['hrtime', 'kill']) define(process, name, () => unknown(`process.${name}`));
  evaluator.define(process, 'platform', constant('linux', null, 'the platform'));
  evaluator.define(process, 'pid', shaped(INTEGER, 'the process id'));
  evaluator.define(process, 'version', constant('v20.19.0', null, 'the version of Node'));
  evaluator.defineAccessor(
    process,
    'argv',
    'get',
    evaluator.native('argv', (ev) => {
      const list = ev.list([constant('node'), constant(ev.host.mainFile)]);
      // Whoever starts the program may say more.
      list.counted = 'process.argv';
      return list;
    }),
    true,
  );
  evaluator.define(process, 'execArgv', evaluator.list([]));
  evaluator.defineAccessor(
    process,
    'mainModule',
    'get',
    evaluator.native('mainModule', (ev) => ev.record([['filename', constant(ev.host.mainFile)]])),
    true,
  );
  evaluator.define(process, 'exitCode', UNDEFINED);
  return { process, environment };
}

/** What loaders that run TypeScript sources as they are leave on `process`: programs ask it for the names of the files that they load. */
const TYPESCRIPT_LOADER = Symbol.for('ts-node.register.instance');

/** The file that the program is started with. Sources are run as they were written. */
export function startedWith(evaluator: Evaluator, file: string): void {
  evaluator.host.mainFile = file;
  const { props } = evaluator.builtins.process;
  if (/\.[cm]?tsx?$/.test(file)) props?.set(TYPESCRIPT_LOADER, prop(evaluator.object(), false));
  else props?.delete(TYPESCRIPT_LOADER);
}

/** `process.env.NAME`: what the configuration states, else what the program set, else undefined; configurable in any case. */
export function environmentVariable(evaluator: Evaluator, name: string): Value {
  const taint = `process.env.${name}`;
  const stated = evaluator.host.environment(name);
  if (stated !== undefined) return constant(stated, null, taint);
  if (evaluator.requiredEnvironment.has(name)) return unknown(whyDemanded(name), null, null, [], taint);
  return constant(undefined, null, taint);
}

export { requireSpecifier };
