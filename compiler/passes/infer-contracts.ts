import type { Endpoint, EndpointSet, Evidence, Parameter, Segment } from '@tool/ir';
import { madeOnce } from './contracts/asked-nodes.js';
import { contentTypeOf, parsersIn, unparsedBody } from './contracts/content-type.js';
import { withCalled } from './contracts/exempt.js';
import { factsOf, tablesOf } from './contracts/facts.js';
import { ownershipOf } from './contracts/ownership.js';
import { paginationOf } from './contracts/pagination.js';
import { bodyOf, parametersOf } from './contracts/request.js';
import { responsesOf } from './contracts/responses.js';
import { definePass } from './pass.js';

/** See infer-contracts.md. */
export const inferContracts = definePass({
  name: 'infer-contracts',
  from: 'endpoint-set',
  to: 'endpoint-set',
  requires: ['T5', 'E2'],
  establishes: [],
  run: (set: EndpointSet): EndpointSet => {
    const tables = tablesOf(set.program);
    const middlewares = new Map(set.program.middlewares.map((middleware) => [middleware.id, middleware]));
    const placeOf = (endpoint: Endpoint): Evidence['place'] => endpoint.source ?? tables.routes.get(endpoint.trail.at(-1)!.item)!.place;
    const withContract = (endpoint: Endpoint): Endpoint => {
      const facts = factsOf(endpoint, tables);
      const path = endpoint.segments.some((segment) => segment.kind !== 'lit')
        ? pathParameters(endpoint.segments, { source: 'path', place: placeOf(endpoint) })
        : [];
      const parameters = [...parametersOf(endpoint, facts, path, new Set()), ...(endpoint.parameters ?? [])];
      const chain = endpoint.chain.flatMap((entry) =>
        withCalled(middlewares.get(entry.middleware)!, endpoint, entry, set.program).map((middleware) => ({
          middleware,
          own: entry.item === undefined,
          forAll: tables.forAll.has(entry.item ?? ''),
        })),
      );
      const parsers = parsersIn(chain, tables.frameworks.get(endpoint.trail.at(-1)!.router));
      const requestBody = bodyOf(endpoint, facts, contentTypeOf(chain, parsers, facts), unparsedBody(parsers, facts));
      const responses = responsesOf(endpoint, facts, tables);
      const pagination = paginationOf({ ...endpoint, parameters }, responses);
      const ownership = ownershipOf(endpoint, facts);
      return {
        ...endpoint,
        ...(parameters.length > 0 && { parameters }),
        ...(requestBody && { requestBody }),
        ...(responses.length > 0 && { responses }),
        ...(pagination && { pagination }),
        ...(ownership && { ownership }),
      };
    };
    return {
      ...set,
      endpoints: set.endpoints.map((endpoint) => madeOnce(endpoint, set.program, tables.nodes, middlewares, () => withContract(endpoint))),
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
      name: segment.name,
      in: 'path',
      type: pattern !== undefined && DIGITS.test(pattern) ? 'number' : 'string',
      ...(pattern === undefined ? {} : { pattern }),
      required: true,
      evidence,
    });
  };
  segments.forEach(add);
  return [...byName.values()];
}
