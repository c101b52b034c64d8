import fc from 'fast-check';
import {
  diagnosticId,
  endpointId,
  errorKindId,
  handlerId,
  itemId,
  middlewareId,
  routerId,
  printSegments,
  type Answer,
  type Behaviour,
  type CalledMiddleware,
  type BodyFacts,
  type ClaimComparison,
  type ChainEntry,
  type DataUse,
  type ErrorHandling,
  type ErrorKind,
  type Failure,
  type Ownership,
  type Pagination,
  type PathTest,
  type Read,
  type Refinement,
  type RequestBody,
  type RequestCondition,
  type RequestTest,
  type Response,
  type Shape,
  type ShapeProperty,
  type Strategy,
  type ChainLink,
  type Diagnostic,
  type Drop,
  type Endpoint,
  type EndpointSet,
  type Evidence,
  type Handler,
  type Item,
  type Json,
  type Link,
  type Middleware,
  type Parameter,
  type Path,
  type Place,
  type Program,
  type RateLimit,
  type RawPart,
  type Route,
  type Router,
  type Scheme,
  type SecurityUse,
  type Segment,
  type Span,
  type TrailStep,
  type Unresolved,
} from '@tool/ir';

/**
 * Arbitrary IRs: every shape the types allow, with hostile names. They are well-formed, not valid: references need not
 * resolve and the invariants need not hold.
 */

/** Names that break naive printers, beside ordinary ones. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('sparrow', 'getUser', '/users/:id', '/api/v1', '', 'UserController.create') },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
  {
    weight: 2,
    arbitrary: fc.string({
      unit: fc.constantFrom(
        '"',
        '\\',
        '\n',
        '\r',
        '\t',
        '{',
        '}',
        ';',
        ';;',
        '@',
        ':',
        '/',
        '*',
        '~',
        '!',
        '<',
        '>',
        '[',
        ']',
        '(',
        '|',
        '+',
        '->',
        '=',
        ' ',
        'a',
        '7',
        '\u2028',
        '\u202e',
        '\ud800',
        'é',
        '雪',
      ),
      maxLength: 8,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('none', 'nothing', 'in', 'phase', 'arm {', 'program', '__proto__', 'GET', ';; error T4', 'path-to-regexp@8'),
  },
);

/** A record with the usual prototype, as object literals have it. */
const plain = <Entries extends object>(entries: { [Key in keyof Entries]: fc.Arbitrary<Entries[Key]> }): fc.Arbitrary<Entries> =>
  fc.record(entries, { noNullPrototype: true }) as fc.Arbitrary<Entries>;
const natural = fc.nat({ max: 40 });
const optional = <Type>(arbitrary: fc.Arbitrary<Type>): fc.Arbitrary<Type | undefined> => fc.option(arbitrary, { nil: undefined });
/** A record whose undefined entries are absent. */
const node = <Node>(entries: {
  [Key in keyof Required<Node>]: fc.Arbitrary<Required<Node>[Key] | (undefined extends Node[Key] ? undefined : never)>;
}): fc.Arbitrary<Node> =>
  fc
    .record(entries as Record<string, fc.Arbitrary<unknown>>)
    .map((value) => Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as Node);
const few = <Type>(arbitrary: fc.Arbitrary<Type>, maxLength = 3): fc.Arbitrary<Type[]> => fc.array(arbitrary, { maxLength });

export const span: fc.Arbitrary<Span> = node<Span>({
  file: fc.oneof(fc.constantFrom('src/app.ts', 'routes/[id].js', 'a b.ts', 'Ümlaut.ts'), hostileText),
  line: fc.nat(),
  column: fc.nat(),
});
export const place: fc.Arbitrary<Place> = fc.oneof(
  { weight: 3, arbitrary: span },
  node<{ synthetic: string }>({ synthetic: fc.oneof(fc.constant('implied root'), hostileText) }),
);

export const syntax = fc.constantFrom('path-to-regexp@0', 'path-to-regexp@6', 'path-to-regexp@8', 'find-my-way', 'hono');

const diagnosticIds = natural.map(diagnosticId);
const simpleSegment: fc.Arbitrary<Segment> = fc.oneof(
  plain({ kind: fc.constant('lit' as const), text: fc.oneof(fc.constantFrom('users', 'a-b', 'x.json', '7'), hostileText) }),
  node<Extract<Segment, { kind: 'param' }>>({
    kind: fc.constant('param' as const),
    name: fc.oneof(fc.constantFrom('id', '0'), hostileText),
    pattern: optional(hostileText),
  }),
  node<Extract<Segment, { kind: 'wild' }>>({ kind: fc.constant('wild' as const), name: optional(hostileText) }),
  plain({ kind: fc.constant('regexp' as const), source: hostileText, flags: fc.constantFrom('', 'i', 'gi', 'G"') }),
  plain({ kind: fc.constant('regexp' as const), source: hostileText, flags: fc.constantFrom('', 'i'), text: hostileText }),
  plain({ kind: fc.constant('hole' as const), why: hostileText, diagnostic: diagnosticIds }),
);
export const segment: fc.Arbitrary<Segment> = fc.oneof(
  { weight: 5, arbitrary: simpleSegment },
  { weight: 2, arbitrary: few(simpleSegment, 4).map((pieces): Segment => ({ kind: 'mixed', pieces })) },
  {
    weight: 1,
    arbitrary: few(
      fc.oneof(
        simpleSegment,
        few(simpleSegment, 2).map((pieces): Segment => ({ kind: 'mixed', pieces })),
      ),
      3,
    ).map((pieces): Segment => ({ kind: 'mixed', pieces })),
  },
);
const rawPart: fc.Arbitrary<RawPart> = fc.oneof(
  { weight: 3, arbitrary: plain({ kind: fc.constant('text' as const), text: hostileText }) },
  plain({ kind: fc.constant('regexp' as const), source: hostileText, flags: fc.constantFrom('', 'i') }),
  plain({ kind: fc.constant('hole' as const), why: hostileText, diagnostic: diagnosticIds }),
);
export const path: fc.Arbitrary<Path> = node<Path>({ syntax, raw: few(rawPart), forms: optional(few(few(segment))) });

const ids = {
  router: natural.map(routerId),
  handler: natural.map(handlerId),
  middleware: natural.map(middlewareId),
  item: natural.map(itemId),
  endpoint: natural.map(endpointId),
};
const method = fc.oneof(fc.constantFrom('GET', 'POST', 'ALL', 'M-SEARCH'), hostileText);
const what = fc.constantFrom('use' as const, 'mount' as const, 'route' as const);

const source = fc.constantFrom('schema' as const, 'validator' as const, 'type' as const, 'code' as const, 'database' as const);
const part = fc.constantFrom('body' as const, 'query' as const, 'path' as const, 'header' as const, 'cookie' as const, 'context' as const);
const kind = fc.constantFrom(
  'any' as const,
  'string' as const,
  'number' as const,
  'integer' as const,
  'boolean' as const,
  'null' as const,
  'object' as const,
  'array' as const,
  'union' as const,
  'file' as const,
);
const leafShape: fc.Arbitrary<Shape> = fc.record({ kind }, { noNullPrototype: true });
const fullShape: fc.Arbitrary<Shape> = node<Shape>({
  kind,
  format: optional(hostileText),
  minLength: optional(natural),
  maxLength: optional(natural),
  minimum: optional(fc.integer()),
  maximum: optional(fc.integer()),
  minItems: optional(natural),
  maxItems: optional(natural),
  pattern: optional(hostileText),
  enum: optional(few(hostileText)),
  default: optional(hostileText),
  open: optional(fc.boolean()),
  description: optional(hostileText),
  example: optional(hostileText),
  sentLength: optional(fc.constant(true as const)),
  kept: optional(fc.constant(true as const)),
  properties: optional(
    few(
      node<ShapeProperty>({
        name: hostileText,
        shape: leafShape,
        required: optional(fc.boolean()),
        place: optional(place),
        source: optional(source),
      }),
      2,
    ),
  ),
  items: optional(leafShape),
  from: optional(
    node<NonNullable<Shape['from']>>({
      part,
      path: few(hostileText),
      there: optional(fc.constant(true as const)),
      without: optional(few(hostileText)),
    }),
  ),
  alternatives: optional(few(leafShape, 2)),
});
const shape = fc.oneof({ weight: 4, arbitrary: leafShape }, { weight: 1, arbitrary: fullShape });
const condition: fc.Arbitrary<RequestCondition> = fc.letrec<{ condition: RequestCondition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom(true, false, null),
    node<RequestTest>({
      of: fc.constantFrom('url' as const, 'path' as const, 'method' as const, 'base' as const, 'parameter' as const),
      name: optional(hostileText),
      below: optional(fc.constant(true as const)),
      steps: few(fc.tuple(hostileText, hostileText), 2),
    }),
    plain({ not: tie('condition') }),
    plain({ all: few(tie('condition'), 2) }),
    plain({ any: few(tie('condition'), 2) }),
  ),
})).condition;
const answer: fc.Arbitrary<Answer> = node<Answer>({
  status: fc.oneof(fc.constant(null), fc.nat(599)),
  statusClass: optional(fc.nat(5)),
  shape: optional(shape),
  contentType: optional(hostileText),
  description: optional(hostileText),
  source,
  says: optional(fc.nat(599)),
  documented: optional(fc.constant(true as const)),
  place,
  when: optional(condition),
});
const refinement: fc.Arbitrary<Refinement> = node<Refinement>({
  part,
  path: few(hostileText),
  shape,
  required: optional(fc.boolean()),
  narrows: optional(fc.constant(true as const)),
  like: optional(few(hostileText)),
  refusedBy: optional(few(natural.map(errorKindId), 2)),
  when: optional(condition),
  source,
  place,
});
const json: fc.Arbitrary<Json> = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as Json);
const failure = node<Failure>({ error: natural.map(errorKindId), message: optional(hostileText), place, when: optional(condition) });
const binding = plain({ column: hostileText, part, path: few(hostileText) });
export const behaviour: fc.Arbitrary<Behaviour> = node<Behaviour>({
  reads: few(
    node<Read>({
      part,
      path: few(hostileText),
      among: optional(few(part, 2)),
      shape: optional(shape),
      column: optional(fc.constant(true as const)),
      required: optional(fc.boolean()),
      refusedBy: optional(few(natural.map(errorKindId), 2)),
      unwanted: optional(fc.boolean()),
      spared: optional(fc.boolean()),
      suffices: optional(fc.constant(true as const)),
      token: optional(fc.constant(true as const)),
      secret: optional(fc.constant(true as const)),
      behind: optional(fc.constant(true as const)),
      words: optional(few(hostileText, 2)),
      when: optional(condition),
      source,
      place,
    }),
    2,
  ),
  refinements: few(refinement, 2),
  answers: few(answer, 2),
  failures: few(failure, 2),
  data: few(
    node<DataUse>({
      operation: fc.constantFrom('create', 'read', 'list', 'update', 'delete'),
      entity: hostileText,
      where: optional(few(binding, 1)),
      values: optional(few(binding, 1)),
      place,
    }),
    2,
  ),
  comparisons: optional(
    fc.array(plain<ClaimComparison>({ field: hostileText, claim: few(hostileText), place }), { minLength: 1, maxLength: 2 }),
  ),
  calls: optional(
    few(
      node<CalledMiddleware>({
        origin: optional(plain({ module: hostileText, path: hostileText })),
        arguments: optional(few(json)),
        when: optional(condition),
      }),
      2,
    ),
  ),
  strategies: optional(
    few(
      node<Strategy>({
        name: hostileText,
        kind: optional(hostileText),
        header: optional(hostileText),
        spares: optional(fc.constant(true as const)),
        demanded: optional(fc.constant(true as const)),
      }),
      2,
    ),
  ),
  denies: optional(few(hostileText, 2)),
  exempts: optional(
    few(
      node<PathTest>({
        kind: fc.constantFrom('prefix' as const, 'exact' as const, 'pattern' as const),
        path: hostileText,
        methods: optional(few(hostileText, 2)),
      }),
      2,
    ),
  ),
  refuses: optional(condition),
  refusesStrangers: optional(condition),
  shuts: optional(condition),
  strangers: optional(plain({ answers: few(fc.nat(599), 2), failures: few(natural.map(errorKindId), 2) })),
  encoding: optional(hostileText),
  mayAnswer: optional(fc.constant(true as const)),
  passesOn: fc.boolean(),
  leavesRoute: optional(fc.constant(true as const)),
  leaves: few(hostileText, 2),
});

const items = fc.letrec<{ item: Item; leaf: Item }>((tie) => ({
  leaf: fc.oneof(
    node<Extract<Item, { kind: 'use' }>>({
      kind: fc.constant('use'),
      id: ids.item,
      path,
      middleware: ids.middleware,
      phase: optional(
        fc.oneof(
          fc.constant('error' as const),
          hostileText.map((name) => `param:${name}` as const),
          hostileText.map((name) => `hook:${name}` as const),
        ),
      ),
      place,
    }),
    node<Extract<Item, { kind: 'route' }>>({
      kind: fc.constant('route'),
      id: ids.item,
      method,
      path,
      handler: ids.handler,
      asMiddleware: optional(ids.middleware),
      passesOn: optional(fc.constant(true as const)),
      inFront: optional(fc.nat()),
      notForHead: optional(fc.constant(true as const)),
      place,
      via: few(span, 2),
      rows: few(span, 2),
      contract: optional(
        node<NonNullable<Route['contract']>>({
          refinements: few(refinement, 1),
          answers: few(answer, 1),
          rateLimit: optional(hostileText),
          config: optional(fc.dictionary(hostileText, fc.array(hostileText, { maxLength: 2 }), { maxKeys: 2, noNullPrototype: true })),
        }),
      ),
      chain: few(
        node<ChainLink>({
          middleware: ids.middleware,
          conditional: optional(fc.boolean()),
          phase: optional(hostileText.map((text) => `hook:${text}` as const)),
        }),
      ),
    }),
    node<Extract<Item, { kind: 'mount' }>>({
      kind: fc.constant('mount'),
      id: ids.item,
      path,
      target: ids.router,
      scope: fc.constantFrom('inherit', 'encapsulate'),
      only: optional(plain<{ method: string; path: Path }>({ method, path })),
      approximate: optional(diagnosticIds),
      place,
    }),
    node<Extract<Item, { kind: 'opaque' }>>({
      kind: fc.constant('opaque'),
      id: ids.item,
      what,
      diagnostic: diagnosticIds,
      path: optional(path),
      method: optional(method),
      target: optional(ids.router),
      place,
    }),
  ),
  item: fc.oneof(
    { maxDepth: 3 },
    { weight: 4, arbitrary: tie('leaf') },
    {
      weight: 1,
      arbitrary: node<Extract<Item, { kind: 'branch' }>>({
        kind: fc.constant('branch'),
        id: ids.item,
        condition: hostileText,
        cause: fc.constantFrom('configuration', 'unknown'),
        arms: few(few(tie('item'), 2), 2),
        exhaustive: fc.boolean(),
        instead: optional(few(ids.item, 2)),
        place,
      }),
    },
  ),
}));
export const item = items.item;

export const router: fc.Arbitrary<Router> = node<Router>({
  id: ids.router,
  framework: fc.oneof(fc.constantFrom('express', '@nestjs/common'), hostileText),
  name: hostileText,
  place,
  syntax,
  caseSensitive: fc.boolean(),
  strict: fc.boolean(),
  items: few(item, 4),
});
export const handler: fc.Arbitrary<Handler> = node<Handler>({ id: ids.handler, name: hostileText, place, behaviour: optional(behaviour) });

/** JSON has no negative zero. */
const facts: fc.Arbitrary<BodyFacts> = node<BodyFacts>({
  headers: few(hostileText),
  cookies: few(hostileText),
  query: few(hostileText),
  calls: few(hostileText),
  statuses: few(fc.nat(599)),
  sets: few(hostileText),
  reads: few(hostileText),
  continues: fc.constantFrom('never', 'maybe', 'always'),
  parameters: fc.nat(5),
});
export const middleware: fc.Arbitrary<Middleware> = node<Middleware>({
  id: ids.middleware,
  name: hostileText,
  place,
  origin: optional(plain({ module: hostileText, path: hostileText })),
  arguments: optional(few(json)),
  said: optional(few(hostileText)),
  facts: optional(facts),
  behaviour: optional(behaviour),
  ways: optional(few(plain({ of: ids.middleware, way: fc.nat(3) }))),
  type: optional(
    fc.constantFrom(
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
    ),
  ),
});
export const diagnostic: fc.Arbitrary<Diagnostic> = node<Diagnostic>({
  id: diagnosticIds,
  code: fc.oneof(fc.constantFrom('core/out-of-fuel', 'express/dynamic-mount-path'), hostileText),
  severity: fc.constantFrom('error', 'warning', 'info'),
  message: hostileText,
  place,
  related: few(plain({ place, message: hostileText }), 2),
  help: optional(hostileText),
  loss: fc.constantFrom('none', 'approximate', 'partial', 'dropped'),
});

export const program: fc.Arbitrary<Program> = node<Program>({
  kind: fc.constant('program'),
  routers: few(router),
  handlers: few(handler),
  middlewares: few(middleware),
  roots: few(ids.router, 2),
  diagnostics: few(diagnostic, 2),
  errors: optional(
    few(
      node<ErrorKind>({
        id: natural.map(errorKindId),
        name: hostileText,
        status: optional(fc.nat(599)),
        plain: optional(fc.constant(true as const)),
        place,
      }),
      2,
    ),
  ),
  errorHandling: optional(
    few(
      node<ErrorHandling>({
        handler: ids.middleware,
        error: natural.map(errorKindId),
        answers: few(answer, 2),
        failures: few(failure, 2),
        passesOn: optional(fc.constant(true as const)),
      }),
      2,
    ),
  ),
});

const evidence: fc.Arbitrary<Evidence> = plain({ source: hostileText, place });
const number = fc.oneof(
  fc.nat(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
);
export const endpoint: fc.Arbitrary<Endpoint> = fc
  .tuple(
    fc.boolean(),
    node<Endpoint>({
      id: ids.endpoint,
      method,
      path: hostileText,
      segments: few(segment),
      trail: few(node<TrailStep>({ item: ids.item, router: ids.router, segments: few(segment) })),
      chain: few(
        node<ChainEntry>({
          middleware: ids.middleware,
          item: optional(ids.item),
          conditional: optional(fc.boolean()),
          phase: optional(hostileText),
        }),
      ),
      handler: ids.handler,
      conditional: optional(fc.boolean()),
      shadowedBy: optional(ids.endpoint),
      key: optional(hostileText),
      name: optional(hostileText),
      handlerName: optional(hostileText),
      source: optional(place),
      parameters: optional(
        few(
          node<Parameter>({
            name: hostileText,
            in: fc.constantFrom('path', 'query', 'header', 'cookie'),
            type: optional(hostileText),
            pattern: optional(hostileText),
            required: optional(fc.boolean()),
            shape: optional(shape),
            evidence,
          }),
        ),
      ),
      requestBody: optional(plain<RequestBody>({ contentType: hostileText, shape, evidence })),
      responses: optional(
        few(
          node<Response>({
            status: fc.nat(599),
            description: optional(hostileText),
            contentType: optional(hostileText),
            shape: optional(shape),
            evidence,
          }),
          2,
        ),
      ),
      pagination: optional(
        node<Pagination>({
          type: fc.constantFrom('page', 'offset', 'cursor'),
          pageParam: hostileText,
          limitParam: optional(hostileText),
          totalPath: optional(hostileText),
          evidence,
        }),
      ),
      ownership: optional(plain<Ownership>({ ownerField: hostileText, mustMatchAuthClaim: hostileText, evidence })),
      security: optional(
        few(
          node<SecurityUse>({
            scheme: hostileText,
            required: fc.boolean(),
            demand: optional(fc.integer({ min: 1, max: 3 })),
            scopes: optional(few(hostileText)),
            evidence,
          }),
          2,
        ),
      ),
      rateLimit: optional(
        node<RateLimit>({
          windowMs: optional(number),
          max: optional(number),
          scope: optional(hostileText),
          conditional: optional(fc.boolean()),
          evidence,
        }),
      ),
      produces: optional(few(hostileText)),
    }),
  )
  .map(([consistent, value]) => (consistent ? { ...value, path: printSegments(value.segments) } : value));

export const endpointSet: fc.Arbitrary<EndpointSet> = node<EndpointSet>({
  kind: fc.constant('endpoint-set'),
  program,
  endpoints: few(endpoint),
  drops: few(
    node<Drop>({
      item: ids.item,
      why: fc.constantFrom(
        'unreachable-router',
        'cycle',
        'below-hole',
        'shadowed-duplicate',
        'encapsulated',
        'covered-spelling',
        'hands-on',
        'outside-route',
      ),
      count: fc.nat(),
    }),
    2,
  ),
  unresolved: few(node<Unresolved>({ diagnostic: diagnosticIds, what, method: optional(method), path: optional(hostileText), place }), 2),
  schemes: few(
    node<Scheme>({
      name: hostileText,
      type: fc.constantFrom('http', 'apiKey', 'oauth2', 'openIdConnect'),
      scheme: optional(hostileText),
      in: optional(fc.constantFrom('header', 'query', 'cookie')),
      parameter: optional(hostileText),
      obtainedFrom: optional(plain({ endpoint: hostileText, field: hostileText })),
      evidence,
    }),
    2,
  ),
  links: few(node<Link>({ producer: hostileText, field: hostileText, consumer: hostileText, usedAs: hostileText, evidence }), 2),
  diagnostics: few(diagnostic, 2),
});
