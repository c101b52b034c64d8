import {
  concatText,
  HTTP_METHODS,
  openModule,
  type Call,
  type Emit,
  type ModuleModel,
  type ObjectValue,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import {
  boundTo,
  inject,
  membersOf,
  objectOfClass,
  registrarOf,
  setRegistrar,
  silent,
  stateMember,
  type MemberKind,
  type Registers,
  type StatedMember,
} from './decorated-classes.js';
import { fastifyDiagnostics } from './diagnostics.js';
import { instanceData } from './instance-data.js';
import { isInstance } from './observe.js';
import { SKIP_OVERRIDE } from './register.js';

const LIBRARY = 'fastify-decorators';
const SERVICES = '@fastify-decorators/simple-di';
const LOADED = /\.(handler|controller)\./;
const SOURCE = /(?<!\.d)\.[cm]?[jt]s$/;
const MAX_DEPTH = 10;

const argument = (call: Call, index: number): Value => call.args[index] ?? call.const(undefined);
const option = (call: Call, options: Value, name: string): Value =>
  options.kind === 'object' ? call.get(options, name) : call.const(undefined);
const orElse = (call: Call, value: Value, otherwise: string): Value => (call.isUndefined(value) ? call.const(otherwise) : value);

const on = (caller: Call, instance: Value, method: string, args: readonly Value[]): void => {
  const fn = caller.get(instance, method);
  if (caller.isFunction(fn)) caller.invoke(fn, args, instance);
};

/** `Controller()`, `Controller('/route')`, `Controller({ route })`: an instance of its own under the route, with the routes of the class. */
const controller: Transfer = (given) => {
  const config = argument(given, 0);
  const route = orElse(given, config.kind === 'object' ? given.get(config, 'route') : config, '/');
  const register: Registers = (call, cls, instance, prefix) => {
    const plugin = call.fn(call.describe(cls), (inner) => registerMembers(inner, cls, argument(inner, 0)));
    on(call, instance, 'register', [plugin, call.record({ prefix: concatText(prefix, route) })]);
  };
  return given.fn('Controller', (call) => setRegistrar(argument(call, 0), register));
};

function registerMembers(call: Call, cls: ObjectValue, instance: Value): void {
  const object = objectOfClass(call, cls);
  for (const { what, url, options, key, caller } of membersOf(call, cls, 'handlers'))
    on(caller, instance, call.text(what) ?? '', [url, options, boundTo(call, object, key)]);
  for (const { what, key, caller } of membersOf(call, cls, 'hooks')) on(caller, instance, 'addHook', [what, boundTo(call, object, key)]);
  const errors = membersOf(call, cls, 'errors');
  if (errors[0]) on(errors[0].caller, instance, 'setErrorHandler', [errorHandler(call, object, errors)]);
}

/** Of methods that handle errors the first that takes an error answers it; an error that none takes goes on. */
function errorHandler(call: Call, object: Value, members: readonly StatedMember[]): Value {
  const [first, ...others] = members.map(({ key }) => boundTo(call, object, key));
  if (members.length === 1 && call.isUndefined(members[0]!.what)) return first!;
  const handle: Transfer = (inner) => inner.promise?.(handled(inner, object, members, inner.args));
  return call.inPlaceOf?.(first!, handle, { name: 'errorHandler', also: others }) ?? call.fn('errorHandler', handle);
}

function handled(call: Call, object: Value, [first, ...others]: readonly StatedMember[], args: readonly Value[]): Value {
  const error = args[0] ?? call.const(undefined);
  if (!first) return call.throws?.(error) ?? error;
  const given: Value[] = [];
  const go = (takes: boolean): void => {
    given.push(takes ? call.awaited(call.invoke(boundTo(call, object, first.key), args)) : handled(call, object, others, args));
  };
  const takes = takesError(call, first.what, error);
  if (takes !== null || !call.either) go(takes ?? true);
  else call.either(call.unknown('whether a method handles an error'), go);
  return call.oneOf?.(given, 'which method handles an error') ?? given[0]!;
}

/** Whether a method handles an error: by its code, by its class, or whatever it is; null where nobody knows. */
function takesError(call: Call, what: Value, error: Value): boolean | null {
  if (call.isUndefined(what)) return true;
  const code = error.kind === 'object' ? call.get(error, 'code') : null;
  if (!code) return null;
  if (call.isFunction(what)) return isInstance(call, error, what);
  return code.kind === 'const' ? code.value === call.text(what) : null;
}

/** `GET()`, `GET('/url', options)`, `GET({ url, options })`, of a method of a controller or of a class whose `handle` answers. */
const verb =
  (method: string): Transfer =>
  (given) => {
    const [first, second] = [argument(given, 0), argument(given, 1)];
    const url = orElse(given, first.kind === 'object' ? given.get(first, 'url') : first, '/');
    const stated = first.kind === 'object' ? given.get(first, 'options') : second;
    const options = given.isUndefined(stated) ? given.record({}) : stated;
    return given.fn(method, (call) => {
      const [target, key] = [argument(call, 0), argument(call, 1)];
      const name = call.text(key);
      if (name !== null) stateMember(target, 'handlers', { what: given.const(method), key: name, url, options, caller: call });
      else setRegistrar(target, handlerClass(call, method, url, options));
    });
  };

/** The route of a class: one object for each request, with the class's own hooks. */
const handlerClass =
  (caller: Call, method: string, url: Value, options: Value): Registers =>
  (call, cls, instance) => {
    const run = call.get(call.get(cls, 'prototype'), 'handle');
    const answer: Transfer = (inner) => {
      const object = inner.construct(cls, inner.args);
      return inner.invoke(inner.get(object, 'handle'), [], object);
    };
    const handler = call.inPlaceOf?.(run, answer) ?? call.fn('handle', answer);
    const hooks = membersOf(call, cls, 'hooks').flatMap(({ what, key }): readonly (readonly [string, Value])[] => {
      const name = call.text(what);
      return name === null ? [] : [[name, boundTo(call, objectOfClass(call, cls), key)]];
    });
    const copy = call.record(Object.fromEntries(call.entries(options) ?? call.knownEntries?.(options) ?? []));
    for (const [name, hook] of hooks) {
      const known = call.get(copy, name);
      call.set(copy, name, call.isUndefined(known) ? hook : call.list([...(call.elements(known) ?? [known]), hook]));
    }
    on(caller, instance, method, [url, copy, handler]);
  };

/** `Hook('preHandler')`, `ErrorHandler(code or class)`. */
const member =
  (name: string, kind: MemberKind): Transfer =>
  (given) =>
    given.fn(name, (call) => {
      const key = call.text(argument(call, 1));
      const nothing = call.const(undefined);
      if (key !== null)
        stateMember(argument(call, 0), kind, { what: argument(given, 0), key, url: nothing, options: nothing, caller: call });
    });

/** The classes that the files of a folder export by default, where their names fit. Null: nobody knows the folder. */
function classesOfFolder(call: Call, directory: Value, mask: RegExp): readonly Value[] | null {
  const text = call.text(directory) ?? call.text(option(call, directory, 'pathname'));
  const { project } = call;
  if (text === null || !project) return null;
  const named = decodeURI(text.replace(/^file:\/\//, '')).replace(/\/$/, '');
  const folder = SOURCE.test(named) && project.readText(named) !== null ? named.slice(0, named.lastIndexOf('/')) : named;
  const found: Value[] = [];
  const visit = (at: string, depth: number): boolean => {
    const entries = project.readDirectory(at);
    for (const { name, directory: isFolder } of entries ?? []) {
      if (isFolder) {
        if (depth < MAX_DEPTH) visit(`${at}/${name}`, depth + 1);
      } else if (mask.test(name) && SOURCE.test(name)) {
        const exported = project.load(`${at}/${name}`);
        const cls = call.get(exported, 'default');
        found.push(call.isFunction(cls) ? cls : exported);
      }
    }
    return entries !== null;
  };
  return visit(folder, 0) ? found : null;
}

/** What `mask` says of the names of files; null when it is not known. */
function maskOf(call: Call, mask: Value): RegExp | null {
  if (call.isUndefined(mask)) return LOADED;
  const [source, flags] =
    mask.kind === 'object' ? [call.text(call.get(mask, 'source')), call.text(call.get(mask, 'flags'))] : [call.text(mask), ''];
  if (source === null) return null;
  try {
    return new RegExp(source, (flags ?? '').replace('g', ''));
  } catch {
    return null;
  }
}

/** The classes that the options of the plugin name; null for a list or a folder that is not known. */
function classesOf(call: Call, config: Value): readonly Value[] | null {
  const [listed, directory] = [option(call, config, 'controllers'), option(call, config, 'directory')];
  const mask = maskOf(call, option(call, config, 'mask'));
  const found: Value[] = [];
  if (call.isUndefined(listed) && call.isUndefined(directory)) return null;
  if (!call.isUndefined(directory)) {
    const ofFolder = mask && classesOfFolder(call, directory, mask);
    if (!ofFolder) return null;
    found.push(...ofFolder);
  }
  if (!call.isUndefined(listed)) {
    const ofList = call.isOpen(listed) ? null : call.elements(listed);
    if (!ofList) return null;
    found.push(...ofList);
  }
  return [...new Set(found)];
}

/** `register(bootstrap, { directory, mask, controllers, prefix })`. */
const bootstrap: Transfer = (call, emit) => {
  const [instance, config] = [argument(call, 0), argument(call, 1)];
  const classes = classesOf(call, config);
  if (classes === null) {
    unknownRoutes(emit, instance);
    return;
  }
  const prefix = orElse(call, option(call, config, 'prefix'), '');
  for (const cls of classes) {
    const registers = registrarOf(cls);
    if (registers) registers(call, cls as ObjectValue, instance, prefix);
    else unknownRoutes(emit, instance);
  }
};

function unknownRoutes(emit: Emit, instance: Value): void {
  const data = instance.kind === 'object' ? instanceData(instance) : null;
  const diagnostic = emit.report(fastifyDiagnostics, 'routes-of-package', { module: LIBRARY });
  if (data) emit.opaque(data.router, { what: 'mount', diagnostic });
}

/** `class X extends RequestHandler { handle() {} }`: it has the request and the reply. */
const requestHandler = (realm: Realm): ObjectValue => {
  const prototype = realm.record({});
  return realm.fn(
    'RequestHandler',
    (call) => {
      const create = call.get(call.global?.('Object') ?? call.const(undefined), 'create');
      const made = call.invoke(create, [call.newTarget ? call.get(call.newTarget, 'prototype') : prototype]);
      ['request', 'reply'].forEach((name, index) => call.set(made, name, argument(call, index)));
      return made;
    },
    { prototype },
  );
};

const services = (realm: Realm): Record<string, Value> => ({
  Inject: inject(realm),
  Service: realm.fn('Service', silent),
  Initializer: realm.fn('Initializer', silent),
  Destructor: realm.fn('Destructor', silent),
  getInstanceByToken: realm.fn('getInstanceByToken', (call) => objectOfClass(call, argument(call, 0))),
});

const decorators: ModuleModel = (realm) =>
  openModule(realm, LIBRARY, {
    ...Object.fromEntries([...HTTP_METHODS, 'ALL'].map((name) => [name.toUpperCase(), realm.fn(name, verb(name.toLowerCase()))])),
    Controller: realm.fn('Controller', controller),
    Hook: realm.fn('Hook', member('Hook', 'hooks')),
    ErrorHandler: realm.fn('ErrorHandler', member('ErrorHandler', 'errors')),
    RequestHandler: requestHandler(realm),
    ControllerType: realm.record({ SINGLETON: realm.const(0), REQUEST: realm.const(1) }),
    bootstrap: realm.fn('bootstrap', bootstrap, { [SKIP_OVERRIDE]: realm.const(true) }),
    ...services(realm),
  });

/** Routes as methods of classes, which a plugin loads from a list or from the files of a folder. */
export const decoratorModules: Readonly<Record<string, ModuleModel>> = {
  [LIBRARY]: decorators,
  [SERVICES]: (realm) => openModule(realm, SERVICES, services(realm)),
};
