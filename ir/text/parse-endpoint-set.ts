import type {
  Drop,
  Scheme,
  Parameter,
  EndpointSet,
  Endpoint,
  RequestBody,
  Response,
  Pagination,
  Ownership,
  TrailStep,
  ChainEntry,
  SecurityUse,
  RateLimit,
  Unresolved,
  Link,
} from '../nodes/endpoint-set.js';
import { printSegments } from '../nodes/path.js';
import type { Handler } from '../nodes/route-tree.js';
import type { Shape } from '../nodes/shape.js';
import type { Cursor } from './cursor.js';
import { readString, readJson, jsonLines, present, conditionalMark, type Lines } from './lines.js';
import { readDiagnostics } from './parse-diagnostics.js';
import { form, place, evidence, WHATS } from './parse-path.js';
import { readProgram } from './parse-program.js';

const DROPS: readonly Drop['why'][] = [
  'unreachable-router',
  'cycle',
  'below-hole',
  'shadowed-duplicate',
  'encapsulated',
  'covered-spelling',
  'hands-on',
  'outside-route',
];
const SCHEME_TYPES: readonly Scheme['type'][] = ['http', 'apiKey', 'oauth2', 'openIdConnect'];
const PARAMETER_PLACES: readonly Parameter['in'][] = ['path', 'query', 'header', 'cookie'];

/** The EndpointSet form. */
export function readEndpointSet(lines: Lines): EndpointSet {
  const head = lines.required('endpoint-set');
  head.end();
  const set: EndpointSet = {
    kind: 'endpoint-set',
    endpoints: lines.all('endpoint', (cursor) => readEndpoint(lines, cursor)),
    drops: lines.all('drop', (cursor): Drop => {
      const drop = { item: cursor.word<Drop['item']>(), why: cursor.oneOf(DROPS), count: cursor.json<number>() };
      cursor.end();
      return drop;
    }),
    unresolved: lines.all('unresolved', readUnresolved),
    schemes: lines.all('scheme', readScheme),
    links: lines.all('link', readLink),
    diagnostics: readDiagnostics(lines),
    program: readProgram(lines),
  };
  return lines.node(head, set);
}

function readEndpoint(lines: Lines, cursor: Cursor): Endpoint {
  const id = cursor.word<Endpoint['id']>();
  const method = cursor.word();
  const segments = form(cursor);
  cursor.expect('->');
  const handler = cursor.word<Handler['id']>();
  cursor.end();
  const text = (keyword: string): string | undefined => {
    const line = lines.optional(keyword);
    return line ? readString(line) : undefined;
  };
  const path = text('path') ?? printSegments(segments);
  const trail = lines.all('trail', readTrailStep);
  const chain = lines.all('chain', readChainEntry);
  const flag = lines.optional('conditional') ? true : lines.optional('unconditional') ? false : undefined;
  const shadow = lines.optional('shadowed-by');
  const shadowedBy = shadow?.word<Endpoint['id']>();
  shadow?.end();
  const key = text('key');
  const name = text('name');
  const handlerName = text('handler-name');
  const sourceLine = lines.optional('source');
  const source = sourceLine ? place(sourceLine) : undefined;
  sourceLine?.end();
  const parameters = lines.optional('parameters') ? lines.all('parameter', readParameter) : undefined;
  const requestBody = readJson<RequestBody>(lines, 'request-body');
  const responses = lines.optional('responses') ? jsonLines<Response>(lines, 'response') : undefined;
  const pagination = readJson<Pagination>(lines, 'pagination');
  const ownership = readJson<Ownership>(lines, 'ownership');
  const security = lines.optional('security') ? lines.all('uses', readSecurity) : undefined;
  const limitLine = lines.optional('rate-limit');
  const rateLimit = limitLine ? readRateLimit(limitLine) : undefined;
  const produces = readJson<string[]>(lines, 'produces');
  return {
    id,
    method,
    path,
    segments,
    trail,
    chain,
    handler,
    ...present({
      conditional: flag,
      shadowedBy,
      key,
      name,
      handlerName,
      source,
      parameters,
      requestBody,
      responses,
      pagination,
      ownership,
      security,
      rateLimit,
      produces,
    }),
  };
}

function readTrailStep(cursor: Cursor): TrailStep {
  const item = cursor.word<TrailStep['item']>();
  if (!cursor.keyword('in')) cursor.fail('"in"');
  const step: TrailStep = { item, router: cursor.word(), segments: form(cursor) };
  cursor.end();
  return step;
}

function readChainEntry(cursor: Cursor): ChainEntry {
  const entry: ChainEntry = {
    middleware: cursor.word(),
    ...conditionalMark(cursor),
    ...(cursor.keyword('from') ? { item: cursor.word<TrailStep['item']>() } : {}),
    ...(cursor.keyword('phase') ? { phase: cursor.string() } : {}),
  };
  cursor.end();
  return entry;
}

function readParameter(cursor: Cursor): Parameter {
  const where = cursor.oneOf(PARAMETER_PLACES);
  const parameter: Parameter = {
    name: cursor.string(),
    in: where,
    ...(cursor.keyword('type') ? { type: cursor.string() } : {}),
    ...(cursor.keyword('pattern') ? { pattern: cursor.string() } : {}),
    ...(cursor.keyword('required') ? { required: true } : cursor.keyword('optional') ? { required: false } : {}),
    ...(cursor.keyword('shape') ? { shape: cursor.json<Shape>() } : {}),
    evidence: evidence(cursor),
  };
  cursor.end();
  return parameter;
}

function readSecurity(cursor: Cursor): SecurityUse {
  const use: SecurityUse = {
    scheme: cursor.string(),
    required: cursor.oneOf(['required', 'optional']) === 'required',
    ...(cursor.keyword('demand') ? { demand: cursor.json<number>() } : {}),
    ...(cursor.keyword('scopes') ? { scopes: cursor.json<string[]>() } : {}),
    evidence: evidence(cursor),
  };
  cursor.end();
  return use;
}

function readRateLimit(cursor: Cursor): RateLimit {
  const limit: RateLimit = {
    ...conditionalMark(cursor),
    ...(cursor.keyword('window-ms') ? { windowMs: cursor.json<number>() } : {}),
    ...(cursor.keyword('max') ? { max: cursor.json<number>() } : {}),
    ...(cursor.keyword('scope') ? { scope: cursor.string() } : {}),
    evidence: evidence(cursor),
  };
  cursor.end();
  return limit;
}

function readUnresolved(cursor: Cursor): Unresolved {
  const unresolved: Unresolved = {
    what: cursor.oneOf(WHATS),
    diagnostic: cursor.word(),
    ...(cursor.keyword('method') ? { method: cursor.word() } : {}),
    ...(cursor.keyword('path') ? { path: cursor.string() } : {}),
    place: place(cursor),
  };
  cursor.end();
  return unresolved;
}

function readScheme(cursor: Cursor): Scheme {
  const scheme: Scheme = {
    name: cursor.string(),
    type: cursor.oneOf(SCHEME_TYPES),
    ...(cursor.keyword('scheme') ? { scheme: cursor.string() } : {}),
    ...(cursor.keyword('in') ? { in: cursor.oneOf(['header', 'query', 'cookie']) } : {}),
    ...(cursor.keyword('parameter') ? { parameter: cursor.string() } : {}),
    ...(cursor.keyword('obtained-from') ? { obtainedFrom: cursor.json<NonNullable<Scheme['obtainedFrom']>>() } : {}),
    evidence: evidence(cursor),
  };
  cursor.end();
  return scheme;
}

function readLink(cursor: Cursor): Link {
  const producer = cursor.string();
  if (!cursor.keyword('field')) cursor.fail('"field"');
  const field = cursor.string();
  cursor.expect('->');
  const consumer = cursor.string();
  if (!cursor.keyword('as')) cursor.fail('"as"');
  const link: Link = { producer, field, consumer, usedAs: cursor.string(), evidence: evidence(cursor) };
  cursor.end();
  return link;
}
