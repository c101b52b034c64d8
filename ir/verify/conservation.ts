import type { EndpointSet } from '../nodes/endpoint-set.js';
import type { ItemId, RouterId } from '../nodes/ids.js';
import { isSpan, type Place } from '../nodes/span.js';
import type { Earlier } from './earlier.js';
import { hasHole, layoutOf, targetOf, type Located } from './traverse.js';
import type { Violations } from './violation.js';

/** How often a router is reached from the roots: with a known path, and below something unknown. */
interface Reached {
  readonly known: number;
  readonly unknown: number;
}

/**
 * E3, the conservation law: endpoints and recorded drops of a route = times its router is reached × forms of its path. A router
 * that n mount paths lead to counts n times; a method is one endpoint, `ALL` included. What lies below an unknown path is a
 * drop `below-hole`; a router that no root leads to gives nothing, and a diagnostic that says so covers its routes.
 */
export function checkConservation(set: EndpointSet, found: Violations, earlier: Earlier | null): void {
  const { program } = set;
  if (
    earlier?.set &&
    earlier.program.routers === program.routers &&
    earlier.set.drops === set.drops &&
    earlier.set.endpoints.length === set.endpoints.length &&
    earlier.newEndpoints(set).every(({ endpoint, old }) => old?.trail === endpoint.trail)
  )
    return;
  const items = layoutOf(program).byRouter;
  const reached = countPaths(program.roots, items);
  const made = new Map<ItemId, number>();
  for (const endpoint of set.endpoints) {
    const item = endpoint.trail.at(-1)?.item;
    if (item !== undefined) made.set(item, (made.get(item) ?? 0) + 1);
  }
  const dropped = new Map<ItemId, { all: number; belowHole: number }>();
  for (const drop of set.drops) {
    const sum = dropped.get(drop.item) ?? { all: 0, belowHole: 0 };
    sum.all += drop.count;
    if (drop.why === 'below-hole') sum.belowHole += drop.count;
    dropped.set(drop.item, sum);
  }
  let known: ReadonlySet<RouterId> | null = null;
  const covered = (id: RouterId): boolean => (known ??= coveredRouters(set, items)).has(id);

  for (const router of program.routers) {
    const times = reached.get(router.id);
    for (const { item } of items.get(router.id)!) {
      if (item.kind !== 'route') continue;
      const endpoints = made.get(item.id) ?? 0;
      const drops = dropped.get(item.id) ?? NO_DROPS;
      if (times === undefined) {
        if (endpoints > 0) found.add('E3', item, item.id, `gives ${endpoints} endpoints, but no root leads to ${router.id}`);
        else if (drops.all === 0 && !covered(router.id))
          found.add('E3', item, item.id, `no root leads to ${router.id}, and nothing says so`);
        continue;
      }
      const forms = item.path.forms ?? [];
      let unknownForms = 0;
      for (const form of forms) if (hasHole(form)) unknownForms++;
      const unknown = times.unknown * forms.length + times.known * unknownForms;
      const all = (times.known + times.unknown) * forms.length;
      if (endpoints + drops.all !== all || drops.belowHole !== unknown) {
        found.add(
          'E3',
          item,
          item.id,
          `has to give ${all} endpoints, ${unknown} of them below an unknown path; there are ${endpoints}, and ${drops.all} drops, ${drops.belowHole} of them below-hole`,
        );
      }
    }
  }
}

/** Says that a router has routes which this model need not have: not a loss, and not silence either. */
const NOT_NEEDED = 'core/served-elsewhere';

/** What diagnostics say is left out: the routers they stand at, and all below. */
function coveredRouters({ program, diagnostics }: EndpointSet, items: ReadonlyMap<RouterId, readonly Located[]>): ReadonlySet<RouterId> {
  const reportedAt = new Set(
    [...program.diagnostics, ...diagnostics]
      .filter((diagnostic) => diagnostic.loss === 'dropped' || diagnostic.code === NOT_NEEDED)
      .map((diagnostic) => key(diagnostic.place)),
  );
  return reachable(
    program.routers.filter((router) => reportedAt.has(key(router.place))).map((router) => router.id),
    items,
  );
}

const key = (place: Place): string => (isSpan(place) ? `${place.file}:${place.line}:${place.column}` : `<${place.synthetic}>`);

const NO_DROPS = { all: 0, belowHole: 0 };

/** Counts paths without walking them: a router's count is complete when all that mounts it is done, which T4 allows. */
function countPaths(roots: readonly RouterId[], items: ReadonlyMap<RouterId, readonly Located[]>): ReadonlyMap<RouterId, Reached> {
  const live = reachable(roots, items);
  const waiting = new Map<RouterId, number>();
  for (const id of live)
    for (const { item } of items.get(id) ?? []) {
      const target = targetOf(item);
      if (target !== undefined) waiting.set(target, (waiting.get(target) ?? 0) + 1);
    }
  const counts = new Map<RouterId, Reached>();
  const add = (id: RouterId, known: number, unknown: number): void => {
    const sum = counts.get(id) ?? { known: 0, unknown: 0 };
    counts.set(id, { known: sum.known + known, unknown: sum.unknown + unknown });
  };
  for (const root of new Set(roots)) add(root, 1, 0);
  const ready = [...live].filter((id) => !waiting.has(id));
  for (let id = ready.pop(); id !== undefined; id = ready.pop()) {
    const { known, unknown } = counts.get(id)!;
    for (const { item } of items.get(id) ?? []) {
      const target = targetOf(item);
      if (target === undefined || !items.has(target)) continue;
      if (item.kind === 'mount') {
        const forms = item.path.forms ?? [];
        const open = forms.filter(hasHole).length;
        add(target, known * (forms.length - open), unknown * forms.length + known * open);
      } else {
        // The router is known and its path is not: one unknown path.
        add(target, 0, known + unknown);
      }
      const left = waiting.get(target)! - 1;
      waiting.set(target, left);
      if (left === 0) ready.push(target);
    }
  }
  return counts;
}

function reachable(from: readonly RouterId[], items: ReadonlyMap<RouterId, readonly Located[]>): ReadonlySet<RouterId> {
  const seen = new Set<RouterId>();
  const queue = [...from];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (seen.has(id) || !items.has(id)) continue;
    seen.add(id);
    for (const { item } of items.get(id)!) {
      const target = targetOf(item);
      if (target !== undefined) queue.push(target);
    }
  }
  return seen;
}
