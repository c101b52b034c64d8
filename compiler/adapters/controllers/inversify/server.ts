import { concatText, defineHostType, mapText, type Call, type Emit, type HostType, type Transfer, type Value } from '@tool/scanner-sdk';
import { argument, declarationsOf, type StatedController, type StatedRoute } from '../declarations.js';
import { controllersDiagnostics } from '../diagnostics.js';
import { boundMethod, Instances } from '../instances.js';
import { sentAction } from '../sent-action.js';
import { LIBRARY } from './decorators.js';
import { sendResult, sendingAtOnce } from './results.js';

/** What the constructor was given; functions that the program sets later are properties of the object. */
interface ServerData {
  readonly container: Value;
  readonly router: Value | null;
  readonly root: Value | null;
  readonly app: Value | null;
}

const self =
  (property: string): Transfer =>
  (call) => {
    call.set(call.receiver, property, argument(call, 0));
    return call.receiver;
  };

export const serverType: HostType<ServerData> = defineHostType<ServerData>({
  name: 'InversifyExpressServer',
  methods: {
    setConfig: self('_configFn'),
    setErrorConfig: self('_errorConfigFn'),
    build: (call, emit) => {
      const data = call.data(call.receiver, serverType);
      return data ? build(call, emit, data) : undefined;
    },
  },
});

/** `new InversifyExpressServer(container, router?, { rootPath }?, app?, AuthProvider?)`. */
export const createServer: Transfer = (call) => {
  const given = (index: number): Value | null => {
    const value = argument(call, index);
    return value.kind === 'object' ? value : null;
  };
  const root = given(2) ? call.get(given(2)!, 'rootPath') : null;
  return call.host(serverType, {
    container: argument(call, 0),
    router: given(1),
    root: root && !call.isUndefined(root) ? root : null,
    app: given(3),
  });
};

/** The application: the program's configuration, the controllers on a router, the program's error handlers, in this order. */
function build(call: Call, emit: Emit, data: ServerData): Value {
  const express = call.module?.('express');
  if (!express) return call.unknown('an application', { module: LIBRARY, path: 'build()' });
  const app = data.app ?? call.invoke(express, []);
  const router = data.router ?? call.invoke(call.get(express, 'Router'), []);
  // It makes the context of each request.
  const context = call.fn('httpContext', (at) => {
    if (at.args[2] && at.isFunction(at.args[2])) at.invoke(at.args[2], []);
  });
  call.invoke(call.get(app, 'use'), [context], app);
  const configure = (name: string): void => {
    const fn = call.get(call.receiver, name);
    if (call.isFunction(fn)) call.invoke(fn, [app]);
  };
  configure('_configFn');
  register(call, emit, data, router);
  call.invoke(call.get(app, 'use'), [data.root ?? call.const('/'), router], app);
  configure('_errorConfigFn');
  return app;
}

function register(call: Call, emit: Emit, data: ServerData, router: Value): void {
  const declarations = declarationsOf(call, LIBRARY);
  const isBound = call.get(data.container, 'isBound');
  const bound = (token: Value): boolean => call.isFunction(isBound) && call.truthy(call.invoke(isBound, [token], data.container)) === true;
  const instances = new Instances((at, cls) => {
    const own = declarations.controllers.some((one) => one.cls === cls);
    return at.invoke(at.get(data.container, own && !bound(cls) ? 'resolve' : 'get'), [cls], data.container);
  });
  // The library puts each controller in front of those before it.
  const controllers = [...declarations.controllers].reverse();
  if (controllers.length === 0) emit.report(controllersDiagnostics, 'no-controllers', { library: LIBRARY });
  // What a package has made (`multer().single('file')`) is no name of something in the container.
  const middleware = (item: Value): Value =>
    item.kind !== 'const' && (call.isFunction(item) || (item.kind === 'unknown' && item.provenance)) && !bound(item)
      ? item
      : ofContainer(call, data.container, item, bound(item));
  for (const controller of controllers) {
    const { cls } = controller;
    const general = [...controller.middlewares, ...declarations.ofClass(call, cls, 'withMiddleware')].map(middleware);
    const routes = declarations.routesOf(call, cls);
    for (const route of [...routes.filter(({ method }) => method === 'head'), ...routes.filter(({ method }) => method !== 'head')]) {
      const own = [...route.middlewares, ...declarations.ofMember(call, cls, route.key, 'withMiddleware')].map(middleware);
      const fn = route.caller.get(router, route.method);
      if (route.caller.isFunction(fn))
        route.caller.invoke(
          fn,
          [pathOf(call, controller, route), ...general, ...own, actionOf(call, instances, controller, route)],
          router,
        );
    }
  }
}

/** A middleware that the container makes: the `handler` of an object, or a function. */
function ofContainer(call: Call, container: Value, token: Value, isBound: boolean): Value {
  if (!isBound)
    return call.unknown(call.describe(token) || 'a middleware of the container', {
      module: LIBRARY,
      path: `container.${call.describe(token)}`,
    });
  const made = call.invoke(call.get(container, 'get'), [token], container);
  if (call.isFunction(made)) return made;
  return boundMethod(call, made, 'handler') ?? made;
}

/** Each part begins with a slash and ends with none. */
const merged = (value: Value): Value =>
  mapText(value, (text) => {
    const lead = text.startsWith('/') || text.startsWith('.') ? text : `/${text}`;
    return text.endsWith('/') ? lead.slice(0, -1) : lead;
  });
const pathOf = (call: Call, controller: StatedController, route: StatedRoute): Value =>
  call.pattern(route.path) ? route.path : concatText(merged(controller.path), merged(route.path));

/** Runs an action as the library does: arguments by decorators and the three of Express behind them. */
function actionOf(call: Call, instances: Instances, controller: StatedController, route: StatedRoute): Value {
  const instance = instances.of(call, controller.cls);
  return sentAction(call, {
    method: call.get(instance, route.key),
    instance,
    parameters: declarationsOf(call, LIBRARY).parametersOf(call, controller.cls, route.key),
    passesExchange: true,
    around: sendingAtOnce,
    send: (at, exchange, result) => sendResult(at, exchange.response, result),
  });
}
