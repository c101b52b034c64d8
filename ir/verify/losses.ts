import type { EndpointSet } from '../nodes/endpoint-set.js';
import type { Program } from '../nodes/route-tree.js';
import { newEndpoints, type Earlier } from './earlier.js';
import { findSegment, hasHole, itemsOf, nameOf, pathOf } from './traverse.js';
import type { Violations } from './violation.js';

/** T6: whatever could not be resolved names a diagnostic that is reported. There is no silent loss. */
export function checkLosses(program: Program, found: Violations, earlier: Earlier | null, set?: EndpointSet): void {
  const before = earlier?.program;
  if (before?.routers === program.routers && before.diagnostics === program.diagnostics && earlier?.set?.diagnostics === set?.diagnostics)
    return;
  const reported = new Set<string>(program.diagnostics.map((diagnostic) => diagnostic.id));
  for (const { id } of set?.diagnostics ?? []) reported.add(id);
  const names = (node: object, subject: string, id: string): void => {
    if (!reported.has(id)) found.add('T6', node, subject, `names ${id}, which is not reported`);
  };
  for (const { item } of itemsOf(program)) {
    if (item.kind === 'opaque') names(item, item.id, item.diagnostic);
    if (item.kind === 'mount' && item.approximate !== undefined) names(item, item.id, item.approximate);
    const path = pathOf(item);
    for (const part of path?.raw ?? []) if (part.kind === 'hole') names(item, item.id, part.diagnostic);
    for (const form of path?.forms ?? []) {
      findSegment(form, (segment) => {
        if (segment.kind === 'hole') names(item, item.id, segment.diagnostic);
        return false;
      });
    }
  }
}

export function checkSetLosses(set: EndpointSet, found: Violations, earlier: Earlier | null): void {
  const reported = new Set<string>([...set.program.diagnostics, ...set.diagnostics].map((diagnostic) => diagnostic.id));
  for (const unresolved of set.unresolved) {
    if (!reported.has(unresolved.diagnostic))
      found.add('T6', unresolved, 'unresolved', `names ${unresolved.diagnostic}, which is not reported`);
  }
  for (const { endpoint, old } of newEndpoints(set, earlier)) {
    if (old?.segments === endpoint.segments || !hasHole(endpoint.segments)) continue;
    found.add('T6', endpoint, nameOf(endpoint), 'has an unknown part in its path: it belongs among the unresolved');
  }
}

/** Diagnostics that the program reported must not get lost on the way. */
export function checkKept(before: readonly { readonly id: string }[], after: Program | EndpointSet, found: Violations): void {
  const list = after.diagnostics;
  if (before.every((diagnostic, index) => list[index] === diagnostic)) return;
  const kept = new Set<string>(after.diagnostics.map((diagnostic) => diagnostic.id));
  for (const { id } of before) if (!kept.has(id)) found.add('T6', after, 'diagnostics', `${id} was reported before the pass and is gone`);
}
