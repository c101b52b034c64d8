import type { Endpoint as IrEndpoint, EndpointSet } from '@tool/ir';
import type { Endpoint } from '../../schemas/index.js';

/** The compiled endpoint behind one of the model; of several registrations of the same method and path, the one that answers. */
export function endpointInSet(set: EndpointSet, endpoint: Pick<Endpoint, 'method' | 'path'>): IrEndpoint | undefined {
  const same = set.endpoints.filter(
    (one) => one.method === endpoint.method && (one.key === `${endpoint.method} ${endpoint.path}` || one.path === endpoint.path),
  );
  return same.find((one) => one.shadowedBy === undefined) ?? same[0];
}
