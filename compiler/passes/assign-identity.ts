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

/** A place with its text, which is what places are compared by. */
interface Keyed {
  readonly key: string;
  readonly span: Span;
}

const keyed = (span: Span): Keyed => ({ key: `${span.file}:${span.line}:${span.column}`, span });

/** For each route item the innermost place that belongs to it alone. Compares items, not endpoints: a router mounted twice shares nothing with itself. */
function sourcesOf(set: EndpointSet): ReadonlyMap<ItemId, Place> {
  const frameUsers = new Users();
  const rowUsers = new Users();
  const prepared: { readonly route: Route; readonly frames: readonly Keyed[]; readonly rows: readonly Keyed[] }[] = [];
  for (const router of set.program.routers) {
    for (const route of leavesOf(router.items)) {
      if (route.kind !== 'route') continue;
      const frames = (isSpan(route.place) ? [route.place, ...route.via] : route.via).map(keyed);
      const rows = route.rows.map(keyed);
      const identity = identityOf(route, router.id, frames);
      for (const frame of frames) frameUsers.add(frame.key, identity);
      for (const row of rows) rowUsers.add(row.key, identity);
      prepared.push({ route, frames, rows });
    }
  }
  return new Map(prepared.map(({ route, frames, rows }) => [route.id, sourceOf(route, frames, rows, frameUsers, rowUsers)]));
}

/**
 * What makes two items the same route: router, method, handler and all the places of its registration. So one call with a list
 * of paths is one route, and nothing else is.
 */
const identityOf = (route: Route, router: RouterId, frames: readonly Keyed[]): string =>
  `${router} ${route.method} ${isSpan(route.place) ? `${route.handler} ${frames.map((frame) => frame.key).join(' ')}` : JSON.stringify(route.path.raw)}`;

function sourceOf(route: Route, frames: readonly Keyed[], rows: readonly Keyed[], frameUsers: Users, rowUsers: Users): Place {
  const own = frames.find((frame) => frameUsers.count(frame.key) === 1) ?? rows.find((row) => rowUsers.count(row.key) === 1);
  if (own) return own.span;
  let best: Keyed | null = null;
  for (const frame of frames) if (best === null || frameUsers.count(frame.key) < frameUsers.count(best.key)) best = frame;
  return best?.span ?? route.place;
}

/** How many different routes a place is part of. */
class Users {
  /** One route, as its identity, or several. */
  private readonly users = new Map<string, string | Set<string>>();
  add(key: string, identity: string): void {
    const known = this.users.get(key);
    if (known === undefined) this.users.set(key, identity);
    else if (typeof known !== 'string') known.add(identity);
    else if (known !== identity) this.users.set(key, new Set([known, identity]));
  }
  count(key: string): number {
    const known = this.users.get(key);
    return known === undefined ? 0 : typeof known === 'string' ? 1 : known.size;
  }
}
