import type { EndpointSet } from '../nodes/endpoint-set.js';
import type { Item, Program } from '../nodes/route-tree.js';
import { itemsOf, layoutOf, type Located } from './traverse.js';
import type { Violations } from './violation.js';

/**
 * T3: item order is registration order. Ids are minted when an item is registered, so within a router they increase. Arms of a
 * branch exclude each other, so each is compared with what stands before the branch only; the ids of branches are left
 * out, because a branch is known after its arms.
 */
export function checkOrder(program: Program, found: Violations): void {
  for (const router of program.routers) increases(router.items, -1, found);
}

/** The highest id of the items, or `before`. */
function increases(items: readonly Item[], before: number, found: Violations): number {
  let last = before;
  for (const item of items) {
    if (item.kind === 'branch') {
      last = Math.max(last, ...item.arms.map((arm) => increases(arm, last, found)));
      continue;
    }
    const number = numberOf(item.id) ?? last;
    if (number < last) found.add('T3', item, item.id, `was registered before i${last}, but stands behind it`);
    last = Math.max(last, number);
  }
  return last;
}

/** The number in `i12`; null for an id of another form, which says nothing about order. */
function numberOf(id: string): number | null {
  if (id.charCodeAt(0) !== 105 || id.length < 2) return null;
  let number = 0;
  for (let index = 1; index < id.length; index++) {
    const digit = id.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) return null;
    number = number * 10 + digit;
  }
  return number;
}

const sameSequence = (before: readonly Located[], after: readonly Located[]): boolean =>
  before.length === after.length &&
  after.every((each, index) => each.item.id === before[index]!.item.id && each.router.id === before[index]!.router.id);

/** T3 across a pass: what the output still has stands in the same router and in the same order as before. */
export function checkSameOrder(before: Program | EndpointSet, after: Program, found: Violations): void {
  const was = before.kind === 'program' ? before : before.program;
  if (was.routers === after.routers || sameSequence(itemsOf(was), itemsOf(after))) return;
  const position = new Map(itemsOf(was).map(({ item, router }, index) => [item.id, { index, router: router.id }]));
  for (const router of after.routers) {
    let last = -1;
    for (const { item } of layoutOf(after).byRouter.get(router.id)!) {
      const old = position.get(item.id);
      if (old === undefined) continue;
      if (old.router !== router.id) found.add('T3', item, item.id, `was an item of ${old.router} before the pass`);
      else if (old.index < last) found.add('T3', item, item.id, 'stood elsewhere before the pass');
      else last = old.index;
    }
  }
}
