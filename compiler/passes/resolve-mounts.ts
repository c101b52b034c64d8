import { printSegments, type DiagnosticId, type Item, type ItemId, type Program, type Route, type Router, type RouterId } from '@tool/ir';
import { coreDiagnostics } from './diagnostics.js';
import { leavesOf, mapProgram } from './items.js';
import { definePass, type PassContext } from './pass.js';

/** See resolve-mounts.md. */
export const resolveMounts = definePass({
  name: 'resolve-mounts',
  from: 'program',
  to: 'program',
  requires: ['T1', 'T3', 'T5'],
  establishes: ['T4'],
  asksOfHandlers: () => null,
  run: (program: Program, context: PassContext): Program => {
    const routers = new Map(program.routers.map((router) => [router.id, router]));
    const resolved = cutMultiplication(cutCycles(program, routers, context), context);
    reportUnmounted(resolved, context);
    return resolved;
  },
});

/** How a message calls a router: its name and where it was made. */
const describe = (router: Router): string => (router.name ? `"${router.name}"` : 'without a name');

interface Edge {
  readonly item: ItemId;
  readonly target: RouterId;
  /** In how many spellings of its path. */
  readonly forms: number;
}

const knownEdges = new WeakMap<readonly Item[], readonly Edge[]>();

/** Where one router leads: mounts, and opaque registrations that know their router. */
function edgesOf(router: Router): readonly Edge[] {
  const known = knownEdges.get(router.items);
  if (known) return known;
  const edges: Edge[] = [];
  const visit = (items: readonly Item[]): void => {
    for (const item of items) {
      if (item.kind === 'branch') item.arms.forEach(visit);
      else if ((item.kind === 'mount' || item.kind === 'opaque') && item.target !== undefined)
        edges.push({ item: item.id, target: item.target, forms: item.kind === 'mount' ? (item.path.forms?.length ?? 1) : 1 });
    }
  };
  visit(router.items);
  knownEdges.set(router.items, edges);
  return edges;
}

/**
 * Depth-first from the roots, in registration order: a mount whose target is being visited closes a cycle. It becomes
 * `Opaque`, so that the loss is said (T6) and listed. Without recursion, because mount chains may be long.
 */
function cutCycles(program: Program, routers: ReadonlyMap<RouterId, Router>, context: PassContext): Program {
  const cut = new Map<ItemId, readonly RouterId[]>();
  const done = new Set<RouterId>();
  for (const start of [...program.roots, ...program.routers.map((router) => router.id)]) {
    if (done.has(start) || !routers.has(start)) continue;
    const path: { readonly id: RouterId; readonly edges: readonly Edge[]; next: number }[] = [
      { id: start, edges: edgesOf(routers.get(start)!), next: 0 },
    ];
    const open = new Set([start]);
    while (path.length > 0) {
      const top = path.at(-1)!;
      const edge = top.edges[top.next++];
      if (!edge) {
        path.pop();
        open.delete(top.id);
        done.add(top.id);
        continue;
      }
      if (open.has(edge.target)) {
        cut.set(edge.item, [...path.slice(path.findIndex((step) => step.id === edge.target)).map((step) => step.id), edge.target]);
      } else if (!done.has(edge.target) && routers.has(edge.target)) {
        path.push({ id: edge.target, edges: edgesOf(routers.get(edge.target)!), next: 0 });
        open.add(edge.target);
      }
    }
  }
  if (cut.size === 0) return program;
  const name = (id: RouterId): string => routers.get(id)!.name || id;
  return mapProgram(program, (item): Item => {
    const cycle = cut.get(item.id);
    if (!cycle || (item.kind !== 'mount' && item.kind !== 'opaque')) return item;
    const diagnostic: DiagnosticId = context.report(
      coreDiagnostics,
      'cyclic-mount',
      { router: describe(routers.get(item.target!)!), cycle: cycle.map(name).join(' → ') },
      item.place,
    );
    return { kind: 'opaque', id: item.id, what: 'mount', diagnostic, ...(item.path ? { path: item.path } : {}), place: item.place };
  });
}

/** In how many ways a router may be reached. Routers that mount one another twice, twenty deep, are reached in a million. */
const MAXIMUM_WAYS = 1000;

/**
 * Counts the ways to each router without walking them: in an order in which everything that mounts a router comes before it,
 * which T4 allows. A mount that would exceed the limit becomes `Opaque`.
 */
function cutMultiplication(program: Program, context: PassContext): Program {
  const routers = new Map(program.routers.map((router) => [router.id, router]));
  const ways = new Map<RouterId, number>(program.roots.map((root) => [root, 1]));
  const cut = new Set<ItemId>();
  for (const id of parentsFirst(program.roots, routers)) {
    const own = ways.get(id) ?? 0;
    for (const { item, target, forms } of edgesOf(routers.get(id)!)) {
      const total = (ways.get(target) ?? 0) + own * forms;
      if (total > MAXIMUM_WAYS) cut.add(item);
      else ways.set(target, total);
    }
  }
  if (cut.size === 0) return program;
  return mapProgram(program, (item): Item => {
    if (!cut.has(item.id) || (item.kind !== 'mount' && item.kind !== 'opaque')) return item;
    const diagnostic = context.report(
      coreDiagnostics,
      'too-many-mounts',
      { router: describe(routers.get(item.target!)!), limit: String(MAXIMUM_WAYS) },
      item.place,
    );
    return { kind: 'opaque', id: item.id, what: 'mount', diagnostic, ...(item.path ? { path: item.path } : {}), place: item.place };
  });
}

/** What the roots lead to, each router behind all that lead to it. */
function parentsFirst(roots: readonly RouterId[], routers: ReadonlyMap<RouterId, Router>): readonly RouterId[] {
  const finished: RouterId[] = [];
  const seen = new Set<RouterId>();
  for (const root of roots) {
    if (seen.has(root) || !routers.has(root)) continue;
    seen.add(root);
    const path = [{ id: root, edges: edgesOf(routers.get(root)!), next: 0 }];
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const edge = top.edges[top.next++];
      if (!edge) {
        finished.push(top.id);
        path.pop();
        continue;
      }
      if (seen.has(edge.target) || !routers.has(edge.target)) continue;
      seen.add(edge.target);
      path.push({ id: edge.target, edges: edgesOf(routers.get(edge.target)!), next: 0 });
    }
  }
  return finished.reverse();
}

const isOutside = (place: Router['place']): boolean => 'file' in place && place.file.startsWith('../');

const routesOf = (router: Router): Route[] => [...leavesOf(router.items)].filter((item): item is Route => item.kind === 'route');

/** Programs read the routes of a router to register them again: whether one of these routers has the method and the handler at this path, below a prefix or not. */
function copiesOf(routers: readonly Router[]): (route: Route) => boolean {
  const key = (route: Route): string => `${route.method} ${route.handler}`;
  const written = (route: Route): string => printSegments(route.path.forms?.[0] ?? []).replace(/\/$/, '');
  const paths = new Map<string, string[]>();
  for (const router of routers)
    for (const route of routesOf(router)) {
      const known = paths.get(key(route));
      if (known) known.push(written(route));
      else paths.set(key(route), [written(route)]);
    }
  return (route) => paths.get(key(route))?.some((path) => path.endsWith(written(route))) ?? false;
}

/** Says which routers no root leads to, once for each topmost one, with the routes below it that nothing else says. */
function reportUnmounted(program: Program, context: PassContext): void {
  const routers = new Map(program.routers.map((router) => [router.id, router]));
  const reached = new Set<RouterId>();
  let copies = 0;
  const collect = (from: RouterId, count: boolean): number => {
    let routes = 0;
    const queue = [from];
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      const router = routers.get(id);
      if (!router || reached.has(id)) continue;
      reached.add(id);
      for (const edge of edgesOf(router)) queue.push(edge.target);
      if (count)
        for (const route of routesOf(router)) {
          if (served.has(keyOf(router, route)) || taken(route)) copies++;
          else routes++;
        }
    }
    return routes;
  };
  for (const root of program.roots) collect(root, false);
  if (reached.size === routers.size) return;
  // A function that makes a router may be called more than once: what it makes for a program that looks at it is served elsewhere.
  const keyOf = (router: Router, route: Route): string => JSON.stringify([router.place, route.place, route.method, route.path]);
  const reachable = program.routers.filter((router) => reached.has(router.id));
  const served = new Set(reachable.flatMap((router) => routesOf(router).map((route) => keyOf(router, route))));
  const taken = copiesOf(reachable);
  const mounted = new Set(program.routers.flatMap((router) => edgesOf(router).map((edge) => edge.target)));
  for (const router of program.routers) {
    if (reached.has(router.id) || mounted.has(router.id)) continue;
    copies = 0;
    const count = collect(router.id, true);
    const said = { router: describe(router), count: count === 1 ? '1 route is' : `${count} routes are` };
    if (count > 0 && !isOutside(router.place)) context.report(coreDiagnostics, 'unmounted-router', said, router.place);
    else if (count + copies > 0)
      context.report(
        coreDiagnostics,
        'served-elsewhere',
        {
          router: said.router,
          why:
            count > 0
              ? 'it is made by sources of another project, whose own scan says what it serves'
              : 'what it has is served where a server makes it',
        },
        router.place,
      );
  }
}
