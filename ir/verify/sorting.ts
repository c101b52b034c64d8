import type { EndpointSet } from '../nodes/endpoint-set.js';
import { nameOf } from './traverse.js';
import type { Violations } from './violation.js';

/** E6: sorted by path, then by method, both by code unit, so that no locale changes the bytes. */
export function checkSorting(set: EndpointSet, found: Violations): void {
  let last: { readonly path: string; readonly method: string } | null = null;
  for (const endpoint of set.endpoints) {
    if (last !== null && (endpoint.path < last.path || (endpoint.path === last.path && endpoint.method < last.method))) {
      found.add('E6', endpoint, nameOf(endpoint), `${endpoint.method} ${endpoint.path} stands behind ${last.method} ${last.path}`);
    }
    last = endpoint;
  }
}
