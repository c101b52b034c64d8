import {
  printPlace,
  printSegments,
  type Drop,
  type Endpoint,
  type EndpointId,
  type EndpointSet,
  type HandlerId,
  type Item,
  type ItemId,
  type Middleware,
  type MiddlewareId,
  type Route,
  type Segment,
  type Use,
} from '@tool/ir';
import { coreDiagnostics } from './diagnostics.js';
import { leavesOf } from './items.js';
import { definePass, type PassContext } from './pass.js';
import { compatible, conditionsOf, walkProgram, type Choice, type Instance } from './walk.js';

/** See resolve-shadowing.md. */
export const resolveShadowing = definePass({
  name: 'resolve-shadowing',
  from: 'endpoint-set',
  to: 'endpoint-set',
  requires: ['T3', 'E2'],
  establishes: ['E1'],
  asksOfHandlers: () => null,
  run: (set: EndpointSet, context: PassContext): EndpointSet => {
    const slashes = slashesOf(set);
    const resolver = new Resolver(slashes.size > 0 ? toldApart(set, slashes) : set, context, slashes);
    return resolver.run();
  },
});

interface Candidate {
  readonly endpoint: Endpoint;
  readonly conditions: readonly Choice[];
}

class Resolver {
  private readonly shadowedBy = new Map<EndpointId, EndpointId>();
  private readonly conditional = new Map<EndpointId, boolean>();
  private readonly merged = new Set<EndpointId>();
  private handlers: ReadonlyMap<HandlerId, string> | null = null;
  private items: ReadonlyMap<ItemId, Item> | null = null;
  private frameworks: ReadonlyMap<string, string> | null = null;
  private readonly middlewares: ReadonlyMap<MiddlewareId, Middleware>;
  /** Where each endpoint stands in the order of the walk. */
  private readonly order: ReadonlyMap<EndpointId, number>;

  constructor(
    private readonly set: EndpointSet,
    private readonly context: PassContext,
    private readonly slashes: ReadonlyMap<ItemId, boolean>,
  ) {
    this.order = new Map(set.endpoints.map(({ id }, index) => [id, index]));
    this.middlewares = new Map(set.program.middlewares.map((middleware) => [middleware.id, middleware]));
  }

  run(): EndpointSet {
    this.reportUnreachable();
    // Where every path is met once, nothing answers for another, and only conditions that cover every case are left to see.
    if (
      new Set(this.set.endpoints.map((endpoint) => shapeOf(endpoint.segments))).size === this.set.endpoints.length &&
      !this.set.endpoints.some((endpoint) => endpoint.conditional)
    )
      return this.set;
    const byPath = new Map<string, Candidate[]>();
    for (const candidate of this.candidates()) {
      const list = byPath.get(candidate.endpoint.path);
      if (list) list.push(candidate);
      else byPath.set(candidate.endpoint.path, [candidate]);
    }
    const byShape = new Map<string, Candidate[]>();
    for (const list of byPath.values())
      for (const candidate of list) {
        if (!candidate.endpoint.segments.some((segment) => segment.kind !== 'lit')) continue;
        const key = `${candidate.endpoint.method} ${shapeOf(candidate.endpoint.segments)}`;
        const same = byShape.get(key);
        if (same) same.push(candidate);
        else byShape.set(key, [candidate]);
      }
    for (const list of byPath.values()) if (list.length > 1 || list[0]!.conditions.length > 0) this.settlePath(list);
    for (const list of byShape.values())
      if (list.length > 1)
        this.settleShape(list.filter(({ endpoint }) => !this.shadowedBy.has(endpoint.id) && !this.merged.has(endpoint.id)));
    if (this.merged.size + this.shadowedBy.size + this.conditional.size === 0) return this.set;
    const drops = this.set.endpoints
      .filter((endpoint) => this.merged.has(endpoint.id))
      .map((endpoint): Drop => ({ item: endpoint.trail.at(-1)!.item, why: 'shadowed-duplicate', count: 1 }));
    return {
      ...this.set,
      endpoints: this.set.endpoints.filter((endpoint) => !this.merged.has(endpoint.id)).map((endpoint) => this.result(endpoint)),
      drops: [...this.set.drops, ...drops],
    };
  }

  /** Endpoints are still in the order of the walk, which says under which conditions each was registered. */
  private candidates(): Candidate[] {
    const list: Candidate[] = [];
    let next = 0;
    walkProgram(this.set.program, {
      route: (route, _segments, instance, choices) => {
        const endpoint = this.set.endpoints[next];
        if (instance.hole !== null || endpoint?.trail.at(-1)?.item !== route.id) return;
        next++;
        list.push({ endpoint, conditions: conditionsOf(choices) });
      },
    });
    return list;
  }

  private settlePath(list: readonly Candidate[]): void {
    const byMethod = new Map<string, Candidate[]>();
    for (const candidate of list) {
      const group = byMethod.get(candidate.endpoint.method);
      if (group) group.push(candidate);
      else byMethod.set(candidate.endpoint.method, [candidate]);
    }
    const blocking = byMethod.get('ALL')?.find((candidate) => candidate.conditions.length === 0 && this.neverPassesOn(candidate.endpoint));
    for (const [method, group] of byMethod) {
      const later = blocking && method !== 'ALL' ? group.filter((candidate) => list.indexOf(candidate) > list.indexOf(blocking)) : [];
      for (const { endpoint } of later) if (root(endpoint) === root(blocking!.endpoint)) this.shadow(endpoint, blocking!.endpoint);
      this.settle(group.filter((candidate) => !this.shadowedBy.has(candidate.endpoint.id)));
    }
  }

  /** Paths that differ in the names of parameters only. A later one is never reached when the first surely exists and cannot pass on. */
  private settleShape(list: readonly Candidate[]): void {
    const placeOf = ({ endpoint }: Candidate): number => this.order.get(endpoint.id)!;
    const [first, ...later] = [...list].sort((a, b) => placeOf(a) - placeOf(b));
    if (first === undefined || first.conditions.length > 0 || this.mayPassOn(first.endpoint)) return;
    for (const candidate of later) {
      const { endpoint } = candidate;
      if (endpoint.path === first.endpoint.path || !sameRouter(endpoint, first.endpoint) || isInstead(first.endpoint, candidate)) continue;
      this.shadowedBy.set(endpoint.id, first.endpoint.id);
      const [own, by] = [this.routeOf(endpoint), this.routeOf(first.endpoint)];
      this.context.report(
        coreDiagnostics,
        'same-requests',
        { endpoint: `${endpoint.method} ${endpoint.path}`, other: `${by.method} ${first.endpoint.path}`, first: printPlace(by.place) },
        own.place,
        [{ place: by.place, message: 'answers first' }],
      );
    }
  }

  /** Whether the framework gives the route's handlers something to pass on with, and they use it; also where this is one of the paths that a wildcard may leave out. */
  private surelyPassesOn(endpoint: Endpoint): boolean {
    const { passesOn, path } = this.routeOf(endpoint);
    const isOptional = new Set(path.forms?.map((form) => form.at(-1)?.kind === 'wild')).size > 1;
    return (passesOn === true || isOptional) && this.mayPassOn(endpoint);
  }

  /** Whether a request can come behind the route's handler. Of two routes of one router the front end knows it. */
  private mayPassOn(endpoint: Endpoint): boolean {
    const route = this.routeOf(endpoint);
    if (route.chain.some(({ middleware }) => this.middlewares.get(middleware)?.behaviour?.leavesRoute)) return true;
    if (route.passesOn && route.asMiddleware === undefined) return true;
    if (route.asMiddleware === undefined) return false;
    const { behaviour, facts } = this.middlewares.get(route.asMiddleware) ?? {};
    if (behaviour?.passesOn) return true;
    // It was seen to answer, and to hand on nothing but errors.
    const answers = behaviour !== undefined && !behaviour.mayAnswer && behaviour.answers.length + behaviour.failures.length > 0;
    return !answers && facts?.continues !== 'never';
  }

  /**
   * Says which endpoints stand behind a middleware that answers everything: one that takes two parameters and so has nothing to pass a
   * request on with. They stay in the model, because a start that registers in another order than the source seems to say would serve them.
   */
  private reportUnreachable(): void {
    const ending = new Map(
      this.set.program.middlewares
        .filter(
          ({ facts }) =>
            facts?.continues === 'never' && (facts.parameters === 1 || facts.parameters === 2) && !facts.reads.includes('next'),
        )
        .map((middleware) => [middleware.id, middleware]),
    );
    if (ending.size === 0) return;
    const met: { readonly use: Use; readonly instance: Instance; readonly prefix: readonly Segment[] }[] = [];
    const said = new Set<ItemId>();
    walkProgram(this.set.program, {
      use: (use, instance, choices) => {
        const forms = use.path.forms ?? [];
        if (instance.hole !== null || use.phase !== undefined || choices.length > 0 || forms.length !== 1 || !ending.has(use.middleware))
          return;
        const prefix = [...instance.prefix, ...forms[0]!];
        if (prefix.every((segment) => segment.kind === 'lit')) met.push({ use, instance, prefix });
      },
      route: (route, segments, instance, choices) => {
        if (met.length === 0 || said.has(route.id) || instance.hole !== null) return;
        const path = [...instance.prefix, ...segments];
        const end = met.find(
          ({ use, instance: at, prefix }) =>
            rootOf(at) === rootOf(instance) &&
            !choices.some(({ branch }) => branch?.instead?.includes(use.id)) &&
            at.scope === rootOf(at) &&
            prefix.length <= path.length &&
            prefix.every((segment, index) => sameLiteral(segment, path[index]!)),
        );
        if (!end) return;
        said.add(route.id);
        this.context.report(
          coreDiagnostics,
          'unreachable-endpoint',
          {
            endpoint: `${route.method} ${printSegments(path)}`,
            middleware: ending.get(end.use.middleware)!.name || 'without a name',
            first: printPlace(end.use.place),
          },
          route.place,
          [{ place: end.use.place, message: 'answers every request' }],
        );
      },
    });
  }

  /** One method, one path. The first that surely exists answers; those that exist only under a condition before it are its variants. */
  private settle(group: readonly Candidate[]): void {
    if (group.length === 0) return;
    const sure = group.filter((candidate) => candidate.conditions.length === 0);
    // Where each hands the request on, the last one has it in the end.
    const first =
      (sure.length > 1 ? (sure.find((candidate) => !this.surelyPassesOn(candidate.endpoint)) ?? sure.at(-1)) : undefined) ??
      sure[0] ??
      group[0]!;
    const position = group.indexOf(first);
    group.forEach((candidate, index) => {
      if (candidate === first) return;
      const sameServer = root(candidate.endpoint) === root(first.endpoint);
      const unreachable = index > position && implies(candidate.conditions, first.conditions) && !isInstead(first.endpoint, candidate);
      // Two programs that start the same server: one description is enough.
      if (!sameServer && this.sameCode(candidate.endpoint, first.endpoint)) this.merged.add(candidate.endpoint.id);
      else if ([first, ...group.slice(0, index)].some(({ endpoint }) => this.isOneCall(candidate.endpoint, endpoint)))
        this.merged.add(candidate.endpoint.id);
      // A module that is imported twice: the second of its routes is the first one once more.
      else if (unreachable && this.isOfModule(candidate.endpoint) && this.sameCode(candidate.endpoint, first.endpoint))
        this.merged.add(candidate.endpoint.id);
      else if (this.isChosenBeside(candidate.endpoint, first.endpoint)) this.mergeChosen(candidate.endpoint, first.endpoint);
      else if (!sameServer || unreachable) this.shadow(candidate.endpoint, first.endpoint);
      else {
        this.merged.add(candidate.endpoint.id);
        const [own, described] = [this.routeOf(candidate.endpoint), this.routeOf(first.endpoint)];
        if (this.sameCode(candidate.endpoint, first.endpoint) || this.surelyPassesOn(candidate.endpoint)) return;
        this.context.report(
          coreDiagnostics,
          'several-registrations',
          { endpoint: `${own.method} ${candidate.endpoint.path}`, first: printPlace(described.place) },
          own.place,
          [{ place: described.place, message: 'is described' }],
        );
      }
    });
    const variants = group.filter((candidate) => !this.shadowedBy.has(candidate.endpoint.id));
    if (first.conditions.length > 0 && cover(variants.map((candidate) => candidate.conditions)))
      this.conditional.set(first.endpoint.id, false);
  }

  /** Two of the paths of one call match the same: a request comes to its functions once. So it is where a slash at the end alone leads to the same function. */
  private isOneCall(one: Endpoint, other: Endpoint): boolean {
    const [mine, its] = [this.routeOf(one), this.routeOf(other)];
    const placeOf = ({ place, via }: Route): string => [place, ...via].map(printPlace).join(' ');
    return (
      sameRouter(one, other) &&
      mine.handler === its.handler &&
      (placeOf(mine) === placeOf(its) || this.slashes.get(mine.id) !== this.slashes.get(its.id)) &&
      JSON.stringify(mine.path.raw) !== JSON.stringify(its.path.raw)
    );
  }

  /** One function hands its requests to the routers of both, so that neither stands in front of the other. */
  private isChosenBeside(one: Endpoint, other: Endpoint): boolean {
    const fork = one.trail.findIndex(({ item }, index) => item !== other.trail[index]?.item);
    const [mine, its] = [one, other].map(({ trail }) => this.itemOf(trail[fork]?.item));
    return (
      mine?.kind === 'mount' &&
      its?.kind === 'mount' &&
      mine.approximate !== undefined &&
      its.approximate !== undefined &&
      printPlace(mine.place) === printPlace(its.place)
    );
  }

  private mergeChosen(endpoint: Endpoint, described: Endpoint): void {
    this.merged.add(endpoint.id);
    const [own, first] = [this.routeOf(endpoint), this.routeOf(described)];
    this.context.report(
      coreDiagnostics,
      'chosen-for-each-request',
      { endpoint: `${own.method} ${endpoint.path}`, first: printPlace(first.place) },
      own.place,
      [{ place: first.place, message: 'is described' }],
    );
  }

  private shadow(endpoint: Endpoint, by: Endpoint): void {
    this.shadowedBy.set(endpoint.id, by.id);
    const [own, first] = [this.routeOf(endpoint), this.routeOf(by)];
    const values = { endpoint: `${endpoint.method} ${endpoint.path}`, first: printPlace(first.place) };
    const related = [{ place: first.place, message: 'answers first' }];
    if (root(endpoint) === root(by))
      this.context.report(coreDiagnostics, this.mayPassOn(by) ? 'route-in-front' : 'duplicate-route', values, own.place, related);
    else this.context.report(coreDiagnostics, 'endpoint-of-two-servers', values, own.place, related);
  }

  /** Both are registered by the same call of the source, with handlers from the same place. */
  private sameCode(one: Endpoint, other: Endpoint): boolean {
    this.handlers ??= new Map(this.set.program.handlers.map((handler) => [handler.id, printPlace(handler.place)]));
    return (
      printPlace(this.routeOf(one).place) === printPlace(this.routeOf(other).place) &&
      this.handlers.get(one.handler) === this.handlers.get(other.handler)
    );
  }

  private isOfModule({ trail }: Endpoint): boolean {
    this.frameworks ??= new Map(this.set.program.routers.map(({ id, framework }) => [id, framework]));
    return this.frameworks.get(trail.at(-1)!.router) === '@nestjs/core';
  }

  private itemOf(id: ItemId | undefined): Item | undefined {
    this.items ??= new Map(this.set.program.routers.flatMap((router) => [...leavesOf(router.items)].map((item) => [item.id, item])));
    return id === undefined ? undefined : this.items.get(id);
  }

  private routeOf = (endpoint: Endpoint): Route => this.itemOf(endpoint.trail.at(-1)!.item) as Route;

  /** Known of a route only when its own middleware surely ends the request; of handlers nothing is known. */
  private neverPassesOn(endpoint: Endpoint): boolean {
    return endpoint.chain.some(
      (entry) => entry.item === undefined && !entry.conditional && this.middlewares.get(entry.middleware)?.facts?.continues === 'never',
    );
  }

  private result(endpoint: Endpoint): Endpoint {
    let shadowedBy = this.shadowedBy.get(endpoint.id);
    // What answers is never shadowed itself (E1): a shadow of a shadow is the first one's.
    while (shadowedBy !== undefined && this.shadowedBy.has(shadowedBy)) shadowedBy = this.shadowedBy.get(shadowedBy);
    if (shadowedBy !== undefined) return { ...endpoint, shadowedBy };
    if (this.conditional.get(endpoint.id) !== false) return endpoint;
    const { conditional: _no, ...certain } = endpoint;
    return certain;
  }
}

/** The first is what the default configuration registers where another one registers the candidate. */
const isInstead = (first: Endpoint, { conditions }: Candidate): boolean =>
  conditions.some(({ branch }) => branch?.instead?.some((id) => first.trail.some(({ item }) => item === id)));

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** Of the routes of routers that tell paths apart by a slash at their end: whether they have one. Nothing where every path is met once. */
function slashesOf({ endpoints, program }: EndpointSet): ReadonlyMap<ItemId, boolean> {
  if (new Set(endpoints.map(nameOf)).size === endpoints.length) return new Map();
  return new Map(
    program.routers
      .filter(({ strict }) => strict)
      .flatMap(({ items }) =>
        [...leavesOf(items)].flatMap((item) => (item.kind === 'route' ? [[item.id, endsInSlash(item)] as const] : [])),
      ),
  );
}

/** Where a router tells two endpoints apart by such a slash alone, it is a part of the path of the one that has it. One handler for both is one endpoint. */
function toldApart(set: EndpointSet, slashes: ReadonlyMap<ItemId, boolean>): EndpointSet {
  const without = new Map<string, HandlerId>();
  for (const endpoint of set.endpoints)
    if (slashes.get(endpoint.trail.at(-1)!.item) === false) without.set(nameOf(endpoint), endpoint.handler);
  return {
    ...set,
    endpoints: set.endpoints.map((endpoint) => {
      const other = slashes.get(endpoint.trail.at(-1)!.item) ? without.get(nameOf(endpoint)) : undefined;
      return other === undefined || other === endpoint.handler ? endpoint : { ...endpoint, path: `${endpoint.path}/` };
    }),
  };
}

const endsInSlash = ({ path: { raw } }: Route): boolean => {
  const last = raw.at(-1);
  return last?.kind === 'text' && last.text.endsWith('/') && (raw.length > 1 || last.text.length > 1);
};

/** Registered in one router at one place of the tree: its requests come by in the order of registration. */
const sameRouter = (one: Endpoint, other: Endpoint): boolean =>
  one.trail.length === other.trail.length &&
  one.trail.every(
    (step, index) =>
      step.router === other.trail[index]!.router && (index === one.trail.length - 1 || step.item === other.trail[index]!.item),
  );

/** What a path matches, whatever its parameters are called. */
const shapeOf = (segments: readonly Segment[]): string => segments.map((segment) => `/${pieceShape(segment)}`).join('');

const pieceShape = (segment: Segment): string =>
  segment.kind === 'param'
    ? `:(${segment.pattern ?? ''})`
    : segment.kind === 'wild'
      ? '*'
      : segment.kind === 'mixed'
        ? segment.pieces.map(pieceShape).join('')
        : printSegments([segment]);

const rootOf = (instance: Instance): Instance => (instance.parent === null ? instance : rootOf(instance.parent));

const sameLiteral = (segment: Segment, other: Segment): boolean =>
  segment.kind === 'lit' && other.kind === 'lit' && segment.text === other.text;

/** The router a request enters first. */
const root = (endpoint: Endpoint): string => endpoint.trail[0]!.router;

/** Whenever `one` holds, `other` does. */
const implies = (one: readonly Choice[], other: readonly Choice[]): boolean =>
  other.every((choice) => one.some((mine) => mine.key === choice.key && mine.arm === choice.arm));

/** One of the condition lists always holds. Splits by one branch at a time; lists are few and short. */
export function cover(lists: readonly (readonly Choice[])[]): boolean {
  if (lists.some((list) => list.length === 0)) return true;
  const branch = lists[0]?.[0]?.branch;
  if (!branch) return false;
  const arms: (number | null)[] = branch.arms.map((_arm, index) => index);
  if (!branch.exhaustive) arms.push(null);
  return arms.every((arm) =>
    cover(
      lists
        .filter((list) => compatible(list, [{ key: branch.id, arm: arm ?? -1 }]))
        .map((list) => list.filter((choice) => choice.key !== branch.id)),
    ),
  );
}
