import {
  defineAdapter,
  defineHostType,
  HTTP_METHODS,
  isAbsent,
  type Call,
  type Emit,
  type ModuleModel,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import type { RouterId } from '@tool/ir';
import { templateDiagnostics } from './diagnostics.js';

/** What each server object keeps. The field `router` is a convention: it lets `http.createServer(server)` find the routes. */
interface ServerData {
  readonly router: RouterId;
}

const SYNTAX = 'path-to-regexp@6';

/** `server.get(path, ...handlers)`: the last handler answers, the others run before it. */
const route =
  (method: string): Transfer =>
  (call: Call, emit: Emit): Value => {
    const data = call.data(call.receiver, serverType);
    const [path, ...handlers] = call.args;
    const last = handlers.pop();
    if (!data || !path || !last) return call.receiver;
    const chain = handlers.map((handler) => emit.middleware(handler));
    // A path with alternatives registers a route under each; `branch` keeps track of the conditions.
    emit.branch(path, (alternative) => {
      if (!isAbsent(alternative))
        emit.route(data.router, { method, path: emit.path(alternative, SYNTAX), chain, handler: emit.handler(last) });
    });
    return call.receiver;
  };

const use: Transfer = (call, emit) => {
  const data = call.data(call.receiver, serverType);
  for (const argument of call.args) {
    if (!data) break;
    if (call.isFunction(argument)) emit.use(data.router, { path: emit.path('/', SYNTAX), middleware: emit.middleware(argument) });
    else
      emit.opaque(data.router, {
        what: 'use',
        diagnostic: emit.report(templateDiagnostics, 'unknown-middleware', { value: call.describe(argument) }),
      });
  }
  return call.receiver;
};

const listen: Transfer = (call, emit) => {
  const data = call.data(call.receiver, serverType);
  if (data) emit.root(data.router);
  for (const argument of call.args) if (call.isFunction(argument)) call.later(argument, []);
  return call.receiver;
};

const serverType = defineHostType<ServerData>({
  name: 'Server',
  methods: { ...Object.fromEntries(HTTP_METHODS.map((method) => [method.toLowerCase(), route(method)])), use, listen },
});

/** What `require('framework')` gives. */
const framework: ModuleModel = (realm) =>
  realm.fn('framework', (call, emit) =>
    call.host(serverType, { router: emit.router({ framework: 'framework', syntax: SYNTAX, application: true }) }),
  );

export const templateAdapter = defineAdapter({
  id: 'framework',
  title: 'Framework 1',
  apiVersion: 1,
  packages: ['framework'],
  modules: { framework },
  diagnostics: templateDiagnostics,
});
