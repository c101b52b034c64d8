import type { HandlerId, MiddlewareId, Path, RouterId } from '@tool/ir';
import { routerOf, type Call, type Emit, type Value } from '@tool/scanner-sdk';
import { eachPath, type Item } from './arguments.js';
import { covers, textOf } from './covered-paths.js';
import { expressDiagnostics } from './diagnostics.js';
import { observation } from './observe.js';
import { asRouting, type RoutingData, type RoutingState } from './routing-data.js';

/** Where a router is, and what is registered on it as far as it was made by this framework. */
interface Target {
  readonly router: RouterId;
  readonly state: RoutingState | null;
}

/** The routers that a function hands its requests to, or that it is itself. */
function targetsOf(call: Call, data: RoutingData, value: Value, modules = false): readonly Target[] {
  const found = new Map<RouterId, Target>();
  for (const each of routerOf(value) === null ? (call.delegates?.(value, undefined, modules) ?? []) : [value]) {
    const router = routerOf(each);
    const state = each.kind === 'object' ? (asRouting(each.host?.data)?.state ?? null) : null;
    if (router !== null && router !== data.router) found.set(router, { router, state });
  }
  return [...found.values()];
}

const approximate = (call: Call, emit: Emit, value: Value) =>
  emit.report(expressDiagnostics, 'delegated-router', { value: call.describe(value) || 'registered here' });

/** `use((request, response, next) => inner(request, response, next))`: the routers behind a middleware are mounted behind it. */
export function handsOn(call: Call, emit: Emit, data: RoutingData, path: Value, middleware: Value): void {
  const targets = targetsOf(call, data, middleware);
  if (targets.length === 0 && call.delegatesLater?.(middleware, true) === true) handsLater(call, emit, data, path, middleware);
  const some = targets.length > 0 && call.delegatesSome?.(middleware) === true;
  for (const { router, state } of targets) {
    if (state && some) state.takesSome = true;
    const reported = approximate(call, emit, middleware);
    eachPath(call, emit, data, path, (at) =>
      emit.mount(data.router, { path: at, target: router, scope: some ? 'encapsulate' : 'inherit', approximate: reported }),
    );
  }
}

/**
 * `use((request, response) => current(request, response))` where `current` is set later, or a module that the first request loads: its place among the
 * others is here.
 */
function handsLater(call: Call, emit: Emit, data: RoutingData, path: Value, middleware: Value): void {
  const slot = emit.router({ framework: 'express', syntax: data.syntax, caseSensitive: false, strict: false });
  eachPath(call, emit, data, path, (at) => emit.mount(data.router, { path: at, target: slot, scope: 'inherit' }));
  let filled = false;
  emit.atEnd(() => {
    const targets = filled ? [] : targetsOf(call, data, middleware, true);
    filled ||= targets.length > 0;
    for (const { router } of targets)
      emit.mount(slot, {
        path: emit.path('/', data.syntax),
        target: router,
        scope: 'inherit',
        approximate: approximate(call, emit, middleware),
      });
  });
}

/** Whether a route's handler hands its requests to a router, or is one: what the router does not answer may come to later routes. */
export const handsOver = (call: Call, data: RoutingData, handler: Value): boolean =>
  targetsOf(call, data, handler).length > 0 || call.delegatesLater?.(handler) === true;

/** A route whose handler hands over. */
interface Handing {
  readonly method: string;
  readonly path: Path;
  /** What runs before the handler. */
  readonly before: readonly Item[];
  readonly middlewares: readonly MiddlewareId[];
  readonly handler: Value;
  /** The handler of the route itself, where it is one only if the router is not followed and may answer. */
  readonly row?: HandlerId;
}

/** Whether it can be told which routes of a router a route takes. */
export const isFollowed = (path: Path, before: readonly Item[]): boolean =>
  textOf(path) !== null && !before.some(({ conditional }) => conditional);

/**
 * `all('/crew/*', check, (request, response, next) => crew(request, response, next))`: nothing is taken from the address, so the router's own paths say
 * which requests it answers. They are known when the program has run; where some lie elsewhere as well, nothing is followed.
 */
export function handsRouteOn(call: Call, emit: Emit, data: RoutingData, route: Handing): void {
  const pattern = textOf(route.path);
  if (pattern === null || !isFollowed(route.path, route.before)) return;
  const root = emit.path('/', data.syntax);
  const slot = emit.router({ framework: 'express', syntax: data.syntax, caseSensitive: false, strict: false });
  emit.mount(data.router, { path: root, target: slot, scope: 'encapsulate' });
  for (const middleware of route.middlewares) emit.use(slot, { path: root, middleware });
  const handed = {
    method: route.method,
    pattern,
    handler: route.handler,
    isGuarded: route.middlewares.length > 0,
    mounted: new Set<RouterId>(),
  };
  data.state.handed.push(handed);
  let filled = false;
  emit.atEnd((last) => {
    if (filled) return;
    for (const { router, state } of targetsOf(call, data, route.handler)) {
      const routes = state && routesOf(state);
      // `all('/times/*', router)`, `all('/slice/*', router)`: each of the routes that hand to it takes its part; the first stands for all of them.
      const others =
        last && !handed.isGuarded
          ? data.state.handed.filter(
              (other) =>
                !other.isGuarded && other !== handed && targetsOf(call, data, other.handler).some((each) => each.router === router),
            )
          : [];
      const answers =
        (by: typeof handed) =>
        ({ method, path }: { method: string; path: string }): boolean =>
          covers(by.pattern, path) && (by.method === 'ALL' || by.method === method);
      const isAnswered = (each: { method: string; path: string }): boolean => [handed, ...others].some((by) => answers(by)(each));
      if (routes && routes.some(answers(handed)) && routes.every(isAnswered)) {
        filled = true;
        if (others.some(({ mounted }) => mounted.has(router))) continue;
        handed.mounted.add(router);
        emit.mount(slot, { path: root, target: router, scope: 'encapsulate', approximate: approximate(call, emit, route.handler) });
      } else if (last && (routes?.length !== 0 || state!.mounts.length > 0))
        emit.report(expressDiagnostics, routerOf(route.handler) === null ? 'router-below-handler' : 'router-as-handler', {
          what: `${route.method} ${pattern}`,
        });
      if (last && !filled && route.row !== undefined && (routes === null || routes.some(answers(handed)))) {
        filled = true;
        emit.route(slot, { method: route.method, path: route.path, chain: [], handler: route.row, passesOn: true });
      }
      // `get('/x', router)` where the router has middlewares only: they are the functions of the route.
      const own = last && route.row !== undefined && routes?.length === 0 && state!.mounts.length === 0 ? state!.middlewares : [];
      if (own.length > 0)
        emit.route(slot, {
          method: route.method,
          path: route.path,
          chain: own.slice(0, -1).map((each) => emit.middleware(each, observation(call, each))),
          handler: emit.handler(own.at(-1)!, observation(call, own.at(-1)!)),
        });
    }
  });
}

/** The routers of this framework among the functions of a route that stand in front of its handler. */
export const routersAmong = (items: readonly Item[]): readonly RoutingData[] =>
  items.flatMap(({ value }) => {
    const routing = value.kind === 'object' && value.host ? asRouting(value.host.data) : null;
    return routing === null ? [] : [routing];
  });

/** A route with a router among the functions in front of its handler. */
interface Through {
  readonly method: string;
  readonly path: Path;
  readonly before: readonly Item[];
  readonly chain: readonly MiddlewareId[];
  readonly handler: HandlerId;
}

/**
 * `put('/x', check, Router().use(load), answer)`: nothing is taken from the address, so what the router has for the whole path runs, and its routes there
 * answer before the handler does.
 */
export function routeThrough(call: Call, emit: Emit, data: RoutingData, { method, path, before, chain, handler }: Through): void {
  const root = emit.path('/', data.syntax);
  const slot = emit.router({ framework: 'express', syntax: data.syntax, caseSensitive: false, strict: false });
  emit.mount(data.router, { path: root, target: slot, scope: 'encapsulate' });
  const last = before.findLastIndex((item) => routersAmong([item]).length > 0);
  before.slice(0, last + 1).forEach((item, index) => {
    const [routing] = routersAmong([item]);
    if (!routing) {
      emit.use(slot, { path: root, middleware: chain[index]! });
      return;
    }
    if (routing.router === data.router) return;
    emit.mount(slot, { path: root, target: routing.router, scope: 'inherit', only: { method, path } });
    emit.atEnd((isLast) => {
      const isReached = (each: { method: string; path: string }): boolean =>
        covers(textOf(path)!, each.path) && (method === 'ALL' || method === each.method);
      if (isLast && routesOf(routing.state)?.every(isReached) === false)
        emit.report(expressDiagnostics, 'router-among-functions', { what: `${method} ${textOf(path)!}` });
    });
  });
  emit.route(slot, { method, path, chain: chain.slice(last + 1), handler });
}

/** Every route of a router, with those of the routers below it; null when one of the paths is not known. */
function routesOf(
  state: RoutingState,
  below = '',
  above: readonly RoutingState[] = [],
): readonly { method: string; path: string }[] | null {
  if (above.includes(state)) return [];
  const routes: { method: string; path: string }[] = [];
  for (const { method, path } of state.routes) {
    if (path === null) return null;
    routes.push({ method, path: below + path });
  }
  for (const { at, state: child } of state.mounts) {
    const own = at === null || child === null ? null : routesOf(child, below + at.replace(/\/$/, ''), [...above, state]);
    if (own === null) return null;
    routes.push(...own);
  }
  return routes;
}
