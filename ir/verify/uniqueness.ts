import type { Endpoint, EndpointSet } from '../nodes/endpoint-set.js';
import { newEndpoints, type Earlier } from './earlier.js';
import { nameOf } from './traverse.js';
import type { Violations } from './violation.js';

/** E1: method and path are unique among the endpoints that nothing shadows, and what shadows is not shadowed itself. */
export function checkUniqueness(set: EndpointSet, found: Violations, earlier: Earlier | null): void {
  if (
    newEndpoints(set, earlier).every(
      ({ endpoint, old }) =>
        old !== undefined && old.method === endpoint.method && old.path === endpoint.path && old.shadowedBy === endpoint.shadowedBy,
    )
  )
    return;
  let byId: ReadonlyMap<string, Endpoint> | null = null;
  const first = new Map<string, Endpoint | Endpoint[]>();
  for (const endpoint of set.endpoints) {
    if (endpoint.shadowedBy !== undefined) {
      byId ??= new Map(set.endpoints.map((each) => [each.id, each]));
      const shadow = byId.get(endpoint.shadowedBy);
      if (shadow?.shadowedBy !== undefined)
        found.add('E1', endpoint, nameOf(endpoint), `is shadowed by ${shadow.id}, which never answers itself`);
      continue;
    }
    const known = first.get(endpoint.path);
    if (known === undefined) {
      first.set(endpoint.path, endpoint);
      continue;
    }
    const list = Array.isArray(known) ? known : [known];
    const other = list.find((each) => each.method === endpoint.method);
    if (other !== undefined)
      found.add(
        'E1',
        endpoint,
        nameOf(endpoint),
        `${endpoint.method} ${endpoint.path} is ${other.id} already, and nothing says which one answers`,
      );
    else first.set(endpoint.path, [...list, endpoint]);
  }
}
