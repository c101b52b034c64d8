import {
  Bug,
  printPlace,
  type ChainEntry,
  type ChainLink,
  type Drop,
  type Endpoint,
  type EndpointSet,
  type ItemId,
  type Middleware,
  type MiddlewareId,
  type Route,
  type Router,
  type Segment,
  type Use,
} from '@tool/ir';
import { classified } from './classify-program.js';
import { demandingHandlers, statusesOfErrors } from './guards.js';
import { isSilent, routesHandingOn, type HandingOn } from './handing-on.js';
import { leavesOf } from './items.js';
import { definePass } from './pass.js';
import { UseIndex } from './use-index.js';
import { compatible, conditionsOf, walkProgram, type Choice, type Instance } from './walk.js';

/** See attach-middleware.md. */
export const attachMiddleware = definePass({
  name: 'attach-middleware',
  from: 'endpoint-set',
  to: 'endpoint-set',
  requires: ['T3', 'T4', 'T5', 'E2'],
  establishes: ['E4'],
  asksOfHandlers: (program) => [program.handlers.map(isSilent), [...demandingHandlers(program).keys()], [...statusesOfErrors(program)]],
  run: (set: EndpointSet): EndpointSet => {
    const middlewares = classified(set.program);
    const visits = collect(
      set,
      new Map(middlewares.map((middleware) => [middleware.id, middleware])),
      routesHandingOn(set.program, middlewares),
    );
    if (visits.routes.length !== set.endpoints.length)
      throw new Bug('E3', `${set.endpoints.length} endpoints, but ${visits.routes.length} routes are reached`);
    const endpoints = set.endpoints.map((endpoint, index): Endpoint => {
      const visit = visits.routes[index]!;
      if (endpoint.trail.at(-1)?.item !== visit.route.id)
        throw new Bug('E2', `endpoint ${endpoint.id} was not made by route ${visit.route.id}`);
      return { ...endpoint, chain: chainOf(endpoint, visit, visits) };
    });
    return { ...set, program: { ...set.program, middlewares }, ...withoutHandingOn(set, endpoints, visits) };
  },
});

/**
 * What stands in front of an endpoint of the same method and path and only hands on is none itself. In front of others it stays one: a request that none of
 * them is for comes to it, too. What the framework, or a package, only looks at requests with is none anywhere.
 */
function withoutHandingOn(
  set: EndpointSet,
  endpoints: readonly Endpoint[],
  { routes, inFront, answers, answersNobody }: Visits,
): Pick<EndpointSet, 'endpoints' | 'drops'> {
  const itemOf = (endpoint: Endpoint): ItemId => endpoint.trail.at(-1)!.item;
  const keyOf = ({ method, path }: Endpoint): string => `${method} ${path.replace(/([:*])\w+/g, '$1')}`;
  const answered = new Set(endpoints.filter((_, index) => answers(routes[index]!.route)).map(keyOf));
  const handsOn = new Set(
    endpoints.filter(
      (endpoint, index) => answersNobody(routes[index]!) || (inFront.has(itemOf(endpoint)) && answered.has(keyOf(endpoint))),
    ),
  );
  const isEndpoint = (endpoint: Endpoint): boolean => !handsOn.has(endpoint);
  const counts = new Map<ItemId, number>();
  for (const endpoint of handsOn) counts.set(itemOf(endpoint), (counts.get(itemOf(endpoint)) ?? 0) + 1);
  if (counts.size === 0) return { endpoints, drops: set.drops };
  return {
    endpoints: endpoints.filter(isEndpoint),
    drops: [...set.drops, ...[...counts].map(([item, count]): Drop => ({ item, why: 'hands-on', count }))],
  };
}

/** A `use` item in one instance of its router, or a function of a route that only hands on. */
interface UseVisit {
  readonly order: number;
  readonly use: Use;
  readonly instance: Instance;
  readonly choices: readonly Choice[];
  /** The layer and the item: what a request runs once at most. Equal for the alternative paths of a mount only. */
  readonly key: number;
  /** Shared by the items of one call with a list of paths, of which a request runs one; null where a call made one item. */
  readonly call: string | null;
  readonly certain: ChainEntry;
  readonly possible: ChainEntry;
  /** The route that it is a function of, and the form of its path. */
  readonly of?: HandingOn & { readonly route: Route; readonly form: readonly Segment[] };
}

interface RouteVisit {
  readonly order: number;
  readonly route: Route;
  readonly segments: readonly Segment[];
  readonly instance: Instance;
  readonly choices: readonly Choice[];
}

/** A router entered by one of the alternative paths of its mount. */
interface Alternative {
  readonly instance: Instance;
  readonly choice: Choice;
}

interface Visits {
  readonly routes: readonly RouteVisit[];
  /** By scope: what is registered in an encapsulated plugin is seen by what is inside only. */
  readonly byScope: ReadonlyMap<Instance, UseIndex<UseVisit>>;
  /** Run for a named parameter, by router instance: they belong to no place in the order. */
  readonly forParameters: ReadonlyMap<Instance, readonly UseVisit[]>;
  /** By the path under which they are entered; null when every mount has one path. */
  readonly alternatives: UseIndex<Alternative> | null;
  /** What routes of one router at one place have in common. */
  readonly shared: Map<Instance, Shared | null>;
  /** Those that stand in front of one that answers. */
  readonly inFront: Set<ItemId>;
  readonly answers: (route: Route) => boolean;
  /** It hands on by what its adapter says, and was seen to: in Hono programs register such routes themselves. */
  readonly answersNobody: (visit: RouteVisit) => boolean;
  readonly middlewares: ReadonlyMap<MiddlewareId, Middleware>;
}

function collect(set: EndpointSet, middlewares: ReadonlyMap<MiddlewareId, Middleware>, handingOn: ReadonlyMap<Route, HandingOn>): Visits {
  const routes: RouteVisit[] = [];
  const byScope = new Map<Instance, UseIndex<UseVisit>>();
  const forParameters = new Map<Instance, UseVisit[]>();
  let alternatives: UseIndex<Alternative> | null = null;
  let order = 0;
  const silent = new Set(set.program.handlers.filter(isSilent).map(({ id }) => id));
  /** What a request runs once of the routes that hand on: negative, and so none of the others. */
  const keys = new Map<string, number>();
  const indexOf = ({ scope }: Instance): UseIndex<UseVisit> => {
    let index = byScope.get(scope);
    if (!index) byScope.set(scope, (index = new UseIndex()));
    return index;
  };
  const known = new Map<Router, ReadonlySet<Use>>();
  const calls = (router: Router): ReadonlySet<Use> => {
    let uses = known.get(router);
    if (!uses) known.set(router, (uses = usesOfLists(router)));
    return uses;
  };
  walkProgram(set.program, {
    enter(instance) {
      const { parent } = instance;
      const choice = instance.choices.at(-1);
      if (!parent || !choice || choice.branch || choice.key !== `layer ${instance.layer.id}`) return;
      const rule = { syntax: parent.router.syntax, caseSensitive: parent.router.caseSensitive };
      alternatives ??= new UseIndex<Alternative>();
      alternatives.add(stepsTo(instance), rule, { instance, choice });
    },
    use(use, instance, choices, ordinal) {
      const middleware = middlewares.get(use.middleware);
      if (instance.hole !== null || !passesOn(use, middleware)) return;
      const phase = use.phase === undefined ? {} : { phase: use.phase };
      const certain: ChainEntry = { middleware: use.middleware, item: use.id, ...phase };
      const visit: UseVisit = {
        order: order++,
        use,
        instance,
        choices,
        key: instance.layer.id * MAXIMUM_USES + ordinal,
        call: calls(instance.router).has(use) ? `${instance.layer.id} ${use.middleware} ${printPlace(use.place)}` : null,
        certain,
        possible: { middleware: use.middleware, item: use.id, conditional: true, ...phase },
      };
      if (use.phase?.startsWith('param:')) {
        const known = forParameters.get(instance);
        if (known) known.push(visit);
        else forParameters.set(instance, [visit]);
        return;
      }
      const rule = { syntax: use.path.syntax, caseSensitive: instance.router.caseSensitive, whole: use.path.syntax === 'hono' };
      for (const form of use.path.forms ?? []) indexOf(instance).add([...stepsTo(instance), form], rule, visit);
    },
    route(route, segments, instance, choices) {
      if (instance.hole !== null || segments.some(hasHole)) return;
      routes.push({ order: order++, route, segments, instance, choices });
      const { functions = [], looksUp = false } = handingOn.get(route) ?? {};
      functions.forEach((middleware, position) => {
        const key = `${instance.layer.id} ${route.id} ${position}`;
        if (!keys.has(key)) keys.set(key, -1 - keys.size);
        const certain: ChainEntry = { middleware, item: route.id };
        const visit: UseVisit = {
          order: order++,
          use: { kind: 'use', id: route.id, path: route.path, middleware, place: route.place },
          instance,
          choices,
          key: keys.get(key)!,
          call: null,
          certain,
          possible: { ...certain, conditional: true },
          of: { route, form: segments, functions, looksUp },
        };
        const rule = { syntax: route.path.syntax, caseSensitive: instance.router.caseSensitive, whole: true };
        indexOf(instance).add([...stepsTo(instance), segments], rule, visit);
      });
    },
  });
  return {
    routes,
    byScope,
    forParameters,
    alternatives,
    shared: new Map(),
    inFront: new Set(),
    answers: (route) => !handingOn.has(route) && !silent.has(route.handler),
    answersNobody: ({ route, instance }) => route.passesOn === true && instance.router.framework === 'express' && silent.has(route.handler),
    middlewares,
  };
}

/** More than any router has: layer and ordinal together are one number. */
const MAXIMUM_USES = 2 ** 20;

/** The `use` items that one call with a list of paths made: one middleware and one place, several items. */
function usesOfLists(router: Router): ReadonlySet<Use> {
  const byMiddleware = new Map<MiddlewareId, Use[]>();
  for (const item of leavesOf(router.items)) {
    if (item.kind !== 'use' || 'synthetic' in item.place) continue;
    const same = byMiddleware.get(item.middleware);
    if (same) same.push(item);
    else byMiddleware.set(item.middleware, [item]);
  }
  return new Set([...byMiddleware.values()].filter((same) => same.length > 1).flat());
}

const stepsTo = (instance: Instance): readonly (readonly Segment[])[] => instance.trail.map((step) => step.segments);

const hasHole = (segment: Segment): boolean => segment.kind === 'hole' || (segment.kind === 'mixed' && segment.pieces.some(hasHole));

/** E4: what never passes control on ends the request. Error handlers wait for an error, and hooks return to the framework. */
const passesOn = (use: Use, middleware: Middleware | undefined): boolean =>
  use.phase !== undefined || middleware?.facts?.continues !== 'never';

function chainOf(endpoint: Endpoint, visit: RouteVisit, visits: Visits): readonly ChainEntry[] {
  const shared = sharedOf(visit, visits);
  if (shared !== null) return chainOfShared(shared, visit);
  const inherited: UseVisit[] = [];
  const taken = takenAlternatives(endpoint, visit, visits);
  for (let scope: Instance | null = visit.instance.scope; scope; scope = scope.parent?.scope ?? null) {
    for (const candidate of visits.byScope.get(scope)?.find(endpoint.segments) ?? []) {
      if (applies(candidate, visit) && !taken?.leaveOut(candidate.choices)) inherited.push(candidate);
    }
  }
  inherited.sort((a, b) => a.order - b.order);

  const chain: ChainEntry[] = [];
  const hooks: UseVisit[] = [];
  const met = new Set<number>();
  const calls = new Map<string, string>();
  const parameters = parameterUses(endpoint, visit, visits);
  const together = routesRunTogether(inherited, visit, visits.middlewares);
  for (const use of inherited) {
    // Several spellings of its path match, or several alternatives of a mount lead to it: it runs once.
    if (met.has(use.key)) continue;
    met.add(use.key);
    if (use.of) {
      // Of several that only hand on, and nothing that answers, none is in front of the others.
      if (!visits.answers(visit.route)) continue;
      const isOwn = together.has(use.of.route);
      if (use.of.looksUp && !isOwn) continue;
      visits.inFront.add(use.of.route.id);
      if (isOwn) continue;
    }
    if (use.call !== null) {
      // Its path as written tells the items of a list from a middleware that is given twice.
      const path = JSON.stringify(use.use.path.raw);
      const first = calls.get(use.call);
      if (first === undefined) calls.set(use.call, path);
      else if (first !== path) continue;
    }
    // A request meets the parameters of a mount's path when it enters the router, before the router's own middleware.
    while (parameters[0] && encloses(parameters[0].below, use.instance)) chain.push(entry(parameters.shift()!.use, visit.choices));
    if (use.use.phase?.startsWith('hook:')) hooks.push(use);
    else chain.push(entry(use, visit.choices));
  }
  chain.push(...parameters.map(({ use }) => entry(use, visit.choices)));
  const own = visit.route.chain.map(ownEntry);
  if (hooks.length === 0) return [...chain, ...own];
  hooks.sort((a, b) => a.order - b.order);
  // Of one phase the plugins' hooks run before the route's own; the sort is stable. What has no phase runs right before the handler.
  const phased = [...hooks.map((use) => entry(use, visit.choices)), ...own].sort((a, b) => hookRank(a.phase) - hookRank(b.phase));
  return [...chain, ...phased];
}

/** What every route of a router at one place inherits, as far as it is registered before the route. */
interface Shared {
  readonly uses: readonly UseVisit[];
  readonly entries: readonly ChainEntry[];
  /** The chains made of the first entries, by their number. */
  readonly chains: Map<number, readonly ChainEntry[]>;
}

/**
 * Null where chains depend on more than the position of the route: on conditions of its own, on alternative paths, named parameters or
 * hooks, or because some `use` has a longer path than the router.
 */
function sharedOf(visit: RouteVisit, visits: Visits): Shared | null {
  const { instance } = visit;
  // A hook of the route alone has its place among the hooks of the plugin.
  if (visit.route.chain.some((link) => link.phase !== undefined)) return null;
  if (visit.choices !== instance.choices || visits.alternatives !== null || visits.forParameters.size > 0) return null;
  const known = visits.shared.get(instance);
  if (known !== undefined) return known;
  const made = share(instance, visits);
  visits.shared.set(instance, made);
  return made;
}

function share(instance: Instance, visits: Visits): Shared | null {
  const found: UseVisit[] = [];
  for (let scope: Instance | null = instance.scope; scope; scope = scope.parent?.scope ?? null) {
    const uses = visits.byScope.get(scope);
    if (uses && !uses.findBelow(instance.prefix, found)) return null;
  }
  if (found.some((use) => use.call !== null || use.of || use.use.phase?.startsWith('hook:'))) return null;
  found.sort((a, b) => a.order - b.order);
  const uses = found.filter(
    (use, index) => use.key !== found[index - 1]?.key && handlesErrorsOf(use, instance) && compatible(use.choices, instance.choices),
  );
  if (new Set(uses.map((use) => use.key)).size < uses.length) return null;
  return { uses, entries: uses.map((use) => entry(use, instance.choices)), chains: new Map() };
}

function chainOfShared({ uses, entries, chains }: Shared, visit: RouteVisit): readonly ChainEntry[] {
  let count = uses.length;
  while (count > 0 && uses[count - 1]!.order > visit.order) count--;
  let inherited = chains.get(count);
  if (!inherited) chains.set(count, (inherited = count === entries.length ? entries : entries.slice(0, count)));
  return visit.route.chain.length === 0 ? inherited : [...inherited, ...visit.route.chain.map(ownEntry)];
}

const ownEntry = (link: ChainLink): ChainEntry => ({
  middleware: link.middleware,
  ...(link.conditional && { conditional: true }),
  ...(link.phase !== undefined && { phase: link.phase }),
});

function applies(candidate: UseVisit, visit: RouteVisit): boolean {
  // Hooks are taken up when everything is loaded, and reach the plugins inside that are there already: their order against routes does not matter.
  const inTime = candidate.order < visit.order || candidate.use.phase?.startsWith('hook:') === true;
  return (
    inTime &&
    handlesErrorsOf(candidate, visit.instance) &&
    compatible(candidate.choices, visit.choices) &&
    (candidate.of === undefined || standsInFront(candidate, candidate.of, visit))
  );
}

const HEAD_AS_GET: ReadonlySet<string> = new Set(['express', 'koa']);

/** Whether every request to the route comes by: it has the method, and the wildcard at its end takes something where it has to. */
function standsInFront({ instance }: UseVisit, { route, form }: NonNullable<UseVisit['of']>, visit: RouteVisit): boolean {
  // Express and routers of Koa give a request of HEAD to routes of GET, too.
  const isHead =
    visit.route.method === 'HEAD' && route.method === 'GET' && route.notForHead !== true && HEAD_AS_GET.has(instance.router.framework);
  if (route.method !== 'ALL' && route.method !== visit.route.method && !isHead) return false;
  const { syntax } = route.path;
  const takesNothing = syntax === 'hono' || (form.length === 1 && syntax !== 'path-to-regexp@8');
  const rest = form.at(-1)?.kind === 'wild' && takesNothing ? 1 : 0;
  return instance.prefix.length + form.length - rest <= visit.instance.prefix.length + visit.segments.length;
}

/**
 * Those in front that the framework runs as one with the route: the adapter has put their functions into its chain. Another one may have the same
 * functions, so they are told apart from behind.
 */
function routesRunTogether(inherited: readonly UseVisit[], visit: RouteVisit, middlewares: Visits['middlewares']): ReadonlySet<Route> {
  const nodeOf = (id: MiddlewareId): string => {
    const { name, place } = middlewares.get(id)!;
    return `${name} ${printPlace(place)}`;
  };
  const isSame = (one: MiddlewareId, other: MiddlewareId): boolean => one === other || nodeOf(one) === nodeOf(other);
  const together = new Set<Route>();
  let left = visit.route.chain.slice(0, visit.route.inFront ?? 0).map(({ middleware }) => middleware);
  for (const { of, instance } of inherited.toReversed()) {
    if (left.length === 0) break;
    if (!of || together.has(of.route) || instance.router !== visit.instance.router) continue;
    if (JSON.stringify(of.route.path.raw) !== JSON.stringify(visit.route.path.raw)) continue;
    const { functions } = of;
    const at = left.findLastIndex((_, start) =>
      functions.every((each, index) => left[start + index] !== undefined && isSame(each, left[start + index]!)),
    );
    if (at < 0) continue;
    together.add(of.route);
    left = left.slice(0, at);
  }
  return together;
}

/** Errors do not enter routers: an error handler meets those of its own router only, and the request that reaches a route behind that router had none. */
const handlesErrorsOf = ({ use, instance }: UseVisit, of: Instance): boolean => use.phase !== 'error' || encloses(instance, of);

/**
 * A request goes through a router once, under the first of its mount's paths that matches: the endpoint's own where it lies
 * below that mount. Parents are entered before their children, so they are settled first.
 */
function takenAlternatives(
  endpoint: Endpoint,
  visit: RouteVisit,
  visits: Visits,
): { leaveOut(choices: readonly Choice[]): boolean } | null {
  if (!visits.alternatives) return null;
  const arms = new Map(visit.choices.map((choice) => [choice.key, choice.arm]));
  const leaveOut = (choices: readonly Choice[]): boolean =>
    choices.some((choice) => !choice.branch && (arms.get(choice.key) ?? choice.arm) !== choice.arm);
  for (const { instance, choice } of visits.alternatives.find(endpoint.segments).sort((a, b) => a.instance.id - b.instance.id)) {
    if (!arms.has(choice.key) && !leaveOut(instance.choices)) arms.set(choice.key, choice.arm);
  }
  return { leaveOut };
}

/** Certain where the route exists only under the same conditions. */
function entry(use: UseVisit, choices: readonly Choice[]): ChainEntry {
  const certain = conditionsOf(use.choices).every((condition) =>
    choices.some((choice) => choice.key === condition.key && choice.arm === condition.arm),
  );
  return certain ? use.certain : use.possible;
}

interface ParameterUse {
  readonly use: UseVisit;
  /** The instance that is entered next: the callback runs before its middleware. Null: it runs last. */
  readonly below: Instance | null;
}

/**
 * `param` callbacks of each router on the way whose own step has the parameter. A callback whose path ends in a wildcard belongs to the routes:
 * it runs for the parameters of the steps below as well, right before the route, in the order of the parameters, of one parameter innermost first.
 */
function parameterUses(endpoint: Endpoint, visit: RouteVisit, visits: Visits): ParameterUse[] {
  if (visits.forParameters.size === 0) return [];
  const instances: Instance[] = [];
  for (let at: Instance | null = visit.instance; at; at = at.parent) instances.unshift(at);
  const entering: ParameterUse[] = [];
  const last: { readonly use: UseVisit; readonly position: number; readonly depth: number }[] = [];
  const all = endpoint.trail.flatMap((step, depth) => parameterNames(step.segments).map((name) => ({ name, depth })));
  for (const [depth, instance] of instances.entries())
    for (const use of visits.forParameters.get(instance) ?? []) {
      if (!compatible(use.choices, visit.choices)) continue;
      const ofRoutes = use.use.path.forms?.some((form) => form.at(-1)?.kind === 'wild') === true;
      all.forEach((parameter, position) => {
        if (use.use.phase !== `param:${parameter.name}`) return;
        if (ofRoutes) {
          if (
            parameter.depth >= depth &&
            !last.some((other) => other.use.use.middleware === use.use.middleware && other.use.use.phase === use.use.phase)
          )
            last.push({ use, position, depth });
        } else if (parameter.depth === depth) entering.push({ use, below: instances[depth + 1] ?? null });
      });
    }
  const rank = ({ use }: ParameterUse): number => all.findIndex((parameter) => use.use.phase === `param:${parameter.name}`);
  entering.sort((one, other) => instances.indexOf(one.use.instance) - instances.indexOf(other.use.instance) || rank(one) - rank(other));
  last.sort((one, other) => one.position - other.position || other.depth - one.depth);
  return [...entering, ...last.map(({ use }) => ({ use, below: null }))];
}

const parameterNames = (segments: readonly Segment[]): string[] =>
  segments.flatMap((segment) =>
    segment.kind === 'mixed'
      ? parameterNames(segment.pieces)
      : (segment.kind === 'param' || segment.kind === 'wild') && segment.name !== undefined
        ? [segment.name]
        : [],
  );

function encloses(outer: Instance | null, inner: Instance): boolean {
  for (let at: Instance | null = inner; at; at = at.parent) if (at === outer) return outer !== null;
  return false;
}

/** The life of a request in frameworks with hooks; the handler runs between `preHandler` and `preSerialization`. */
const HOOKS = [
  'onRequest',
  'preParsing',
  'preValidation',
  'preHandler',
  'preSerialization',
  'onSend',
  'onResponse',
  'onTimeout',
  'onError',
  'onRequestAbort',
];
const HANDLER = HOOKS.indexOf('preHandler');
const hookRank = (phase: string | undefined): number => {
  const rank = HOOKS.indexOf(phase?.slice('hook:'.length) ?? '');
  return rank < 0 ? HANDLER : rank;
};
