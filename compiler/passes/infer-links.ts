import type { EndpointSet } from '@tool/ir';
import { definePass } from './pass.js';

/** See infer-links.md: nothing is linked without contracts of responses. */
export const inferLinks = definePass({
  name: 'infer-links',
  from: 'endpoint-set',
  to: 'endpoint-set',
  requires: ['E1'],
  establishes: [],
  run: (set: EndpointSet): EndpointSet => set,
});
