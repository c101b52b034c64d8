import {
  defineAdapter,
  HTTP_METHODS,
  incomingMessageType,
  openModule,
  serverResponseType,
  STATUS_CODES,
  type ModuleModel,
  type Realm,
  type Value,
} from '@tool/scanner-sdk';
import { createServer, serverType } from './server.js';
import { serverHosts } from './server-hosts.js';
import { STATUS_CONSTANTS } from './status-codes.js';

/** The classes of requests and responses: what the program adds to their prototypes, those of frameworks have as well. */
const messages = (realm: Realm): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    [incomingMessageType, serverResponseType].map((type) => [
      type.name,
      realm.fn(type.name, (call) => call.host(type, null), { prototype: realm.prototype(type) }),
    ]),
  );

/** Everything but servers (clients, agents) stays Unknown with its provenance: an `http.get(url)` is no route. */
const model =
  (module: string): ModuleModel =>
  (realm: Realm) =>
    openModule(realm, module, {
      createServer: realm.fn('createServer', createServer),
      createSecureServer: realm.fn('createSecureServer', createServer),
      Server: realm.fn('Server', createServer, { prototype: realm.prototype(serverType) }),
      ...messages(realm),
      METHODS: realm.list(HTTP_METHODS.map((method) => realm.const(method))),
      STATUS_CODES: realm.record(Object.fromEntries(Object.entries(STATUS_CODES).map(([code, text]) => [code, realm.const(text)]))),
      ...(module === 'http2' && {
        constants: openModule(
          realm,
          'http2',
          Object.fromEntries(Object.entries(STATUS_CONSTANTS).map(([name, code]) => [name, realm.const(code)])),
        ),
      }),
    });

/** The servers of Node: what makes an application of any framework a root. It has no routes of its own. */
export const nodeHttpAdapter = defineAdapter({
  id: 'node-http',
  title: 'Node http, https, http2 and spdy servers',
  apiVersion: 1,
  packages: [],
  modules: {
    ...Object.fromEntries(
      ['http', 'node:http', 'https', 'node:https', 'http2', 'node:http2', 'spdy'].map((module) => [
        module,
        model(module.replace('node:', '')),
      ]),
    ),
    ...serverHosts,
  },
});
