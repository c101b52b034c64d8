import type { Primitive, Provenance, StatedType, Value } from '@tool/scanner-sdk';
import { lackKey } from '../conditions/configured-members.js';
import { Activation, Context } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { notANumber, withMissing } from '../requests/missing.js';
import { iterate, type IteratorState } from '../values/iterate.js';
import { packageValue } from '../modules/modules.js';
import { BIGINT, BOOLEAN, INTEGER, NUMBER, STRING, asNumber, shaped, traceOf, traced } from '../requests/observation.js';
import { negate, toNumber } from '../language/operators.js';
import { Scope } from '../values/scope.js';
import { ThrowSignal } from '../signals.js';
import { startTimer } from '../jobs/timers.js';
import { ts } from '../language/syntax.js';
import { askedOfUrl } from '../requests/request-tests.js';
import { searchParams, withQuery } from '../requests/pairs.js';
import { testFor } from '../requests/tested.js';
import { parseUrl, resolveUrl } from '../values/urls.js';
import {
  Frame,
  Obj,
  Site,
  UNDEFINED,
  bool,
  constant,
  isNullish,
  oneOf,
  prop,
  taintOf,
  asConfigured,
  withTaint,
  unknown,
  noteKept,
  noteRead,
  type ModuleRecord,
  type Native,
} from '../values/values.js';
import { installArray } from './array.js';
import { installCollections } from './collections.js';
import { NOT_PLAIN, copied, readAsText, toJson } from './json.js';
import { installNode, installProcess, environmentVariable } from './node.js';
import { installObject } from './object.js';
import { installPromise } from './promise.js';
import { defineStack } from './stack.js';
import { installReflect, proxy } from './reflect.js';
import { bindRequire, declareModuleScope, requireFunction } from './require.js';
import { installRegExp, installText, join } from './text.js';
import { isGiven, otherRuntimes, runtimeGlobals, type Given } from './runtime-globals.js';
import { webGlobals } from './web.js';

/** An address of which nobody knows the host or the port (`http://${name}:${port}/api`) and all that stands behind these; a path may begin in what ends it. */
const OF_UNKNOWN_HOST = /^[a-z][\w+.-]*:\/\/(?:[^/?#\0]|\0(?=:)|(?<=:)\0)+(?:[/?#][^\0]*)?$/i;

/** The built-in objects of one evaluation. */
export interface Builtins {
  readonly objectPrototype: Obj;
  readonly functionPrototype: Obj;
  readonly asyncFunctionPrototype: Obj;
  readonly arrayPrototype: Obj;
  readonly stringPrototype: Obj;
  readonly promisePrototype: Obj;
  readonly generatorPrototype: Obj;
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

/** The text of a function; of TypeScript the program sees what a compiler makes of it. */
function sourceOf(fn: Value): Value {
  const data = fn.kind === 'object' ? (fn as Obj).fn : null;
  if ((data?.kind !== 'closure' && data?.kind !== 'class') || /\.[cm]?tsx?$/.test(data.module.file))
    return unknown('the source of a function');
  return constant(data.node.getText(data.module.source));
}

export function installBuiltins(evaluator: Evaluator): Builtins {
  const objectPrototype = new Obj('Object', null, null);
  const functionPrototype = new Obj('Object', objectPrototype, null);
  const asyncFunctionPrototype = new Obj('Object', functionPrototype, null);
  const make = (): Obj => new Obj('Object', objectPrototype, null);
  const arrayPrototype = make(),
    stringPrototype = make(),
    numberPrototype = make(),
    booleanPrototype = make(),
    symbolPrototype = make(),
    bigintPrototype = make();
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
  const native = (name: string, call: Native, length = 0): Obj => {
    const fn = new Obj('Function', functionPrototype, null);
    fn.fn = { kind: 'native', call };
    fn.props = new Map([
      ['name', prop(constant(name), false)],
      ['length', prop(constant(length), false)],
    ]);
    return fn;
  };
  const define = (target: Obj, name: string, call: Native, length = 0): void => {
    (target.props ??= new Map()).set(name, prop(native(String(name), call, length), false));
  };
  const builtins: { -readonly [Key in keyof Builtins]: Builtins[Key] } = {
    objectPrototype,
    functionPrototype,
    asyncFunctionPrototype,
    arrayPrototype,
    stringPrototype,
    promisePrototype,
    generatorPrototype,
    globalObject,
    globalScope,
    environment: make(),
    process: make(),
    nowhere: null as unknown as Builtins['nowhere'],
    prototypeOfPrimitive(value) {
      switch (typeof value) {
        case 'string':
          return stringPrototype;
        case 'number':
          return numberPrototype;
        case 'boolean':
          return booleanPrototype;
        case 'symbol':
          return symbolPrototype;
        case 'bigint':
          return bigintPrototype;
        default:
          return null;
      }
    },
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

  // Function.prototype
  define(functionPrototype, 'call', (ev, self, args, site) =>
    ev.call(self, args[0] ?? UNDEFINED, args.slice(1), ev.contextOf(site), site.node),
  );
  define(functionPrototype, 'apply', (ev, self, args, site) => {
    const context = ev.contextOf(site);
    const list = args[1] && !isNullish(args[1]) ? iterate(ev, context, site.node, args[1]) : { elements: [], open: false, why: '' };
    return ev.call(self, args[0] ?? UNDEFINED, list.open ? [...list.elements, unknown(list.why)] : list.elements, context, site.node);
  });
  define(functionPrototype, 'bind', (ev, self, args, site) => {
    if (self.kind !== 'object' || !(self as Obj).fn) return self;
    const bound = new Obj('Function', functionPrototype, site);
    bound.fn = { kind: 'bound', target: self, self: args[0] ?? UNDEFINED, args: args.slice(1) };
    const name = (self as Obj).props?.get('name')?.value ?? constant('');
    const length = toNumber((self as Obj).props?.get('length')?.value ?? constant(0)) ?? 0;
    bound.props = new Map([
      ['name', prop(name, false)],
      ['length', prop(constant(Math.max(0, length - Math.max(0, args.length - 1))), false)],
    ]);
    void ev;
    return bound;
  });
  define(functionPrototype, 'toString', (_ev, self) => sourceOf(self));

  const globals: Record<string, Value> = {
    Function: native('Function', () => unknown('a function made of text')),
    Object: installObject(evaluator, objectPrototype, define),
    Array: installArray(evaluator, arrayPrototype, define),
    String: installText(evaluator, stringPrototype, define),
    RegExp: installRegExp(evaluator, regexpPrototype, define),
    Promise: installPromise(evaluator, promisePrototype, define),
    ...installCollections(evaluator, define),
  };
  const link = (constructor: Obj, prototype: Obj): void => {
    constructor.props!.set('prototype', prop(prototype, false));
    (prototype.props ??= new Map()).set('constructor', prop(constructor, false));
  };
  link(globals['Function'] as Obj, functionPrototype);
  link(globals['Object'] as Obj, objectPrototype);
  link(globals['Array'] as Obj, arrayPrototype);
  link(globals['String'] as Obj, stringPrototype);
  link(
    native('AsyncFunction', () => unknown('a function made of text')),
    asyncFunctionPrototype,
  );
  link(globals['RegExp'] as Obj, regexpPrototype);
  link(globals['Promise'] as Obj, promisePrototype);

  const number = native('Number', (ev, _self, args, site) => {
    const value = args.length ? toNumber(args[0]!) : 0;
    return value === null ? asNumber(ev, args[0]!, site) : constant(value, null, args[0]?.kind === 'const' ? args[0].taint : null);
  });
  link(number, numberPrototype);
  for (const name of ['isInteger', 'isFinite', 'isNaN', 'isSafeInteger'] as const)
    define(number, name, (ev, _self, args, site) => {
      const value = args[0] ?? UNDEFINED;
      if (value.kind === 'const') return withTaint(bool(Number[name](value.value)), value.taint);
      if (name === 'isNaN') return withMissing(shaped(BOOLEAN, 'a test of a number'), notANumber(value, true));
      return withMissing(testFor(ev, value, { kind: name === 'isFinite' ? 'number' : 'integer' }, true, site), notANumber(value, false));
    });
  for (const name of [
    'MAX_SAFE_INTEGER',
    'MIN_SAFE_INTEGER',
    'MAX_VALUE',
    'MIN_VALUE',
    'POSITIVE_INFINITY',
    'NEGATIVE_INFINITY',
    'EPSILON',
    'NaN',
  ] as const)
    number.props!.set(name, prop(constant(Number[name])));
  const parse = (name: 'parseInt' | 'parseFloat'): Obj =>
    native(name, (ev, _self, args, site) => {
      const text = args[0] ?? UNDEFINED;
      const radix = ev.constantOf(args[1] ?? UNDEFINED);
      if (text.kind !== 'const') return asNumber(ev, text, site, name === 'parseInt');
      return constant(
        name === 'parseInt' ? parseInt(String(text.value), typeof radix === 'number' ? radix : undefined) : parseFloat(String(text.value)),
        null,
        text.taint,
      );
    });
  globals['Number'] = number;
  globals['parseInt'] = parse('parseInt');
  globals['parseFloat'] = parse('parseFloat');
  number.props!.set('parseInt', prop(globals['parseInt']));
  number.props!.set('parseFloat', prop(globals['parseFloat']));
  for (const name of ['toString', 'toFixed', 'toPrecision', 'toLocaleString'] as const)
    define(numberPrototype, name, (ev, self, args) => {
      const value = ev.constantOf(self),
        arg = args[0] ? ev.constantOf(args[0]) : undefined;
      try {
        return typeof value === 'number' && name !== 'toLocaleString'
          ? constant(value[name](arg as number | undefined))
          : shaped(STRING, 'a number as text');
      } catch {
        return shaped(STRING, 'a number as text');
      }
    });
  define(bigintPrototype, 'toString', (ev, self, args) => {
    const value = ev.constantOf(self),
      base = args[0] ? ev.constantOf(args[0]) : 10;
    return typeof value === 'bigint' && typeof base === 'number' && base >= 2 && base <= 36
      ? constant(value.toString(base))
      : shaped(STRING, 'a number as text');
  });
  define(bigintPrototype, 'valueOf', (_ev, self) => self);
  define(numberPrototype, 'valueOf', (_ev, self) => self);
  const boolean = native('Boolean', (ev, _self, args) => {
    const truth = ev.truth(args[0] ?? UNDEFINED);
    if (truth.value === null && ev.observer) return negate(ev, negate(ev, args[0]!));
    return truth.value === null ? shaped(BOOLEAN, 'a truth value', null, truth.taint) : constant(truth.value, null, truth.taint);
  });
  link(boolean, booleanPrototype);
  globals['Boolean'] = boolean;
  define(booleanPrototype, 'toString', (ev, self) => constant(String(ev.constantOf(self))));
  define(booleanPrototype, 'valueOf', (_ev, self) => self);

  const symbol = native('Symbol', (ev, _self, args) => {
    const name = ev.constantOf(args[0] ?? UNDEFINED);
    return constant(Symbol(typeof name === 'string' ? name : 'symbol'));
  });
  define(symbol, 'for', (ev, _self, args) => {
    const name = String(ev.constantOf(args[0] ?? UNDEFINED));
    return constant(Symbol.for(name));
  });
  for (const name of ['iterator', 'asyncIterator', 'toPrimitive', 'toStringTag', 'hasInstance'] as const)
    symbol.props!.set(name, prop(constant(Symbol[name])));
  symbol.props!.set('metadata', prop(constant(Symbol.for('Symbol.metadata'))));
  link(symbol, symbolPrototype);
  globals['Symbol'] = symbol;
  evaluator.defineAccessor(
    symbolPrototype,
    'description',
    'get',
    native('description', (ev, self) => {
      const value = ev.constantOf(self);
      return typeof value === 'symbol' ? constant(value.description) : unknown('a symbol');
    }),
    false,
  );
  define(symbolPrototype, 'toString', () => shaped(STRING, 'a symbol as text'));
  globals['BigInt'] = native('BigInt', (ev, _self, args) => {
    const value = ev.constantOf(args[0] ?? UNDEFINED);
    try {
      return constant(BigInt(value as number));
    } catch {
      return shaped(BIGINT, 'a big integer');
    }
  });

  const math = make();
  for (const name of Object.getOwnPropertyNames(Math)) {
    const member = (Math as unknown as Record<string, unknown>)[name];
    if (typeof member === 'number') (math.props ??= new Map()).set(name, prop(constant(member)));
    else if (name === 'random') define(math, name, () => shaped(NUMBER, 'a random number'));
    else if (typeof member === 'function')
      define(math, name, (_ev, _self, args) => {
        const numbers = args.map(toNumber);
        return numbers.every((value) => value !== null)
          ? constant((member as (...values: number[]) => number)(...numbers))
          : shaped(/^(?:ceil|floor|round|trunc|sign)$/.test(name) ? INTEGER : NUMBER, 'a calculation');
      });
  }
  globals['Math'] = math;

  const json = make();
  define(json, 'parse', (ev, _self, args, site) => {
    const text = args[0] ?? UNDEFINED;
    if (text.kind === 'oneOf') {
      for (const alternative of text.values) readAsText(ev, alternative, site);
      return oneOf(
        text.values.map((alternative) =>
          alternative.kind === 'unknown' && alternative.json
            ? copied(ev, alternative.json, 'json', ev.contextOf(site), site.node)
            : alternative.kind === 'const' && typeof alternative.value === 'string'
              ? safely(
                  () => builtins.fromJson(JSON.parse(alternative.value as string)),
                  () => unknown('JSON'),
                )
              : noteKept(unknown('JSON'), alternative),
        ),
        text.condition,
        text.preferred,
      );
    }
    if (text.kind === 'unknown' && text.json) return copied(ev, text.json, 'json', ev.contextOf(site), site.node);
    const value = ev.constantOf(text);
    if (typeof value !== 'string') {
      readAsText(ev, text, site);
      return noteKept(unknown('JSON that only run time knows', site), text);
    }
    const setting = taintOf(text);
    const made = safely(
      () => builtins.fromJson(JSON.parse(value.replace(/^\uFEFF/, '')), setting ?? undefined),
      () => {
        throw new ThrowSignal(makeError(ev, 'JSON that cannot be parsed', site), site);
      },
    );
    if (setting === null) return made;
    // `JSON.parse(process.env.FLAGS || '{}')`: another configuration has other members.
    if (made.kind === 'object' && !(made as Obj).elements) lackKey(made as Obj, setting);
    return asConfigured(made, setting);
  });
  define(json, 'stringify', (ev, _self, args, site) => {
    const value = toJson(ev, args[0] ?? UNDEFINED);
    const indent = ev.constantOf(args[2] ?? UNDEFINED);
    return value === NOT_PLAIN
      ? { ...shaped(STRING, 'JSON text', site), ...(isNullish(args[1] ?? UNDEFINED) && args[0] && { json: args[0] }) }
      : value === undefined
        ? UNDEFINED
        : constant(JSON.stringify(value, null, typeof indent === 'number' ? indent : undefined));
  });
  globals['JSON'] = json;

  const makeError = (ev: Evaluator, message: string, site: Site | null): Obj => {
    const error = new Obj('Error', errorPrototype, site);
    ev.define(error, 'message', constant(message), false);
    return error;
  };
  const errorConstructor = (name: string, prototype: Obj): Obj => {
    const constructor = native(name, (ev, _self, args, site) => {
      const error = new Obj('Error', prototype, site);
      // JSON and spreading leave both out, and of a message that is set later neither.
      if (args[0] && !(args[0].kind === 'const' && args[0].value === undefined)) ev.define(error, 'message', args[0], false);
      const text = ev.constantOf(args[0] ?? UNDEFINED);
      defineStack(ev, error, text === undefined || text === '' ? name : `${name}: ${String(text)}`, site, globals['Error'] as Obj);
      return error;
    });
    define(constructor, 'captureStackTrace', (ev, _self, args, site) => {
      if (args[0]?.kind === 'object') defineStack(ev, args[0] as Obj, name, site, globals['Error'] as Obj);
      return UNDEFINED;
    });
    link(constructor, prototype);
    prototype.props!.set('name', prop(constant(name), false));
    prototype.props!.set('message', prop(constant(''), false));
    return constructor;
  };
  globals['Error'] = errorConstructor('Error', errorPrototype);
  define(errorPrototype, 'toString', () => shaped(STRING, 'an error as text'));
  for (const name of ['TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'EvalError', 'URIError', 'AggregateError']) {
    const prototype = new Obj('Object', errorPrototype, null);
    globals[name] = errorConstructor(name, prototype);
  }

  const date = native('Date', (_ev, _self, _args, site) => {
    const made = new Obj('Date', datePrototype, site);
    return made;
  });
  for (const name of Object.getOwnPropertyNames(Date.prototype))
    if (name !== 'constructor') define(datePrototype, name, () => shaped(name.startsWith('to') ? STRING : NUMBER, 'a part of a date'));
  define(date, 'now', () => shaped(NUMBER, 'the time'));
  define(date, 'parse', () => shaped(NUMBER, 'a time'));
  define(date, 'UTC', () => shaped(NUMBER, 'a time'));
  link(date, datePrototype);
  globals['Date'] = date;

  const url = native('URL', (ev, _self, args, site) => {
    const base =
      args[1]?.kind === 'object' && (args[1] as Obj).cls === 'URL'
        ? ((args[1] as Obj).internal as { href: string }).href
        : args[1]
          ? ev.constantOf(args[1])
          : undefined;
    const text = args[0] ? ev.constantOf(args[0]) : undefined;
    if (typeof text !== 'string' || (args[1] && typeof base !== 'string')) {
      const address =
        args[0]?.kind === 'template' && !args[1] ? args[0].parts.map((part) => (typeof part === 'string' ? part : '\0')).join('') : '';
      if (OF_UNKNOWN_HOST.test(address)) {
        const known = builtins.url(address, site) as Obj;
        for (const key of ['href', 'host', 'hostname', 'port', 'origin']) known.props!.delete(key);
        return Object.assign(known, { cls: 'Object', internal: null, open: true });
      }
      const made = args.find((arg) => arg.kind === 'unknown');
      const url = askedOfUrl(unknown(made?.kind === 'unknown' ? `a URL made of ${made.why}` : 'a URL', site), args[0]);
      return withQuery(ev, url, args[0], false, site);
    }
    const href = typeof base === 'string' && !/^[a-z]+:/i.test(text) ? resolveUrl(base, text) : text;
    const made = href === null ? null : builtins.url(href, site);
    if (made?.kind === 'object' || args.some((arg) => taintOf(arg) !== null)) return made ?? unknown('a URL', site);
    throw new ThrowSignal(makeError(ev, 'Invalid URL', site), site);
  });
  for (const name of ['toString', 'toJSON'])
    define(urlPrototype, name, (_ev, self) =>
      self.kind === 'object' && (self as Obj).cls === 'URL'
        ? constant(((self as Obj).internal as { href: string }).href)
        : shaped(STRING, 'a URL'),
    );
  link(url, urlPrototype);
  globals['URL'] = url;
  globals['URLSearchParams'] = native('URLSearchParams', searchParams);

  Object.assign(globals, webGlobals(evaluator, define));

  globals['Reflect'] = installReflect(evaluator, globals['Object']!, define);
  globals['Proxy'] = native('Proxy', (ev, _self, args, site) => proxy(ev, args[0] ?? UNDEFINED, args[1] ?? UNDEFINED, site));

  // Timers, console, process
  const isAtOnce = (delay: Value | undefined): boolean => delay === undefined || (delay.kind === 'const' && !delay.value);
  const later: Native = (ev, _self, args, site) => {
    const run = (): void => {
      ev.call(args[0] ?? UNDEFINED, UNDEFINED, args.slice(2), ev.contextOf(site), site.node);
    };
    if (args[0]) ev.background.add(ev, args[0], site);
    startTimer(ev, site, 'timer', args[0], () => {
      if (isAtOnce(args[1])) run();
      else ev.background.timed(ev, run);
    });
    return unknown('a timer');
  };
  /** A request that waits for a round of an interval is answered by a later one where the first has answered nothing: it counts, or asks whether something is done. */
  const again: Native = (ev, self, args, site, newTarget) => {
    if (!ev.observer) return later(ev, self, args, site, newTarget);
    const { effects } = ev;
    startTimer(ev, site, 'timer', args[0], () => {
      ev.call(args[0] ?? UNDEFINED, UNDEFINED, args.slice(2), ev.contextOf(site), site.node);
      if (ev.effects === effects) again(ev, self, args, site, newTarget);
    });
    return unknown('a timer');
  };
  globals['setTimeout'] = native('setTimeout', later);
  globals['setInterval'] = native('setInterval', again);
  globals['setImmediate'] = native('setImmediate', (ev, _self, args, site) => {
    startTimer(ev, site, 'immediate', args[0], () => {
      ev.call(args[0] ?? UNDEFINED, UNDEFINED, args.slice(1), ev.contextOf(site), site.node);
    });
    return unknown('a timer');
  });
  globals['queueMicrotask'] = native('queueMicrotask', (ev, _self, args, site) => {
    ev.later(() => {
      ev.call(args[0] ?? UNDEFINED, UNDEFINED, [], ev.contextOf(site), site.node);
    });
    return UNDEFINED;
  });
  for (const name of ['clearTimeout', 'clearInterval', 'clearImmediate']) globals[name] = native(name, () => UNDEFINED);
  globals['structuredClone'] = native('structuredClone', (ev, _self, args, site) =>
    copied(ev, args[0] ?? UNDEFINED, 'structure', ev.contextOf(site), site.node),
  );
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
  for (const name of ['encodeURIComponent', 'decodeURIComponent', 'encodeURI', 'decodeURI', 'escape', 'unescape'] as const)
    globals[name] = native(name, (ev, _self, [given = UNDEFINED], site) => {
      const text = ev.constantOf(given);
      const trace = traceOf(given);
      return typeof text === 'string'
        ? safely(
            () =>
              constant(
                { encodeURIComponent, decodeURIComponent, encodeURI, decodeURI, escape: encodeURI, unescape: decodeURI }[name](text),
              ),
            () => unknown('text'),
          )
        : trace
          ? traced({ ...trace, derived: true, but: undefined }, site, STRING)
          : shaped(STRING, 'text', site);
    });
  for (const name of ['isNaN', 'isFinite'] as const)
    globals[name] = native(name, (_ev, _self, args) => {
      const value = toNumber(args[0] ?? UNDEFINED);
      return value === null
        ? withMissing(shaped(BOOLEAN, 'a test of a number'), notANumber(args[0]!, name === 'isNaN', true))
        : withTaint(bool({ isNaN: Number.isNaN, isFinite: Number.isFinite }[name](value)), taintOf(args[0] ?? UNDEFINED));
    });
  globals['NaN'] = constant(NaN);
  globals['Infinity'] = constant(Infinity);
  const { process, environment } = installProcess(evaluator, define);
  builtins.process = process;
  builtins.environment = environment;
  globals['process'] = process;
  define(generatorPrototype, 'next', (ev, self, args) => {
    const state = self.kind === 'object' ? ((self as Obj).internal as IteratorState | null) : null;
    if (!state) return unknown('a step of an iterator');
    const { value, done } = state.next(args[0] ?? UNDEFINED);
    return ev.record([
      ['value', value],
      ['done', done && (self as Obj).open ? unknown('the end of an iterator') : bool(done)],
    ]);
  });
  define(generatorPrototype, 'return', (ev, _self, args) =>
    ev.record([
      ['value', args[0] ?? UNDEFINED],
      ['done', bool(true)],
    ]),
  );
  generatorPrototype.props!.set(
    Symbol.iterator,
    prop(
      native('iterator', (_ev, self) => self),
      false,
    ),
  );
  arrayPrototype.props!.set(
    Symbol.iterator,
    prop(
      native('values', (ev, self, _args, site) => {
        const list = self.kind === 'object' ? (self as Obj) : null;
        return ev.iterator(list?.elements ?? [], list?.open ?? true, site);
      }),
      false,
    ),
  );
  stringPrototype.props!.set(
    Symbol.iterator,
    prop(
      native('iterator', (ev, self) => {
        const text = ev.constantOf(self);
        return typeof text === 'string'
          ? ev.iterator(
              [...text].map((character) => constant(character)),
              false,
            )
          : unknown('characters');
      }),
      false,
    ),
  );

  globals['globalThis'] = globalObject;
  globals['global'] = globalObject;
  globalObject.props ??= new Map();
  for (const [name, value] of [...runtimeGlobals, ...Object.entries(globals)]) globalObject.props.set(name, prop(value, false));
  builtins.nodeModule = installNode(evaluator);
  builtins.hasGlobal = (name) => globalObject.props!.has(name);
  return builtins;
}

function safely(run: () => Value, otherwise: () => Value): Value {
  try {
    return run();
  } catch (error) {
    if (error instanceof ThrowSignal) throw error;
    return otherwise();
  }
}

export { environmentVariable };
