import type { RouterId } from '@tool/ir';
import {
  defineHostType,
  isAbsent,
  routerOf,
  type Call,
  type Emit,
  type HostType,
  type ObjectValue,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import {
  applicationData,
  asApplication,
  joinPaths,
  leaveCopy,
  makeRouter,
  openRouter,
  SYNTAX,
  type ApplicationData,
} from './application-data.js';
import { applicationsBehind } from './delegated.js';
import { honoDiagnostics } from './diagnostics.js';
import { hooksOf, registerDescribed } from './described-routes.js';
import { registerMiddlewares, registerRoutes } from './registration.js';
import { routeClass } from './route-classes.js';

/** A method of applications. Called on anything else it registers nothing, and says so. */
const method =
  (name: string, run: (call: Call, emit: Emit, data: ApplicationData) => Value | void): Transfer =>
  (call, emit) => {
    const data = call.data(call.receiver, applicationType);
    if (data) return run(call, emit, data) ?? call.receiver;
    emit.report(honoDiagnostics, 'detached-method', { method: name });
    return call.receiver;
  };

/** The methods that an application has; any other name goes through `on`. */
const METHODS = ['get', 'post', 'put', 'delete', 'options', 'patch', 'query', 'all'] as const;

/** The path that a call without one registers on: a private field in the program's object. */
const LAST_PATH = '#path';

/** What a first argument is. What nobody knows is said to be `unknown`. */
function kindOfFirst(call: Call, value: Value): 'path' | 'handler' | 'unknown' | 'mixed' {
  switch (value.kind) {
    case 'const':
      return typeof value.value === 'string' || value.taint !== null ? 'path' : 'handler';
    case 'template':
      return 'path';
    case 'object':
      return 'handler';
    case 'unknown':
      return value.taint !== null ? 'path' : 'unknown';
    case 'oneOf': {
      const kinds = new Set(
        call
          .alternatives(value)
          .filter((alternative) => !isAbsent(alternative))
          .map((alternative) => kindOfFirst(call, alternative)),
      );
      return kinds.size === 1 ? [...kinds][0]! : 'mixed';
    }
  }
}

const lastPath = (call: Call): Value => {
  const path = call.get(call.receiver, LAST_PATH);
  return call.isUndefined(path) ? call.const('/') : path;
};

/** Registers what a call of the program gives; a class that answers requests stands for its method. */
function registerHandlers(
  call: Call,
  emit: Emit,
  data: ApplicationData,
  methods: readonly string[],
  path: Value,
  given: readonly Value[],
): void {
  const classes = given.map((value) => routeClass(call, value));
  const contract = classes.find((each) => each?.contract)?.contract;
  const handlers = given.map((value, at) => classes[at]?.handler ?? value);
  registerRoutes(call, emit, data, methods, path, handlers, [], contract);
}

/** `app.get(path?, ...handlers)`: without a path it is that of the call before. */
const verb = (name: string): Transfer =>
  method(name, (call, emit, data) => {
    const [first, ...rest] = call.args;
    if (!first) return;
    const withFirst = (value: Value): void => {
      if (isAbsent(value)) return;
      const kind = kindOfFirst(call, value);
      if (kind === 'mixed') {
        emit.branch(value, withFirst);
        return;
      }
      // An unknown value before a handler becomes a path that is not known: nothing is registered under a guess.
      if (kind === 'handler' || (kind === 'unknown' && rest.length === 0)) {
        registerHandlers(call, emit, data, [name.toUpperCase()], lastPath(call), [value, ...rest]);
        return;
      }
      call.set(call.receiver, LAST_PATH, value);
      registerHandlers(call, emit, data, [name.toUpperCase()], value, rest);
    };
    withFirst(first);
  });

/** `app.on(method | methods, path | paths, ...handlers)`. */
const on = method('on', (call, emit, data) => {
  const [methods, paths, ...handlers] = call.args;
  if (!methods || !paths) return;
  const register = (value: Value): void => {
    if (isAbsent(value)) return;
    const names = (call.elements(value) ?? [value]).map((element) => call.text(element)?.toUpperCase() ?? null);
    if (names.includes(null) || call.isOpen(value)) {
      emit.opaque(openRouter(emit, data), { what: 'route', diagnostic: emit.report(honoDiagnostics, 'dynamic-method', {}) });
    }
    registerHandlers(
      call,
      emit,
      data,
      names.filter((name): name is string => name !== null),
      paths,
      handlers,
    );
  };
  emit.branch(methods, register);
  const last = call.elements(paths)?.at(-1) ?? paths;
  call.set(call.receiver, LAST_PATH, last);
});

/** Results of these packages are middleware whatever their arguments were. */
const isMiddlewareCall = (value: Value): boolean =>
  value.kind === 'unknown' &&
  value.provenance !== null &&
  value.provenance.path.endsWith('()') &&
  /(^|[/@-])hono($|[/-])/.test(value.provenance.module);

/** `app.use(path?, ...middlewares)`. */
const use = method('use', (call, emit, data) => {
  const [first, ...rest] = call.args;
  if (!first) return;
  const withFirst = (value: Value): void => {
    if (isAbsent(value)) return;
    const kind = rest.length === 0 ? 'handler' : kindOfFirst(call, value);
    if (kind === 'mixed') {
      emit.branch(value, withFirst);
      return;
    }
    if (kind === 'unknown' && !isMiddlewareCall(value)) {
      const why = value.kind === 'unknown' ? value.why : '';
      emit.opaque(openRouter(emit, data), {
        what: 'use',
        diagnostic: emit.report(honoDiagnostics, 'dynamic-path', { value: call.describe(value) || 'a value', why }),
      });
      return;
    }
    const path = kind === 'path' ? value : call.const('*');
    call.set(call.receiver, LAST_PATH, path);
    registerMiddlewares(call, emit, data, path, kind === 'path' ? rest : [value, ...rest]);
  };
  withFirst(first);
});

/** Another application with the same routes, whose registrations go below the path. */
const basePath = method('basePath', (call, _emit, data) => {
  const path = call.args[0] ?? call.const('/');
  return makeInstance(call, applicationData(data.state, joinPaths(call, data.basePath, path), data.openApi));
});

function unknownApplication(call: Call, emit: Emit, data: ApplicationData, name: string, path: Value, value: Value): void {
  const why = value.kind === 'unknown' ? value.why : 'it is no application';
  const diagnostic = emit.report(honoDiagnostics, 'unknown-application', { method: name, value: call.describe(value) || 'a value', why });
  emit.opaque(openRouter(emit, data), { what: 'mount', diagnostic, path: emit.path(joinPaths(call, data.basePath, path), SYNTAX) });
}

const routersIn = (value: Value, own: RouterId): readonly RouterId[] =>
  value.kind === 'unknown'
    ? [...new Set(value.carries.map(routerOf))].filter((router): router is RouterId => router !== null && router !== own)
    : [];

/** `app.route(path, application)`: copies the routes that the other application has now. */
const route = method('route', (call, emit, data) => {
  const [path, child] = call.args;
  if (!path) return undefined;
  if (!child) return makeInstance(call, applicationData(data.state, joinPaths(call, data.basePath, path), data.openApi));
  const withChild = (value: Value): void => {
    if (isAbsent(value)) return;
    const application = value.kind === 'object' ? (asApplication(value.host?.data) ?? call.data(value, applicationType)) : null;
    if (application === null && value.kind === 'oneOf') {
      emit.branch(value, withChild);
      return;
    }
    const carried = application ? [] : routersIn(value, data.router);
    if (!application && carried.length === 0) {
      unknownApplication(call, emit, data, 'route', path, value);
      return;
    }
    if (application?.state === data.state) return;
    const router = openRouter(emit, data);
    if (application) {
      application.state.copied = true;
      application.state.parents.push(data.state);
    }
    const approximate = application
      ? {}
      : { approximate: emit.report(honoDiagnostics, 'approximate-mount', { value: call.describe(value) || 'A value' }) };
    for (const target of application ? [application.state.router] : carried) {
      emit.branch(path, (alternative) => {
        if (isAbsent(alternative)) return;
        const at = joinPaths(call, data.basePath, alternative);
        if (application) data.state.children.push({ at: call.text(at), state: application.state });
        emit.mount(router, { path: emit.path(at, SYNTAX), target, scope: 'inherit', ...approximate });
      });
    }
  };
  withChild(child);
  return undefined;
});

/** `app.mount(path, handler)`: hands every request below the path to an application of any framework. */
const mount = method('mount', (call, emit, data) => {
  const [path, handler] = call.args;
  if (!path || !handler) return;
  const router = openRouter(emit, data);
  emit.branch(handler, (value) => {
    if (isAbsent(value)) return;
    const inner = routerOf(value);
    emit.branch(path, (alternative) => {
      if (isAbsent(alternative)) return;
      const at = joinPaths(call, data.basePath, alternative);
      // The other application sees its own requests only.
      if (inner !== null) {
        emit.mount(router, { path: emit.path(at, SYNTAX), target: inner, scope: 'encapsulate' });
        return;
      }
      const [behind] = applicationsBehind(call, value);
      if (behind && behind !== data.state) {
        const approximate = emit.report(honoDiagnostics, 'delegated-application', { value: call.describe(value) || 'a function' });
        emit.mount(router, { path: emit.path(at, SYNTAX), target: behind.router, scope: 'encapsulate', approximate });
        return;
      }
      emit.report(honoDiagnostics, 'foreign-application', {
        path: call.describe(alternative) || 'a path',
        value: call.describe(value) || 'a handler',
      });
      emit.route(router, {
        method: 'ALL',
        path: emit.path(joinPaths(call, at, call.const('/*')), SYNTAX),
        chain: [],
        handler: emit.handler(value),
      });
    });
  });
});

/** A server or platform answers with the application. */
export function serve(emit: Emit, value: Value): void {
  if (value.kind !== 'object') return;
  const data =
    asApplication(value.host?.data) ?? asApplication((value.host?.data as { readonly application?: unknown } | null)?.application);
  if (data) {
    leaveCopy(emit, data.state);
    data.state.served = true;
  }
  const router = routerOf(value);
  if (router !== null) emit.root(router);
}

/** `app.fetch`: what platforms call, and what `serve({ fetch: app.fetch })` gets. */
const fetchType = defineHostType<{ readonly router: RouterId; readonly application: ApplicationData }>({
  name: 'Hono.fetch',
  methods: {},
  call: (call, emit) => {
    const data = call.data(call.receiver, fetchType);
    // A request that a handler sends changes nothing of what was set up.
    if (data) emit.root(data.router);
    return call.unknown('a response');
  },
});

const document: Transfer = method('doc', (call, emit, data) => {
  if (call.args[0])
    registerRoutes(call, emit, data, ['GET'], call.args[0], [
      call.fn('document', (inner) => {
        const [context] = inner.args;
        return (
          context &&
          inner.invoke(
            inner.get(context, 'json'),
            [inner.typed?.({ kind: 'object', open: true }, 'an OpenAPI document') ?? inner.unknown('a document')],
            context,
          )
        );
      }),
    ]);
});

export const applicationType: HostType<ApplicationData> = defineHostType<ApplicationData>({
  name: 'Hono',
  methods: {
    ...Object.fromEntries(METHODS.map((name) => [name, verb(name)])),
    on,
    use,
    route,
    basePath,
    mount,
    onError: method('onError', (call, _emit, data) => {
      const [handler] = call.args;
      if (handler && call.isFunction(handler)) data.state.errorHandler = handler;
    }),
    notFound: method('notFound', (call, _emit, data) => {
      const [handler] = call.args;
      if (handler && call.isFunction(handler)) data.state.notFound = handler;
    }),
    showRoutes: () => undefined,
    request: (call) => call.unknown('a response'),
    fire: (call, emit) => serve(emit, call.receiver),
    // Of OpenAPIHono; an application of `hono` itself has none of them, and a program that calls them would fail.
    openapi: method('openapi', (call, emit, data) => {
      if (call.args[0]) registerDescribed(call, emit, data, call.args[0], call.args[1], call.args[2]);
    }),
    openapiRoutes: method('openapiRoutes', (call, emit, data) => {
      const list = call.args[0] ?? call.list([]);
      for (const entry of call.elements(list) ?? []) {
        if (isAbsent(entry) || (call.truthy(call.get(entry, 'addRoute')) === false && !call.isUndefined(call.get(entry, 'addRoute'))))
          continue;
        registerDescribed(call, emit, data, call.get(entry, 'route'), call.get(entry, 'handler'), call.get(entry, 'hook'));
      }
      if (call.isOpen(list)) emit.report(honoDiagnostics, 'open-list', {});
    }),
    doc: document,
    doc31: document,
    getOpenAPIDocument: (call) => call.unknown('an OpenAPI document'),
    getOpenAPI31Document: (call) => call.unknown('an OpenAPI document'),
  },
  getters: {
    fetch: (call) => {
      const data = call.data(call.receiver, applicationType);
      return data
        ? call.host(fetchType, {
            application: data,
            get router() {
              return data.state.router;
            },
          })
        : call.const(undefined);
    },
    routes: (call) => call.unknown('the routes of an application', { module: 'hono', path: 'routes' }),
    openAPIRegistry: (call) => call.unknown('the registry of an application', { module: '@hono/zod-openapi', path: 'openAPIRegistry' }),
  },
  dynamic: method('a method', (call, emit, data) => {
    if (call.args.length >= 2)
      emit.opaque(openRouter(emit, data), { what: 'route', diagnostic: emit.report(honoDiagnostics, 'dynamic-method', {}) });
  }),
});

const makeInstance = (call: Call, data: ApplicationData): ObjectValue => call.host(applicationType, data);

/** `new Hono(options)` and `new OpenAPIHono(options)`. */
export const createApplication =
  (openApi: boolean) =>
  (call: Call, emit: Emit): ObjectValue => {
    const options = call.args[0];
    const strict =
      options?.kind !== 'object' || call.truthy(call.get(options, 'strict')) !== false || call.isUndefined(call.get(options, 'strict'));
    return makeInstance(
      call,
      applicationData(
        {
          router: makeRouter(emit, strict),
          strict,
          copied: false,
          served: false,
          passing: new Map(),
          routes: [],
          children: [],
          errorHandler: null,
          notFound: null,
          parents: [],
          ...hooksOf(call, openApi, options),
        },
        null,
        openApi,
      ),
    );
  };

/** `hono` and its presets. */
export const honoModule = (realm: Realm): ObjectValue => {
  const Hono = realm.fn('Hono', createApplication(false), { prototype: realm.prototype(applicationType) });
  return realm.record({ Hono, default: Hono }) as ObjectValue;
};
