import type { Endpoint } from '../nodes/endpoint-set.js';
import type { ItemId, RouterId } from '../nodes/ids.js';
import type { Path, Segment } from '../nodes/path.js';
import type { Branch, Item, Program, Router } from '../nodes/route-tree.js';

/** An arm of a branch that an item lies in. */
export interface ArmOf {
  readonly branch: Branch;
  readonly arm: number;
}

export interface Located {
  readonly item: Item;
  readonly router: Router;
  /** Position among all items of the router, those in arms included, in registration order. */
  readonly index: number;
  /** The arms it lies in, outermost first. */
  readonly arms: readonly ArmOf[];
}

/** Where everything is in a list of routers. */
export interface Layout {
  /** All items, router by router in registration order, a branch before the items of its arms. */
  readonly items: readonly Located[];
  readonly byRouter: ReadonlyMap<RouterId, readonly Located[]>;
  /** Of items that share an id, which T1 reports, the last one. */
  readonly byId: ReadonlyMap<ItemId, Located>;
}

/** IRs are immutable and most passes hand the same routers on: every rule reads one layout. */
const layouts = new WeakMap<Program['routers'], Layout>();

export function layoutOf({ routers }: Pick<Program, 'routers'>): Layout {
  const known = layouts.get(routers);
  if (known !== undefined) return known;
  const items: Located[] = [];
  const byRouter = new Map<RouterId, readonly Located[]>();
  const byId = new Map<ItemId, Located>();
  for (const router of routers) {
    const list: Located[] = [];
    const visit = (inner: readonly Item[], arms: readonly ArmOf[]): void => {
      for (const item of inner) {
        const located = { item, router, index: list.length, arms };
        list.push(located);
        items.push(located);
        byId.set(item.id, located);
        if (item.kind === 'branch') item.arms.forEach((arm, index) => visit(arm, [...arms, { branch: item, arm: index }]));
      }
    };
    visit(router.items, NO_ARMS);
    byRouter.set(router.id, list);
  }
  const layout = { items, byRouter, byId };
  layouts.set(routers, layout);
  return layout;
}

const NO_ARMS: readonly ArmOf[] = [];

export const itemsOf = (program: Program): readonly Located[] => layoutOf(program).items;

/** Where an item leads: the target of a mount, or of an opaque registration whose router is known. */
export const targetOf = (item: Item): Router['id'] | undefined =>
  item.kind === 'mount' || item.kind === 'opaque' ? item.target : undefined;

export const pathOf = (item: Item): Path | undefined => (item.kind === 'branch' ? undefined : item.path);

/** The first segment, or piece of a mixed one, that has the property. */
export function findSegment(segments: readonly Segment[], has: (segment: Segment) => boolean): Segment | null {
  for (const segment of segments) {
    if (has(segment)) return segment;
    const inner = segment.kind === 'mixed' ? findSegment(segment.pieces, has) : null;
    if (inner !== null) return inner;
  }
  return null;
}

export const hasHole = (segments: readonly Segment[]): boolean => findSegment(segments, isHole) !== null;

export const isHole = (segment: Segment): boolean => segment.kind === 'hole';

/** How messages and the text form call an endpoint. Made when something is wrong only. */
export const nameOf = (endpoint: Endpoint): string => `endpoint ${endpoint.id}`;

/** Both lists have the same ids in the same order. */
export function sameIds(one: readonly { readonly id: string }[], other: readonly { readonly id: string }[]): boolean {
  if (one === other) return true;
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) if (one[index]!.id !== other[index]!.id) return false;
  return true;
}
