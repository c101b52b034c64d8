import type { EndpointSet } from '@tool/ir';

/** Why the model says something: where it was read. */
export interface EvidenceEntry {
  /** What it is about, as a JSON pointer into the endpoint: `/security/0`. */
  readonly pointer: string;
  /** What kind of place it is: `zod schema`, `handler body`. */
  readonly source: string;
  readonly file: string;
  readonly line: number;
}

/**
 * The evidence of every endpoint, by `METHOD /path`. Wherever in an endpoint the compiler says `evidence`, it is listed: a new
 * kind of contract needs nothing here.
 */
export function evidenceOf(set: EndpointSet): Readonly<Record<string, readonly EvidenceEntry[]>> {
  const all: Record<string, EvidenceEntry[]> = {};
  for (const endpoint of set.endpoints) {
    const found: EvidenceEntry[] = [];
    const { trail: _trail, chain: _chain, segments: _segments, ...facts } = endpoint;
    collect(facts, '', found);
    if (found.length > 0) (all[`${endpoint.method} ${endpoint.path}`] ??= []).push(...found);
  }
  return all;
}

function collect(value: unknown, pointer: string, found: EvidenceEntry[]): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    if (key !== 'evidence') {
      collect(child, `${pointer}/${key}`, found);
      continue;
    }
    for (const entry of Array.isArray(child) ? (child as unknown[]) : [child]) {
      const { source, place } = (entry ?? {}) as { source?: unknown; place?: { file?: unknown; line?: unknown } };
      if (typeof source === 'string' && typeof place?.file === 'string' && typeof place.line === 'number')
        found.push({ pointer, source, file: place.file, line: place.line });
    }
  }
}
