import type {
  ErrorKind,
  ErrorHandling,
  Behaviour,
  CalledMiddleware,
  PathTest,
  Read,
  RequestCondition,
  Refinement,
  DataUse,
  ClaimComparison,
  Answer,
  Failure,
  Strategy,
} from '../nodes/behaviour.js';
import type { RouterId, DiagnosticId } from '../nodes/ids.js';
import type { PathSyntax } from '../nodes/path.js';
import type {
  MiddlewareType,
  Program,
  Router,
  Item,
  Use,
  ChainLink,
  ChosenWay,
  Handler,
  Middleware,
  Route,
  Json,
  BodyFacts,
} from '../nodes/route-tree.js';
import type { Cursor } from './cursor.js';
import { present, jsonLines, conditionalMark, readSpans, readJson, type Lines } from './lines.js';
import { readDiagnostics } from './parse-diagnostics.js';
import { SYNTAXES, place, path, WHATS } from './parse-path.js';
import { FACT_LISTS } from './print.js';

const TYPES: readonly MiddlewareType[] = [
  'cors',
  'parser',
  'auth',
  'rate-limit',
  'validation',
  'upload',
  'session',
  'csrf',
  'helmet',
  'compression',
  'logging',
  'static',
  'error',
  'other',
];

/** The RouteTree form. */
export function readProgram(lines: Lines): Program {
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
        kind,
        id,
        path: path(cursor, syntax),
        middleware: cursor.word(),
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
      while (!cursor.take(']'))
        chain.push({
          middleware: cursor.word(),
          ...conditionalMark(cursor),
          ...(cursor.takeHere('~') ? { phase: cursor.string() as NonNullable<ChainLink['phase']> } : {}),
        });
      cursor.expect('->');
      const handler = cursor.word<Handler['id']>();
      const asMiddleware = cursor.keyword('as') ? { asMiddleware: cursor.word<Middleware['id']>() } : {};
      const passesOn = cursor.keyword('passes-on') ? { passesOn: true as const } : {};
      const inFront = cursor.keyword('in-front') ? { inFront: cursor.json<number>() } : {};
      const notForHead = cursor.keyword('not-for-head') ? { notForHead: true as const } : {};
      const where = place(cursor);
      cursor.end();
      return {
        kind,
        id,
        method,
        path: at,
        chain,
        handler,
        ...asMiddleware,
        ...passesOn,
        ...inFront,
        ...notForHead,
        place: where,
        via: readSpans(lines, 'via'),
        rows: readSpans(lines, 'row'),
        ...present({ contract: readJson<Route['contract']>(lines, 'states') }),
      };
    }
    case 'mount': {
      const at = path(cursor, syntax);
      cursor.expect('->');
      const item: Item = {
        kind,
        id,
        path: at,
        target: cursor.word(),
        scope: cursor.oneOf(['inherit', 'encapsulate']),
        ...(cursor.keyword('only') ? { only: { method: cursor.word(), path: path(cursor, syntax) } } : {}),
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
      const instead = cursor.keyword('instead') ? { instead: cursor.json<Item['id'][]>() } : {};
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
      return { kind, id, condition, cause, arms, exhaustive, ...instead, place: where };
    }
    case 'opaque': {
      const item: Item = {
        kind,
        id,
        what: cursor.oneOf(WHATS),
        diagnostic: cursor.word(),
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

function readHandler(lines: Lines, cursor: Cursor): Handler {
  const handler: Handler = { id: cursor.word(), name: cursor.string(), place: place(cursor) };
  cursor.end();
  return { ...handler, ...present({ behaviour: readBehaviour(lines) }) };
}

function readBehaviour(lines: Lines): Behaviour | undefined {
  const cursor = lines.optional('behaviour');
  if (!cursor) return undefined;
  const passesOn = cursor.keyword('passes-on');
  const leavesRoute = cursor.keyword('leaves-route') ? { leavesRoute: true as const } : {};
  const mayAnswer = cursor.keyword('may-answer') ? { mayAnswer: true as const } : {};
  const leaves = cursor.keyword('leaves') ? cursor.json<string[]>() : [];
  const denies = cursor.keyword('denies') ? { denies: cursor.json<string[]>() } : {};
  const exempts = cursor.keyword('exempts') ? { exempts: cursor.json<PathTest[]>() } : {};
  const strategies = cursor.keyword('strategies') ? { strategies: cursor.json<Strategy[]>() } : {};
  const refuses = cursor.keyword('refuses') ? { refuses: cursor.json<RequestCondition>() } : {};
  const refusesStrangers = cursor.keyword('refuses-strangers') ? { refusesStrangers: cursor.json<RequestCondition>() } : {};
  const shuts = cursor.keyword('shuts') ? { shuts: cursor.json<RequestCondition>() } : {};
  const strangers = cursor.keyword('strangers') ? { strangers: cursor.json<NonNullable<Behaviour['strangers']>>() } : {};
  const encoding = cursor.keyword('encoding') ? { encoding: cursor.json<string>() } : {};
  const calls = cursor.keyword('calls') ? { calls: cursor.json<CalledMiddleware[]>() } : {};
  cursor.end();
  const reads = jsonLines<Read>(lines, 'read'),
    refinements = jsonLines<Refinement>(lines, 'refines'),
    data = jsonLines<DataUse>(lines, 'data');
  const comparisons = jsonLines<ClaimComparison>(lines, 'compares');
  return {
    reads,
    refinements,
    data,
    ...(comparisons.length > 0 && { comparisons }),
    answers: jsonLines<Answer>(lines, 'answer'),
    failures: jsonLines<Failure>(lines, 'fails'),
    ...denies,
    ...exempts,
    ...strategies,
    ...refuses,
    ...refusesStrangers,
    ...shuts,
    ...strangers,
    ...encoding,
    ...calls,
    passesOn,
    ...leavesRoute,
    ...mayAnswer,
    leaves,
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
  const saidLine = lines.optional('said');
  const said = saidLine ? { said: saidLine.json<readonly string[]>() } : {};
  saidLine?.end();
  const wayLine = lines.optional('ways');
  const ways = wayLine ? { ways: wayLine.json<readonly ChosenWay[]>() } : {};
  wayLine?.end();
  const factLine = lines.optional('facts');
  return {
    id,
    name,
    place: at,
    ...origin,
    ...args,
    ...said,
    ...ways,
    ...(factLine ? { facts: readFacts(factLine) } : {}),
    ...present({ behaviour: readBehaviour(lines) }),
    ...type,
  };
}

function readFacts(cursor: Cursor): BodyFacts {
  if (!cursor.keyword('continues')) cursor.fail('"continues"');
  const continues = cursor.oneOf(['never', 'maybe', 'always']);
  if (!cursor.keyword('parameters')) cursor.fail('"parameters"');
  const parameters = cursor.json<number>();
  const list = <Element>(name: (typeof FACT_LISTS)[number]): Element[] => (cursor.keyword(name) ? cursor.json<Element[]>() : []);
  const facts: BodyFacts = {
    headers: list('headers'),
    cookies: list('cookies'),
    query: list('query'),
    calls: list('calls'),
    statuses: list('statuses'),
    sets: list('sets'),
    reads: list('reads'),
    continues,
    parameters,
  };
  cursor.end();
  return facts;
}
