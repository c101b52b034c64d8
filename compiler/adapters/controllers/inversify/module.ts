import { openModule, type ModuleModel } from '@tool/scanner-sdk';
import { decorators, LIBRARY } from './decorators.js';
import { contextual, results } from './results.js';
import { createServer, serverType } from './server.js';

export const inversifyExpressUtils: ModuleModel = (realm) => {
  const prototype = realm.record({ bind: realm.fn('bind', (call) => call.unknown('a binding')) });
  const Controller = realm.const('Controller');
  return openModule(realm, LIBRARY, {
    ...decorators(realm),
    ...results(realm),
    BaseMiddleware: realm.fn('BaseMiddleware', (call) => contextual(call, prototype), { prototype }),
    InversifyExpressServer: realm.fn('InversifyExpressServer', createServer, { prototype: realm.prototype(serverType) }),
    TYPE: realm.record({ Controller, AuthProvider: realm.const('AuthProvider'), HttpContext: realm.const('HttpContext') }),
    injectHttpContext: realm.fn('injectHttpContext', () => undefined),
    cleanUpMetadata: realm.fn('cleanUpMetadata', () => undefined),
    getRouteInfo: realm.fn('getRouteInfo', (call) => call.unknown('a list of routes')),
    getRawMetadata: realm.fn('getRawMetadata', (call) => call.unknown('a list of controllers')),
  });
};
