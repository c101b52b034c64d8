import type { RouterId } from '../nodes/ids.js';
import type { Program } from '../nodes/route-tree.js';
import { itemsOf, targetOf, type Located } from './traverse.js';
import type { Violations } from './violation.js';

/** T4: no router is mounted below itself, and the roots are a set. */
export function checkMounts(program: Program, found: Violations): void {
  if (new Set(program.roots).size !== program.roots.length) found.add('T4', program, 'roots', 'a root is declared twice');

  const edges = new Map<RouterId, Located[]>(program.routers.map((router) => [router.id, []]));
  for (const located of itemsOf(program)) if (targetOf(located.item) !== undefined) edges.get(located.router.id)!.push(located);

  // Depth-first without recursion: mount chains may be long. An edge into the path that is being walked closes a cycle.
  const done = new Set<RouterId>();
  for (const start of edges.keys()) {
    if (done.has(start)) continue;
    const path: { readonly id: RouterId; next: number }[] = [{ id: start, next: 0 }];
    const open = new Set([start]);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const edge = edges.get(top.id)![top.next++];
      if (edge === undefined) {
        path.pop();
        open.delete(top.id);
        done.add(top.id);
        continue;
      }
      const target = targetOf(edge.item)!;
      if (open.has(target)) found.add('T4', edge.item, edge.item.id, `mounts ${target} below itself`);
      else if (!done.has(target) && edges.has(target)) {
        path.push({ id: target, next: 0 });
        open.add(target);
      }
    }
  }
}

/** T4 across a pass: no pass declares a root or takes one away. */
export function checkSameRoots(before: readonly RouterId[], program: Program, found: Violations): void {
  if (before.length !== program.roots.length || before.some((root, index) => root !== program.roots[index])) {
    found.add('T4', program, 'roots', `were ${before.join(' ')} before the pass and are ${program.roots.join(' ')}`);
  }
}
