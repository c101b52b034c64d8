import type { HandlerId, Item, ItemId, MiddlewareId, Path, Route, RouterId } from '@tool/ir';
import type { RoutesInFront } from './routes-in-front.js';

/** What runs for a route: its own functions in their order, and in sets those that the routers around it run for its requests. */
export interface RouteChain {
  readonly functions: readonly (MiddlewareId | HandlerId)[];
  readonly around: readonly ReadonlySet<MiddlewareId>[];
  /** A server that listens answers it, as far as is known: nothing else stands in front of it. */
  readonly isServed?: boolean;
  /** Its path is not known, so that it is not in the model. */
  readonly isLost?: boolean;
  readonly route?: ItemId;
}

/** What is registered on a router. */
export interface RouterItems {
  readonly id: RouterId;
  readonly items: readonly { readonly item: Item }[];
}

interface PathUse {
  readonly segments: readonly string[];
  readonly middleware: MiddlewareId;
}
/** A router as it is reached, with what its paths stand behind. */
interface Place {
  readonly router: RouterItems;
  readonly prefix: readonly string[];
}
type Uses = {
  readonly all: ReadonlySet<MiddlewareId>;
  /** By the first segment; those that begin with a parameter under none. */ readonly below: ReadonlyMap<string, readonly PathUse[]>;
};

/** A router that is mounted at more places is looked at in these. */
const MAX_PLACES = 50;

export const textOf = (path: Path): string => path.raw.map((part) => (part.kind === 'text' ? part.text : '')).join('');
const hasHole = (path: Path): boolean => path.raw.some((part) => part.kind === 'hole');
const isText = (path: Path): boolean => path.raw.every((part) => part.kind === 'text');
const servesAll = (path: Path): boolean => ['', '/', '*'].includes(textOf(path)) && isText(path);
export const segmentsOf = (text: string): string[] => text.split('/').filter((segment) => segment !== '');
/** A parameter or a wildcard: it may be any segment. */
export const isOpen = (segment: string): boolean => /^[:*({[]|[*(]/.test(segment);
export const withoutRest = (segments: readonly string[]): readonly string[] =>
  /^\*|^\(\.\*\)|^\{\*/.test(segments.at(-1) ?? '') ? segments.slice(0, -1) : segments;
const covers = (use: readonly string[], route: readonly string[]): boolean =>
  use.length <= route.length && use.every((segment, index) => segment === route[index] || isOpen(segment) || isOpen(route[index]!));

function usesOf({ items }: RouterItems): Uses {
  const all = new Set<MiddlewareId>();
  const below = new Map<string, PathUse[]>();
  for (const { item } of items) {
    if (item.kind !== 'use' || item.phase === 'error' || item.phase?.startsWith('param:') || !isText(item.path)) continue;
    const segments = withoutRest(segmentsOf(textOf(item.path)));
    if (servesAll(item.path) || segments.length === 0) {
      all.add(item.middleware);
      continue;
    }
    const first = isOpen(segments[0]!) ? '' : segments[0]!;
    const known = below.get(first);
    if (known) known.push({ segments, middleware: item.middleware });
    else below.set(first, [{ segments, middleware: item.middleware }]);
  }
  return { all, below };
}

/** The router itself, and those around it, each with the path at which it is found there. */
function placesOf(router: RouterItems, parents: ReadonlyMap<RouterId, readonly Place[]>): Place[] {
  const places: Place[] = [],
    seen = new Set<string>();
  const visit = (place: Place): void => {
    const key = `${place.router.id} ${place.prefix.join('/')}`;
    if (seen.has(key) || places.length >= MAX_PLACES) return;
    seen.add(key);
    places.push(place);
    for (const parent of parents.get(place.router.id) ?? []) visit({ router: parent.router, prefix: [...parent.prefix, ...place.prefix] });
  };
  visit({ router, prefix: [] });
  return places;
}

/** The functions of each route, in the order in which they run, and those that its router and the routers around it run for its requests. */
export function routeChains(
  routers: readonly RouterItems[],
  roots: ReadonlySet<RouterId>,
  fronts: RoutesInFront = new Map(),
): RouteChain[] {
  const parents = new Map<RouterId, Place[]>();
  for (const router of routers)
    for (const { item } of router.items)
      if (item.kind === 'mount') {
        const place: Place = { router, prefix: segmentsOf(textOf(item.path)) };
        const known = parents.get(item.target);
        if (known) known.push(place);
        else parents.set(item.target, [place]);
      }
  const uses = new Map(routers.map((router) => [router, usesOf(router)]));
  const shared = new Map<string, ReadonlySet<MiddlewareId>>();
  /** Those at whose paths a route lies, as one set for all routes that have the same. */
  const belowFor = (places: readonly Place[], route: readonly string[]): ReadonlySet<MiddlewareId>[] => {
    const found = places.flatMap(({ router, prefix }) => {
      const { below } = uses.get(router)!;
      if (below.size === 0) return [];
      const path = [...prefix, ...route];
      const candidates =
        path.length > 0 && isOpen(path[0]!)
          ? [...below.values()].flat()
          : [...(below.get(path[0] ?? '') ?? []), ...(path.length > 0 ? (below.get('') ?? []) : [])];
      return candidates.filter((use) => covers(use.segments, path)).map(({ middleware }) => middleware);
    });
    if (found.length === 0) return [];
    const key = found.join(' ');
    const set = shared.get(key) ?? new Set(found);
    shared.set(key, set);
    return [set];
  };
  return routers.flatMap((router): RouteChain[] => {
    const params = router.items.flatMap(({ item }) =>
      item.kind === 'use' && item.phase?.startsWith('param:')
        ? [{ name: item.phase.slice('param:'.length), middleware: item.middleware }]
        : [],
    );
    const places = placesOf(router, parents);
    const outer = [...new Set(places.map((place) => uses.get(place.router)!.all))].filter((set) => set.size > 0);
    const isServed = places.some((place) => roots.has(place.router.id));
    return router.items.flatMap(({ item }) =>
      item.kind !== 'route'
        ? []
        : [
            {
              functions: [
                ...functionsInFront(item, fronts),
                ...params.filter(({ name }) => textOf(item.path).includes(`:${name}`)).map(({ middleware }) => middleware),
                ...item.chain.map((link) => link.middleware),
                item.handler,
              ],
              around: [...outer, ...belowFor(places, segmentsOf(textOf(item.path)))],
              isServed,
              isLost: hasHole(item.path),
              route: item.id,
            },
          ],
    );
  });
}

/** The functions of routes that are not in the model, and of no others. */
export function functionsOfLost(chains: readonly RouteChain[]): ReadonlySet<MiddlewareId | HandlerId> {
  const lost = new Set(chains.flatMap(({ isLost, functions }) => (isLost ? functions : [])));
  if (lost.size === 0) return lost;
  for (const { isLost, functions, around } of chains) {
    for (const set of around) for (const id of set) lost.delete(id);
    if (!isLost) for (const id of functions) lost.delete(id);
  }
  return lost;
}

/** The functions of the routes in front of one that are not in its own chain. */
function functionsInFront(route: Route, fronts: RoutesInFront): MiddlewareId[] {
  const own = new Set(route.chain.map(({ middleware }) => middleware));
  return (fronts.get(route.id) ?? [])
    .flatMap((front) => [
      ...front.chain.map(({ middleware }) => middleware),
      ...(front.asMiddleware === undefined ? [] : [front.asMiddleware]),
    ])
    .filter((middleware) => !own.has(middleware));
}
