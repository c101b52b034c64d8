import {
  functions,
  openFunction,
  openModule,
  routerOf,
  type Call,
  type Emit,
  type ModuleModel,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { applicationType, createApplication, serve } from './application.js';
import { honoDiagnostics } from './diagnostics.js';
import { combineModule } from './combine.js';
import { routingPath } from './described-routes.js';
import { honoOpenApiModules } from './hono-openapi.js';
import { cookieModule, streamingModule, timingModule } from './request-helpers.js';
import { routeClassesModule } from './route-classes.js';
import { adapterModule, runtimeModules } from './runtimes.js';
import { exceptionModule, storageModule } from './serve.js';

/**
 * An application, its `fetch`, or an object with one of them: what servers and platforms are given. A function of the program counts
 * when it hands its request to an application.
 */
function serveArgument(call: Call, emit: Emit, value: Value): void {
  emit.branch(value, (alternative) => {
    if (alternative.kind !== 'object') {
      if (alternative.kind === 'unknown') alternative.carries.forEach((carried) => serve(emit, carried));
      return;
    }
    if (routerOf(alternative) !== null) serve(emit, alternative);
    else if (call.isFunction(alternative)) call.delegates?.(alternative).forEach((host) => serve(emit, host));
    else if (call.elements(alternative) === null) serveArgument(call, emit, call.get(alternative, 'fetch'));
  });
}

/** Sockets take the application's requests to upgrade, and register nothing. */
const nodeSockets: ModuleModel = (realm) =>
  openModule(realm, '@hono/node-ws', {
    createNodeWebSocket: realm.fn('createNodeWebSocket', (call) =>
      call.unknown('the sockets of an application', { module: '@hono/node-ws', path: 'createNodeWebSocket()' }),
    ),
  });

/** A function that answers requests with the application it is given. */
const server =
  (module: string, name: string): Transfer =>
  (call, emit) => {
    if (call.args[0]) serveArgument(call, emit, call.args[0]);
    for (const argument of call.args.slice(1)) if (call.isFunction(argument)) call.later(argument, []);
    return call.unknown(`what ${name} of ${module} makes`, { module, path: `${name}()` });
  };

const serverModule =
  (module: string, names: readonly string[]): ModuleModel =>
  (realm) =>
    openModule(realm, module, functions(realm, Object.fromEntries(names.map((name) => [name, server(module, name)]))));

const serverFunction =
  (module: string): ModuleModel =>
  (realm) =>
    openFunction(realm, module, server(module, 'default'), { default: realm.fn('default', server(module, 'default')) });

/** Middleware and handlers are themselves; only the types differ. */
const same: Transfer = (call) => call.args[0] ?? call.const(undefined);

/** `createFactory({ initApp })`. */
const createFactory: Transfer = (call) => {
  const init = call.args[0];
  const make = createApplication(false);
  const createApp: Transfer = (inner, emit) => {
    const app = make(inner, emit);
    const prepare = init?.kind === 'object' ? inner.get(init, 'initApp') : null;
    if (prepare?.kind === 'object' && inner.isFunction(prepare)) inner.invoke(prepare, [app]);
    return app;
  };
  return call.record({
    createApp: call.fn('createApp', createApp),
    createMiddleware: call.fn('createMiddleware', same),
    createHandlers: call.fn('createHandlers', (inner) => inner.list(inner.args)),
  });
};

const factory: ModuleModel = (realm) => realm.record(functions(realm, { createFactory, Factory: createFactory, createMiddleware: same }));

/** `createApp({ app, init })` of HonoX: an application, what `init` adds to it, and the routes of a folder's files. */
const honox: ModuleModel = (realm) => {
  const make = createApplication(false);
  const createApp: Transfer = (call, emit) => {
    const option = (name: string): Value => (call.args[0]?.kind === 'object' ? call.get(call.args[0], name) : call.const(undefined));
    const given = option('app');
    const app = call.isUndefined(given) ? make(call, emit) : given;
    const init = option('init');
    if (call.isFunction(init)) call.invoke(init, [app]);
    emit.report(honoDiagnostics, 'routes-of-files', { module: 'honox' });
    return app;
  };
  return openModule(realm, 'honox/server', { createApp: realm.fn('createApp', createApp) });
};

/** Looks at an application and registers nothing. */
const dev: ModuleModel = (realm) =>
  openModule(
    realm,
    'hono/dev',
    functions(realm, {
      showRoutes: () => undefined,
      inspectRoutes: (call) => call.unknown('the routes of an application'),
      getRouterName: (call) => call.unknown('the name of a router'),
    }),
  );

/** `createRoute(description)` gives the description back, with the path that the router takes. */
const createRoute: Transfer = (call) => {
  const description = call.args[0] ?? call.record({});
  if (description.kind !== 'object') return description;
  const copy = call.record(Object.fromEntries(call.entries(description) ?? call.knownEntries?.(description) ?? []));
  if (call.isOpen(description)) call.markOpen?.(copy);
  call.set(
    copy,
    'getRoutingPath',
    call.fn('getRoutingPath', () => routingPath(call.get(description, 'path'))),
  );
  return copy;
};

const zodOpenApi: ModuleModel = (realm) =>
  openModule(
    realm,
    '@hono/zod-openapi',
    {
      OpenAPIHono: realm.fn('OpenAPIHono', createApplication(true), { prototype: realm.prototype(applicationType) }),
      ...functions(realm, { createRoute, defineOpenAPIRoute: same, $: same }),
    },
    { z: 'zod' },
  );

const modules: Readonly<Record<string, ModuleModel>> = {
  'hono/factory': factory,
  'hono/dev': dev,
  'honox/server': honox,
  ...honoOpenApiModules,
  'hono/http-exception': exceptionModule,
  '@hono/hono/http-exception': exceptionModule,
  'hono/context-storage': storageModule,
  '@hono/hono/context-storage': storageModule,
  ...runtimeModules(serveArgument),
  'hono/adapter': adapterModule,
  '@hono/hono/adapter': adapterModule,
  'hono/combine': combineModule,
  'hono/cookie': cookieModule,
  'hono/streaming': streamingModule,
  'hono/timing': timingModule,
  '@hono/zod-openapi': zodOpenApi,
  chanfana: routeClassesModule,
  '@hono/node-server': serverModule('@hono/node-server', ['serve', 'createAdaptorServer', 'getRequestListener']),
  '@hono/node-ws': nodeSockets,
  '@hono/node-server/vercel': serverModule('@hono/node-server/vercel', ['handle']),
  'hono/vercel': serverModule('hono/vercel', ['handle']),
  'hono/netlify': serverModule('hono/netlify', ['handle']),
  'hono/aws-lambda': serverModule('hono/aws-lambda', ['handle', 'streamHandle']),
  'hono/lambda-edge': serverModule('hono/lambda-edge', ['handle']),
  'hono/cloudflare-pages': serverModule('hono/cloudflare-pages', ['handle', 'handleMiddleware']),
  'hono/service-worker': serverModule('hono/service-worker', ['handle', 'fire']),
  '@marplex/hono-azurefunc-adapter': serverModule('@marplex/hono-azurefunc-adapter', ['azureHonoHandler']),
  'hono-azurefunc-adapter': serverFunction('hono-azurefunc-adapter'),
};

/** As the sources that deno.land serves are laid out: `hono/helper/factory/index.ts` is what npm calls `hono/factory`. */
const sourceModules = Object.entries(modules).flatMap(([name, model]): readonly (readonly [string, ModuleModel])[] => {
  const part = /^hono\/([\w-]+)$/.exec(name)?.[1];
  return part === undefined ? [] : ['helper', 'middleware'].map((folder) => [`hono/${folder}/${part}`, model]);
});

/** npm module → what it exports. Everything else of these packages is Unknown with its provenance: middleware, validators, helpers. */
export const packageModules: Readonly<Record<string, ModuleModel>> = { ...Object.fromEntries(sourceModules), ...modules };
