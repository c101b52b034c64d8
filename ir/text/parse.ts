import type { Diagnostic, Loss, Severity } from '../diagnostic.js';
import type { ChainEntry, Drop, Endpoint, EndpointSet, Evidence, Link, Ownership, Pagination, Parameter, RateLimit, RequestBody, Response, Scheme, SecurityUse, TrailStep, Unresolved } from '../nodes/endpoint-set.js';
import type { Answer, Behaviour, ClaimComparison, DataUse, ErrorHandling, ErrorKind, Failure, PathTest, Read, Refinement } from '../nodes/behaviour.js';
import type { DiagnosticId, RouterId } from '../nodes/ids.js';
import { printSegments, type Path, type PathSyntax, type RawPart, type Segment } from '../nodes/path.js';
import type { Shape } from '../nodes/shape.js';
import type { BodyFacts, ChainLink, Handler, Item, Json, Middleware, MiddlewareType, Program, Route, Router, Use } from '../nodes/route-tree.js';
import type { Place, Span } from '../nodes/span.js';
import { Cursor, TextSyntaxError } from './cursor.js';
import { BARE_CAUSE, BARE_FILE, BARE_FLAGS, BARE_LITERAL, BARE_NAME, BARE_WORD } from './lexical.js';
import { FACT_LISTS } from './print.js';

export { TextSyntaxError } from './cursor.js';

/** Told of every node and the line (from 1) that declares it. */
export type OnNode = (node: object, line: number) => void;

/** Reads what `printProgram` wrote. Checks form only: whether ids resolve is the verifier's question. Throws `TextSyntaxError`. */
export function parseProgram(text: string, onNode: OnNode = () => {}): Program {
  const lines = new Lines(text, onNode);
  const program = readProgram(lines);
  lines.end();
  return program;
}

/** Reads what `printEndpointSet` wrote. Throws `TextSyntaxError`. */
export function parseEndpointSet(text: string, onNode: OnNode = () => {}): EndpointSet {
  const lines = new Lines(text, onNode);
  const set = readEndpointSet(lines);
  lines.end();
  return set;
}

/** Reads either IR; the first word says which. Throws `TextSyntaxError`. */
export function parseIr(text: string, onNode: OnNode = () => {}): Program | EndpointSet {
  const lines = new Lines(text, onNode);
  const ir = lines.peek('endpoint-set') === null ? readProgram(lines) : readEndpointSet(lines);
  lines.end();
  return ir;
}

const SYNTAXES: readonly PathSyntax[] = ['path-to-regexp@0', 'path-to-regexp@6', 'path-to-regexp@8', 'find-my-way', 'hono'];
const TYPES: readonly MiddlewareType[] = [
  'cors', 'parser', 'auth', 'rate-limit', 'validation', 'upload', 'session', 'csrf', 'helmet', 'compression', 'logging', 'static', 'error', 'other',
];
const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];
const LOSSES: readonly Loss[] = ['none', 'approximate', 'partial', 'dropped'];
const WHATS = ['use', 'mount', 'route'] as const;
const DROPS: readonly Drop['why'][] = ['unreachable-router', 'cycle', 'below-hole', 'shadowed-duplicate', 'encapsulated', 'covered-spelling'];
const SCHEME_TYPES: readonly Scheme['type'][] = ['http', 'apiKey', 'oauth2', 'openIdConnect'];
const PARAMETER_PLACES: readonly Parameter['in'][] = ['path', 'query', 'header', 'cookie'];

/** The lines that hold anything, one after the other. */
class Lines {
  readonly #cursors: Cursor[];
  #next = 0;
  #last: number;

  constructor(text: string, readonly onNode: OnNode) {
    const all = text.split('\n');
    this.#last = all.length;
    this.#cursors = all.map((line, index) => new Cursor(line, index + 1)).filter((cursor) => !cursor.atEnd);
  }

  /** Takes the next line if it begins with the keyword; the keyword is consumed. */
  peek(keyword: string): Cursor | null {
    const cursor = this.#cursors[this.#next];
    if (cursor === undefined) return null;
    const probe = new Cursor(cursor.text, cursor.line);
    return probe.keyword(keyword) ? probe : null;
  }

  optional(keyword: string): Cursor | null {
    const cursor = this.peek(keyword);
    if (cursor !== null) this.#next++;
    return cursor;
  }

  required(keyword: string): Cursor {
    return this.optional(keyword) ?? this.fail(`a line "${keyword} …"`);
  }

  take(): Cursor {
    return this.#cursors[this.#next++] ?? this.fail('another line');
  }

  /** Takes the next line if it closes a block. */
  closes(): boolean {
    const cursor = this.#cursors[this.#next];
    if (cursor === undefined) return this.fail('"}"');
    if (!cursor.take('}')) return false;
    cursor.end();
    this.#next++;
    return true;
  }

  /** Every line with the keyword that comes next, read by `read`. */
  all<Node extends object>(keyword: string, read: (cursor: Cursor) => Node): Node[] {
    const nodes: Node[] = [];
    for (let cursor = this.optional(keyword); cursor !== null; cursor = this.optional(keyword)) nodes.push(this.node(cursor, read(cursor)));
    return nodes;
  }

  node<Node extends object>(cursor: Cursor, node: Node): Node {
    this.onNode(node, cursor.line);
    return node;
  }

  end(): void {
    if (this.#next < this.#cursors.length) this.fail('a known keyword in the order of the text form');
  }

  fail(wanted: string): never {
    const cursor = this.#cursors[this.#next];
    throw new TextSyntaxError(cursor?.line ?? this.#last, `expected ${wanted}${cursor ? `: ${cursor.text.trim()}` : ', found the end'}`);
  }
}

// --- RouteTree ---

function readProgram(lines: Lines): Program {
  const head = lines.required('program');
  head.end();
  const roots: RouterId[] = [];
  const rootLine = lines.optional('roots');
  if (rootLine) while (!rootLine.atEnd) roots.push(rootLine.word());
  const program: Program = {
    kind: 'program',
    routers: lines.all('router', (cursor) => readRouter(lines, cursor)),
    handlers: lines.all('handler', (cursor) => readHandler(lines, cursor)),
    middlewares: lines.all('middleware', (cursor) => readMiddleware(lines, cursor)),
    ...present({
      errors: lines.optional('errors') ? jsonLines<ErrorKind>(lines, 'error') : undefined,
      errorHandling: lines.optional('error-handling') ? jsonLines<ErrorHandling>(lines, 'handles') : undefined,
    }),
    roots,
    diagnostics: readDiagnostics(lines),
  };
  return lines.node(rootLine ?? head, program);
}

const jsonLines = <Node extends object>(lines: Lines, keyword: string): Node[] => lines.all(keyword, (cursor) => {
  const node = cursor.json<Node>();
  cursor.end();
  return node;
});

function readJson<Node>(lines: Lines, keyword: string): Node | undefined {
  const cursor = lines.optional(keyword);
  const node = cursor?.json<Node>();
  cursor?.end();
  return node;
}

function readRouter(lines: Lines, cursor: Cursor): Router {
  const id = cursor.word<RouterId>();
  const framework = cursor.word();
  const name = cursor.string();
  const syntax = cursor.oneOf(SYNTAXES);
  const caseSensitive = cursor.keyword('case-sensitive');
  const strict = cursor.keyword('strict');
  const at = place(cursor);
  cursor.expect('{');
  cursor.end();
  return { id, framework, name, place: at, syntax, caseSensitive, strict, items: readItems(lines, syntax) };
}

/** Up to and including the closing brace. */
function readItems(lines: Lines, syntax: PathSyntax): Item[] {
  const items: Item[] = [];
  while (!lines.closes()) {
    const cursor = lines.take();
    items.push(lines.node(cursor, readItem(lines, cursor, syntax)));
  }
  return items;
}

function readItem(lines: Lines, cursor: Cursor, syntax: PathSyntax): Item {
  const id = cursor.word<Item['id']>();
  const kind = cursor.oneOf(['use', 'route', 'mount', 'branch', 'opaque']);
  switch (kind) {
    case 'use': {
      const item: Use = {
        kind, id, path: path(cursor, syntax), middleware: cursor.word(),
        ...(cursor.keyword('phase') ? { phase: cursor.string() as NonNullable<Use['phase']> } : {}),
        place: place(cursor),
      };
      cursor.end();
      return item;
    }
    case 'route': {
      const method = cursor.word();
      const at = path(cursor, syntax);
      cursor.expect('[');
      const chain: ChainLink[] = [];
      while (!cursor.take(']')) chain.push({ middleware: cursor.word(), ...conditionalMark(cursor), ...(cursor.takeHere('~') ? { phase: cursor.string() as NonNullable<ChainLink['phase']> } : {}) });
      cursor.expect('->');
      const handler = cursor.word<Handler['id']>();
      const asMiddleware = cursor.keyword('as') ? { asMiddleware: cursor.word<Middleware['id']>() } : {};
      const passesOn = cursor.keyword('passes-on') ? { passesOn: true as const } : {};
      const where = place(cursor);
      cursor.end();
      return { kind, id, method, path: at, chain, handler, ...asMiddleware, ...passesOn, place: where, via: readSpans(lines, 'via'), rows: readSpans(lines, 'row'), ...present({ contract: readJson<Route['contract']>(lines, 'states') }) };
    }
    case 'mount': {
      const at = path(cursor, syntax);
      cursor.expect('->');
      const item: Item = {
        kind, id, path: at, target: cursor.word(), scope: cursor.oneOf(['inherit', 'encapsulate']),
        ...(cursor.keyword('approximate') ? { approximate: cursor.word<DiagnosticId>() } : {}),
        place: place(cursor),
      };
      cursor.end();
      return item;
    }
    case 'branch': {
      const condition = cursor.string();
      const cause = cursor.oneOf(['configuration', 'unknown']);
      const exhaustive = cursor.keyword('exhaustive');
      const where = place(cursor);
      cursor.expect('{');
      cursor.end();
      const arms: Item[][] = [];
      while (!lines.closes()) {
        const arm = lines.required('arm');
        arm.expect('{');
        arm.end();
        arms.push(readItems(lines, syntax));
      }
      return { kind, id, condition, cause, arms, exhaustive, place: where };
    }
    case 'opaque': {
      const item: Item = {
        kind, id, what: cursor.oneOf(WHATS), diagnostic: cursor.word(),
        ...(cursor.keyword('method') ? { method: cursor.word() } : {}),
        ...(cursor.keyword('path') ? { path: path(cursor, syntax) } : {}),
        ...(cursor.take('->') ? { target: cursor.word<RouterId>() } : {}),
        place: place(cursor),
      };
      cursor.end();
      return item;
    }
  }
}

function readSpans(lines: Lines, keyword: string): Span[] {
  return lines.all(keyword, (cursor) => {
    const value = span(cursor);
    cursor.end();
    return value;
  });
}

function conditionalMark(cursor: Cursor): { conditional?: boolean } {
  if (cursor.takeHere('?')) return { conditional: true };
  return cursor.takeHere('!') ? { conditional: false } : {};
}

function readHandler(lines: Lines, cursor: Cursor): Handler {
  const handler: Handler = { id: cursor.word(), name: cursor.string(), place: place(cursor) };
  cursor.end();
  return { ...handler, ...present({ behaviour: readBehaviour(lines) }) };
}

function readBehaviour(lines: Lines): Behaviour | undefined {
  const cursor = lines.optional('behaviour');
  if (!cursor) return undefined;
  const passesOn = cursor.keyword('passes-on');
  const leaves = cursor.keyword('leaves') ? cursor.json<string[]>() : [];
  const exempts = cursor.keyword('exempts') ? { exempts: cursor.json<PathTest[]>() } : {};
  const encoding = cursor.keyword('encoding') ? { encoding: cursor.json<string>() } : {};
  cursor.end();
  const reads = jsonLines<Read>(lines, 'read'), refinements = jsonLines<Refinement>(lines, 'refines'), data = jsonLines<DataUse>(lines, 'data');
  const comparisons = jsonLines<ClaimComparison>(lines, 'compares');
  return {
    reads, refinements, data, ...(comparisons.length > 0 && { comparisons }),
    answers: jsonLines<Answer>(lines, 'answer'), failures: jsonLines<Failure>(lines, 'fails'), ...exempts, ...encoding, passesOn, leaves,
  };
}

function readMiddleware(lines: Lines, cursor: Cursor): Middleware {
  const id = cursor.word<Middleware['id']>();
  const name = cursor.string();
  const type = cursor.keyword('type') ? { type: cursor.oneOf(TYPES) } : {};
  const origin = cursor.keyword('origin') ? { origin: { module: cursor.string(), path: cursor.string() } } : {};
  const at = place(cursor);
  cursor.end();
  const argumentLine = lines.optional('arguments');
  const args = argumentLine ? { arguments: argumentLine.json<readonly Json[]>() } : {};
  argumentLine?.end();
  const factLine = lines.optional('facts');
  return { id, name, place: at, ...origin, ...args, ...(factLine ? { facts: readFacts(factLine) } : {}), ...present({ behaviour: readBehaviour(lines) }), ...type };
}

function readFacts(cursor: Cursor): BodyFacts {
  if (!cursor.keyword('continues')) cursor.fail('"continues"');
  const continues = cursor.oneOf(['never', 'maybe', 'always']);
  if (!cursor.keyword('parameters')) cursor.fail('"parameters"');
  const parameters = cursor.json<number>();
  const list = <Element>(name: (typeof FACT_LISTS)[number]): Element[] => (cursor.keyword(name) ? cursor.json<Element[]>() : []);
  const facts: BodyFacts = {
    headers: list('headers'), cookies: list('cookies'), query: list('query'), calls: list('calls'),
    statuses: list('statuses'), sets: list('sets'), reads: list('reads'), continues, parameters,
  };
  cursor.end();
  return facts;
}

const readDiagnostics = (lines: Lines): Diagnostic[] => lines.all('diagnostic', (cursor) => {
  const id = cursor.word<DiagnosticId>();
  const severity = cursor.oneOf(SEVERITIES);
  const code = cursor.word();
  if (!cursor.keyword('loss')) cursor.fail('"loss"');
  const loss = cursor.oneOf(LOSSES);
  const at = place(cursor);
  cursor.end();
  const message = readString(lines.required('message'));
  const related = lines.all('related', (line) => {
    const entry = { place: place(line), message: line.string() };
    line.end();
    return entry;
  });
  const help = lines.optional('help');
  return { id, code, severity, message, place: at, related, ...(help ? { help: readString(help) } : {}), loss };
});

function readString(cursor: Cursor): string {
  const text = cursor.string();
  cursor.end();
  return text;
}

// --- EndpointSet ---

function readEndpointSet(lines: Lines): EndpointSet {
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
    id, method, path, segments, trail, chain, handler,
    ...present({ conditional: flag, shadowedBy, key, name, handlerName, source, parameters, requestBody, responses, pagination, ownership, security, rateLimit, produces }),
  };
}

/** Without the entries that are undefined: an optional property is absent or has a value. */
const present = <Entries extends object>(entries: Entries): Entries =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined)) as Entries;

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
    ...(cursor.keyword('scopes') ? { scopes: cursor.json<string[]>() } : {}),
    evidence: evidence(cursor),
  };
  cursor.end();
  return use;
}

function readRateLimit(cursor: Cursor): RateLimit {
  const limit: RateLimit = {
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

function evidence(cursor: Cursor): Evidence {
  if (!cursor.keyword('evidence')) cursor.fail('"evidence"');
  return { source: cursor.string(), place: place(cursor) };
}

// --- parts ---

function place(cursor: Cursor): Place {
  cursor.expect('@');
  if (cursor.takeHere('<')) {
    const synthetic = cursor.bareOrString(BARE_CAUSE, 'a cause');
    cursor.expectHere('>');
    return { synthetic };
  }
  return fileLineColumn(cursor);
}

function span(cursor: Cursor): Span {
  cursor.expect('@');
  return fileLineColumn(cursor);
}

function fileLineColumn(cursor: Cursor): Span {
  const file = cursor.bareOrString(BARE_FILE, 'a file name');
  cursor.expectHere(':');
  const line = cursor.integerHere();
  cursor.expectHere(':');
  return { file, line, column: cursor.integerHere() };
}

function path(cursor: Cursor, inherited: PathSyntax): Path {
  const raw: RawPart[] = [];
  if (!cursor.keyword('nothing')) do raw.push(rawPart(cursor)); while (cursor.take('+'));
  const syntax = cursor.keyword('in') ? cursor.oneOf(SYNTAXES) : inherited;
  if (!cursor.take('=')) return { syntax, raw };
  const forms: Segment[][] = [];
  if (!cursor.keyword('none')) do forms.push(form(cursor)); while (cursor.take('|'));
  return { syntax, raw, forms };
}

function rawPart(cursor: Cursor): RawPart {
  if (cursor.keyword('regexp')) return { kind: 'regexp', source: cursor.string(), flags: cursor.string() };
  if (cursor.keyword('hole')) return { kind: 'hole', diagnostic: cursor.word(), why: cursor.string() };
  return { kind: 'text', text: cursor.string() };
}

function form(cursor: Cursor): Segment[] {
  cursor.expect('/');
  const segments: Segment[] = [];
  const first = segment(cursor);
  if (first === null) return [];
  segments.push(first);
  while (cursor.takeHere('/')) segments.push(segment(cursor) ?? cursor.fail('a segment'));
  return segments;
}

/** Several pieces without a slash between them are one mixed segment. */
function segment(cursor: Cursor): Segment | null {
  const list = pieces(cursor);
  return list.length > 1 ? { kind: 'mixed', pieces: list } : list[0] ?? null;
}

function pieces(cursor: Cursor): Segment[] {
  const list: Segment[] = [];
  for (let next = piece(cursor); next !== null; next = piece(cursor)) list.push(next);
  return list;
}

function piece(cursor: Cursor): Segment | null {
  if (cursor.takeHere('<')) {
    const list = pieces(cursor);
    cursor.expectHere('>');
    return { kind: 'mixed', pieces: list };
  }
  if (cursor.takeHere(':')) {
    const name = cursor.bareOrString(BARE_NAME, 'a parameter name');
    if (!cursor.takeHere('(')) return { kind: 'param', name };
    const pattern = cursor.stringHere();
    cursor.expectHere(')');
    return { kind: 'param', name, pattern };
  }
  if (cursor.takeHere('*')) {
    const name = cursor.optionalBareOrString(BARE_NAME);
    return name === undefined ? { kind: 'wild' } : { kind: 'wild', name };
  }
  if (cursor.takeHere('~')) {
    const source = cursor.stringHere();
    return { kind: 'regexp', source, flags: cursor.optionalBareOrString(BARE_FLAGS) ?? '' };
  }
  if (cursor.takeHere('{')) {
    const diagnostic = cursor.bareOrString(BARE_WORD, 'a diagnostic') as DiagnosticId;
    const why = cursor.string();
    cursor.expectHere('}');
    return { kind: 'hole', why, diagnostic };
  }
  if (cursor.takeHere('!')) return { kind: 'lit', text: cursor.stringHere() };
  const text = cursor.optionalBareOrString(BARE_LITERAL);
  return text === undefined ? null : { kind: 'lit', text };
}
