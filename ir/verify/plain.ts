import type { EndpointSet } from '../nodes/endpoint-set.js';
import type { Program } from '../nodes/route-tree.js';
import { newEndpoints, type Earlier } from './earlier.js';
import { itemsOf, nameOf } from './traverse.js';
import type { Violations } from './violation.js';

/**
 * T7: the IR is JSON. No syntax nodes, dates, functions, `undefined`, cycles or numbers that JSON cannot write; file names are relative
 * to the project. Objects that were in the earlier IR at the same place are plain already.
 */
export function checkPlain(program: Program, found: Violations, earlier: Earlier | null): void {
  const before = earlier?.program;
  if (isPlain(program, before, 0)) return;
  // Something is wrong: once more, with the names of nodes, and each fault said at its innermost node.
  const report = new Report(found);
  for (const { item } of itemsOf(program)) report.look(item, item, item.id);
  for (const router of program.routers) report.look(router, router, `router ${router.id}`);
  for (const handler of program.handlers) report.look(handler, handler, `handler ${handler.id}`);
  for (const middleware of program.middlewares) report.look(middleware, middleware, `middleware ${middleware.id}`);
  for (const diagnostic of program.diagnostics) report.look(diagnostic, diagnostic, `diagnostic ${diagnostic.id}`);
  report.look(program, program, 'program');
}

export function checkSetPlain(set: EndpointSet, found: Violations, earlier: Earlier | null): void {
  const { program: _ofSet, endpoints, ...rest } = set;
  const before = earlier?.set ?? undefined;
  const { program: _program, endpoints: _endpoints, ...restBefore } = before ?? ({} as Partial<EndpointSet>);
  let plain = isPlain(rest, restBefore, 0);
  for (const { endpoint, old } of newEndpoints(set, earlier)) plain = isPlain(endpoint, old, 1) && plain;
  if (plain) return;
  const report = new Report(found);
  for (const endpoint of endpoints) report.look(endpoint, endpoint, nameOf(endpoint));
  for (const diagnostic of set.diagnostics) report.look(diagnostic, diagnostic, `diagnostic ${diagnostic.id}`);
  report.look({ ...rest, endpoints }, set, 'endpoint-set');
}

/** Deeper than any IR: most likely a ring, which the report tells from depth. */
const MAXIMUM_DEPTH = 200;

/** @param before what stood here in the earlier, verified IR; undefined when there is none */
function isPlain(value: unknown, before: unknown, depth: number): boolean {
  if (value === before && before !== undefined) return true;
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true;
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object' || depth > MAXIMUM_DEPTH) return false;
  if (Array.isArray(value)) {
    const old = Array.isArray(before) ? (before as readonly unknown[]) : NOTHING;
    for (let index = 0; index < value.length; index++) if (!isPlain(value[index], old[index], depth + 1)) return false;
    return true;
  }
  const prototype = Object.getPrototypeOf(value) as object | null;
  if (prototype !== Object.prototype && !isBare(prototype)) return false;
  const object = value as Readonly<Record<string, unknown>>;
  const old = (typeof before === 'object' && before !== null ? before : NOTHING) as Readonly<Record<string, unknown>>;
  if (typeof object['file'] === 'string' && 'line' in object && object['file'] !== old['file'] && !isProjectRelative(object['file']))
    return false;
  for (const key in object) if (!isPlain(object[key], old[key], depth + 1)) return false;
  return true;
}

const NOTHING: readonly unknown[] = Object.freeze([]);

/** No prototype, or the one of another realm's plain objects. */
const isBare = (prototype: object | null): boolean => prototype === null || Object.getPrototypeOf(prototype) === null;

/** Says each fault once, at the innermost node that has it. */
class Report {
  /** The objects between the root and the value that is looked at. */
  private readonly open = new Set<object>();
  private readonly plain = new Set<object>();
  private readonly faulty = new Set<object>();

  constructor(private readonly found: Violations) {}

  look(value: unknown, node: object, subject: string): boolean {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
    if (typeof value === 'number') {
      if (Number.isFinite(value) && !Object.is(value, -0)) return true;
      this.found.add('T7', node, subject, `holds the number ${Object.is(value, -0) ? '-0' : value}, which JSON cannot write`);
      return false;
    }
    if (typeof value !== 'object') {
      this.found.add('T7', node, subject, `holds ${value === undefined ? 'undefined' : `a ${typeof value}`}`);
      return false;
    }
    if (this.plain.has(value)) return true;
    // What is wrong below was said once already when the same object is met again on the way to its owner.
    if (this.faulty.has(value)) return false;
    const prototype = Object.getPrototypeOf(value) as object | null;
    if (!Array.isArray(value) && !isBare(prototype))
      return this.refuse(value, node, subject, `holds an object of the class ${prototype!.constructor.name}`);
    if (!Array.isArray(value) && 'file' in value && 'line' in value && typeof value.file === 'string' && !isProjectRelative(value.file)) {
      return this.refuse(value, node, subject, `names the file ${JSON.stringify(value.file)}, which is not relative to the project`);
    }
    if (this.open.has(value)) return this.refuse(value, node, subject, 'holds itself');
    this.open.add(value);
    const entries: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
    let all = true;
    for (const entry of entries) if (!this.look(entry, node, subject)) all = false;
    this.open.delete(value);
    (all ? this.plain : this.faulty).add(value);
    return all;
  }

  private refuse(value: object, node: object, subject: string, message: string): false {
    this.found.add('T7', node, subject, message);
    this.faulty.add(value);
    return false;
  }
}

/** Leading `..` lead to a sibling package of the same repository: a project that is a part of one uses them. */
function isProjectRelative(file: string): boolean {
  // Nearly all names: nothing in them could lead elsewhere.
  if (!file.includes(':') && !file.includes('\\') && !file.includes('..') && file.charCodeAt(0) !== SLASH) return true;
  return (
    !/^(?:[A-Za-z]:|\/|[A-Za-z][A-Za-z+.-]+:\/\/)/.test(file) &&
    !file.includes('\\') &&
    !file
      .replace(/^(?:\.\.\/)+/, '')
      .split('/')
      .includes('..')
  );
}

const SLASH = 47;
