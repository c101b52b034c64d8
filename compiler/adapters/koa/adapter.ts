import { defineAdapter, functions, HTTP_METHODS, routerOf, type ModuleModel, type Transfer } from '@tool/scanner-sdk';
import { koaModule } from './application.js';
import { bodyParsersModule } from './body-parsers.js';
import { joiRouterModule } from './joi-router.js';
import { koaDiagnostics } from './diagnostics.js';
import { routerModule } from './router.js';
import { swaggerRouterModule } from './swagger-router.js';
import { compositionType, mountedType, singleRouteType } from './values.js';

const compose: Transfer = (call) => call.host(compositionType, { parts: call.args[0] ?? call.list([]) });

/** `combineRouters(a, b)` of koa-combine-routers gives a function that makes one middleware of what `routes()` of each makes. */
const combineRouters: Transfer = (call) => {
  const given = call.args.length === 1 ? (call.elements(call.args[0]!) ?? call.args) : call.args;
  return call.fn('combineRouters', (inner) =>
    inner.host(compositionType, { parts: inner.list(given.map((router) => inner.invoke(inner.get(router, 'routes'), [], router))) }),
  );
};

/** `mount(prefix?, applicationOrMiddleware)`. */
const mount: Transfer = (call) => {
  const [first, second] = call.args;
  const wrapped = second ?? first ?? call.const(undefined);
  const target =
    wrapped.kind === 'object' && !call.isFunction(wrapped) && call.elements(wrapped) !== null
      ? call.host(compositionType, { parts: wrapped })
      : wrapped;
  return call.host(mountedType, { prefix: second && first ? first : null, target });
};

/** `route.get(path, handler)`; without a handler it waits for one. */
const single =
  (method: string): Transfer =>
  (call) => {
    const [path, handler] = call.args;
    const at = path ?? call.const('/');
    return handler
      ? call.host(singleRouteType, { method, path: at, handler })
      : call.fn('create', (inner) => inner.host(singleRouteType, { method, path: at, handler: inner.args[0] ?? inner.const(undefined) }));
  };

const koaRoute: ModuleModel = (realm) =>
  realm.record({
    ...functions(realm, Object.fromEntries(HTTP_METHODS.map((method) => [method.toLowerCase(), single(method)]))),
    ...functions(realm, { del: single('DELETE'), all: single('ALL') }),
  });

const functionModule =
  (name: string, transfer: Transfer): ModuleModel =>
  (realm) =>
    realm.fn(name, transfer, { default: realm.fn(name, transfer) });

/** Takes an application, adds something that registers no routes, and gives it back. */
const sameApplication: ModuleModel = (realm) => {
  const add: Transfer = (call) => call.args[0] ?? call.const(undefined);
  return realm.fn('extend', add, { default: realm.fn('extend', add) });
};

/** `session(options, app)`: a middleware that adds members to the application's contexts. */
const sessions = (module: string): ModuleModel =>
  functionModule('session', (call) =>
    call.unknown('a middleware of sessions', { module, path: 'default()', args: call.args.filter((arg) => routerOf(arg) === null) }),
  );

/** The sockets of an application register on their own: upgrades are no endpoints of the HTTP API. */
const websockets: ModuleModel = (realm) => {
  const add: Transfer = (call) => {
    const app = call.args[0] ?? call.const(undefined);
    call.set(app, 'ws', call.record({ use: call.fn('use', (inner) => inner.receiver) }));
    return app;
  };
  return realm.fn('websockify', add, { default: realm.fn('websockify', add) });
};

/** A wrapper of older middleware is the middleware itself. */
const convert: ModuleModel = (realm) => {
  const same: Transfer = (call) => call.args[0] ?? call.const(undefined);
  return realm.fn('convert', same, {
    compose: realm.fn('compose', (call) =>
      call.host(compositionType, { parts: call.elements(call.args[0] ?? call.const(undefined)) ? call.args[0]! : call.list(call.args) }),
    ),
    default: realm.fn('convert', same),
  });
};

const ROUTERS = ['@koa/router', 'koa-router', 'koa-trie-router', 'koa-better-router', 'koa-tree-router', 'koa-66'] as const;

export const koaAdapter = defineAdapter({
  id: 'koa',
  title: 'Koa with koa-router, koa-mount and koa-route',
  apiVersion: 1,
  packages: ['koa', 'koa-route', 'koa-joi-router', ...ROUTERS],
  modules: {
    koa: koaModule,
    ...Object.fromEntries(ROUTERS.map((name): [string, ModuleModel] => [name, (realm) => routerModule(realm, name)])),
    'koa-joi-router': joiRouterModule,
    'koa-compose': functionModule('compose', compose),
    'koa-combine-routers': functionModule('combineRouters', combineRouters),
    'koa-mount': functionModule('mount', mount),
    'koa-route': koaRoute,
    'koa-convert': convert,
    'koa-swagger-decorator': swaggerRouterModule,
    ...Object.fromEntries(
      ['koa-qs', 'koa-onerror', 'koa-parameter', 'koa-locale', 'koa-locales', 'koa-ejs', '@koa/ejs', 'koa-art-template'].map((name) => [
        name,
        sameApplication,
      ]),
    ),
    ...Object.fromEntries(
      ['koa-session', 'koa-session2', 'koa-session-minimal', 'koa-generic-session'].map((name) => [name, sessions(name)]),
    ),
    'koa-websocket': websockets,
    '@koa/body-parsers': bodyParsersModule,
    'koa-body-parsers': bodyParsersModule,
  },
  diagnostics: koaDiagnostics,
});
