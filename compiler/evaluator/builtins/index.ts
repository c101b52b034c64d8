import type { Primitive, Provenance, StatedType, Value } from '@tool/scanner-sdk';
import { Activation, Context } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { packageValue } from '../modules/modules.js';
import { Scope } from '../values/scope.js';
import { ts } from '../language/syntax.js';
import { parseUrl } from '../values/urls.js';
import { Frame, Obj, Site, UNDEFINED, bool, constant, prop, unknown, noteRead, type ModuleRecord } from '../values/values.js';
import { addressGlobals } from './addresses.js';
import { installArray } from './array.js';
import { installCollections } from './collections.js';
import { installDate } from './dates.js';
import { errorGlobals } from './errors.js';
import { installFunction } from './functions.js';
import { installIterators } from './iterators.js';
import { installJson, toJson } from './json.js';
import { link, type Define } from './making.js';
import { installNode, installProcess, environmentVariable } from './node.js';
import { installObject } from './object.js';
import { primitiveGlobals, prototypeOf } from './primitives.js';
import { installPromise } from './promise.js';
import { installReflect, proxy } from './reflect.js';
import { bindRequire, declareModuleScope, requireFunction } from './require.js';
import { isGiven, otherRuntimes, runtimeGlobals, type Given } from './runtime-globals.js';
import { installRegExp, installText, join } from './text.js';
import { timerGlobals } from './timers.js';
import { webGlobals } from './web.js';

/** The built-in objects of one evaluation. */
export interface Builtins {
  readonly objectPrototype: Obj;
  readonly functionPrototype: Obj;
  readonly asyncFunctionPrototype: Obj;
  readonly arrayPrototype: Obj;
  readonly stringPrototype: Obj;
  readonly promisePrototype: Obj;
  readonly generatorPrototype: Obj;
  readonly errorPrototype: Obj;
  readonly globalObject: Obj;
  readonly globalScope: Scope;
  readonly environment: Obj;
  readonly process: Obj;
  /** A context for natives that need one where no call of the program is. */
  readonly nowhere: { readonly context: Context; readonly node: ts.Node };
  prototypeOfPrimitive(value: Primitive): Obj | null;
  /** Answers a property that a host object lacks. */
  missing(evaluator: Evaluator, object: Obj, key: string, site: Site, what?: 'missing' | 'otherwise'): Value | undefined;
  /** Whether the members of an object are fields of a record, of which a package says what they hold: a host object, or one that has it as a prototype. */
  isRecord(object: Obj): boolean;
  /** A record is given members of a value of which nobody knows the names. */
  taken(evaluator: Evaluator, object: Obj, value: Value, site: Site): void;
  /** What a member of a host object holds after it was set. */
  assigned(evaluator: Evaluator, object: Obj, key: string, value: Value, site: Site): Value;
  /** The program states types for a host object. */
  stated(evaluator: Evaluator, object: Obj, types: readonly StatedType[], site: Site): void;
  /** A host object is an argument of a call into a package that is not read. */
  handedOut(evaluator: Evaluator, object: Obj, to: Provenance, args: readonly Value[], site: Site): void;
  /** A stream goes into a host object. */
  piped(evaluator: Evaluator, object: Obj, module: string | null, site: Site): void;
  /** The method of a host object whose name only run time knows; null when the object has none for that. */
  dynamicMember(self: Value): Value | null;
  /** One more folder in which modules without a relative path are looked for. */
  addModules(folder: string): void;
  hasGlobal(name: string): boolean;
  global(evaluator: Evaluator, name: string, context: Context, node: ts.Node): Value;
  regexp(source: string, flags: string, origin: Site | null): Obj;
  url(href: string, origin: Site | null): Value;
  nameFunction(fn: Obj, name: string, length: number | null): void;
  bindRequire(evaluator: Evaluator, context: Context, declaration: ts.VariableDeclaration): boolean;
  declareModuleScope(evaluator: Evaluator, record: ModuleRecord, scope: Scope, exportsObject: Obj): void;
  requireFunction(evaluator: Evaluator, module: ModuleRecord): Obj;
  fromJson(value: unknown, taint?: string): Value;
  toJson(evaluator: Evaluator, value: Value): unknown;
  /** Functions that make host objects, or run what their callers do not mention. */
  readonly hostNatives: WeakSet<Obj>;
  /** Exports of libraries: on them nothing is registered, and their functions act on what they are given. */
  readonly libraryExports: WeakSet<Obj>;
  join: typeof join;
  text(value: string): Value;
  stats(directory: boolean): Obj;
  nodeModule(name: string): Value | null;
}

export function installBuiltins(evaluator: Evaluator): Builtins {
  const objectPrototype = new Obj('Object', null, null);
  const functionPrototype = new Obj('Object', objectPrototype, null);
  const asyncFunctionPrototype = new Obj('Object', functionPrototype, null);
  const make = (): Obj => new Obj('Object', objectPrototype, null);
  const arrayPrototype = make(),
    stringPrototype = make();
  const prototypes = { string: stringPrototype, number: make(), boolean: make(), symbol: make(), bigint: make() };
  const promisePrototype = make(),
    generatorPrototype = make(),
    regexpPrototype = make(),
    errorPrototype = make(),
    datePrototype = make(),
    urlPrototype = make();
  const globalObject = make();
  const globalScope = new Scope(null, true);
  const hostNatives = new WeakSet<Obj>();
  const libraryExports = new WeakSet<Obj>();
  const define: Define = (target, name, call, length = 0) => {
    (target.props ??= new Map()).set(name, prop(evaluator.native(name, call, length), false));
  };
  const builtins: { -readonly [Key in keyof Builtins]: Builtins[Key] } = {
    objectPrototype,
    functionPrototype,
    asyncFunctionPrototype,
    arrayPrototype,
    stringPrototype,
    promisePrototype,
    generatorPrototype,
    errorPrototype,
    globalObject,
    globalScope,
    environment: make(),
    process: make(),
    nowhere: null as unknown as Builtins['nowhere'],
    prototypeOfPrimitive: (value) => prototypeOf(prototypes, value),
    missing: () => undefined,
    isRecord: () => false,
    taken: () => undefined,
    assigned: (_evaluator, _object, _key, value) => value,
    stated: () => {},
    handedOut: () => {},
    piped: () => {},
    dynamicMember: () => null,
    addModules: () => undefined,
    hasGlobal: (name) => globalObject.props?.has(name) === true,
    global(ev, name, context, node) {
      const own = globalObject.props?.get(name);
      if (!own || own.value.kind === 'const') noteRead(globalObject, name);
      if (own?.get) return ev.call(own.get, globalObject, [], context, node);
      if (own)
        return own.value.kind === 'unknown' && isGiven(own.value)
          ? ({ ...own.value, origin: ev.site(context, node) } satisfies Given)
          : own.value;
      const runtime = otherRuntimes.get(name);
      return runtime === undefined ? unknown(`${name}, which nothing declares`, ev.site(context, node)) : packageValue(ev, runtime);
    },
    regexp(source, flags, origin) {
      const regexp = new Obj('RegExp', regexpPrototype, origin);
      regexp.internal = { source, flags, lastIndex: 0 };
      return regexp;
    },
    url(href, origin) {
      const url = new Obj('URL', urlPrototype, origin);
      const parsed = parseUrl(href);
      if (!parsed) return unknown('a URL', origin);
      url.internal = { href: parsed.href };
      url.props = new Map(Object.entries(parsed).map(([key, value]) => [key, prop(constant(value, origin))]));
      url.props.set('searchParams', prop(unknown('search parameters')));
      return url;
    },
    nameFunction(fn, name, length) {
      const props = (fn.props ??= new Map());
      if (name || !props.has('name')) props.set('name', prop(constant(name), false));
      if (length !== null) props.set('length', prop(constant(length), false));
    },
    bindRequire,
    declareModuleScope,
    requireFunction,
    fromJson(value, taint = 'a configuration file') {
      if (value === null || ['string', 'number', 'boolean'].includes(typeof value))
        return constant(value as Primitive, null, typeof value === 'boolean' ? taint : null);
      if (Array.isArray(value)) return evaluator.list(value.map((item) => builtins.fromJson(item, taint)));
      if (typeof value === 'object')
        return evaluator.record(Object.entries(value).map(([key, item]) => [key, builtins.fromJson(item, taint)] as const));
      return UNDEFINED;
    },
    toJson,
    hostNatives,
    libraryExports,
    join,
    text: (value) => constant(value),
    stats(directory) {
      const stats = evaluator.object();
      define(stats, 'isDirectory', () => bool(directory));
      define(stats, 'isFile', () => bool(!directory));
      define(stats, 'isSymbolicLink', () => bool(false));
      return stats;
    },
    nodeModule: () => null,
  };
  // Natives below are made through the evaluator, which reads its built-ins from here on.
  (evaluator as { builtins: Builtins }).builtins = builtins;

  // A place among others: whoever climbs from it comes to the file's end.
  const nowhereSource = ts.createSourceFile('/nowhere.js', 'nowhere', ts.ScriptTarget.ES2022, true);
  const nowhereModule: ModuleRecord = {
    file: '/nowhere.js',
    source: nowhereSource,
    scope: globalScope,
    moduleObject: make(),
    ownExports: make(),
    namespace: null,
    exports: new Map(),
    stars: [],
    starred: new Map(),
    unexported: new Map(),
    isEsm: false,
    state: 'done',
    pendingImports: [],
  };
  builtins.nowhere = {
    context: new Context(
      new Activation(UNDEFINED, null, null, null, []),
      globalScope,
      new Frame(null, null, null, nowhereModule, null),
      nowhereModule,
    ),
    node: (nowhereSource.statements[0] as ts.ExpressionStatement).expression,
  };

  const globals: Record<string, Value> = {
    Function: installFunction(evaluator, functionPrototype, define),
    Object: installObject(evaluator, objectPrototype, define),
    Array: installArray(evaluator, arrayPrototype, define),
    String: installText(evaluator, stringPrototype, define),
    RegExp: installRegExp(evaluator, regexpPrototype, define),
    Promise: installPromise(evaluator, promisePrototype, define),
    ...installCollections(evaluator, define),
  };
  link(globals['Function'] as Obj, functionPrototype);
  link(globals['Object'] as Obj, objectPrototype);
  link(globals['Array'] as Obj, arrayPrototype);
  link(globals['String'] as Obj, stringPrototype);
  link(
    evaluator.native('AsyncFunction', () => unknown('a function made of text')),
    asyncFunctionPrototype,
  );
  link(globals['RegExp'] as Obj, regexpPrototype);
  link(globals['Promise'] as Obj, promisePrototype);

  Object.assign(globals, primitiveGlobals(evaluator, prototypes, define), errorGlobals(evaluator, define));
  globals['JSON'] = installJson(evaluator, define);

  globals['Date'] = installDate(evaluator, datePrototype, define);

  Object.assign(globals, addressGlobals(evaluator, urlPrototype, define), webGlobals(evaluator, define), timerGlobals(evaluator));

  globals['Reflect'] = installReflect(evaluator, globals['Object']!, define);
  globals['Proxy'] = evaluator.native('Proxy', (ev, _self, args, site) => proxy(ev, args[0] ?? UNDEFINED, args[1] ?? UNDEFINED, site));

  const console = make();
  for (const name of [
    'log',
    'info',
    'warn',
    'error',
    'debug',
    'trace',
    'table',
    'group',
    'groupEnd',
    'time',
    'timeEnd',
    'timeLog',
    'dir',
    'assert',
    'count',
    'groupCollapsed',
  ])
    define(console, name, () => UNDEFINED);
  globals['console'] = console;

  const { process, environment } = installProcess(evaluator, define);
  builtins.process = process;
  builtins.environment = environment;
  globals['process'] = process;
  installIterators(evaluator, define);

  globals['globalThis'] = globalObject;
  globals['global'] = globalObject;
  globalObject.props ??= new Map();
  for (const [name, value] of [...runtimeGlobals, ...Object.entries(globals)]) globalObject.props.set(name, prop(value, false));
  builtins.nodeModule = installNode(evaluator);
  builtins.hasGlobal = (name) => globalObject.props!.has(name);
  return builtins;
}

export { environmentVariable };
