import type { EndpointSet } from '../nodes/endpoint-set.js';
import type { Program } from '../nodes/route-tree.js';
import { itemsOf, namedEndpoints } from './traverse.js';
import type { Violations } from './violation.js';

interface Tables {
  readonly routers: ReadonlySet<string>;
  readonly handlers: ReadonlySet<string>;
  readonly middlewares: ReadonlySet<string>;
  readonly items: ReadonlySet<string>;
}

/** T1: ids are unique and every reference resolves. References to diagnostics are T6. */
export function checkReferences(program: Program, found: Violations): void {
  const tables = tablesOf(program, found);
  unique(program.diagnostics, 'diagnostic', found);
  const resolve = (node: object, subject: string, what: keyof Tables, id: string): void => {
    if (!tables[what].has(id)) found.add('T1', node, subject, `refers to ${id}, which is not among the ${what}`);
  };
  for (const root of program.roots) resolve(program, 'roots', 'routers', root);
  for (const { item } of itemsOf(program)) {
    switch (item.kind) {
      case 'use': resolve(item, item.id, 'middlewares', item.middleware); break;
      case 'route':
        for (const link of item.chain) resolve(item, item.id, 'middlewares', link.middleware);
        resolve(item, item.id, 'handlers', item.handler);
        break;
      case 'mount': resolve(item, item.id, 'routers', item.target); break;
      case 'opaque': if (item.target !== undefined) resolve(item, item.id, 'routers', item.target); break;
      case 'branch': break;
    }
  }
}

/** IRs are immutable, and most passes hand the same tree on. */
const knownTables = new WeakMap<Program, Tables>();

export function checkSetReferences(set: EndpointSet, found: Violations): void {
  const tables = knownTables.get(set.program) ?? tablesOf(set.program, null);
  knownTables.set(set.program, tables);
  const endpoints = unique(set.endpoints, 'endpoint', found);
  unique(set.diagnostics, 'diagnostic', found);
  const resolve = (node: object, subject: string, what: keyof Tables, id: string): void => {
    if (!tables[what].has(id)) found.add('T1', node, subject, `refers to ${id}, which is not among the ${what}`);
  };
  for (const [endpoint, subject] of namedEndpoints(set)) {
    resolve(endpoint, subject, 'handlers', endpoint.handler);
    for (const step of endpoint.trail) {
      resolve(endpoint, subject, 'items', step.item);
      resolve(endpoint, subject, 'routers', step.router);
    }
    for (const entry of endpoint.chain) {
      resolve(endpoint, subject, 'middlewares', entry.middleware);
      if (entry.item !== undefined) resolve(endpoint, subject, 'items', entry.item);
    }
    if (endpoint.shadowedBy !== undefined && !endpoints.has(endpoint.shadowedBy)) {
      found.add('T1', endpoint, subject, `refers to ${endpoint.shadowedBy}, which is not among the endpoints`);
    }
  }
  for (const drop of set.drops) resolve(drop, `drop ${drop.item}`, 'items', drop.item);
}

function tablesOf(program: Program, found: Violations | null): Tables {
  return {
    routers: unique(program.routers, 'router', found),
    handlers: unique(program.handlers, 'handler', found),
    middlewares: unique(program.middlewares, 'middleware', found),
    items: unique(itemsOf(program).map(({ item }) => item), '', found),
  };
}

function unique(nodes: readonly { readonly id: string }[], kind: string, found: Violations | null): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const node of nodes) {
    if (ids.has(node.id)) found?.add('T1', node, `${kind} ${node.id}`.trim(), 'the id is taken by another one');
    ids.add(node.id);
  }
  return ids;
}
