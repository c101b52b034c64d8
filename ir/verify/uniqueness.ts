import type { Endpoint, EndpointSet } from '../nodes/endpoint-set.js';
import { namedEndpoints } from './traverse.js';
import type { Violations } from './violation.js';

/** E1: method and path are unique among the endpoints that nothing shadows, and what shadows is not shadowed itself. */
export function checkUniqueness(set: EndpointSet, found: Violations): void {
  const byId = new Map(set.endpoints.map((endpoint) => [endpoint.id, endpoint]));
  const first = new Map<string, Endpoint>();
  for (const [endpoint, subject] of namedEndpoints(set)) {
    const shadow = endpoint.shadowedBy === undefined ? undefined : byId.get(endpoint.shadowedBy);
    if (shadow !== undefined && shadow.shadowedBy !== undefined) {
      found.add('E1', endpoint, subject, `is shadowed by ${shadow.id}, which never answers itself`);
    }
    if (endpoint.shadowedBy !== undefined) continue;
    const key = `${endpoint.method} ${endpoint.path}`;
    const other = first.get(key);
    if (other !== undefined) found.add('E1', endpoint, subject, `${key} is ${other.id} already, and nothing says which one answers`);
    else first.set(key, endpoint);
  }
}
