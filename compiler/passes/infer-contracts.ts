import type { Endpoint, EndpointSet, Evidence, ItemId, Parameter, Place, Segment } from '@tool/ir';
import { leavesOf } from './items.js';
import { definePass } from './pass.js';

/** See infer-contracts.md. */
export const inferContracts = definePass({
  name: 'infer-contracts',
  from: 'endpoint-set',
  to: 'endpoint-set',
  requires: ['T5', 'E2'],
  establishes: [],
  run: (set: EndpointSet): EndpointSet => {
    let known: ReadonlyMap<ItemId, Place> | null = null;
    const placeOf = (item: ItemId): Place =>
      (known ??= new Map(set.program.routers.flatMap((router) => [...leavesOf(router.items)].map((leaf) => [leaf.id, leaf.place])))).get(item)!;
    return {
      ...set,
      endpoints: set.endpoints.map((endpoint): Endpoint => {
        if (!endpoint.segments.some((segment) => segment.kind !== 'lit')) return endpoint;
        const place = endpoint.source ?? placeOf(endpoint.trail.at(-1)!.item);
        const parameters = pathParameters(endpoint.segments, { source: 'path', place });
        return parameters.length === 0 ? endpoint : { ...endpoint, parameters: [...parameters, ...(endpoint.parameters ?? [])] };
      }),
    };
  },
});

const DIGITS = /^\(?(?:\\d|\[0-9\])(?:\+|\*|\{\d+(?:,\d*)?\})?\)?$/;

function pathParameters(segments: readonly Segment[], evidence: Evidence): readonly Parameter[] {
  const byName = new Map<string, Parameter>();
  const add = (segment: Segment): void => {
    if (segment.kind === 'mixed') segment.pieces.forEach(add);
    if ((segment.kind !== 'param' && segment.kind !== 'wild') || segment.name === undefined) return;
    const pattern = segment.kind === 'param' ? segment.pattern : undefined;
    // A name that occurs twice in a path is one parameter: the request object has one value for it, the last one's.
    byName.set(segment.name, {
      name: segment.name, in: 'path',
      type: pattern !== undefined && DIGITS.test(pattern) ? 'number' : 'string',
      ...(pattern === undefined ? {} : { pattern }),
      required: true, evidence,
    });
  };
  segments.forEach(add);
  return [...byName.values()];
}
