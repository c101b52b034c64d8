import type { ChainEntry, Endpoint, MiddlewareId, Program, RouterId, Segment } from '@tool/ir';
import { UseIndex } from '../use-index.js';
import type { Tables } from './facts.js';

/** A middleware or a route, as what may stand behind an endpoint. */
interface Behind {
  readonly order: number;
  readonly entries: readonly ChainEntry[];
  /** No request comes past it. */
  readonly ends: boolean;
  readonly takes: (method: string, rest: readonly Segment[]) => boolean;
}

const known = new WeakMap<Program, Map<RouterId, UseIndex<Behind>>>();

/** The functions that a request comes to which the route of an endpoint hands on, up to one that hands on none; what is registered under a condition says nothing. */
export function behindOf(endpoint: Endpoint, tables: Tables): readonly ChainEntry[] {
  tables.nodes.askForAll();
  let indices = known.get(tables.program);
  if (!indices) known.set(tables.program, (indices = indicesOf(tables)));
  const found: ChainEntry[] = [];
  let rest: readonly Segment[] = [];
  for (const { router, item, segments } of endpoint.trail.toReversed()) {
    rest = [...segments, ...rest];
    const from = tables.order.get(item) ?? 0;
    const behind = new Set(
      indices
        .get(router)
        ?.find(rest)
        .filter(({ order, takes }) => order > from && takes(endpoint.method, rest)),
    );
    for (const { entries, ends } of [...behind].sort((one, other) => one.order - other.order)) {
      found.push(...entries);
      if (ends) return found;
    }
  }
  return found;
}

/** What goes on behind a route's handler in Express; elsewhere a handler that has answered may do so as well. */
function indicesOf({ program, order, nodes }: Tables): Map<RouterId, UseIndex<Behind>> {
  const indices = new Map<RouterId, UseIndex<Behind>>();
  const ending = new Set(program.middlewares.filter(({ facts }) => facts?.continues === 'never').map(({ id }) => id));
  for (const { id, framework, items, caseSensitive } of program.routers) {
    if (framework !== 'express') continue;
    const index = new UseIndex<Behind>();
    indices.set(id, index);
    for (const item of items) {
      if ((item.kind !== 'use' && item.kind !== 'route') || (item.kind === 'use' && item.phase !== undefined)) continue;
      const isRoute = item.kind === 'route';
      const last = isRoute ? item.handler : item.middleware;
      const ends = nodes.behaviour(last);
      const functions = isRoute ? [...item.chain.map(({ middleware }) => middleware), last] : [last];
      for (const form of item.path.forms ?? [])
        index.add(
          [form],
          { syntax: item.path.syntax, caseSensitive, whole: isRoute },
          {
            order: order.get(item.id)!,
            entries: functions.map((middleware) => ({ middleware: middleware as MiddlewareId, item: item.id })),
            ends:
              !(isRoute && functions.some((each) => nodes.behaviour(each)?.leavesRoute)) &&
              (ends ? !ends.passesOn : isRoute || ending.has(item.middleware)),
            takes: (method, rest) =>
              !isRoute ||
              ((item.method === 'ALL' || item.method === method) &&
                (form.at(-1)?.kind !== 'wild' || item.path.syntax !== 'path-to-regexp@8' || form.length <= rest.length)),
          },
        );
    }
  }
  return indices;
}
