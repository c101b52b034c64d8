import type { EndpointSet } from '../nodes/endpoint-set.js';
import type { Program } from '../nodes/route-tree.js';
import { newEndpoints, type Earlier } from './earlier.js';
import { itemsOf, layoutOf, nameOf, sameIds } from './traverse.js';
import type { Violations } from './violation.js';

interface Ids {
  has(id: string): boolean;
}

interface Tables {
  readonly routers: Ids;
  readonly handlers: Ids;
  readonly middlewares: Ids;
  readonly items: Ids;
}

/** T1: ids are unique and every reference resolves. References to diagnostics are T6. */
export function checkReferences(program: Program, found: Violations, earlier: Earlier | null): void {
  const before = earlier?.program;
  if (before === undefined || !sameIds(before.diagnostics, program.diagnostics)) unique(program.diagnostics, 'diagnostic', found);
  if (before !== undefined && earlier!.hasTheIdsOf(program) && before.roots === program.roots) return;
  const tables: Tables = {
    routers: unique(program.routers, 'router', found),
    handlers: unique(program.handlers, 'handler', found),
    middlewares: unique(program.middlewares, 'middleware', found),
    items: layoutOf(program).byId,
  };
  if (layoutOf(program).byId.size < itemsOf(program).length)
    unique(
      itemsOf(program).map(({ item }) => item),
      '',
      found,
    );
  const resolve = (node: object, subject: string, what: keyof Tables, id: string): void => {
    if (!tables[what].has(id)) found.add('T1', node, subject, `refers to ${id}, which is not among the ${what}`);
  };
  for (const root of program.roots) resolve(program, 'roots', 'routers', root);
  for (const { item } of itemsOf(program)) {
    switch (item.kind) {
      case 'use':
        resolve(item, item.id, 'middlewares', item.middleware);
        break;
      case 'route':
        for (const link of item.chain) resolve(item, item.id, 'middlewares', link.middleware);
        resolve(item, item.id, 'handlers', item.handler);
        if (item.asMiddleware !== undefined) resolve(item, item.id, 'middlewares', item.asMiddleware);
        break;
      case 'mount':
        resolve(item, item.id, 'routers', item.target);
        break;
      case 'opaque':
        if (item.target !== undefined) resolve(item, item.id, 'routers', item.target);
        break;
      case 'branch':
        for (const id of item.instead ?? []) if (!tables.items.has(id)) found.add('T1', item, item.id, `refers to ${id}, which is no item`);
        break;
    }
  }
}

export function checkSetReferences(set: EndpointSet, found: Violations, earlier: Earlier | null): void {
  const { program } = set;
  const same = earlier?.set && earlier.hasTheIdsOf(program) ? earlier : null;
  const endpoints = same?.set && sameIds(set.endpoints, same.set.endpoints) ? null : unique(set.endpoints, 'endpoint', found);
  if (same?.set?.diagnostics !== set.diagnostics) unique(set.diagnostics, 'diagnostic', found);
  let tables: Tables | null = null;
  const resolve = (node: object, subject: string | null, what: keyof Tables, id: string): void => {
    tables ??= {
      routers: layoutOf(program).byRouter,
      items: layoutOf(program).byId,
      handlers: unique(program.handlers, 'handler', null),
      middlewares: unique(program.middlewares, 'middleware', null),
    };
    if (!tables[what].has(id))
      found.add('T1', node, subject ?? nameOf(node as EndpointSet['endpoints'][number]), `refers to ${id}, which is not among the ${what}`);
  };
  for (const { endpoint, old } of newEndpoints(set, same)) {
    if (old?.handler !== endpoint.handler) resolve(endpoint, null, 'handlers', endpoint.handler);
    if (old?.trail !== endpoint.trail) {
      for (const step of endpoint.trail) {
        resolve(endpoint, null, 'items', step.item);
        resolve(endpoint, null, 'routers', step.router);
      }
    }
    if (old?.chain !== endpoint.chain) {
      for (const entry of endpoint.chain) {
        resolve(endpoint, null, 'middlewares', entry.middleware);
        if (entry.item !== undefined) resolve(endpoint, null, 'items', entry.item);
      }
    }
  }
  // An endpoint may refer to one that is gone now, so one that is not new is looked at as well.
  let ids: Ids | null = endpoints;
  for (const endpoint of set.endpoints) {
    if (endpoint.shadowedBy === undefined) continue;
    ids ??= unique(set.endpoints, 'endpoint', null);
    if (!ids.has(endpoint.shadowedBy))
      found.add('T1', endpoint, nameOf(endpoint), `refers to ${endpoint.shadowedBy}, which is not among the endpoints`);
  }
  if (same?.set?.drops !== set.drops) for (const drop of set.drops) resolve(drop, `drop ${drop.item}`, 'items', drop.item);
}

function unique(nodes: readonly { readonly id: string }[], kind: string, found: Violations | null): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const node of nodes) {
    const size = ids.size;
    ids.add(node.id);
    if (ids.size === size) found?.add('T1', node, `${kind} ${node.id}`.trim(), 'the id is taken by another one');
  }
  return ids;
}
