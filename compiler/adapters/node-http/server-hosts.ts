import {
  openFunction,
  openModule,
  routerOf,
  type Call,
  type Emit,
  type ModuleModel,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { createServer } from './server.js';

/** Every application among the arguments, or in a field `app` of an options object, is answered with. */
function rootArguments(call: Call, emit: Emit): void {
  const look = (value: Value): void =>
    emit.branch(value, (alternative) => {
      const router = routerOf(alternative);
      if (router !== null) {
        emit.root(router);
        return;
      }
      if (alternative.kind === 'object' && !call.isFunction(alternative) && call.elements(alternative) === null) {
        const app = call.get(alternative, 'app');
        const inner = routerOf(app);
        if (inner !== null) emit.root(inner);
      }
    });
  call.args.forEach(look);
}

/** A function that makes a cloud handler of an application: the platform is the server. */
const wrap =
  (module: string): Transfer =>
  (call, emit) => {
    rootArguments(call, emit);
    return call.unknown(`a handler made by ${module}`, { module, path: 'default()' });
  };

const wrapper =
  (module: string, names: readonly string[] = []): ModuleModel =>
  (realm: Realm) => {
    const fn = wrap(module);
    const members = Object.fromEntries(names.map((name) => [name, realm.fn(name, fn)]));
    return openFunction(realm, module, fn, { ...members, default: realm.fn('default', fn) });
  };

/** Takes a server and gives it back, with more methods. */
const sameServer: ModuleModel = (realm) => realm.fn('wrap', (call) => call.args[0] ?? call.const(undefined));

const firebase =
  (module: string): ModuleModel =>
  (realm) => {
    const onRequest = realm.fn('onRequest', wrap(module));
    const https = openModule(realm, module, { onRequest });
    const builder: Value = openModule(realm, module, {
      https,
      onRequest,
      region: realm.fn('region', () => builder),
      runWith: realm.fn('runWith', () => builder),
    });
    return builder;
  };

/** Packages that answer requests with an application that they are given. */
export const serverHosts: Readonly<Record<string, ModuleModel>> = {
  'serverless-http': wrapper('serverless-http'),
  '@vendia/serverless-express': wrapper('@vendia/serverless-express', ['configure']),
  '@codegenie/serverless-express': wrapper('@codegenie/serverless-express', ['configure']),
  'aws-serverless-express': wrapper('aws-serverless-express', ['createServer']),
  'azure-function-express': wrapper('azure-function-express', ['createHandler']),
  'azure-aws-serverless-express': wrapper('azure-aws-serverless-express'),
  'firebase-functions': firebase('firebase-functions'),
  'firebase-functions/v1': firebase('firebase-functions/v1'),
  'firebase-functions/v2': firebase('firebase-functions/v2'),
  'firebase-functions/v2/https': firebase('firebase-functions/v2/https'),
  httpolyglot: (realm) => openModule(realm, 'httpolyglot', { createServer: realm.fn('createServer', createServer) }),
  stoppable: sameServer,
  'http-shutdown': sameServer,
  'server-destroy': sameServer,
};
