import { defineAdapter, type ModuleModel, type Realm } from '@tool/scanner-sdk';
import { applicationType, createApplication, requestPrototype, responsePrototype } from './application.js';
import { expressDiagnostics } from './diagnostics.js';
import { routeType } from './route.js';
import { routerConstructor } from './router.js';
import { packageRouterModules } from './package-routers.js';
import { wrapperModules } from './wrappers.js';

/** Middleware that comes with Express; what a call of one does is a matter of classification, not of registration. */
const BUILT_IN = ['json', 'urlencoded', 'raw', 'text', 'static', 'query'] as const;

const routeConstructor = (realm: Realm) =>
  realm.fn('Route', (call) => call.host(routeType, { owner: null, path: call.args[0] ?? call.const(undefined), layers: [] }), {
    prototype: realm.prototype(routeType),
  });

const express: ModuleModel = (realm) =>
  realm.fn('createApplication', createApplication(realm), {
    application: realm.prototype(applicationType),
    request: realm.host(requestPrototype, null),
    response: realm.host(responsePrototype, null),
    Router: routerConstructor(realm, 'express', 5),
    Route: routeConstructor(realm),
    ...Object.fromEntries(BUILT_IN.map((name) => [name, realm.unknown(`${name} of express`, { module: 'express', path: name })])),
  });

/** The module of Express 4 that its `Router` is. */
const routerOfExpress: ModuleModel = (realm) => routerConstructor(realm, 'express', 5);

const router: ModuleModel = (realm) => routerConstructor(realm, 'router', 2, { Route: routeConstructor(realm) });

/** What a router keeps for each path. Programs make some themselves to match addresses with them: its function runs when somebody calls it. */
const layer: ModuleModel = (realm) =>
  realm.fn('Layer', (call) => {
    const made = call.record({ handle: call.args[2] ?? call.const(undefined) });
    call.markOpen?.(made);
    return made;
  });

export const expressAdapter = defineAdapter({
  id: 'express',
  title: 'Express 4 and 5',
  apiVersion: 1,
  packages: ['express', 'router', 'express-promise-router', '@awaitjs/express', '@zodios/express'],
  modules: {
    express,
    'express/lib/express': express,
    router,
    'express/lib/router': routerOfExpress,
    'express/lib/router/index': routerOfExpress,
    'express/lib/router/layer': layer,
    'router/lib/layer': layer,
    ...wrapperModules,
    ...packageRouterModules,
  },
  diagnostics: expressDiagnostics,
});
