import type { EndpointSet } from '../nodes/endpoint-set.js';
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

/** All items of a router in registration order, a branch before the items of its arms. */
export function locate(router: Router): readonly Located[] {
  const list: Located[] = [];
  const visit = (items: readonly Item[], arms: readonly ArmOf[]): void => {
    for (const item of items) {
      list.push({ item, router, index: list.length, arms });
      if (item.kind === 'branch') item.arms.forEach((inner, arm) => visit(inner, [...arms, { branch: item, arm }]));
    }
  };
  visit(router.items, []);
  return list;
}

export const itemsOf = (program: Program): readonly Located[] => program.routers.flatMap(locate);

/** Where an item leads: the target of a mount, or of an opaque registration whose router is known. */
export const targetOf = (item: Item): Router['id'] | undefined =>
  (item.kind === 'mount' || item.kind === 'opaque' ? item.target : undefined);

export const pathOf = (item: Item): Path | undefined => (item.kind === 'branch' ? undefined : item.path);

/** Every segment, the pieces of mixed ones included. */
export function* segmentsIn(segments: readonly Segment[]): Generator<Segment> {
  for (const segment of segments) {
    yield segment;
    if (segment.kind === 'mixed') yield* segmentsIn(segment.pieces);
  }
}

export const hasHole = (segments: readonly Segment[]): boolean => [...segmentsIn(segments)].some((segment) => segment.kind === 'hole');

/** Everything an endpoint set keeps beside its program, by the name the text form gives it. */
export function* namedEndpoints(set: EndpointSet): Generator<readonly [EndpointSet['endpoints'][number], string]> {
  for (const endpoint of set.endpoints) yield [endpoint, `endpoint ${endpoint.id}`];
}
