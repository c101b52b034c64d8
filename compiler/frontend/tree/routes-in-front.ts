import type { Item, ItemId, MiddlewareId, Path, Route, RouterId } from '@tool/ir';
import { isOpen, segmentsOf, textOf, withoutRest } from './route-chains.js';

/** For each route those in front of it whose method and path cover its own, and whose handlers can hand requests on: in the order in which they run. */
export type RoutesInFront = ReadonlyMap<ItemId, readonly Route[]>;

/** An item among those of its router, which may be changed there. */
interface Entry {
  item: Item;
}
interface RouterItems {
  readonly id: RouterId;
  readonly init: { readonly framework: string };
  readonly items: readonly Entry[];
}

/** Routes are looked at so often, over all the places of their routers. */
const MAX_VISITS = 200_000;

/** Paths by their segments, with the routes on them that can hand on: what begins with a parameter is below `open`. */
class Paths {
  private readonly literal = new Map<string, Paths>();
  private open: Paths | null = null;
  private readonly ending: Entry[] = [];
  private readonly covering: Entry[] = [];

  add(segments: readonly string[], entry: Entry): void {
    const whole = withoutRest(segments);
    const end = whole.reduce<Paths>((at, segment) => at.step(segment), this);
    (whole.length < segments.length ? end.covering : end.ending).push(entry);
  }

  find(segments: readonly string[], found: Entry[], depth = 0): void {
    found.push(...this.covering);
    const segment = segments[depth];
    if (segment === undefined) {
      found.push(...this.ending);
      return;
    }
    if (!isOpen(segment)) this.literal.get(segment.toLowerCase())?.find(segments, found, depth + 1);
    this.open?.find(segments, found, depth + 1);
  }

  private step(segment: string): Paths {
    if (isOpen(segment)) return (this.open ??= new Paths());
    const key = segment.toLowerCase();
    let next = this.literal.get(key);
    if (!next) this.literal.set(key, (next = new Paths()));
    return next;
  }
}

/** A path with more optional parts is looked at in these spellings. */
const MAX_SPELLINGS = 8;

/** The path with and without each of its optional parts: `/:name?`, `{/:name}`. */
function spellingsOf(path: Path): readonly (readonly string[])[] {
  const found: string[][] = [];
  const left = [textOf(path)];
  for (let text = left.pop(); text !== undefined && found.length < MAX_SPELLINGS; text = left.pop()) {
    const optional = /(\/:\w+(?:\([^()]*\))?)\?|\{([^{}]*)\}/.exec(text);
    if (!optional) found.push(segmentsOf(text));
    else for (const part of ['', optional[1] ?? optional[2]!]) left.push(text.replace(optional[0], () => part));
  }
  return found;
}

/** Requests of HEAD come to routes of GET as well, in frameworks that try them all. */
const takes = (front: Route, route: Route, { init: { framework } }: RouterItems): boolean =>
  front.method === 'ALL' ||
  front.method === route.method ||
  (front.method === 'GET' && route.method === 'HEAD' && front.notForHead !== true && (framework === 'express' || framework === 'koa'));

/**
 * Looks where requests come by: from the servers down, in the order of registration. A route that stands in front of another one gets the middleware that
 * its handler is for that one (`handingOn`; null for a handler that hands nothing on).
 */
export function routesInFront(
  routers: readonly RouterItems[],
  roots: readonly RouterId[],
  handingOn: (route: Route) => MiddlewareId | null,
): RoutesInFront {
  const byId = new Map(routers.map((router) => [router.id, router]));
  const found = new Map<ItemId, Set<Entry>>();
  const known = new Map<Entry, MiddlewareId | null>();
  const handsOn = (entry: Entry, route: Route): boolean => {
    let middleware = known.get(entry);
    if (middleware === undefined) known.set(entry, (middleware = route.asMiddleware ?? handingOn(route)));
    if (middleware === null) return false;
    entry.item = { ...route, asMiddleware: middleware };
    return true;
  };
  let visits = 0;
  const visit = (router: RouterItems, prefix: readonly string[], paths: Paths, around: ReadonlySet<RouterItems>): void => {
    if (around.has(router)) return;
    const inside = new Set([...around, router]);
    for (const entry of router.items) {
      const { item } = entry;
      if (++visits > MAX_VISITS) return;
      const target = item.kind === 'mount' ? byId.get(item.target) : undefined;
      if (item.kind === 'mount' && target)
        for (const spelling of spellingsOf(item.path)) visit(target, [...prefix, ...spelling], paths, inside);
      if (item.kind !== 'route') continue;
      const spellings = spellingsOf(item.path).map((spelling) => [...prefix, ...spelling]);
      const candidates: Entry[] = [];
      for (const path of spellings) paths.find(path, candidates);
      for (const front of candidates) {
        const route = front.item;
        if (route.kind !== 'route' || front === entry || !takes(route, item, router)) continue;
        if (!handsOn(front, route)) continue;
        const fronts = found.get(item.id);
        if (fronts) fronts.add(front);
        else found.set(item.id, new Set([front]));
      }
      for (const path of spellings) paths.add(path, entry);
    }
  };
  for (const root of roots) {
    const router = byId.get(root);
    if (router) visit(router, [], new Paths(), new Set());
  }
  return new Map([...found].map(([id, fronts]) => [id, [...fronts].map(({ item }) => item as Route)]));
}
