import type { Emit } from '@tool/scanner-sdk';
import type { Evaluator, HandedOver, Site } from '../../evaluator/index.js';
import { mayHandOn, placedBelow, prefixesOf, type Asked, type RouteItem, type UseItem } from './handed-over.js';
import type { Observed, RegisteredFunctions } from './registered-functions.js';
import type { RegisteredRouter, RegisteredRouters } from './registered-routers.js';

/** Who registers, and what is registered so far. */
interface Registry {
  readonly evaluator: Evaluator;
  readonly routers: RegisteredRouters;
  readonly functions: RegisteredFunctions;
  readonly emit: (site: Site) => Emit;
}

/** Registers what answers the requests that functions hand to a package: `all('/rpc/*', (c) => fetchRequestHandler({ router, … }))`. */
export function handOn(registry: Registry, ask: (entry: Observed) => Asked): void {
  const { evaluator, routers, functions } = registry;
  const observed = new Map<string, Observed>(functions.observed.map((entry) => [entry.id, entry]));
  let isOther = false;
  for (const router of [...routers.all])
    for (let at = 0; at < router.items.length; at++) {
      const { item, guard, plainArms } = router.items[at]!;
      const entry =
        item.kind === 'use' || item.kind === 'route' ? observed.get(item.kind === 'use' ? item.middleware : item.handler) : null;
      if (!entry?.observe || !mayHandOn(item)) continue;
      const asked = ask(entry);
      if (asked.handed.length === 0) continue;
      const outer = evaluator.guard;
      evaluator.guard = guard;
      const placed = asked.handed.flatMap(({ to, site }) => routesOf(registry, to, site, item, router));
      const own =
        placed.length > 0 && asked.isGuard && item.kind === 'route'
          ? registry.emit(entry.site).middleware(entry.value, { observe: entry.observe, ...(entry.runsAs && { runsAs: entry.runsAs }) })
          : null;
      evaluator.guard = outer;
      if (placed.length === 0) continue;
      const passes = item.kind === 'use' ? item.middleware : own;
      if (passes !== null) functions.handing.set(passes, asked);
      const routes = placed.map((route) => ({
        item: own === null ? route : { ...route, chain: [{ middleware: own }, ...route.chain] },
        guard,
        plainArms,
      }));
      isOther = true;
      // A middleware stays in front of them; a route is what they are instead of it.
      router.items.splice(item.kind === 'use' ? at + 1 : at, item.kind === 'use' ? 0 : 1, ...routes);
      at += routes.length - (item.kind === 'use' ? 0 : 1);
    }
  if (isOther) routers.renumber();
}

/** The routes that a function hands requests to, as they lie on the router that it is registered on. */
function routesOf(
  { routers, emit }: Registry,
  to: HandedOver,
  site: Site,
  item: RouteItem | UseItem,
  router: RegisteredRouter,
): readonly RouteItem[] {
  if (routers.all.some(({ id, mounted }) => id === to.router && mounted)) return [];
  const id = to.register(emit(site));
  const made = id === null ? undefined : routers.find(id);
  if (!made) return [];
  made.mounted = true;
  return placedBelow(
    made.items.splice(0).flatMap((each) => (each.item.kind === 'route' ? [each.item] : [])),
    to.below,
    item,
    () => prefixesOf(router, routers.all),
  );
}
