import type { Endpoint, Model } from '../../schemas/index.js';

/** One line of the list: what can be searched and filtered, and no more, since there may be thousands. */
export interface EndpointRow {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly name?: string;
  readonly file?: string;
  readonly line?: number;
  /** Security schemes that are demanded, and guards whose scheme is unknown. */
  readonly guards: readonly string[];
  readonly tags: readonly string[];
  readonly flags: readonly ('conditional' | 'shadowed' | 'stale' | 'manual' | 'deprecated' | 'optional-guard')[];
}

export const endpointRows = (model: Model): readonly EndpointRow[] => model.endpoints.map(row);

function row(endpoint: Endpoint): EndpointRow {
  const flags: EndpointRow['flags'][number][] = [];
  if (endpoint.conditional) flags.push('conditional');
  if (endpoint.shadowedBy !== undefined) flags.push('shadowed');
  if (endpoint.stale) flags.push('stale');
  if (endpoint.origin === 'manual') flags.push('manual');
  if (endpoint.deprecated) flags.push('deprecated');
  if (endpoint.security?.length && endpoint.security.every((use) => use.required === false)) flags.push('optional-guard');
  const name = endpoint.name ?? endpoint.handlerName;
  return {
    id: endpoint.id,
    method: endpoint.method,
    path: endpoint.path,
    ...(name !== undefined && { name }),
    ...(endpoint.source && { file: endpoint.source.file, line: endpoint.source.line }),
    guards: guardsOf(endpoint),
    tags: endpoint.tags ?? [],
    flags,
  };
}

/** Names of what stands between a caller and the handler. */
export function guardsOf(endpoint: Endpoint): string[] {
  const guards = new Set((endpoint.security ?? []).map((use) => use.scheme));
  for (const entry of endpoint.middleware)
    if (entry.type === 'auth' && entry.scheme === undefined && guards.size === 0) guards.add(entry.name);
  return [...guards];
}
