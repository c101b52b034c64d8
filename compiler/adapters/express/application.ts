import { defineHostType, isAbsent, type AnyHostType, type Call, type Emit, type Realm, type Transfer, type Value } from '@tool/scanner-sdk';
import { noteApplication } from './application-of-requests.js';
import { handedOut } from './handed-out.js';
import { responseType } from './answer.js';
import { requestType } from './observe.js';
import { answer, dynamicMethod, group, method, routerType, routingMethods, verb } from './router.js';
import { asRouting, newState, pathSyntax, routingOf, routingTypes, type RoutingData } from './routing-data.js';

/** The prototypes of requests and responses: what programs add to them, every request and response has. Nothing is registered through them. */
const messagePrototype = (name: 'request' | 'response', type: AnyHostType) =>
  defineHostType<null>({
    name: `express.${name}`,
    methods: {},
    assign: (call, key, value) => {
      call.set(call.prototype(type), key, value);
      return value;
    },
    missing: (call, key) => {
      if (key === 'then') return undefined;
      const known = call.get(call.prototype(type), key);
      return call.isUndefined(known) ? call.unknown(`${key} of a ${name}`, { module: 'express', path: `${name}.${key}` }) : known;
    },
  });
export const requestPrototype = messagePrototype('request', requestType);
export const responsePrototype = messagePrototype('response', responseType);

/** Settings are a property of the application, so that both arms of an undecided condition can set them. A mounted application inherits its parent's. */
function readSetting(call: Call, app: Value, key: string, depth = 0): Value {
  const own = call.get(call.get(app, 'settings'), key);
  if (!call.isUndefined(own) || depth > 20) return own;
  const parent = call.get(app, 'parent');
  return parent.kind === 'object' && asRouting(parent.host?.data) ? readSetting(call, parent, key, depth + 1) : own;
}

function setting(call: Call, name: Value): Value {
  const key = call.text(name);
  return key === null ? call.unknown('a setting whose name only run time knows') : readSetting(call, call.receiver, key);
}

function writeSetting(call: Call, emit: Emit, data: RoutingData, name: Value, value: Value): void {
  const key = call.text(name);
  const settings = call.get(call.receiver, 'settings');
  if (key === null) {
    call.markOpen?.(settings); // any setting may have been made
    return;
  }
  call.set(settings, key, value);
  // Another configuration makes another setting.
  if (name.kind === 'const' && name.taint !== null) call.lackLike?.(settings, call.record({}, name.taint));
  // The router of an application is made with its first registration; it never looks at the settings again.
  if (data.state.used) return;
  const on = call.truthy(value);
  if (key === 'case sensitive routing') emit.configure(data.router, { caseSensitive: on === true });
  if (key === 'strict routing') emit.configure(data.router, { strict: on === true });
}

const settingMethods: Readonly<Record<string, Transfer>> = {
  set: method('set', (call, emit, data) => {
    const [name, value] = call.args;
    if (!name) return undefined;
    if (!value) return setting(call, name);
    writeSetting(call, emit, data, name, value);
    return undefined;
  }),
  enable: method('enable', (call, emit, data) => {
    if (call.args[0]) writeSetting(call, emit, data, call.args[0], call.const(true));
  }),
  disable: method('disable', (call, emit, data) => {
    if (call.args[0]) writeSetting(call, emit, data, call.args[0], call.const(false));
  }),
  enabled: (call) => asBoolean(call, call.args[0] ? setting(call, call.args[0]) : call.const(undefined), true),
  disabled: (call) => asBoolean(call, call.args[0] ? setting(call, call.args[0]) : call.const(undefined), false),
};

/** Keeps a configurable taint: `app.enabled(x)` under another configuration is another answer. */
function asBoolean(call: Call, value: Value, wanted: boolean): Value {
  const truth = call.truthy(value);
  if (truth === null) return call.unknown('a setting that is not known');
  return value.kind === 'const' ? { ...value, value: truth === wanted } : call.const(truth === wanted);
}

/** `app.get(name)` reads a setting; with handlers it registers a route. */
const get: Transfer = (call, emit) => {
  const [name] = call.args;
  return call.args.length === 1 && name ? setting(call, name) : verb('get')(call, emit);
};

const listen: Transfer = (call, emit) => {
  const data = routingOf(call);
  if (data) emit.root(data.router);
  const http = call.module?.('http');
  if (http && data) {
    const server = call.invoke(call.get(http, 'createServer'), [call.receiver]);
    return call.invoke(call.get(server, 'listen'), call.args, server);
  }
  for (const argument of call.args) if (call.isFunction(argument)) call.later(argument, []);
  return call.unknown('a server', { module: 'http', path: 'createServer()' });
};

/** Listeners are kept in a property, as Node does, and called when the program emits the event; an event that Node or a package emits is taken to come, once. */
const on: Transfer = (call) => {
  const [event, listener] = call.args;
  const name = event ? call.text(event) : null;
  if (name === null || !listener) return call.receiver;
  let events = call.get(call.receiver, '_events');
  if (events.kind !== 'object') {
    events = call.record({});
    call.set(call.receiver, '_events', events);
  }
  call.set(events, name, call.list([...(call.elements(call.get(events, name)) ?? []), listener]));
  if (name !== 'mount' && name !== 'error') {
    const fired = events;
    call.later(
      call.fn('listener', (later) => {
        if (later.truthy(later.get(fired, `!${name}`)) !== true) later.invoke(listener, []);
      }),
      [],
    );
  }
  return call.receiver;
};

const emitEvent: Transfer = (call) => {
  const [event, ...args] = call.args;
  const name = event ? call.text(event) : null;
  const events = call.get(call.receiver, '_events');
  if (name === null || events.kind !== 'object') return call.const(false);
  const listeners = call.elements(call.get(events, name)) ?? [];
  call.set(events, `!${name}`, call.const(true));
  for (const listener of listeners) if (!isAbsent(listener)) call.invoke(listener, args, call.receiver);
  return call.const(listeners.length > 0);
};

const self: Transfer = (call) => call.receiver;

/** The router inside an application: `app.router` of Express 5, `app._router` of Express 4. */
const innerRouter: Transfer = (call) => {
  const data = routingOf(call);
  return data ? call.host(routerType, { ...data, maker: null }) : call.const(undefined);
};

/** Methods of emitters that register nothing. */
const ofEvents = ['eventNames', 'getMaxListeners', 'listenerCount', 'listeners', 'rawListeners'];

export const applicationType = defineHostType<RoutingData>({
  name: 'Application',
  methods: {
    ...routingMethods,
    ...settingMethods,
    get,
    del: verb('delete'),
    listen,
    on,
    once: on,
    addListener: on,
    prependListener: on,
    prependOnceListener: on,
    emit: emitEvent,
    off: self,
    removeListener: self,
    removeAllListeners: self,
    setMaxListeners: self,
    engine: self,
    init: () => undefined,
    defaultConfiguration: () => undefined,
    lazyrouter: () => undefined,
    render: (call) => {
      const callback = call.args.at(-1);
      if (callback && call.isFunction(callback)) call.later(callback, []);
    },
    path: (call) => {
      const parent = call.get(call.receiver, 'parent');
      if (parent.kind !== 'object') return call.const('');
      const above = call.invoke(call.get(parent, 'path'), [], parent);
      const [first, second] = [call.text(above), call.text(call.get(call.receiver, 'mountpath'))];
      return first !== null && second !== null ? call.const(first + second) : call.unknown('the path of a mounted application');
    },
  },
  others: [...ofEvents, 'disable', 'enable', 'handle'],
  getters: { router: innerRouter, _router: innerRouter },
  call: answer,
  functionName: 'app',
  dynamic: dynamicMethod,
  missing: (call, key) => (key === 'group' ? group(call) : undefined),
  handedOut: (call, emit, module) => {
    handedOut(call, emit, module);
  },
});

routingTypes.push(applicationType);

/** `process.env.NODE_ENV || 'development'`, which the program can read as `app.get('env')`. */
function environmentName(call: Call): Value {
  const value = call.environment?.('NODE_ENV');
  if (value && call.truthy(value) === true) return value;
  const taint = value && (value.kind === 'const' || value.kind === 'unknown') ? value.taint : null;
  return { kind: 'const', value: 'development', origin: null, taint: taint ?? 'process.env.NODE_ENV' };
}

/** `express()`. */
export const createApplication = (realm: Realm): Transfer => {
  const views = realm.unknown('the folder of views', { module: 'express', path: 'application.views' });
  return (call, emit) => {
    const syntax = pathSyntax(call, 'express', 5);
    const router = emit.router({ framework: 'express', syntax, caseSensitive: false, strict: false, application: true });
    const settings = call.record({
      'x-powered-by': call.const(true),
      etag: call.const('weak'),
      env: environmentName(call),
      'query parser': call.const(syntax === 'path-to-regexp@0' ? 'extended' : 'simple'),
      'subdomain offset': call.const(2),
      'trust proxy': call.const(false),
      'jsonp callback name': call.const('callback'),
      views,
    });
    const made = call.host(
      applicationType,
      { router, syntax, application: true, maker: null, state: newState() },
      {
        settings,
        locals: call.record({ settings }),
        mountpath: call.const('/'),
        cache: call.record({}),
        engines: call.record({}),
        request: call.host(requestPrototype, null),
        response: call.host(responsePrototype, null),
      },
    );
    noteApplication(call, made);
    return made;
  };
};
