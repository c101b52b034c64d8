import type { Call, Emit, ObjectValue, Realm, Transfer, Value } from '@tool/scanner-sdk';
import { registerOrphans } from './application.js';
import { parameterDecorators } from './parameters.js';
import { KEYS, keyOf, storeOf, type MetadataKey, type Store } from './store.js';
import { argument } from './paths.js';

export const VERSION_NEUTRAL: unique symbol = Symbol('VERSION_NEUTRAL');

/**
 * What a decorator describes: the function of a method, or each that it may be, else the class (or the prototype a property belongs to).
 * What another decorator put in the place of a method and nobody can see gets a function that stands for it, so that it has metadata.
 */
export function describedBy(call: Call): Value {
  const descriptor = call.args[2];
  if (descriptor?.kind !== 'object') return argument(call, 0);
  const value = call.get(descriptor, 'value');
  if (value.kind === 'object' || value.kind === 'oneOf') return value;
  if (value.kind !== 'unknown') return argument(call, 0);
  const standIn = call.fn(call.text(argument(call, 1)) ?? '', () => value);
  call.set(descriptor, 'value', standIn);
  return standIn;
}

/** A decorator changes nothing of what it decorates. */
export const decorator = (realm: Realm, name: string, apply: (call: Call, emit: Emit, store: Store) => void): ObjectValue =>
  realm.fn(name, (call, emit) => {
    apply(call, emit, storeOf(call));
  });

/** `Name(…)` gives a decorator. */
const factory = (realm: Realm, name: string, apply: (given: Call) => (call: Call, emit: Emit, store: Store) => void): ObjectValue =>
  realm.fn(name, (given) => {
    installReflect(given);
    return decorator(given, name, apply(given));
  });

/** Says nothing that routes depend on. */
export const silent = (realm: Realm, name: string): ObjectValue => factory(realm, name, () => () => undefined);

const setMetadata = (realm: Realm): Value =>
  realm.fn('SetMetadata', (given) => {
    const key = keyOf(given, given.args[0]);
    const value = argument(given, 1);
    return given.fn(
      'SetMetadata',
      (call) => {
        if (key !== null) storeOf(call).define(describedBy(call), key, value);
      },
      { KEY: argument(given, 0) },
    );
  });

/** `Reflector.createDecorator()`: a decorator whose metadata is found by the decorator itself, or by the key that it is given. */
export const createDecorator: Transfer = (given) => {
  const option = (name: string): Value => (given.args[0]?.kind === 'object' ? given.get(given.args[0], name) : given.const(undefined));
  const [transform, key] = [option('transform'), option('key')];
  const own: ObjectValue = given.fn('decorator', (inner) => {
    const value = argument(inner, 0);
    return decorator(inner, 'decorator', (call, _emit, store) => {
      const said = call.isFunction(transform) ? call.invoke(transform, [value]) : value;
      store.define(describedBy(call), keyOf(call, own), call.isUndefined(said) ? call.record({}) : said);
    });
  });
  given.set(own, 'KEY', given.isUndefined(key) ? own : key);
  return own;
};

/** `@Controller()`, `@Controller('a')`, `@Controller(['a', 'b'])`, `@Controller({ path, version, host })`. */
const controller = (realm: Realm): Value =>
  factory(realm, 'Controller', (given) => {
    const first = argument(given, 0);
    const isOptions = first.kind === 'object' && given.elements(first) === null;
    const path = isOptions ? given.get(first, 'path') : first;
    return (call, emit, store) => {
      const cls = argument(call, 0);
      store.define(cls, KEYS.controller, call.const(true));
      store.define(cls, KEYS.path, call.isUndefined(path) || call.text(path) === '' ? call.const('/') : path);
      // Without options nothing is said, which hides what a base class says.
      store.define(cls, KEYS.version, isOptions ? call.get(first, 'version') : call.const(undefined));
      if (isOptions) store.define(cls, KEYS.host, call.get(first, 'host'));
      if (cls.kind !== 'object') return;
      if (store.controllers.length === 0)
        emit.atEnd((last) => {
          if (last) registerOrphans(store, call, emit);
        });
      store.controllers.push({ cls, caller: { call, emit } });
    };
  });

/** Where a member is decorated for a route: the place of the route. */
function rememberMember(call: Call, emit: Emit, store: Store): void {
  const prototype = argument(call, 0);
  const key = call.text(argument(call, 1));
  if (prototype.kind === 'object' && key !== null) store.addMember(prototype, key, { call, emit });
}

const route = (realm: Realm, name: string, method: string): Value =>
  factory(realm, name, (given) => {
    const path = argument(given, 0);
    const elements = given.elements(path);
    const unsaid = given.isUndefined(path) || given.text(path) === '' || elements?.length === 0;
    return (call, emit, store) => {
      const fn = describedBy(call);
      store.define(fn, KEYS.path, unsaid ? call.const('/') : path);
      store.define(fn, KEYS.method, call.const(method));
      rememberMember(call, emit, store);
    };
  });

/** A route that answers with a stream of events. */
const sse = (realm: Realm): Value => {
  const events = noting(realm, 'Sse', KEYS.contentType, (given) => given.const('text/event-stream'));
  const routes = route(realm, 'Sse', 'GET');
  return realm.fn('Sse', (given) => {
    const both = [events, routes].map((each) => given.invoke(each, given.args));
    return given.fn('Sse', (call) => {
      for (const each of both) call.invoke(each, call.args);
    });
  });
};

/** `@RequestMapping({ path, method })`. */
const requestMapping = (realm: Realm): Value =>
  factory(realm, 'RequestMapping', (given) => {
    const options = argument(given, 0);
    const path = options.kind === 'object' ? given.get(options, 'path') : options;
    const number = options.kind === 'object' ? given.constant(given.get(options, 'method')) : undefined;
    return (call, emit, store) => {
      const fn = describedBy(call);
      store.define(fn, KEYS.path, call.isUndefined(path) ? call.const('/') : path);
      store.define(fn, KEYS.method, call.const(REQUEST_METHODS[typeof number === 'number' ? number : 0] ?? 'GET'));
      rememberMember(call, emit, store);
    };
  });

/** The numbers of `RequestMethod`. */
export const REQUEST_METHODS = [
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'ALL',
  'OPTIONS',
  'HEAD',
  'SEARCH',
  'PROPFIND',
  'PROPPATCH',
  'MKCOL',
  'COPY',
  'MOVE',
  'LOCK',
  'UNLOCK',
  'QUERY',
] as const;

/** `@UseGuards(a, b)`: what is said nearer to the class or method comes first. */
const enhancers = (realm: Realm, name: string, key: MetadataKey): Value =>
  factory(realm, name, (given) => (call, _emit, store) => {
    const target = describedBy(call);
    const known = store.read(call, target, key);
    store.define(target, key, call.list([...(known ? (call.elements(known) ?? []) : []), ...given.args]));
  });

/** `@Module({ imports, controllers, providers })`: what a function gives may be one of several records, or one that only run time knows. */
const moduleDecorator = (realm: Realm): Value =>
  factory(realm, 'Module', (given) => (call, _emit, store) => {
    const options = argument(given, 0);
    for (const key of [KEYS.imports, KEYS.controllers, KEYS.providers])
      store.define(argument(call, 0), key, options.kind === 'const' ? call.const(undefined) : call.get(options, key));
  });

/** `@Inject(token)` of a constructor's parameter or of a property, `@Inject()` of a property by its type. */
const inject = (realm: Realm): Value =>
  factory(realm, 'Inject', (given) => (call, _emit, store) => {
    const token = argument(given, 0);
    store.inject(call, given.isUndefined(token) ? null : token);
  });

/** `applyDecorators(A(), B())`: applied in the order in which they are written. */
const applyDecorators: Transfer = (given) =>
  given.fn('applyDecorators', (call) => {
    for (const each of given.args) call.invoke(each, call.args);
  });

const METHOD_DECORATORS: Readonly<Record<string, string>> = {
  Get: 'GET',
  Post: 'POST',
  Put: 'PUT',
  Delete: 'DELETE',
  Patch: 'PATCH',
  All: 'ALL',
  Options: 'OPTIONS',
  Head: 'HEAD',
  Search: 'SEARCH',
  Propfind: 'PROPFIND',
  Proppatch: 'PROPPATCH',
  Mkcol: 'MKCOL',
  Copy: 'COPY',
  Move: 'MOVE',
  Lock: 'LOCK',
  Unlock: 'UNLOCK',
  QueryMethod: 'QUERY',
};

const SILENT = ['Optional', 'Header', 'Bind', 'Dependencies'];

/** Says one thing of a method (or class): its first argument, or what stands for it. */
export const noting = (
  realm: Realm,
  name: string,
  key: MetadataKey,
  value: (given: Call) => Value = (given) => argument(given, 0),
): Value =>
  factory(realm, name, (given) => (call, _emit, store) => {
    store.define(describedBy(call), key, value(given));
  });

export const decorators = (realm: Realm): Record<string, Value> => ({
  ...Object.fromEntries(SILENT.map((name) => [name, silent(realm, name)])),
  ...Object.fromEntries(Object.entries(METHOD_DECORATORS).map(([name, method]) => [name, route(realm, name, method)])),
  ...parameterDecorators(realm),
  Sse: sse(realm),
  HttpCode: noting(realm, 'HttpCode', KEYS.httpCode),
  Redirect: noting(realm, 'Redirect', KEYS.redirect, (given) => given.list([argument(given, 1)])),
  SerializeOptions: noting(realm, 'SerializeOptions', KEYS.serialize),
  Render: noting(realm, 'Render', KEYS.contentType, (given) => given.const('text/html')),
  Catch: noting(realm, 'Catch', KEYS.catches, (given) => given.list(given.args)),
  RequestMapping: requestMapping(realm),
  Controller: controller(realm),
  Module: moduleDecorator(realm),
  SetMetadata: setMetadata(realm),
  Inject: inject(realm),
  Injectable: factory(realm, 'Injectable', (given) => (call, _emit, store) => {
    const options = argument(given, 0);
    if (options.kind === 'object') store.define(argument(call, 0), KEYS.scope, given.get(options, 'scope'));
  }),
  Global: factory(realm, 'Global', () => (call, _emit, store) => {
    store.define(argument(call, 0), KEYS.global, call.const(true));
  }),
  Version: factory(realm, 'Version', (given) => (call, _emit, store) => {
    store.define(describedBy(call), KEYS.version, argument(given, 0));
  }),
  UseGuards: enhancers(realm, 'UseGuards', KEYS.guards),
  UseInterceptors: enhancers(realm, 'UseInterceptors', KEYS.interceptors),
  UsePipes: enhancers(realm, 'UsePipes', KEYS.pipes),
  UseFilters: enhancers(realm, 'UseFilters', KEYS.filters),
  applyDecorators: realm.fn('applyDecorators', applyDecorators),
});

/** `Reflect.defineMetadata` and its relatives, which decorators of the program use to read and copy what others said. */
function installReflect(call: Call): void {
  const store = storeOf(call);
  if (store.reflecting) return;
  store.reflecting = true;
  const reflect = call.global?.('Reflect');
  if (reflect?.kind !== 'object') return;
  const reading =
    (read: (at: Call, target: Value, key: MetadataKey) => Value | null): Transfer =>
    (at) => {
      const key = keyOf(at, at.args[0]);
      return (key === null ? null : read(at, targetOf(at, argument(at, 1), at.args[2]), key)) ?? undefined;
    };
  const keysOf: Transfer = (at) =>
    at.list(
      store.keys(targetOf(at, argument(at, 0), at.args[1])).map((key) => (typeof key === 'object' && key !== null ? key : at.const(key))),
    );
  const transfers: Readonly<Record<string, Transfer>> = {
    defineMetadata: (at, emit) => {
      const key = keyOf(at, at.args[0]);
      const target = targetOf(at, argument(at, 2), at.args[3]);
      if (key !== null) store.define(target, key, argument(at, 1));
      if (key === KEYS.method && target.kind === 'object') store.described.set(target, { call: at, emit });
    },
    deleteMetadata: (at) => {
      const key = keyOf(at, at.args[0]);
      if (key !== null) store.delete(targetOf(at, argument(at, 1), at.args[2]), key);
    },
    getMetadata: reading((at, target, key) => store.read(at, target, key)),
    getOwnMetadata: reading((_at, target, key) => store.own(target, key)),
    hasMetadata: (at) => {
      const key = keyOf(at, at.args[0]);
      return at.const(key !== null && store.read(at, targetOf(at, argument(at, 1), at.args[2]), key) !== null);
    },
    getMetadataKeys: keysOf,
    getOwnMetadataKeys: keysOf,
    metadata: (given) => {
      const key = keyOf(given, given.args[0]);
      return given.fn('metadata', (at) => {
        if (key !== null) store.define(describedBy(at), key, argument(given, 1));
      });
    },
  };
  for (const [name, transfer] of Object.entries(transfers)) call.set(reflect, name, call.fn(name, transfer));
}

/** A property's metadata hang on its function where it has one. */
function targetOf(call: Call, target: Value, key: Value | undefined): Value {
  if (!key || call.isUndefined(key)) return target;
  const name = call.text(key);
  const member = name === null ? null : call.get(target, name);
  return member?.kind === 'object' || member?.kind === 'oneOf' ? member : target;
}
