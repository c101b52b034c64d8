import {
  isSpan,
  printPlace,
  type Endpoint,
  type EndpointSet,
  type ItemId,
  type Place,
  type Route,
  type RouterId,
  type Span,
} from '@tool/ir';
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
  asksOfHandlers: () => null,
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

interface Prepared {
  readonly router: RouterId;
  readonly route: Route;
  /** The call and the calls around it, innermost first. */
  readonly frames: readonly Span[];
  /** Who else has its places, among the routes of its server. */
  readonly frameUsers: Users;
  readonly rowUsers: Users;
  /** Made when somebody else has one of its places; see `identityOf`. */
  identity: string | null;
}

/**
 * For each route item the innermost place that belongs to it alone, among the routes of its server: a program that makes the same server as
 * another one shares all its places with it. Compares items, not endpoints: a router mounted twice shares nothing with itself.
 */
function sourcesOf(set: EndpointSet): ReadonlyMap<ItemId, Place> {
  const servers = new Map<ItemId, RouterId>();
  for (const { trail } of set.endpoints) {
    const { item } = trail.at(-1)!;
    if (!servers.has(item)) servers.set(item, trail[0]!.router);
  }
  const users = new Map<RouterId | null, { readonly frames: Users; readonly rows: Users }>();
  const prepared: Prepared[] = [];
  for (const router of set.program.routers) {
    for (const route of leavesOf(router.items)) {
      if (route.kind !== 'route') continue;
      const frames = !isSpan(route.place) ? route.via : route.via.length === 0 ? [route.place] : [route.place, ...route.via];
      const server = servers.get(route.id) ?? null;
      let own = users.get(server);
      if (!own) users.set(server, (own = { frames: new Users(), rows: new Users() }));
      const user: Prepared = { router: router.id, route, frames, frameUsers: own.frames, rowUsers: own.rows, identity: null };
      for (const frame of frames) own.frames.add(frame, user);
      for (const row of route.rows) own.rows.add(row, user);
      prepared.push(user);
    }
  }
  return new Map(prepared.map((user) => [user.route.id, sourceOf(user)]));
}

/**
 * What makes two items the same route: router, method, handler and all the places of its registration. So one call with a list
 * of paths is one route, and nothing else is.
 */
function identityOf(user: Prepared): string {
  const { router, route, frames } = user;
  return (user.identity ??= `${router} ${route.method} ${isSpan(route.place) ? `${route.handler} ${frames.map(printPlace).join(' ')}` : JSON.stringify(route.path.raw)}`);
}

function sourceOf({ route, frames, frameUsers, rowUsers }: Prepared): Place {
  const own = frames.find((frame) => frameUsers.count(frame) === 1) ?? route.rows.find((row) => rowUsers.count(row) === 1);
  if (own) return own;
  let best: Span | null = null;
  for (const frame of frames) if (best === null || frameUsers.count(frame) < frameUsers.count(best)) best = frame;
  // A row that several routes share (its methods, its prefixes) is nearer to each than a call that more of them share.
  let row: Span | null = null;
  for (const each of route.rows) if (row === null || rowUsers.count(each) < rowUsers.count(row)) row = each;
  if (row !== null && best !== null && rowUsers.count(row) < frameUsers.count(best)) return row;
  return best ?? route.place;
}

/** How many different routes a place is part of. */
class Users {
  /** One route, or the identities of several; by file, then by line and column. */
  private readonly byFile = new Map<string, Map<number, Prepared | Set<string>>>();

  add(place: Span, user: Prepared): void {
    let places = this.byFile.get(place.file);
    if (!places) this.byFile.set(place.file, (places = new Map()));
    const key = keyOf(place);
    const known = places.get(key);
    if (known === undefined) places.set(key, user);
    else if (known instanceof Set) known.add(identityOf(user));
    else if (identityOf(known) !== identityOf(user)) places.set(key, new Set([identityOf(known), identityOf(user)]));
  }

  count(place: Span): number {
    const known = this.byFile.get(place.file)?.get(keyOf(place));
    return known === undefined ? 0 : known instanceof Set ? known.size : 1;
  }
}

/** No line is longer: line and column as one number. */
const keyOf = ({ line, column }: Span): number => line * 2 ** 24 + column;
