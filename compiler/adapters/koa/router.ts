import type { RouterId } from '@tool/ir';
import {
  concatText,
  defineHostType,
  handlerItems,
  HTTP_METHODS,
  isAbsent,
  mapText,
  routerOf,
  splitHandlers,
  withoutOrigin,
  type Call,
  type Emit,
  type ObjectValue,
  type Realm,
  type StatedContract,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { koaDiagnostics } from './diagnostics.js';
import { CONTEXT, partsOf, registerMiddleware } from './register-middleware.js';
import { addLayer, copyLayers, prefixLayers } from './layers.js';
import { aroundRoute, emitParam, leaveCopy, legacyWildcards, makeRouter, restart, routerVersion, type RouterData } from './routing-data.js';
import { observation, type Between } from './serve.js';
import { dispatchType } from './values.js';

/** A method of routers. Called on anything else it registers nothing, and says so. */
const method =
  (name: string, run: (call: Call, emit: Emit, data: RouterData) => Value | void): Transfer =>
  (call, emit) => {
    const data = call.data(call.receiver, routerType);
    if (data) return run(call, emit, data) ?? call.receiver;
    emit.report(koaDiagnostics, 'detached-method', { method: name });
    return call.receiver;
  };

/** The router of the IR that takes the next registration. */
function openRouter(emit: Emit, data: RouterData): RouterId {
  const { state } = data;
  if (!state.live) leaveCopy(emit, data);
  state.used = true;
  return state.router;
}

/** The prefix is a property of the program's options object, as in the router itself. */
const prefixOf = (call: Call): Value => call.get(call.get(call.receiver, 'opts'), 'prefix');

/** Under each prefix that the router may have: null for none. */
function underPrefix(call: Call, emit: Emit, run: (prefix: Value | null) => void): void {
  emit.branch(prefixOf(call), (prefix) => {
    run(isAbsent(prefix) || (prefix.kind === 'const' && !prefix.value && prefix.taint === null) ? null : prefix);
  });
}

/** The path of a registration: texts are joined as they are, and the root is the prefix alone. */
function prefixed(data: RouterData, prefix: Value | null, path: Value): Value {
  const own = data.syntax === 'path-to-regexp@6' ? mapText(path, legacyWildcards) : path;
  if (prefix === null) return own;
  if (own.kind === 'const' && own.value === '/' && !data.strict) return concatText(prefix, { ...own, value: '' });
  // Version 15 leaves regular expressions alone; the earlier ones made a text of them that matches nothing.
  if (own.kind === 'object') return own;
  return concatText(prefix, own);
}

/** Each path of a path argument: lists are flattened, alternatives run under arms of their own. */
function eachPath(call: Call, emit: Emit, value: Value, run: (path: Value) => void): void {
  const elements = value.kind === 'object' ? call.elements(value) : null;
  if (elements !== null) {
    for (const element of elements) eachPath(call, emit, element, run);
    if (call.isOpen(value)) emit.report(koaDiagnostics, 'open-list', {});
    return;
  }
  emit.branch(value, (alternative) => {
    if (!isAbsent(alternative)) run(alternative);
  });
}

/** `register(path, methods, middleware)`: one route for each path and method. `contract`: what the registration itself states. */
export function register(
  call: Call,
  emit: Emit,
  data: RouterData,
  methods: readonly string[],
  pathValue: Value,
  handlers: readonly Value[],
  contract?: StatedContract,
): void {
  const what = `${methods.join(', ')} ${call.describe(pathValue)}`;
  const items = handlerItems(call, handlers, {
    ...CONTEXT,
    expand: (value) => partsOf(call, value),
    onMissing: (value) => emit.report(koaDiagnostics, 'missing-handler', { what, value: call.describe(value) }),
    onOpenList: () => emit.report(koaDiagnostics, 'open-list', {}),
  });
  const split = splitHandlers(items);
  if (!split) return;
  if (call.data(split.handler, dispatchType) || routerOf(split.handler) !== null)
    emit.report(koaDiagnostics, 'router-as-handler', { what });
  const router = openRouter(emit, data);
  const count = data.state.around.length;
  const between: Between = () => {
    const { application, functions } = aroundRoute(data.state, count);
    return { application, functions: [...functions, ...split.before.map((item) => item.value)] };
  };
  const chain = split.before.map((item) => {
    const middleware = emit.middleware(item.value, observation(call, item.value, false, undefined, between));
    return item.conditional ? { middleware, conditional: true } : middleware;
  });
  const handler = emit.handler(split.handler, observation(call, split.handler, true, undefined, between));
  // Every route that matches runs, one inside the other: `get(path, check)` in front of `get(path, handler)`.
  const passesOn = items.every((item) => !item.conditional && (call.arity(item.value) ?? 0) >= 2) ? (true as const) : undefined;
  underPrefix(call, emit, (prefix) =>
    eachPath(call, emit, pathValue, (alternative) => {
      const written = prefixed(data, prefix, alternative);
      const bare = written.kind === 'const' && typeof written.value === 'string' && /^[^/*({]/.test(written.value);
      data.state.bare ||= bare;
      addLayer(
        call,
        data,
        written,
        methods,
        items.map((item) => item.value),
      );
      const path = emit.path(bare ? { ...written, value: `/${String(written.value)}` } : written, data.syntax);
      for (const name of methods) {
        const key = `${name} ${call.text(written) ?? ''}`;
        const before = (data.state.passing.get(key) ?? []).map(({ value, between: around }) =>
          emit.middleware(value, observation(call, value, false, undefined, around)),
        );
        emit.route(router, {
          method: name,
          path,
          chain: [...before, ...chain],
          handler,
          ...(passesOn && { passesOn }),
          ...(before.length > 0 && { inFront: before.length }),
          ...(contract && { contract }),
        });
        if (passesOn && call.text(written) !== null)
          data.state.passing.set(key, [...(data.state.passing.get(key) ?? []), ...items.map(({ value }) => ({ value, between }))]);
      }
    }),
  );
}

/** Whether a value is a path: a text or a regular expression. What nobody knows is one only where an argument after it can be the handler. */
const isPath = (call: Call, value: Value | undefined): boolean => {
  if (!value || isAbsent(value)) return false;
  switch (value.kind) {
    case 'const':
      return typeof value.value === 'string';
    case 'template':
      return true;
    case 'object':
      return call.pattern(value) !== null;
    case 'oneOf':
      return call
        .alternatives(value)
        .filter((alternative) => !isAbsent(alternative))
        .every((alternative) => isPath(call, alternative));
    case 'unknown':
      return value.taint !== null;
  }
};

/** `router.get(name?, path, ...handlers)`. */
const verb = (name: string): Transfer =>
  method(name.toLowerCase(), (call, emit, data) => {
    const named = call.args.length > 2 && isPath(call, call.args[1]);
    const [path, ...handlers] = named ? call.args.slice(1) : call.args;
    if (!path) return;
    if (named) rememberName(call, call.args[0]!, path);
    register(call, emit, data, [name], path, handlers);
  });

/** Names lead to paths, for `redirect`. */
function rememberName(call: Call, name: Value, path: Value): void {
  const text = call.text(name);
  if (text !== null) call.set(call.receiver, `route ${text}`, path);
}

const redirect = method('redirect', (call, emit, data) => {
  const [source, target = call.const(undefined), code = call.const(301)] = call.args;
  if (!source) return;
  const text = call.text(source);
  const path = text !== null && !text.startsWith('/') ? call.get(call.receiver, `route ${text}`) : source;
  // The path of a named route has its prefix already and gets it again, as in the router.
  register(call, emit, data, ['ALL'], call.isUndefined(path) ? call.unknown(`the path of the route ${text}`) : path, [
    call.fn('redirect', (inner) => {
      const context = inner.args[0]!;
      inner.invoke(inner.get(context, 'redirect'), [target], context);
      inner.set(context, 'status', code);
    }),
  ]);
});

const registerMethod = method('register', (call, emit, data) => {
  const [path, methods, handlers] = call.args;
  if (!path || !methods || !handlers) return;
  const names = (call.elements(methods) ?? [methods]).map((element) => call.text(element)?.toUpperCase() ?? null);
  if (names.length === 0) {
    useAt(call, emit, data, path, handlers);
    return;
  }
  if (names.includes(null) || call.isOpen(methods)) {
    emit.opaque(openRouter(emit, data), { what: 'route', diagnostic: emit.report(koaDiagnostics, 'dynamic-method', {}) });
  }
  const known = names.filter((name): name is string => name !== null);
  // GET answers HEAD as well, wherever it is registered: only what is written is a route.
  const every = HTTP_METHODS.every((each) => known.includes(each) || each === 'QUERY');
  if (known.length > 0) register(call, emit, data, every ? ['ALL'] : known, path, [handlers]);
});

/** Registers a middleware or nests a router under a path; null: none given. */
function useAt(call: Call, emit: Emit, data: RouterData, path: Value | null, value: Value): void {
  if (isAbsent(value)) return;
  const elements = value.kind === 'object' && !call.isFunction(value) ? call.elements(value) : null;
  if (elements !== null) {
    for (const element of elements) useAt(call, emit, data, path, element);
    if (call.isOpen(value)) emit.report(koaDiagnostics, 'open-list', {});
    return;
  }
  if (value.kind === 'oneOf') {
    emit.branch(value, (alternative) => {
      if (!(alternative.kind === 'const' && !alternative.value)) useAt(call, emit, data, path, alternative);
    });
    return;
  }
  underPrefix(call, emit, (prefix) => {
    const nested = call.data(value, dispatchType);
    const router = openRouter(emit, data);
    const at = path === null ? prefix : prefixed(data, prefix, path);
    if (nested) {
      if (nested.owner.state === data.state) return;
      nested.owner.state.copied = true;
      nested.owner.state.outer = nested.owner.state.outer === undefined ? { state: data.state, count: data.state.around.length } : null;
      // Texts are joined as they are: below `/` the slash is there, without a path the parent lacks it as well, any other path needs one.
      const front = at === null ? null : call.text(at);
      if (nested.owner.state.bare && at === null) data.state.bare = true;
      else if (nested.owner.state.bare && front?.endsWith('/') !== true) emit.report(koaDiagnostics, 'path-without-slash', {});
      copyLayers(call, data, nested.owner, (path) => (at === null ? path : prefixed(data, at, path)));
      emit.mount(router, { path: emit.path(at ?? '/', data.syntax), target: nested.owner.state.router, scope: 'inherit' });
      return;
    }
    addLayer(call, data, at ?? call.const('(.*)'), [], [value]);
    // Version 15 takes the root for the root alone; Hono's is the syntax in which a path without a wildcard says so.
    const exact = data.modern && path !== null && call.constant(path) === '/';
    const count = data.state.around.length;
    registerMiddleware(
      call,
      emit,
      {
        router,
        path: at,
        syntax: exact ? 'hono' : data.syntax,
        around: path === null ? data.state.around : null,
        between: () => aroundRoute(data.state, count),
      },
      value,
    );
  });
}

const use = method('use', (call, emit, data) => {
  const [first, ...rest] = call.args;
  if (!first) return;
  const list = first.kind === 'object' && !call.isFunction(first) ? call.elements(first) : null;
  if (list !== null && list.length > 0 && list.every((element) => isPath(call, element))) {
    for (const element of list)
      emit.branch(element, (path) => {
        for (const handler of rest) useAt(call, emit, data, path, handler);
      });
    return;
  }
  const withFirst = (value: Value): void => {
    if (isAbsent(value)) return;
    if (isPath(call, value)) {
      for (const handler of rest) useAt(call, emit, data, value, handler);
      return;
    }
    if (rest.length > 0 && value.kind === 'unknown' && !value.provenance && value.carries.length === 0) {
      const diagnostic = emit.report(koaDiagnostics, 'dynamic-mount-path', { value: call.describe(value) || 'a value', why: value.why });
      for (const handler of rest) opaque(call, emit, data, handler, diagnostic);
      return;
    }
    // `use(undefined, router.routes())` has no path.
    if (!(value.kind === 'const' && value.value == null)) useAt(call, emit, data, null, value);
    for (const handler of rest) useAt(call, emit, data, null, handler);
  };
  emit.branch(first, withFirst);
});

function opaque(call: Call, emit: Emit, data: RouterData, value: Value, diagnostic: Parameters<Emit['opaque']>[1]['diagnostic']): void {
  const nested = call.data(value, dispatchType);
  const router = openRouter(emit, data);
  if (nested) nested.owner.state.copied = true;
  emit.opaque(router, nested ? { what: 'mount', diagnostic, target: nested.owner.state.router } : { what: 'use', diagnostic });
}

/** Everything that was registered so far gets the prefix, and what comes later, too. */
const prefix = method('prefix', (call, emit, data) => {
  const [value] = call.args;
  if (!value) return;
  const next = mapText(value, (text) => text.replace(/\/$/, ''));
  const { state } = data;
  if (state.used) {
    const before = prefixOf(call);
    const had = !(call.isUndefined(before) || call.text(before) === '');
    prefixLayers(call, data, (path) => prefixed(data, next, path));
    if (state.live || (had && data.modern)) emit.report(koaDiagnostics, 'late-prefix', {});
    if (!state.live) emit.branch(next, (path) => restart(emit, data, emit.path(withoutOrigin(path), data.syntax)));
  }
  call.set(call.get(call.receiver, 'opts'), 'prefix', next);
});

const param = method('param', (call, emit, data) => {
  const [name, fn] = call.args;
  if (!name || !fn) return;
  const router = openRouter(emit, data);
  const text = call.text(name);
  if (text === null) {
    emit.opaque(router, {
      what: 'use',
      diagnostic: emit.report(koaDiagnostics, 'unknown-middleware', {
        value: 'the callback of a parameter',
        why: 'its name is only known at run time',
      }),
    });
    return;
  }
  for (const { value } of handlerItems(call, [fn])) {
    const registered = {
      name: text,
      middleware: emit.middleware(
        value,
        observation(call, value, false, text, () => aroundRoute(data.state, data.state.around.length)),
      ),
    };
    data.state.params.push(registered);
    emitParam(emit, data, registered);
  }
});

/** `routes()` and `middleware()`. */
const routes = method('routes', (call, _emit, data) =>
  call.host(
    dispatchType,
    {
      owner: data,
      get router() {
        return data.state.router;
      },
    },
    { router: call.receiver },
  ),
);

/** `router[verb](path, …)` with a verb that nobody knows. */
const dynamicMethod = method('a method', (call, emit, data) => {
  if (call.args.length < 2) return;
  emit.opaque(openRouter(emit, data), { what: 'route', diagnostic: emit.report(koaDiagnostics, 'dynamic-method', {}) });
});

const self: Transfer = (call) => call.receiver;
const text = (call: Call): Value => call.unknown('the path of a route');

export const routerType = defineHostType<RouterData>({
  name: 'KoaRouter',
  methods: {
    ...Object.fromEntries(HTTP_METHODS.map((name) => [name.toLowerCase(), verb(name)])),
    del: verb('DELETE'),
    all: verb('ALL'),
    use,
    prefix,
    param,
    routes,
    middleware: routes,
    redirect,
    register: registerMethod,
    allowedMethods: (call) => call.fn('allowedMethods', () => undefined),
    route: (call) => call.unknown('a registered route'),
    url: text,
    match: (call) => call.unknown('the routes that match'),
    on: self,
    loadMethods: self,
  },
  others: ['matchHost'],
  dynamic: dynamicMethod,
});

/** The export of a router package; `Router()` and `new Router()` are the same. */
export function routerModule(realm: Realm, packageName: string): ObjectValue {
  const make: Transfer = (call, emit) => {
    const options = call.args[0]?.kind === 'object' ? call.args[0] : call.record({});
    const on = (name: string): boolean => call.truthy(call.get(options, name)) === true;
    const init = { ...routerVersion(call, packageName), caseSensitive: on('sensitive'), strict: on('strict') };
    const router = makeRouter(emit, init);
    const layers = call.list([]);
    return call.host(
      routerType,
      {
        kind: 'koa-router',
        ...init,
        layers,
        state: { router, used: false, copied: false, live: false, bare: false, params: [], around: [], passing: new Map() },
      },
      { opts: options, params: call.record({}), stack: layers },
    );
  };
  const members = { prototype: realm.prototype(routerType), url: realm.fn('url', text) };
  const named = realm.fn('Router', make, members);
  return realm.fn('Router', make, { ...members, default: named, Router: named });
}
