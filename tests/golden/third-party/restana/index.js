import { defineAdapter, defineCatalogue, defineHostType, handlerItems, isAbsent, routerOf, splitHandlers } from '@tool/scanner-sdk';

const SYNTAX = 'path-to-regexp@0';

const diagnostics = defineCatalogue('restana', {
  'unknown-argument': {
    severity: 'warning', loss: 'dropped',
    message: '{value} is registered here, but it could not be computed, so what it does is not in the model.',
    help: 'Give the value under `values` in tool.config.json.',
  },
  'open-list': {
    severity: 'warning', loss: 'partial',
    message: 'This list may have more elements than could be computed; those are not in the model.',
    help: 'Build the list from values that the source states.',
  },
});

/** A service and a router of `newRouter` have the same registration methods; they differ in who answers requests. */
const routerData = (call) => call.data(call.receiver, serviceType) ?? call.data(call.receiver, routerType);

/** `service.get(path | paths, ...functions)`: in order of registration, the last function answers. */
const register = (method) => (call, emit) => {
  const data = routerData(call);
  const [where, ...functions] = call.args;
  const parts = splitHandlers(handlerItems(call, functions, { onOpenList: () => emit.report(diagnostics, 'open-list', {}) }));
  if (!data || !where || !parts) return call.receiver;
  const chain = parts.before.map((item) => ({ middleware: emit.middleware(item.value), ...(item.conditional && { conditional: true }) }));
  const handler = emit.handler(parts.handler);
  const list = where.kind === 'object' ? call.elements(where) : null;
  if (list && call.isOpen(where)) emit.report(diagnostics, 'open-list', {});
  for (const one of list ?? [where]) {
    emit.branch(one, (path) => {
      if (!isAbsent(path)) emit.route(data.router, { method, path: emit.path(path, SYNTAX), chain, handler });
    });
  }
  return call.receiver;
};

const attach = (call, emit, data, prefix, value) => {
  const path = emit.path(prefix, SYNTAX);
  const target = routerOf(value);
  if (target !== null) emit.mount(data.router, { path, target, scope: 'inherit' });
  else if (call.isFunction(value)) emit.use(data.router, { path, middleware: emit.middleware(value) });
  else emit.opaque(data.router, { what: 'use', path, diagnostic: emit.report(diagnostics, 'unknown-argument', { value: call.describe(value) }) });
};

/** `use(prefix?, ...functions | router)`. */
const use = (call, emit) => {
  const data = routerData(call);
  const [first, ...rest] = call.args;
  if (!data || !first) return call.receiver;
  if (rest.length === 0 || call.isFunction(first)) {
    for (const value of call.args) emit.branch(value, (one) => { if (!isAbsent(one)) attach(call, emit, data, '/', one); });
  } else {
    emit.branch(first, (prefix) => { for (const value of rest) attach(call, emit, data, prefix, value); });
  }
  return call.receiver;
};

const serve = (call, emit) => {
  const data = call.data(call.receiver, serviceType);
  if (data) emit.root(data.router);
  return call.unknown('a server');
};

const METHODS = ['get', 'delete', 'patch', 'post', 'put', 'head', 'options', 'all'];
const registration = { ...Object.fromEntries(METHODS.map((name) => [name, register(name.toUpperCase())])), use };

const routerType = defineHostType({ name: 'RestanaRouter', methods: registration, call: () => {} });
const serviceType = defineHostType({
  name: 'RestanaService',
  methods: {
    ...registration,
    start: serve,
    newRouter: (call, emit) => call.host(routerType, { router: emit.router({ framework: 'restana', syntax: SYNTAX }) }),
    callback: (call) => call.receiver,
    handle: () => {},
  },
  // A service is a function of a request and a response: `http.createServer(service)`.
  call: () => {},
});

export default defineAdapter({
  id: 'restana',
  title: 'Restana 5',
  apiVersion: 1,
  packages: ['restana'],
  modules: {
    restana: (realm) => realm.fn('restana', (call, emit) => call.host(serviceType, { router: emit.router({ framework: 'restana', syntax: SYNTAX, application: true }) })),
  },
  diagnostics,
});
