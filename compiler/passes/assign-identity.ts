import { isSpan, type Endpoint, type EndpointSet, type ItemId, type Place, type Route, type RouterId, type Span } from '@tool/ir';
import { endpointName } from './endpoint-name.js';
import { leavesOf } from './items.js';
import { definePass } from './pass.js';

/** See assign-identity.md. */
export const assignIdentity = definePass({
  name: 'assign-identity',
  from: 'endpoint-set',
  to: 'endpoint-set',
  requires: ['T2', 'E1', 'E2'],
  establishes: [],
  run: (set: EndpointSet): EndpointSet => {
    const handlers = new Map(set.program.handlers.map((handler) => [handler.id, handler]));
    const sources = sourcesOf(set);
    const endpoints = set.endpoints.map((endpoint): Endpoint => {
      const handlerName = handlers.get(endpoint.handler)?.name ?? '';
      const source = sources.get(endpoint.trail.at(-1)!.item);
      return {
        ...endpoint,
        key: `${endpoint.method} ${endpoint.path}`,
        name: endpointName(endpoint.method, endpoint.segments, handlerName),
        ...(handlerName === '' ? {} : { handlerName }),
        ...(source ? { source } : {}),
      };
    });
    return { ...set, endpoints };
  },
});

/** For each route item the innermost place that belongs to it alone. Compares items, not endpoints: a router mounted twice shares nothing with itself. */
function sourcesOf(set: EndpointSet): ReadonlyMap<ItemId, Place> {
  const routes = set.program.routers.flatMap((router) => [...leavesOf(router.items)].flatMap((item) => (item.kind === 'route' ? [{ route: item, router: router.id }] : [])));
  const frameUsers = new Users();
  const rowUsers = new Users();
  const prepared = routes.map(({ route, router }) => {
    const frames = [...(isSpan(route.place) ? [route.place] : []), ...route.via];
    const identity = identityOf(route, router, frames);
    for (const frame of frames) frameUsers.add(frame, identity);
    for (const row of route.rows) rowUsers.add(row, identity);
    return { route, frames };
  });
  return new Map(prepared.map(({ route, frames }) => [route.id, sourceOf(route, frames, frameUsers, rowUsers)]));
}

/**
 * What makes two items the same route: method, written path and router. One call with a list of paths is one route, too:
 * its items share the call, every frame around it and the handler.
 */
function identityOf(route: Route, router: RouterId, frames: readonly Span[]): string {
  const written = JSON.stringify(route.path.raw);
  return JSON.stringify([router, route.method, isSpan(route.place) ? [route.handler, frames.map(keyOf)] : written]);
}

function sourceOf(route: Route, frames: readonly Span[], frameUsers: Users, rowUsers: Users): Place {
  const own = frames.find((frame) => frameUsers.count(frame) === 1) ?? route.rows.find((row) => rowUsers.count(row) === 1);
  if (own) return own;
  let best: Span | null = null;
  for (const frame of frames) if (best === null || frameUsers.count(frame) < frameUsers.count(best)) best = frame;
  return best ?? route.place;
}

const keyOf = (span: Span): string => `${span.file}:${span.line}:${span.column}`;

/** How many different routes a place is part of. */
class Users {
  private readonly users = new Map<string, Set<string>>();
  add(span: Span, identity: string): void {
    const key = keyOf(span);
    const known = this.users.get(key);
    if (known) known.add(identity); else this.users.set(key, new Set([identity]));
  }
  count(span: Span): number { return this.users.get(keyOf(span))?.size ?? 0; }
}
