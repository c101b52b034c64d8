import type { EndpointSet } from '@tool/ir';
import { definePass } from './pass.js';

/** See canonicalize.md. */
export const canonicalize = definePass({
  name: 'canonicalize',
  from: 'endpoint-set',
  to: 'endpoint-set',
  requires: ['E1'],
  establishes: ['E5', 'E6'],
  run: (set: EndpointSet): EndpointSet => ({
    ...set,
    // Stable: what is shadowed stays behind what shadows it.
    endpoints: [...set.endpoints].sort((a, b) => compare(a.path, b.path) || compare(a.method, b.method)),
    schemes: [...set.schemes].sort((a, b) => compare(a.name, b.name)),
  }),
});

/** By code unit: the same on every machine, whatever its language. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
