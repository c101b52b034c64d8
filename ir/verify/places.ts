import type { EndpointSet } from '../nodes/endpoint-set.js';
import type { Program } from '../nodes/route-tree.js';
import { isSpan, type Place } from '../nodes/span.js';
import { itemsOf, namedEndpoints } from './traverse.js';
import type { Violations } from './violation.js';

/** T2: every node has a span with a file and with a line and column that count from 1, or says which rule made it. */
export function checkPlaces(program: Program, found: Violations): void {
  const check = checker(found);
  for (const router of program.routers) check(router, `router ${router.id}`, router.place);
  for (const { item } of itemsOf(program)) {
    check(item, item.id, item.place);
    if (item.kind === 'route') for (const span of [...item.via, ...item.rows]) check(item, item.id, span);
  }
  for (const handler of program.handlers) check(handler, `handler ${handler.id}`, handler.place);
  for (const middleware of program.middlewares) check(middleware, `middleware ${middleware.id}`, middleware.place);
  checkDiagnosticPlaces(program, found);
}

export function checkSetPlaces(set: EndpointSet, found: Violations): void {
  const check = checker(found);
  for (const [endpoint, subject] of namedEndpoints(set)) {
    if (endpoint.source !== undefined) check(endpoint, subject, endpoint.source);
    for (const { evidence } of [...(endpoint.parameters ?? []), ...(endpoint.security ?? []), ...(endpoint.rateLimit ? [endpoint.rateLimit] : [])]) {
      check(endpoint, subject, evidence.place);
    }
  }
  for (const unresolved of set.unresolved) check(unresolved, 'unresolved', unresolved.place);
  for (const scheme of set.schemes) check(scheme, `scheme ${scheme.name}`, scheme.evidence.place);
  for (const link of set.links) check(link, `link ${link.producer}`, link.evidence.place);
  checkDiagnosticPlaces(set, found);
}

function checkDiagnosticPlaces(ir: Program | EndpointSet, found: Violations): void {
  const check = checker(found);
  for (const diagnostic of ir.diagnostics) {
    for (const place of [diagnostic.place, ...diagnostic.related.map((related) => related.place)]) check(diagnostic, `diagnostic ${diagnostic.id}`, place);
  }
}

const countsFromOne = (value: number): boolean => Number.isInteger(value) && value >= 1;

const checker = (found: Violations) => (node: object, subject: string, place: Place): void => {
  if (!isSpan(place)) {
    if (!place.synthetic) found.add('T2', node, subject, 'is synthetic and does not say why');
  } else if (!place.file || !countsFromOne(place.line) || !countsFromOne(place.column)) {
    found.add('T2', node, subject, 'has no complete place: a file, a line and a column from 1');
  }
};
