import type { Branch, Item, Program, Router } from '@tool/ir';

/** An item that is no branch. */
export type Leaf = Exclude<Item, Branch>;

/** Rewrites every item outside of branches and inside their arms; the order stays (T3). Unchanged lists are the same objects. */
export function mapItems(items: readonly Item[], rewrite: (item: Leaf) => Item): readonly Item[] {
  let changed = false;
  const result = items.map((item): Item => {
    if (item.kind !== 'branch') {
      const next = rewrite(item);
      changed ||= next !== item;
      return next;
    }
    const arms = item.arms.map((arm) => mapItems(arm, rewrite));
    if (arms.every((arm, index) => arm === item.arms[index])) return item;
    changed = true;
    return { ...item, arms };
  });
  return changed ? result : items;
}

/** Rewrites the items of all routers. */
export function mapProgram(program: Program, rewrite: (item: Leaf, router: Router) => Item): Program {
  let changed = false;
  const routers = program.routers.map((router) => {
    const items = mapItems(router.items, (item) => rewrite(item, router));
    if (items === router.items) return router;
    changed = true;
    return { ...router, items };
  });
  return changed ? { ...program, routers } : program;
}

/** Every item that is no branch, in registration order. */
export function* leavesOf(items: readonly Item[]): Generator<Leaf> {
  for (const item of items) {
    if (item.kind !== 'branch') yield item;
    else for (const arm of item.arms) yield* leavesOf(arm);
  }
}
