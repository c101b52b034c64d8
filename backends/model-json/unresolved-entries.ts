import type { Diagnostic, EndpointSet, Item, Path } from '@tool/ir';
import type { Unresolved } from '../../schemas/index.js';
import { compare, location } from './place.js';

/**
 * What the scan lost: the registrations that gave no endpoint, then every other diagnostic that says that something is missing.
 * Sorted by place, so that a change elsewhere does not move an entry. No two are the same.
 */
export function unresolvedEntries(set: EndpointSet): Unresolved[] {
  const diagnostics = new Map([...set.program.diagnostics, ...set.diagnostics].map((diagnostic) => [diagnostic.id, diagnostic]));
  const listed = new Set<string>();
  const entries: Unresolved[] = [];
  for (const { diagnostic: id, what, method, path, place } of set.unresolved) {
    const diagnostic = diagnostics.get(id);
    if (diagnostic === undefined) continue; // T6: the verifier has reported it
    listed.add(id);
    entries.push(entry(diagnostic, what, location(place) ?? location(diagnostic.place), { method, path }));
  }
  const registrations = new Map<string, Unresolved['what']>();
  for (const router of set.program.routers) collect(router.items, registrations);
  for (const diagnostic of diagnostics.values()) {
    if (diagnostic.loss === 'none' || listed.has(diagnostic.id)) continue;
    entries.push(entry(diagnostic, registrations.get(diagnostic.id) ?? 'other', location(diagnostic.place), {}));
  }
  const unique = new Map(entries.map((found) => [JSON.stringify(found), found]));
  return [...unique.values()].sort(
    (a, b) =>
      compare(a.source?.file ?? '', b.source?.file ?? '') ||
      (a.source?.line ?? 0) - (b.source?.line ?? 0) ||
      compare(a.code, b.code) ||
      compare(a.path ?? '', b.path ?? '') ||
      compare(a.method ?? '', b.method ?? '') ||
      compare(a.reason, b.reason),
  );
}

function entry(
  diagnostic: Diagnostic,
  what: Unresolved['what'],
  source: Unresolved['source'],
  known: { method?: string | undefined; path?: string | undefined },
): Unresolved {
  return {
    what,
    ...(known.method !== undefined && { method: known.method }),
    ...(known.path !== undefined && { path: known.path }),
    ...(source && { source }),
    code: diagnostic.code,
    reason: diagnostic.message,
    ...(diagnostic.help !== undefined && { help: diagnostic.help }),
    // A registration that is listed as unresolved gave no endpoint, whatever its diagnostic says in general.
    loss: diagnostic.loss === 'none' ? 'dropped' : diagnostic.loss,
  };
}

/** Which kind of registration a diagnostic belongs to: the one that names it, or whose path has its hole. */
function collect(items: readonly Item[], into: Map<string, Unresolved['what']>): void {
  for (const item of items) {
    if (item.kind === 'branch') {
      for (const arm of item.arms) collect(arm, into);
      continue;
    }
    const what = item.kind === 'opaque' ? item.what : item.kind;
    if (item.kind === 'opaque') into.set(item.diagnostic, what);
    if (item.kind === 'mount' && item.approximate !== undefined) into.set(item.approximate, what);
    for (const id of item.path ? holes(item.path) : []) into.set(id, what);
  }
}

const holes = (path: Path): string[] => path.raw.flatMap((part) => (part.kind === 'hole' ? [part.diagnostic] : []));
