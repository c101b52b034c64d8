import type { EndpointSet } from '../nodes/endpoint-set.js';
import type { Program } from '../nodes/route-tree.js';
import { itemsOf } from './traverse.js';
import type { Violations } from './violation.js';

/** Nodes are immutable, so what was found plain once stays so: each pass checks what is new only. */
const knownPlain = new WeakSet<object>();

/**
 * T7: the IR is JSON. No syntax nodes, dates, functions, `undefined`, cycles or numbers that JSON cannot write; file names are relative
 * to the project.
 */
export function checkPlain(program: Program, found: Violations): void {
  for (const { item } of itemsOf(program)) plain(item, item, item.id, found);
  for (const router of program.routers) plain(router, router, `router ${router.id}`, found);
  for (const handler of program.handlers) plain(handler, handler, `handler ${handler.id}`, found);
  for (const middleware of program.middlewares) plain(middleware, middleware, `middleware ${middleware.id}`, found);
  for (const diagnostic of program.diagnostics) plain(diagnostic, diagnostic, `diagnostic ${diagnostic.id}`, found);
  plain(program, program, 'program', found);
}

export function checkSetPlain(set: EndpointSet, found: Violations): void {
  for (const endpoint of set.endpoints) plain(endpoint, endpoint, `endpoint ${endpoint.id}`, found);
  for (const diagnostic of set.diagnostics) plain(diagnostic, diagnostic, `diagnostic ${diagnostic.id}`, found);
  plain(set, set, 'endpoint-set', found);
}

/** True when it is; reports at the innermost node only. */
function plain(value: unknown, node: object, subject: string, found: Violations): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') {
    if (Number.isFinite(value) && !Object.is(value, -0)) return true;
    found.add('T7', node, subject, `holds the number ${Object.is(value, -0) ? '-0' : value}, which JSON cannot write`);
    return false;
  }
  if (typeof value !== 'object') {
    found.add('T7', node, subject, `holds ${value === undefined ? 'undefined' : `a ${typeof value}`}`);
    return false;
  }
  if (knownPlain.has(value)) return true;
  // What is wrong below was said once already when the same object is met again on the way to its owner.
  if (reported.get(found)?.has(value)) return false;
  const prototype = Object.getPrototypeOf(value) as object | null;
  if (!Array.isArray(value) && prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    return refuse(value, node, subject, `holds an object of the class ${prototype.constructor.name}`, found);
  }
  if (!Array.isArray(value) && 'file' in value && 'line' in value && typeof value.file === 'string' && !isProjectRelative(value.file)) {
    return refuse(value, node, subject, `names the file ${JSON.stringify(value.file)}, which is not relative to the project`, found);
  }
  const ring = open.get(found) ?? new Set<object>();
  open.set(found, ring);
  if (ring.has(value)) return refuse(value, node, subject, 'holds itself', found);
  ring.add(value);
  const entries: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  let all = true;
  for (const entry of entries) if (!plain(entry, node, subject, found)) all = false;
  ring.delete(value);
  if (all) knownPlain.add(value); else remember(value, found);
  return all;
}

/** The objects between the root and the value that is looked at. */
const open = new WeakMap<Violations, Set<object>>();
const reported = new WeakMap<Violations, Set<object>>();

function refuse(value: object, node: object, subject: string, message: string, found: Violations): false {
  found.add('T7', node, subject, message);
  remember(value, found);
  return false;
}

function remember(value: object, found: Violations): void {
  const known = reported.get(found) ?? new Set();
  reported.set(found, known.add(value));
}

/** Leading `..` lead to a sibling package of the same repository: a project that is a part of one uses them. */
const isProjectRelative = (file: string): boolean =>
  !/^(?:[A-Za-z]:|\/|[A-Za-z][A-Za-z+.-]+:\/\/)/.test(file) && !file.includes('\\') && !file.replace(/^(?:\.\.\/)+/, '').split('/').includes('..');
