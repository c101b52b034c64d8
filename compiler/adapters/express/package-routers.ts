import { openFunction, openModule, type Call, type ModuleModel, type Realm, type Value } from '@tool/scanner-sdk';
import { openapiFramework } from './openapi-framework.js';
import { openapiOperations } from './openapi-operations.js';
import { routerConstructor } from './router.js';
import { swaggerTools } from './swagger-tools.js';
import { resourceRouter, routesMapper } from './table-routers.js';
import { zodiosCore, zodiosExpress } from './zodios.js';

/** A middleware of a package, known by its export. */
const middleware = (realm: Realm, module: string, path: string, args?: readonly Value[]): Value =>
  realm.unknown(`${path} of ${module}`, { module, path, ...(args && { args }) });

/** A router of a package on which nothing is known but the routes given here: mounting it adds no middleware. */
function routerWith(call: Call, maker: Value, module: string, paths: readonly string[]): Value {
  const router = call.invoke(maker, []);
  for (const path of paths)
    call.invoke(call.get(router, 'get'), [call.const(path), middleware(call, module, 'default()', call.args)], router);
  return router;
}

/** `actuator({ basePath, customEndpoints: [{ id, controller }] })`, or the path alone: a router with what monitors ask for. */
const actuator: ModuleModel = (realm) => {
  const maker = routerConstructor(realm, 'express', 4);
  return openFunction(realm, 'express-actuator', (call) => {
    const [options] = call.args;
    const isPath = options !== undefined && call.text(options) !== null;
    const base = isPath ? options : options && call.get(options, 'basePath');
    const at = base === undefined || call.truthy(base) === false ? '' : call.text(base);
    const custom = options && !isPath ? (call.elements(call.get(options, 'customEndpoints')) ?? []) : [];
    if (at === null) return call.unknown('the options of express-actuator, and with them the paths of its router, are not known');
    const own = custom.map((endpoint) => ({ id: call.text(call.get(endpoint, 'id')), controller: call.get(endpoint, 'controller') }));
    const router = call.invoke(maker, []);
    const get = (id: string, handler: Value): void => {
      call.invoke(call.get(router, 'get'), [call.const(at + id), handler], router);
    };
    for (const id of ['/info', '/metrics', '/health'])
      if (!own.some((each) => each.id === id)) get(id, middleware(call, 'express-actuator', id.slice(1)));
    for (const { id, controller } of own) if (id !== null) get(id, controller);
    return router;
  });
};

const APOLLO = 'apollo-server-express';

/** Apollo Server 2 and 3: `server.applyMiddleware({ app, path })`, or the router that `getMiddleware({ path })` gives. */
const apollo: ModuleModel = (realm) => {
  const maker = routerConstructor(realm, 'express', 4);
  const mount = (call: Call, on: Value): Value => {
    const path = call.args[0] && call.get(call.args[0], 'path');
    const at = path && !call.isUndefined(path) ? path : call.const('/graphql');
    call.invoke(call.get(on, 'use'), [at, middleware(call, APOLLO, 'getMiddleware()')], on);
    return on;
  };
  const server = realm.fn('ApolloServer', (call) => {
    const made = call.record({
      applyMiddleware: call.fn('applyMiddleware', (inner) => {
        const app = inner.args[0] && inner.get(inner.args[0], 'app');
        if (app?.kind === 'object') mount(inner, app);
      }),
      getMiddleware: call.fn('getMiddleware', (inner) => mount(inner, inner.invoke(maker, []))),
      installSubscriptionHandlers: call.fn('installSubscriptionHandlers', () => undefined),
    });
    call.markOpen?.(made);
    return made;
  });
  return openModule(realm, APOLLO, { ApolloServer: server });
};

/**
 * Packages that hand out routers or several middlewares where others hand out one. Taken for a single middleware they would make every chain
 * behind them one entry too long or too short.
 */
export const packageRouterModules: Readonly<Record<string, ModuleModel>> = {
  [APOLLO]: apollo,
  'express-actuator': actuator,
  'express-openapi': openapiFramework,
  'express-openapi-validator': openapiOperations,
  'express-routes-mapper': routesMapper,
  'resource-router-middleware': resourceRouter,
  'swagger-tools': swaggerTools,
  '@zodios/core': zodiosCore,
  '@zodios/express': zodiosExpress,
  'express-robots-txt': (realm) => {
    const maker = routerConstructor(realm, 'express', 5);
    return openFunction(realm, 'express-robots-txt', (call) => routerWith(call, maker, 'express-robots-txt', ['/robots.txt']));
  },
  '@bull-board/express': (realm) => {
    const maker = routerConstructor(realm, 'express', 5);
    // Its router serves a page and an API of its own under the mount; which paths is the package's affair.
    const adapter = realm.fn('ExpressAdapter', (call) =>
      call.record({
        getRouter: call.fn('getRouter', (inner) => routerWith(inner, maker, '@bull-board/express', [])),
        setBasePath: call.fn('setBasePath', (inner) => inner.receiver),
      }),
    );
    return openModule(realm, '@bull-board/express', { ExpressAdapter: adapter });
  },
  'swagger-ui-express': (realm) => {
    const module = 'swagger-ui-express';
    // One function that fills in the page, one that serves the assets.
    const serve = (): Value => realm.list([middleware(realm, module, 'serve'), middleware(realm, module, 'serve')]);
    const serving = realm.fn('serveFiles', () => serve());
    return openModule(realm, module, {
      serve: serve(),
      serveFiles: serving,
      serveWithOptions: serving,
      setup: realm.fn('setup', (call) => middleware(call, module, 'setup()', call.args)),
      generateHTML: realm.fn('generateHTML', (call) => call.unknown('a page')),
    });
  },
};
