import type { Endpoint } from '../../schemas/index.js';

/** What an exporter made of a model. */
export interface Exported<Document> {
  readonly document: Document;
  /** Endpoints that are not in the document, each with the reason: nothing is left out silently. */
  readonly omitted: readonly Omission[];
}

export interface Omission {
  /** `<METHOD> <path>` */
  readonly endpoint: string;
  readonly reason: string;
}

export const endpointName = (endpoint: Pick<Endpoint, 'method' | 'path'>): string => `${endpoint.method} ${endpoint.path}`;

/** Why no client should call an endpoint of the model; undefined for one that answers. */
export function unusable(endpoint: Endpoint): string | undefined {
  if (endpoint.stale) return 'the source no longer has it';
  if (endpoint.shadowedBy !== undefined) return `it never answers: ${endpoint.shadowedBy} takes its requests first`;
  return undefined;
}

/** The methods that stand for `ALL`: those that clients of an API call. */
export const ALL_METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH'] as const;
