import type { Endpoint, Model } from '../../schemas/index.js';
import { sameJson } from '../store/index.js';
import { endpointUri } from './resources/endpoint.js';

/** URIs of the endpoints that differ between two models, of those that are only in one of them, too. */
export function changedEndpoints(before: Model | null, after: Model | null): string[] {
  const byUri = (model: Model | null): Map<string, Endpoint> =>
    new Map((model?.endpoints ?? []).map((endpoint) => [endpointUri(endpoint.method, endpoint.path), endpoint]));
  const old = byUri(before);
  const now = byUri(after);
  return [...new Set([...old.keys(), ...now.keys()])].filter((uri) => !sameJson(old.get(uri), now.get(uri)));
}
