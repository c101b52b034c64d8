import type { Endpoint, EndpointSet } from '../nodes/endpoint-set.js';
import { printSegments, type Segment } from '../nodes/path.js';
import { newEndpoints, type Earlier } from './earlier.js';
import { layoutOf, nameOf, targetOf, type Located } from './traverse.js';
import type { Violations } from './violation.js';

/** E2: the trail leads from a root by mounts to the route, and method, path and handler are what it says. */
export function checkTrails(set: EndpointSet, found: Violations, earlier: Earlier | null): void {
  const { program } = set;
  const same = earlier?.program.routers === program.routers && earlier.program.roots === program.roots ? earlier : null;
  const items = layoutOf(program).byId;
  const roots = new Set<string>(program.roots);
  for (const { endpoint, old } of newEndpoints(set, same)) {
    if (
      old !== undefined &&
      old.trail === endpoint.trail &&
      old.segments === endpoint.segments &&
      old.path === endpoint.path &&
      old.method === endpoint.method &&
      old.handler === endpoint.handler
    )
      continue;
    const wrong = wrongTrail(endpoint, items, roots);
    if (wrong !== null) found.add('E2', endpoint, nameOf(endpoint), wrong);
  }
}

function wrongTrail(endpoint: Endpoint, items: ReadonlyMap<string, Located>, roots: ReadonlySet<string>): string | null {
  const steps = endpoint.trail;
  if (steps.length === 0) return 'has no trail';
  if (!roots.has(steps[0]!.router)) return `its trail starts in ${steps[0]!.router}, which is not a root`;
  const joined: Segment[] = [];
  for (let index = 0; index < steps.length; index++) {
    const step = steps[index]!;
    const located = items.get(step.item);
    if (located === undefined) return `its trail names ${step.item}, which does not exist`;
    const { item, router } = located;
    if (router.id !== step.router) return `${step.item} is not an item of ${step.router}`;
    const last = index === steps.length - 1;
    if (last !== (item.kind === 'route'))
      return last ? `its trail ends at ${step.item}, which is not a route` : `its trail goes through ${step.item}, which is no mount`;
    if (!last && (item.kind !== 'mount' || targetOf(item) !== steps[index + 1]!.router))
      return `${step.item} does not lead to ${steps[index + 1]!.router}`;
    const forms = item.kind === 'route' || item.kind === 'mount' ? (item.path.forms ?? []) : [];
    if (!forms.some((form) => equalSegments(form, step.segments)))
      return `${printSegments(step.segments)} is no form of the path of ${step.item}`;
    joined.push(...step.segments);
    if (item.kind === 'route') {
      if (item.method !== endpoint.method) return `its method is ${endpoint.method}, the one of ${step.item} is ${item.method}`;
      if (item.handler !== endpoint.handler) return `its handler is ${endpoint.handler}, the one of ${step.item} is ${item.handler}`;
    }
  }
  if (!equalSegments(joined, endpoint.segments))
    return `its segments are ${printSegments(endpoint.segments)}, its trail makes ${printSegments(joined)}`;
  // A slash at the end is there where it tells two endpoints apart.
  const made = printSegments(joined);
  return endpoint.path === made || endpoint.path === `${made}/` ? null : `its path is ${endpoint.path}, its trail makes ${made}`;
}

/** Segments are JSON and built with their keys in one order or another: compared field by field. */
export const equalSegments = (one: readonly Segment[], other: readonly Segment[]): boolean =>
  one === other ||
  (one.length === other.length && one.every((segment, index) => segment === other[index] || equalSegment(segment, other[index]!)));

function equalSegment(one: Segment, other: Segment): boolean {
  switch (one.kind) {
    case 'lit':
      return other.kind === 'lit' && one.text === other.text;
    case 'param':
      return other.kind === 'param' && one.name === other.name && one.pattern === other.pattern;
    case 'wild':
      return other.kind === 'wild' && one.name === other.name;
    case 'mixed':
      return other.kind === 'mixed' && equalSegments(one.pieces, other.pieces);
    case 'regexp':
      return other.kind === 'regexp' && one.source === other.source && one.flags === other.flags && one.text === other.text;
    case 'hole':
      return other.kind === 'hole' && one.diagnostic === other.diagnostic && one.why === other.why;
  }
}
