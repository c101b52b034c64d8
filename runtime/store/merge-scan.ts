import type { Endpoint, Environment, Model, SecurityScheme } from '../../schemas/index.js';
import { applyAuthored, authoredPointers, hasValue, type Conflict } from './authored-fields.js';
import { cloneJson } from './clone-json.js';
import { endpointKey } from './endpoint-key.js';
import { matchRenames, underPathOf, type Rename } from './match-renames.js';
import { sameJson } from './same-json.js';

export interface ModelChanges {
  /** `METHOD /path` of each, in the order of the model. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** The same endpoint under another path: neither added nor removed. With the names of other fields that changed. */
  readonly renamed: readonly { readonly from: string; readonly to: string; readonly fields: readonly string[] }[];
  /** With the names of the fields that changed. A moved line alone is no change. */
  readonly changed: readonly { readonly endpoint: string; readonly fields: readonly string[] }[];
}

export interface MergedScan {
  readonly model: Model;
  readonly changes: ModelChanges;
  /** What the scan says differently from a person or an assistant; it was not applied. */
  readonly conflicts: readonly Conflict[];
}

/** What the last scan gave, and what it left of endpoints that the source has no more, to tell hand-written changes from scanned ones. */
export interface LastScan {
  /** `generatedAt` of the model that it wrote: with another model (another branch, another machine) it says nothing. */
  readonly generatedAt: string;
  readonly endpoints: readonly Endpoint[];
  /** Those of the configuration. */
  readonly environments?: readonly Environment[];
  readonly securitySchemes?: Model['securitySchemes'];
  /** It is a committed version of that model, for want of a record: edits since then are recognised, earlier ones as without a record. */
  readonly committed?: boolean;
}

/**
 * The model after a scan. Nothing that a person or an assistant wrote is lost: endpoints they added stay, fields they wrote keep
 * their values and are listed in `authored`, environments stay unless they are the configuration's, and a removed route with authored fields stays as `stale`.
 * Everything else is as the scan says. Merging the same scan again changes nothing. The result shares parts with the scan.
 * @param lastScan lets changes that were made in the file by hand be recognised without a mark
 */
export function mergeScan(previous: Model, scanned: Model, lastScan: LastScan | null = null): MergedScan {
  const base = lastScan?.generatedAt === previous.generatedAt ? byKey(lastScan.endpoints) : null;
  const certain = lastScan?.committed !== true;
  const before = new Map<string, Endpoint>();
  const conflicts: Conflict[] = [];
  for (const endpoint of previous.endpoints) {
    const key = endpointKey(endpoint);
    const twin = before.get(key);
    before.set(key, twin === undefined ? endpoint : unite(twin, endpoint, conflicts));
  }
  const added: string[] = [];
  const removed: string[] = [];
  const renamed: { from: string; to: string; fields: string[] }[] = [];
  const changed: { endpoint: string; fields: string[] }[] = [];
  const endpoints: Endpoint[] = [];
  const found = byKey(scanned.endpoints);

  const renames = findRenames(before, found);
  const moved = new Map([...renames].map(([to, from]) => [endpointKey(from), to]));
  for (const [key, endpoint] of found) {
    const former = renames.get(key);
    const old = before.get(key) ?? (former && underPathOf(former, endpoint));
    if (old === undefined) {
      added.push(key);
      endpoints.push(endpoint);
      continue;
    }
    if (unchanged.get(endpoint) === old && base?.get(key) === endpoint) {
      endpoints.push(old);
      continue;
    }
    const merged = applyAuthored(
      endpoint,
      old,
      authoredPointers(old, base && (baseOf(base, key, former, endpoint) ?? null), endpoint, certain),
    );
    conflicts.push(...merged.conflicts);
    endpoints.push(merged.endpoint);
    const fields = changedFields(old, merged.endpoint);
    if (old.stale) added.push(key);
    else if (former) renamed.push({ from: endpointKey(former), to: key, fields: fields.filter((field) => !FOLLOWS_PATH.has(field)) });
    else if (fields.length > 0) changed.push({ endpoint: key, fields });
  }
  for (const [key, old] of before) {
    if (found.has(key) || moved.has(key)) continue;
    const kept = withoutSource(old, base && (base.get(key) ?? null), certain);
    if (kept !== null) endpoints.push(kept);
    if ((kept === null || kept.stale) && !old.stale) removed.push(key);
  }

  endpoints.sort(compareEndpoints);
  const known = new Set(Object.keys(scanned));
  const unknown = Object.entries(previous).filter(([key]) => !known.has(key) && key !== 'unresolved');
  const model: Model = {
    ...scanned,
    project: cloneJson(scanned.project),
    ...(scanned.unresolved && { unresolved: cloneJson(scanned.unresolved) }),
    ...Object.fromEntries(unknown.map(([key, value]) => [key, cloneJson(value)])),
    generatedAt: previous.generatedAt,
    environments: mergeEnvironments(
      previous.environments,
      scanned.environments,
      base === null ? [] : (lastScan?.environments ?? []),
      certain,
      conflicts,
    ),
    securitySchemes: mergeSchemes(
      previous.securitySchemes,
      scanned.securitySchemes,
      base && certain ? (lastScan?.securitySchemes ?? {}) : {},
      endpoints,
      conflicts,
    ),
    endpoints,
  };
  followRenames(model, moved);
  const position = new Map([...model.endpoints, ...previous.endpoints].map((endpoint) => [endpointKey(endpoint), endpoint]));
  const inOrder = (a: string, b: string): number => compareEndpoints(position.get(a)!, position.get(b)!);
  return {
    model,
    changes: {
      added: added.sort(inOrder),
      removed: removed.sort(inOrder),
      renamed: renamed.sort((a, b) => inOrder(a.to, b.to)),
      changed: changed.sort((a, b) => inOrder(a.endpoint, b.endpoint)),
    },
    conflicts,
  };
}

/** Endpoints as a scan gave them, with the same as they stood in the file when it was stored: where both are still there, nobody has changed anything. */
const unchanged = new WeakMap<Endpoint, Endpoint>();

/**
 * To be told when a scan is stored, of endpoints of which nobody changes anything any more.
 * @param scanned what the scan gave
 * @param model what came of it
 * @param inFile the same, one by one, in the order of the file
 */
export function noteUnchanged(scanned: readonly Endpoint[], model: readonly Endpoint[], inFile: readonly Endpoint[]): void {
  const asScanned = new Set(scanned);
  for (const [index, endpoint] of model.entries()) if (asScanned.has(endpoint)) unchanged.set(endpoint, inFile[index]!);
}

/** By the key of the new path: the endpoint that had another one before. Only scans know what became of an endpoint, so manual ones stay where they are. */
function findRenames(before: ReadonlyMap<string, Endpoint>, found: ReadonlyMap<string, Endpoint>): Map<string, Endpoint> {
  const gone = [...before].filter(([key, endpoint]) => !found.has(key) && endpoint.origin !== 'manual' && endpoint.source !== undefined);
  const come = [...found].filter(([key]) => !before.has(key));
  if (gone.length === 0 || come.length === 0) return new Map();
  return new Map(
    matchRenames(
      gone.map(([, endpoint]) => endpoint),
      come.map(([, endpoint]) => endpoint),
    ).map(({ from, to }: Rename<Endpoint>) => [endpointKey(to), from]),
  );
}

/** What the last scan gave for an endpoint, under its present path. */
function baseOf(base: ReadonlyMap<string, Endpoint>, key: string, former: Endpoint | undefined, endpoint: Endpoint): Endpoint | undefined {
  const old = base.get(former ? endpointKey(former) : key);
  return old && former ? underPathOf(old, endpoint) : old;
}

/** Fields that are others only because the path is. */
const FOLLOWS_PATH: ReadonlySet<string> = new Set(['id', 'path', 'name']);

/** What names an endpoint by its old path names it by the new one. */
function followRenames(model: Model, moved: ReadonlyMap<string, string>): void {
  if (moved.size === 0) return;
  for (const scheme of Object.values(model.securitySchemes)) {
    const to = scheme.obtainedFrom && moved.get(scheme.obtainedFrom.endpoint);
    if (to !== undefined) scheme.obtainedFrom = { ...scheme.obtainedFrom!, endpoint: to };
  }
  model.endpoints = model.endpoints.map((endpoint) =>
    endpoint.consumes?.some(({ producedBy }) => moved.has(producedBy))
      ? {
          ...endpoint,
          consumes: endpoint.consumes.map((entry) => ({ ...entry, producedBy: moved.get(entry.producedBy) ?? entry.producedBy })),
        }
      : endpoint,
  );
}

const byKey = (endpoints: readonly Endpoint[]): Map<string, Endpoint> =>
  new Map(endpoints.map((endpoint) => [endpointKey(endpoint), endpoint]));

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const compareEndpoints = (a: Endpoint, b: Endpoint): number => compare(a.path, b.path) || compare(a.method, b.method);

/** Two entries for one method and path (a merge of two branches kept both): one entry with what was authored in either. */
function unite(first: Endpoint, second: Endpoint, conflicts: Conflict[]): Endpoint {
  const kept = applyAuthored(second, first, authoredPointers(first, undefined, second));
  const both = applyAuthored(kept.endpoint, second, authoredPointers(second, undefined, kept.endpoint));
  conflicts.push(...both.conflicts);
  const authored = [...new Set([...(kept.endpoint.authored ?? []), ...(both.endpoint.authored ?? [])])];
  const { origin: _, stale: __, ...endpoint } = both.endpoint;
  return {
    ...endpoint,
    ...(first.origin === 'manual' && second.origin === 'manual' && { origin: 'manual' }),
    ...(authored.length > 0 && { authored }),
    ...(first.stale && second.stale && { stale: true }),
  };
}

/** What stays of an endpoint that the source does not have; null when nothing does. */
function withoutSource(old: Endpoint, base: Endpoint | null | undefined, certain: boolean): Endpoint | null {
  if (old.origin === 'manual') return cloneJson(old);
  // Scans say where an endpoint is written. One without a place was added by hand.
  if (old.source === undefined && !old.stale && (!base || !certain)) return { ...cloneJson(old), origin: 'manual' };
  const authored = authoredPointers(old, base, null, certain);
  if (!authored.some((pointer) => hasValue(old, pointer))) return null;
  return { ...cloneJson(old), authored, stale: true };
}

/** Fields that are bookkeeping, and the place, which moves with every line that is written above it. */
const NO_CHANGE: ReadonlySet<string> = new Set(['source', 'authored', 'origin', 'stale']);

function changedFields(before: Endpoint, after: Endpoint): string[] {
  if (sameJson(before, after)) return [];
  const left = comparable(before);
  const right = comparable(after);
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].filter(
    (key) => !NO_CHANGE.has(key) && !sameJson(left[key], right[key]),
  );
}

const comparable = (endpoint: Endpoint): Record<string, unknown> => ({
  ...endpoint,
  middleware: endpoint.middleware.map(({ source: _, ...middleware }) => middleware),
});

/**
 * Environments are written by hand, in the model or in the configuration. Those of the model stay, those of the configuration are added, and
 * follow it as long as nobody edited them in the model.
 * @param last those that the last scan took from the configuration
 * @param certain false when a person may have written some of these
 */
function mergeEnvironments(
  previous: readonly Environment[],
  scanned: readonly Environment[],
  last: readonly Environment[],
  certain: boolean,
  conflicts: Conflict[],
): Environment[] {
  const called =
    (name: string) =>
    (environment: Environment): boolean =>
      environment.name === name;
  const isGone = (environment: Environment): boolean =>
    certain && !scanned.some(called(environment.name)) && last.some((before) => sameJson(before, environment));
  const result = previous.filter((environment) => !isGone(environment)).map((environment) => cloneJson(environment));
  for (const environment of scanned) {
    const index = result.findIndex(called(environment.name));
    const present = result[index];
    const before = last.find(called(environment.name));
    if (present === undefined) result.push(cloneJson(environment));
    else if (sameJson({ ...present, ...environment }, present)) continue;
    else if (before !== undefined && sameJson({ ...present, ...before }, present)) {
      const own = Object.entries(present).filter(([key]) => !(key in before));
      result[index] = { ...Object.fromEntries(own), ...cloneJson(environment) };
    } else conflicts.push({ pointer: `/environments/${index}`, authored: present, scanned: environment });
  }
  return result;
}

/** Schemes that were added by hand stay, and so do those that an endpoint still needs, and where a credential comes from, unless the last scan said it. */
function mergeSchemes(
  previous: Model['securitySchemes'],
  scanned: Model['securitySchemes'],
  last: Model['securitySchemes'],
  endpoints: readonly Endpoint[],
  conflicts: Conflict[],
): Model['securitySchemes'] {
  const needed = new Set(endpoints.flatMap((endpoint) => [...(endpoint.security ?? []), ...endpoint.middleware].map((use) => use.scheme)));
  const result = new Map<string, SecurityScheme>(Object.entries(cloneJson(scanned)));
  for (const [name, scheme] of Object.entries(previous)) {
    const found = result.get(name);
    if (found === undefined) {
      if (scheme.origin === 'manual' || needed.has(name)) result.set(name, cloneJson(scheme));
    } else if (scheme.origin === 'manual') {
      if (!sameJson({ ...scheme, ...found }, scheme))
        conflicts.push({
          pointer: `/securitySchemes/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
          authored: scheme,
          scanned: found,
        });
      result.set(name, cloneJson(scheme));
    } else {
      result.set(name, { ...withoutScan(scheme, last[name]), ...found });
    }
  }
  return Object.fromEntries([...result].sort(([a], [b]) => compare(a, b)));
}

/** Of a scheme that the scan found again: what neither this scan nor the last one says. */
function withoutScan(
  { type: _, scheme: __, in: ___, name: ____, ...rest }: SecurityScheme,
  last?: SecurityScheme,
): Partial<SecurityScheme> {
  const { obtainedFrom, ...others } = rest;
  return cloneJson(obtainedFrom !== undefined && sameJson(obtainedFrom, last?.obtainedFrom) ? others : rest);
}
