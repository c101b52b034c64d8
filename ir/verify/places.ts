import type { EndpointSet } from '../nodes/endpoint-set.js';
import type { Program } from '../nodes/route-tree.js';
import { newEndpoints, type Earlier } from './earlier.js';
import { isSpan, type Place } from '../nodes/span.js';
import { itemsOf } from './traverse.js';
import type { Violations } from './violation.js';

/** T2: every node has a span with a file and with a line and column that count from 1, or says which rule made it. */
export function checkPlaces(program: Program, found: Violations, earlier: Earlier | null): void {
  const check = checker(found);
  const before = earlier?.program;
  if (before?.routers !== program.routers) {
    for (const router of program.routers) check(router, router.id, router.place, 'router');
    for (const { item } of itemsOf(program)) {
      check(item, item.id, item.place);
      if (item.kind !== 'route') continue;
      for (const span of item.via) check(item, item.id, span);
      for (const span of item.rows) check(item, item.id, span);
    }
  }
  for (const handler of news(program.handlers, before?.handlers)) check(handler, handler.id, handler.place, 'handler');
  for (const middleware of news(program.middlewares, before?.middlewares)) check(middleware, middleware.id, middleware.place, 'middleware');
  checkDiagnosticPlaces(program, found);
}

/** Nodes that did not stand at the same position before. */
const news = <Node>(now: readonly Node[], before: readonly Node[] = []): readonly Node[] =>
  now === before ? [] : now.filter((node, index) => node !== before[index]);

export function checkSetPlaces(set: EndpointSet, found: Violations, earlier: Earlier | null): void {
  const check = checker(found);
  for (const { endpoint } of newEndpoints(set, earlier)) {
    if (endpoint.source !== undefined) check(endpoint, endpoint.id, endpoint.source, 'endpoint');
    for (const parameter of endpoint.parameters ?? []) check(endpoint, endpoint.id, parameter.evidence.place, 'endpoint');
    for (const use of endpoint.security ?? []) check(endpoint, endpoint.id, use.evidence.place, 'endpoint');
    if (endpoint.rateLimit) check(endpoint, endpoint.id, endpoint.rateLimit.evidence.place, 'endpoint');
  }
  const before = earlier?.set;
  for (const unresolved of news(set.unresolved, before?.unresolved)) check(unresolved, 'unresolved', unresolved.place);
  for (const scheme of set.schemes) check(scheme, `scheme ${scheme.name}`, scheme.evidence.place);
  for (const link of news(set.links, before?.links)) check(link, `link ${link.producer}`, link.evidence.place);
  checkDiagnosticPlaces(set, found);
}

function checkDiagnosticPlaces(ir: Program | EndpointSet, found: Violations): void {
  const check = checker(found);
  for (const diagnostic of ir.diagnostics) {
    check(diagnostic, diagnostic.id, diagnostic.place, 'diagnostic');
    for (const related of diagnostic.related) check(diagnostic, diagnostic.id, related.place, 'diagnostic');
  }
}

const countsFromOne = (value: number): boolean => Number.isInteger(value) && value >= 1;

const checker =
  (found: Violations) =>
  (node: object, subject: string, place: Place, kind?: string): void => {
    const wrong = wrongPlace(place);
    if (wrong !== null) found.add('T2', node, kind === undefined ? subject : `${kind} ${subject}`, wrong);
  };

function wrongPlace(place: Place): string | null {
  if (!isSpan(place)) return place.synthetic ? null : 'is synthetic and does not say why';
  return place.file && countsFromOne(place.line) && countsFromOne(place.column)
    ? null
    : 'has no complete place: a file, a line and a column from 1';
}
