import {
  defineAdapter,
  HTTP_METHODS,
  incomingMessageType,
  openModule,
  serverResponseType,
  type ModuleModel,
  type Realm,
  type Value,
} from '@tool/scanner-sdk';
import { createServer, serverType } from './server.js';
import { serverHosts } from './server-hosts.js';

const STATUS_CODES: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  206: 'Partial Content',
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  304: 'Not Modified',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  409: 'Conflict',
  410: 'Gone',
  411: 'Length Required',
  412: 'Precondition Failed',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  418: "I'm a Teapot",
  422: 'Unprocessable Entity',
  423: 'Locked',
  424: 'Failed Dependency',
  426: 'Upgrade Required',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

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
