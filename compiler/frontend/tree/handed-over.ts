import type { BodyFacts, ChainLink, Item, Path, RawPart, Read, RequestPart, RouterId } from '@tool/ir';
import type { HandedOver, Site } from '../../evaluator/index.js';
import { segmentsOf } from './route-chains.js';

export type RouteItem = Extract<Item, { kind: 'route' }>;
export type UseItem = Extract<Item, { kind: 'use' }>;

/** What a function hands requests to. */
export interface Asked {
  readonly handed: readonly { readonly to: HandedOver; readonly site: Site }[];
  /** It refuses some requests before. */
  readonly isGuard: boolean;
  readonly reads: readonly Read[];
}

/** Of what the body of a function says what it does itself: functions that it gives to the package, to make a context of the request, are no part of it. */
export function factsBesides(facts: BodyFacts, { isGuard, reads }: Asked): BodyFacts {
  const isRead = (part: RequestPart) => (name: string) =>
    reads.some((read) => read.part === part && read.path[0]?.toLowerCase() === name.toLowerCase());
  return {
    ...facts,
    continues: facts.continues === 'never' ? 'maybe' : facts.continues,
    headers: facts.headers.filter(isRead('header')),
    cookies: facts.cookies.filter(isRead('cookie')),
    query: facts.query.filter(isRead('query')),
    ...(!isGuard && { calls: [], statuses: [], reads: [] }),
  };
}

/** A wildcard at the end of a path, or a parameter that is its last segment. */
const REST = /\/?(?:\{\/?\*\w*\}|\*\w*|\(\.[*+]\)|:\w+(?:\{[^}]*\}|\([^)]*\))?[*+?]?(?:\{\.[*+]\})?)$/;

/** Whether requests of many addresses come to a function. */
export function mayHandOn(item: Item): item is RouteItem | UseItem {
  if (item.kind === 'use') return item.phase === undefined;
  const last = item.kind === 'route' ? item.path.raw.at(-1) : undefined;
  return last?.kind === 'text' && REST.test(last.text);
}

/** The pieces of a path without what stands for any rest. */
function beginningOf({ raw }: Path): readonly RawPart[] {
  const last = raw.at(-1);
  if (last?.kind !== 'text') return raw;
  const text = last.text.replace(REST, '').replace(/\/$/, '');
  return [...raw.slice(0, -1), ...(text === '' ? [] : [{ kind: 'text' as const, text }])];
}

const textOf = (raw: readonly RawPart[]): string => raw.map((part) => (part.kind === 'text' ? part.text : ':part')).join('');
/** A router and what is registered on it. */
interface Registered {
  readonly id: RouterId;
  readonly items: readonly { readonly item: Item }[];
}

const MAX_PLACES = 20;
/** Where a router lies for the server as a whole: the segments in front of its paths. */
export function prefixesOf(router: Registered, all: readonly Registered[]): readonly (readonly string[])[] {
  const found: string[][] = [];
  const visit = (at: Registered, behind: readonly string[], above: readonly RouterId[]): void => {
    if (found.length >= MAX_PLACES || above.includes(at.id)) return;
    const mounts = all.flatMap((parent) =>
      parent.items.flatMap(({ item }) => (item.kind === 'mount' && item.target === at.id ? [{ parent, path: item.path }] : [])),
    );
    if (mounts.length === 0) found.push([...behind]);
    for (const { parent, path } of mounts) visit(parent, [...segmentsOf(textOf(beginningOf(path))), ...behind], [...above, at.id]);
  };
  visit(router, [], []);
  return found;
}

/** What is left of an address behind a prefix; null where it lies elsewhere. */
function behind(prefix: readonly string[], address: readonly string[]): readonly string[] | null {
  const isBelow = prefix.every((segment, at) => at < address.length && (segment === address[at] || segment.startsWith(':')));
  return isBelow ? address.slice(prefix.length) : null;
}

/**
 * Routes as they lie where a function is registered that hands its requests to them. `below`: the address that their paths go on from for the
 * server as a whole; what of it the router and the function's own path do not say already is in front of them.
 */
export function placedBelow(
  routes: readonly RouteItem[],
  below: string | null,
  item: RouteItem | UseItem,
  prefixes: () => readonly (readonly string[])[],
): readonly RouteItem[] {
  const start = beginningOf(item.path);
  const own = segmentsOf(textOf(start));
  const places = below === null ? [] : prefixes().map((prefix) => [...prefix, ...own]);
  const method = item.kind === 'route' ? item.method : 'ALL';
  const before: readonly ChainLink[] = item.kind === 'route' ? item.chain : [];
  return routes
    .filter((route) => method === 'ALL' || method === route.method)
    .map((route) => {
      const address = segmentsOf(`${below ?? ''}/${textOf(route.path.raw)}`);
      const isText = route.path.raw.every((part) => part.kind === 'text');
      const rest = isText ? places.map((place) => behind(place, address)).find((each) => each !== null) : undefined;
      const raw: readonly RawPart[] = [...start, ...(rest ? [{ kind: 'text' as const, text: `/${rest.join('/')}` }] : route.path.raw)];
      return { ...route, id: item.id, path: { syntax: item.path.syntax, raw }, chain: [...before, ...route.chain] };
    });
}
