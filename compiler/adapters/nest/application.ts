import { NO_FACTS, type PathSyntax, type RouterId } from '@tool/ir';
import {
  defineHostType,
  prototypeOf,
  routeHooksOf,
  routerOf,
  type Call,
  type Emit,
  type HostType,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { REQUEST_METHODS } from './decorators.js';
import { busFor } from './cqrs.js';
import { nestDiagnostics } from './diagnostics.js';
import { Enhancers } from './enhancers.js';
import { Injector } from './injection.js';
import { Lifecycle, makeThoseOfServer } from './lifecycle.js';
import { configured } from './middleware-consumer.js';
import { variants, walkModules, type ModuleGraph } from './module-graph.js';
import { Registration, type Settings } from './registration.js';
import { REQUEST, injectedRequest } from './exchange.js';
import { KEYS, storeOf, type Store } from './store.js';
import { argument } from './paths.js';

/** What versioning by a part of the path is called: the other types leave paths as they are. */
const URI_VERSIONING = 0;

/** An application that the program creates. */
export interface Application {
  /** The server framework's own router, which the framework registers on; null for applications without HTTP. */
  readonly router: RouterId | null;
  /** The server framework's application, when its adapter models it. */
  readonly instance: Value | null;
  readonly syntax: PathSyntax;
  readonly root: Value;
  readonly graph: ModuleGraph;
  readonly injector: Injector;
  /** A record of the program: what set-up code says, both arms of a condition included. */
  readonly settings: Value;
  readonly call: Call;
  readonly emit: Emit;
  registered: boolean;
}

interface AdapterData {
  readonly platform: 'express' | 'fastify';
  readonly instance: Value | null;
}

/** `adapter.get(path, handler)` registers on the server itself. */
const onServer =
  (name: string): Transfer =>
  (call) => {
    const instance = call.data(call.receiver, platformType)?.instance;
    if (instance) call.invoke(call.get(instance, name), call.args, instance);
  };

/** What an adapter does with an answer: the answer's own methods do it, of Express or of Fastify. */
const onAnswer =
  (run: (call: Call, answer: Value, rest: readonly Value[]) => void): Transfer =>
  (call) => {
    const [answer, ...rest] = call.args;
    if (answer?.kind === 'object') run(call, answer, rest);
  };
const withStatus = (call: Call, answer: Value, status: Value | undefined): void => {
  if (status && !call.isUndefined(status)) call.invoke(call.get(answer, 'status'), [status], answer);
};
const answers: Readonly<Record<string, Transfer>> = {
  reply: onAnswer((call, answer, [body, status]) => {
    withStatus(call, answer, status);
    const given = body && !call.isUndefined(body) && call.constant(body) !== null ? [body] : [];
    call.invoke(call.get(answer, given[0]?.kind === 'object' ? 'json' : 'send'), given, answer);
  }),
  status: onAnswer((call, answer, [status]) => {
    withStatus(call, answer, status);
  }),
  end: onAnswer((call, answer, rest) => {
    call.invoke(call.get(answer, 'send'), rest, answer);
  }),
  redirect: onAnswer((call, answer, rest) => {
    call.invoke(call.get(answer, 'redirect'), rest, answer);
  }),
  setHeader: () => undefined,
  isHeadersSent: (call) => call.const(false),
  ...Object.fromEntries(
    [
      ['getRequestUrl', 'originalUrl'],
      ['getRequestMethod', 'method'],
      ['getRequestHostname', 'hostname'],
    ].map(([name, member]): [string, Transfer] => [name!, (call) => call.get(argument(call, 0), member!)]),
  ),
};

const platformType: HostType<AdapterData> = defineHostType<AdapterData>({
  name: 'nest.platform',
  methods: {
    ...Object.fromEntries([...REQUEST_METHODS.map((method) => method.toLowerCase()), 'use'].map((name) => [name, onServer(name)])),
    ...answers,
    getInstance: (call) => call.data(call.receiver, platformType)?.instance ?? call.unknown('a server'),
    getType: (call) => call.const(call.data(call.receiver, platformType)?.platform ?? ''),
  },
  missing: (call, key) =>
    key === 'then' ? undefined : call.unknown(`${key} of a server adapter`, { module: '@nestjs/core', path: `adapter.${key}` }),
});

/** The application of the server framework; null when no adapter models it. */
function serverOf(call: Call, platform: 'express' | 'fastify'): Value | null {
  const made = call.module?.(platform);
  if (!made || made.kind !== 'object' || !call.isFunction(made)) return null;
  const app = call.invoke(made, []);
  return routerOf(app) === null ? null : app;
}

/** `new ExpressAdapter(server?)`, `new FastifyAdapter(options?)`. */
export const platformConstructor = (realm: Realm, platform: 'express' | 'fastify'): Value =>
  realm.fn(
    `${platform === 'express' ? 'Express' : 'Fastify'}Adapter`,
    (call) => {
      const given = argument(call, 0);
      return call.host(platformType, { platform, instance: routerOf(given) === null ? serverOf(call, platform) : given });
    },
    { prototype: realm.prototype(platformType) },
  );

const data = (call: Call): Application | null => call.data(call.receiver, applicationType);

/** Delegates to the server framework's own method: `app.use(…)` is Express's. */
const delegated =
  (name: string): Transfer =>
  (call, emit) => {
    const app = data(call);
    if (!app) return call.receiver;
    if (app.instance) call.invoke(call.get(app.instance, name), call.args, app.instance);
    else if (name === 'use' && app.router)
      for (const value of call.args)
        if (call.isFunction(value) || value.kind === 'unknown')
          emit.use(app.router, { path: emit.path('/', app.syntax), middleware: emit.middleware(value) });
    return call.receiver;
  };

/** Adds to a list of the settings: `app.useGlobalGuards(…)`. */
const adding =
  (name: string): Transfer =>
  (call) => {
    const app = data(call);
    if (app) {
      const list = call.get(app.settings, name);
      call.invoke(call.get(list, 'push'), call.args, list);
    }
    return call.receiver;
  };

type Fate = 'served' | 'listens' | 'handed';
const note = (call: Call, ...fates: readonly Fate[]): void => {
  const app = data(call);
  if (app) for (const fate of fates) call.set(app.settings, fate, call.const(true));
};

function cors(call: Call, emit: Emit, app: Application, options: Value): void {
  if (!app.router) return;
  const value = call.unknown('cors', { module: 'cors', path: 'default()', ...(options.kind === 'object' && { args: [options] }) });
  emit.use(app.router, { path: emit.path('/', app.syntax), middleware: emit.middleware(value, { type: 'cors', name: 'cors' }) });
}

/** `app.useStaticAssets(folder, { prefix })`. */
function staticAssets(call: Call, emit: Emit, app: Application, router: RouterId): void {
  const options = call.args.find((arg) => arg.kind === 'object');
  const prefix = options ? call.get(options, 'prefix') : call.const(undefined);
  const value = call.unknown('static files', { module: 'express', path: 'static()' });
  emit.use(router, {
    path: emit.path(call.isUndefined(prefix) ? '/' : prefix, app.syntax),
    middleware: emit.middleware(value, { type: 'static', name: 'static' }),
  });
}

const platformOf = (call: Call): Value => {
  note(call, 'handed');
  const app = data(call);
  return call.host(platformType, { platform: app?.syntax === 'find-my-way' ? 'fastify' : 'express', instance: app?.instance ?? null });
};

/** Packages that take instances out of an application and register nothing: `useContainer(app.select(Module))`. */
const TAKES_INSTANCES_ONLY: ReadonlySet<string> = new Set([
  'class-validator',
  '@nestjs/platform-socket.io',
  '@nestjs/platform-ws',
  '@nestjs/websockets',
  'typeorm-extension',
]);

export const applicationType: HostType<Application> = defineHostType<Application>({
  name: 'NestApplication',
  methods: {
    use: delegated('use'),
    register: delegated('register'),
    useStaticAssets: (call, emit) => {
      const app = data(call);
      if (app?.router) staticAssets(call, emit, app, app.router);
      return call.receiver;
    },
    // On Fastify a parser is of a content type, and in nobody's chain.
    useBodyParser: (call) => {
      const [type] = call.args;
      const express = call.module?.('express');
      if (type && express && data(call)?.syntax !== 'find-my-way') {
        const parser = call.invoke(call.get(express, call.text(type) ?? ''), call.args.slice(1));
        call.invoke(call.get(call.receiver, 'use'), [parser], call.receiver);
      }
      return call.receiver;
    },
    set: delegated('set'),
    enable: delegated('enable'),
    disable: delegated('disable'),
    setGlobalPrefix: (call) => {
      const app = data(call);
      if (!app) return call.receiver;
      call.set(app.settings, 'prefix', argument(call, 0));
      const options = argument(call, 1);
      if (options.kind === 'object') call.set(app.settings, 'excluded', call.get(options, 'exclude'));
      return call.receiver;
    },
    enableVersioning: (call) => {
      const app = data(call);
      const options = argument(call, 0);
      if (app)
        call.set(app.settings, 'versioning', call.isUndefined(options) ? call.record({ type: call.const(URI_VERSIONING) }) : options);
      return call.receiver;
    },
    useGlobalGuards: adding('guards'),
    useGlobalInterceptors: adding('interceptors'),
    useGlobalPipes: adding('pipes'),
    useGlobalFilters: adding('filters'),
    enableCors: (call, emit) => {
      const app = data(call);
      if (app) cors(call, emit, app, argument(call, 0));
      return call.receiver;
    },
    listen: (call) => {
      note(call, 'served', 'listens');
      for (const given of call.args) if (call.isFunction(given)) call.later(given, []);
      const server = call.unknown('a server', { module: 'node:http', path: 'createServer()' });
      return call.promise?.(server) ?? server;
    },
    init: (call) => {
      note(call, 'served');
      return call.promise?.(call.receiver) ?? call.receiver;
    },
    getHttpServer: (call) => {
      note(call, 'handed');
      return call.unknown('a server', { module: 'node:http', path: 'createServer()' });
    },
    getHttpAdapter: platformOf,
    get: (call) => data(call)?.injector.resolve(call, argument(call, 0)),
    resolve: (call) => {
      const made = data(call)?.injector.resolve(call, argument(call, 0)) ?? call.unknown('an injection');
      return call.promise?.(made) ?? made;
    },
    select: (call) => call.receiver,
    startAllMicroservices: (call) => call.promise?.(call.receiver) ?? call.receiver,
    connectMicroservice: (call) => call.unknown('a microservice', { module: '@nestjs/microservices', path: 'microservice' }),
    close: (call) => call.promise?.(call.const(undefined)) ?? call.const(undefined),
    getUrl: (call) => call.unknown('an address', { module: '@nestjs/core', path: 'app.getUrl()' }),
    ...Object.fromEntries(
      [
        'enableShutdownHooks',
        'useLogger',
        'useWebSocketAdapter',
        'flushLogs',
        'setViewEngine',
        'setBaseViewsDir',
        'setLocal',
        'disableShutdownHooks',
      ].map((name): [string, Transfer] => [name, (call) => call.receiver]),
    ),
  },
  handedOut: (call, emit, module) => {
    note(call, 'handed');
    if (!TAKES_INSTANCES_ONLY.has(module)) emit.report(nestDiagnostics, 'application-into-package', { module });
  },
  missing: (call, key) =>
    key === 'then' ? undefined : call.unknown(`${key} of an application`, { module: '@nestjs/core', path: `app.${key}` }),
});

/** Nest 11 runs on Express 5, whose paths are of another syntax. */
function syntaxOf(call: Call, platform: 'express' | 'fastify'): PathSyntax {
  if (platform === 'fastify') return 'find-my-way';
  const version = call.packageVersion?.('@nestjs/core') ?? call.packageVersion?.('@nestjs/common') ?? null;
  return version !== null && Number(/\d+/.exec(version)?.[0] ?? 0) >= 11 ? 'path-to-regexp@8' : 'path-to-regexp@0';
}

/** Tokens of the framework that depend on the application. */
const known =
  (app: () => Value) =>
  (call: Call, token: Value): Value | null => {
    if (token.kind === 'const' && token.value === REQUEST) return injectedRequest(call);
    if (token.kind !== 'object' || !call.isFunction(token)) return null;
    const named = (name: string): boolean => token === call.get(call.module?.('@nestjs/core') ?? call.const(undefined), name);
    if (named('HttpAdapterHost')) return call.record({ httpAdapter: call.invoke(call.get(app(), 'getHttpAdapter'), [], app()) });
    // Gives what the application gives: there is one instance of each provider.
    return named('ModuleRef') ? app() : null;
  };

function makeApplication(call: Call, emit: Emit, http: boolean): Value {
  const root = argument(call, 0);
  const second = argument(call, 1);
  const given = call.data(second, platformType);
  const options = given ? argument(call, 2) : second;
  const platform = given?.platform ?? 'express';
  const instance = http ? (given ? given.instance : serverOf(call, platform)) : null;
  const syntax = syntaxOf(call, platform);
  const router = http ? (instance ? routerOf(instance) : emit.router({ framework: '@nestjs/core', syntax, application: true })) : null;
  const graph = walkModules(call, emit, root);
  let value: Value = call.const(undefined);
  const framework = known(() => value);
  const injector: Injector = new Injector((at, token) => busFor(at, token, injector) ?? framework(at, token));
  for (const entry of graph.modules) for (const provider of entry.providers) injector.add(call, provider, entry);
  // Set from the start, so that a condition changes a value and does not add a property.
  const unset = Object.fromEntries(
    ['prefix', 'excluded', 'versioning', 'served', 'listens', 'handed'].map((name) => [name, call.const(undefined)]),
  );
  const settings = call.record({
    ...unset,
    guards: call.list([]),
    interceptors: call.list([]),
    pipes: call.list([]),
    filters: call.list([]),
  });
  const app: Application = { router, instance, syntax, root, graph, injector, settings, call, emit, registered: false };
  storeOf(call).applications.push(app);
  value = call.host(applicationType, app);
  if (given) call.set(settings, 'handed', call.const(true));
  if (router !== null) makeThoseOfServer(call, emit, graph, injector);
  const wantsCors = options.kind === 'object' ? call.get(options, 'cors') : call.const(undefined);
  emit.atEnd(() => {
    if (http && !app.registered && call.truthy(wantsCors) === true) cors(call, emit, app, wantsCors);
    registerRoutes(storeOf(call), app);
  });
  return value;
}

/** `NestFactory`. */
export const factory = (realm: Realm): Value => {
  const creating =
    (http: boolean): Transfer =>
    (call, emit) => {
      const app = makeApplication(call, emit, http);
      return call.promise?.(app) ?? app;
    };
  return realm.record({
    create: realm.fn('create', creating(true)),
    createApplicationContext: realm.fn('createApplicationContext', creating(false)),
    createMicroservice: realm.fn('createMicroservice', creating(false)),
  });
};

const isSet = (app: Application, name: Fate): boolean => {
  const value = app.call.get(app.settings, name);
  return app.call.truthy(value) !== false && !app.call.isUndefined(value);
};
const isServed = (app: Application): boolean => isSet(app, 'served') && !isOnlyLookedAt(app);

/**
 * Made ready and never listening, where another application listens: a command that writes down what the API of the same root module is, or a worker
 * whose server nobody is given.
 */
const isOnlyLookedAt = (app: Application): boolean =>
  !isSet(app, 'listens') &&
  storeOf(app.call).applications.some(
    (other) => other.router !== null && isSet(other, 'listens') && (other.root === app.root || !isSet(app, 'handed')),
  );

/** Of several applications the ones that listen serve; of those that nobody is seen to start, one for each root module. */
function serves(store: Store, app: Application): boolean {
  if (app.router === null) return false;
  const http = store.applications.filter((other) => other.router !== null);
  if (http.some(isServed)) return isServed(app);
  return http.find((other) => other.root === app.root || (other.root.kind === 'unknown' && app.root.kind === 'unknown')) === app;
}

function settingsOf(app: Application, versioning: Value, assumed: boolean): Settings {
  const { call } = app;
  const read = (name: string): Value | null => {
    const value = call.get(app.settings, name);
    return value.kind === 'const' && value.value === undefined && value.taint === null ? null : value;
  };
  return {
    prefix: read('prefix'),
    excluded: read('excluded'),
    versioning: versioningOf(call, versioning) ?? (assumed ? { prefix: 'v', defaultVersion: null } : null),
    guards: read('guards'),
    interceptors: read('interceptors'),
    pipes: read('pipes'),
    filters: read('filters'),
    assumed,
  };
}

function versioningOf(call: Call, options: Value): Settings['versioning'] {
  if (options.kind !== 'object') return null;
  const type = call.constant(call.get(options, 'type'));
  if (type !== undefined && type !== URI_VERSIONING) return null;
  const prefix = call.constant(call.get(options, 'prefix'));
  const defaultVersion = call.get(options, 'defaultVersion');
  return {
    prefix: prefix === false ? '' : typeof prefix === 'string' ? prefix : 'v',
    defaultVersion: call.isUndefined(defaultVersion) ? null : defaultVersion,
  };
}

function registerRoutes(store: Store, app: Application): void {
  if (app.registered || !serves(store, app) || app.router === null) return;
  app.registered = true;
  const { call, emit } = app;
  const unseen =
    app.graph.modules.length === 0 ||
    app.graph.modules.every(
      (entry) =>
        !store.read(call, entry.cls, KEYS.imports) && !store.read(call, entry.cls, KEYS.controllers) && entry.controllers.length === 0,
    );
  if (unseen)
    emit.report(nestDiagnostics, 'unseen-root-module', {
      why: app.root.kind === 'unknown' ? app.root.why : `${call.describe(app.root) || 'it'} is no module`,
    });
  const router = emit.router({ framework: '@nestjs/core', syntax: app.syntax, name: call.describe(app.root) });
  emit.mount(app.router, { path: emit.path('/', app.syntax), target: router, scope: 'inherit' });
  // What was registered on the server is loaded before routes are.
  for (const { middleware, phase } of app.instance ? routeHooksOf(app.instance, call, emit) : [])
    emit.use(router, { path: emit.path('/', app.syntax), middleware, phase });
  const graph = unseen ? everything(store) : app.graph;
  const middlewares = configured(call, graph, app.injector);
  start(app, app.router, new Lifecycle(call, emit, graph, app.injector, middlewares));
  // A condition on versioning changes paths only: what another configuration serves under the same path is there already.
  const known = new Set<string>();
  const enhancers = new Enhancers(app.injector);
  for (const { value, choices } of variants(call.get(app.settings, 'versioning'))) {
    const registration = new Registration(
      call,
      emit,
      router,
      app.syntax,
      settingsOf(app, value, unseen),
      graph,
      app.injector,
      enhancers,
      middlewares,
    );
    registration.run(choices, known);
  }
}

/**
 * Calls the hooks: what they register on the server stands behind the routes of controllers. On Express what answers requests that nothing else
 * serves stands between those of the modules and those of the application.
 */
function start({ call, emit, syntax }: Application, router: RouterId, lifecycle: Lifecycle): void {
  lifecycle.run('onModuleInit');
  if (!lifecycle.has('onApplicationBootstrap')) return;
  if (syntax !== 'find-my-way')
    emit.use(router, {
      path: emit.path('/', syntax),
      middleware: emit.middleware(
        call.fn('notFound', () => undefined),
        { name: 'notFound', type: 'other', facts: { ...NO_FACTS, parameters: 2, continues: 'never' } },
      ),
    });
  lifecycle.run('onApplicationBootstrap');
}

/** Every controller of the project, as if one module listed them. */
const everything = (store: Store): ModuleGraph => ({
  modules: store.controllers.map(({ cls }, index) => ({
    cls,
    controllers: [{ value: cls, choices: [] }],
    providers: [],
    choices: [],
    depth: index,
    global: false,
    imports: [],
  })),
  prefixes: new Map(),
});

/** Controllers without an application, and controllers that no application reaches. Asked at the end, when all of them are known. */
export function registerOrphans(store: Store, call: Call, emit: Emit): void {
  if (store.applications.length === 0) {
    emit.report(nestDiagnostics, 'no-application', {});
    const syntax = syntaxOf(call, 'express');
    const router = emit.router({ framework: '@nestjs/core', syntax, application: true });
    const settings: Settings = {
      prefix: null,
      excluded: null,
      versioning: { prefix: 'v', defaultVersion: null },
      guards: null,
      interceptors: null,
      pipes: null,
      filters: null,
      assumed: true,
    };
    const injector = new Injector(() => null);
    new Registration(call, emit, router, syntax, settings, everything(store), injector, new Enhancers(injector), []).run([], new Set());
    return;
  }
  if (store.applications.some((app) => app.graph.modules.length === 0)) return;
  const reached = new Set<Value>();
  for (const app of store.applications)
    for (const entry of app.graph.modules)
      for (const { value } of entry.controllers) {
        // What a controller extends answers through it.
        for (let at: Value = value; at.kind === 'object' && !reached.has(at); at = prototypeOf(call, at)) reached.add(at);
      }
  for (const { cls, caller } of store.controllers)
    if (!reached.has(cls)) caller.emit.report(nestDiagnostics, 'unreached-controller', { name: call.describe(cls) || 'class' });
}

export const requestMethods = (realm: Realm): Value =>
  realm.record({
    ...Object.fromEntries(REQUEST_METHODS.map((name, index) => [name, realm.const(index)])),
    ...Object.fromEntries(REQUEST_METHODS.map((name, index) => [String(index), realm.const(name)])),
  });
