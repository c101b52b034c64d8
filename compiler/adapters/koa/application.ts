import { defineHostType, routerOf, type Call, type Emit, type ObjectValue, type Realm, type Transfer, type Value } from '@tool/scanner-sdk';
import { koaDiagnostics } from './diagnostics.js';
import { registerMiddleware } from './register-middleware.js';
import { aroundApplication, type ApplicationData, type ApplicationState } from './routing-data.js';
import { aroundOf } from './context.js';
import { listenerType } from './values.js';

/** The context and the prototypes of requests and responses: programs add members to them; nothing is registered through them. */
const contextType = defineHostType<null>({
  name: 'koa.context',
  methods: {},
  missing: (call, key) => (key === 'then' ? undefined : call.unknown(`${key} of a context`, { module: 'koa', path: `context.${key}` })),
});

/** A method of applications. Called on anything else it registers nothing, and says so. */
const method =
  (name: string, run: (call: Call, emit: Emit, data: ApplicationData) => ReturnType<Transfer>): Transfer =>
  (call, emit) => {
    const data = call.data(call.receiver, applicationType);
    if (data) return run(call, emit, data);
    emit.report(koaDiagnostics, 'detached-method', { method: name });
    return call.receiver;
  };

const use = method('use', (call, emit, data) => {
  const [first, ...rest] = call.args;
  if (!first) return call.receiver;
  // Koa looks at the first argument only.
  if ((first.kind === 'const' || first.kind === 'template') && rest.length > 0) {
    const diagnostic = emit.report(koaDiagnostics, 'path-in-application-use', { value: call.describe(first) || 'a text' });
    emit.opaque(data.router, { what: 'use', diagnostic });
  } else {
    const { router, state: application } = data;
    registerMiddleware(
      call,
      emit,
      {
        router,
        path: null,
        syntax: 'path-to-regexp@6',
        around: application.functions,
        application,
        between: () => aroundApplication({ application, count: application.functions.length }),
      },
      first,
    );
  }
  return call.receiver;
});

const listen = method('listen', (call, emit, data) => {
  emit.root(data.router);
  const http = call.module?.('http');
  if (http) {
    const server = call.invoke(call.get(http, 'createServer'), [call.host(listenerType, data)]);
    return call.invoke(call.get(server, 'listen'), call.args, server);
  }
  for (const argument of call.args) if (call.isFunction(argument)) call.later(argument, []);
  return call.unknown('a server', { module: 'http', path: 'createServer()' });
});

/** Listeners are called once: an event that the program, Node or a package emits is taken to come. Errors are not. */
const on: Transfer = (call) => {
  const [event, listener] = call.args;
  const name = event && call.text(event);
  if (listener && name && call.receiver.kind === 'object') {
    const known = listeners.get(call.receiver) ?? new Map<string, Value[]>();
    listeners.set(call.receiver, known.set(name, [...(known.get(name) ?? []), listener]));
  }
  if (event && listener && name !== 'error') call.later(listener, []);
  return call.receiver;
};
/** Listeners of applications, by event. */
const listeners = new WeakMap<ObjectValue, Map<string, Value[]>>();

/** What the program emits its listeners are told at once: `app.emit('refused', code, ctx)` may answer. */
const emitEvent: Transfer = (call) => {
  const [event, ...args] = call.args;
  const known = call.receiver.kind === 'object' && event ? listeners.get(call.receiver)?.get(call.text(event) ?? '') : undefined;
  for (const listener of known ?? []) call.invoke(listener, args, call.receiver);
  return call.const(known !== undefined);
};

const self: Transfer = (call) => call.receiver;

/** Answers a request that a listener of the program hands over. */
const handleRequest: Transfer = (call, emit) => {
  const router = routerOf(call.receiver);
  if (router !== null) emit.root(router);
};

export const applicationType = defineHostType<ApplicationData>({
  name: 'Koa',
  methods: {
    use,
    listen,
    callback: method('callback', (call, _emit, data) => call.host(listenerType, data)),
    handleRequest,
    on,
    once: on,
    addListener: on,
    prependListener: on,
    prependOnceListener: on,
    off: self,
    removeListener: self,
    removeAllListeners: self,
    setMaxListeners: self,
    emit: emitEvent,
    onerror: () => undefined,
    toJSON: (call) => call.unknown('the settings of an application'),
    inspect: (call) => call.unknown('the settings of an application'),
    createContext: (call) => call.host(contextType, null),
  },
  others: ['compose', 'eventNames', 'getMaxListeners', 'listenerCount', 'listeners', 'rawListeners'],
});

/** `new Koa(options)`. */
export const createApplication = (call: Call, emit: Emit) => {
  const state: ApplicationState = { functions: [], value: null };
  aroundOf(call).applications.push(state);
  const router = emit.router({ framework: 'koa', syntax: 'path-to-regexp@6', application: true });
  const options = call.args[0];
  const option = (name: string) => (options ? call.get(options, name) : call.const(undefined));
  const environment = option('env');
  return (state.value = call.host(
    applicationType,
    { kind: 'koa', router, state },
    {
      proxy: option('proxy'),
      keys: option('keys'),
      subdomainOffset: call.const(2),
      env: call.isUndefined(environment) ? developmentUnlessSet(call) : environment,
      context: call.host(contextType, null),
      request: call.host(contextType, null),
      response: call.host(contextType, null),
    },
  ));
};

/** `process.env.NODE_ENV || 'development'`. */
function developmentUnlessSet(call: Call) {
  const value = call.environment?.('NODE_ENV');
  return value && call.truthy(value) === true
    ? value
    : { kind: 'const' as const, value: 'development', origin: null, taint: 'process.env.NODE_ENV' };
}

/** What `require('koa')` gives. */
export const koaModule = (realm: Realm) => {
  const maker = realm.fn('Application', createApplication, { prototype: realm.prototype(applicationType) });
  return realm.fn('Application', createApplication, {
    prototype: realm.prototype(applicationType),
    default: maker,
    Application: maker,
    HttpError: realm.unknown('HttpError of koa', { module: 'koa', path: 'HttpError' }),
  });
};
