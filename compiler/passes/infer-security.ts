import type {
  ChainEntry,
  ChosenWay,
  Endpoint,
  EndpointSet,
  Evidence,
  HandlerId,
  ItemId,
  Middleware,
  MiddlewareId,
  Place,
  Program,
  RateLimit,
  Route,
  Scheme,
  SecurityUse,
} from '@tool/ir';
import { letsRefusedPass } from './contracts/errors.js';
import { isExempt, mayHappen, sparesStrangers } from './contracts/exempt.js';
import { tablesOf, type Tables } from './contracts/facts.js';
import { askingHandlers, type Asked } from './asking-handlers.js';
import { bearersOfTables } from './bearers-of-tables.js';
import {
  calledGuards,
  carriers,
  demandingHandlers,
  evidenceOf,
  guardOf,
  leavesCaller,
  leftBy,
  loginNames,
  loginNeed,
  sessionBehind,
  sessionOf,
  withRefusals,
  readsSession,
  restoresLogin,
} from './guards.js';
import { LOGIN_STATE, originExport } from './classify-middleware.js';
import { coreDiagnostics } from './diagnostics.js';
import { middlewareCatalogue } from './middleware-catalogue.js';
import { definePass, type PassContext } from './pass.js';
import { key, sessionCookie, strings, type Guard } from './schemes.js';
import { leavesOf } from './items.js';
import { rateLimitOf } from './rate-limit.js';
import { UseIndex } from './use-index.js';
import { isDemandedOn } from './ways.js';

/** See infer-security.md. */
export const inferSecurity = definePass({
  name: 'infer-security',
  from: 'endpoint-set',
  to: 'endpoint-set',
  requires: ['E4'],
  establishes: ['E5'],
  run: (set: EndpointSet, context: PassContext): EndpointSet => {
    const middlewares = withRefusals(set.program);
    const carrying = carriers(middlewares, set.program);
    const names = loginNames(middlewares, carrying);
    const facts = new Map(
      middlewares.map((middleware): [MiddlewareId, Facts] => [
        middleware.id,
        {
          middleware,
          guard: carrying.get(middleware.id) ?? guardOf(middleware, names),
          called: calledGuards(middleware),
          forStrangers: loginNeed(middleware, names) === 'refused',
          session: sessionOf(middleware),
          limit: middleware.type === 'rate-limit' ? rateLimitOf(middleware) : null,
        },
      ]),
    );
    for (const [id, guard] of bearersOfTables(set, facts)) facts.set(id, { ...facts.get(id)!, guard });
    const schemes = new Map<string, Scheme>();
    const before = guardsBefore(set, facts);
    const tables = tablesOf(set.program);
    const demanding = demandingHandlers(set.program);
    const asking = askingHandlers(set.program);
    const askedOf = (endpoint: Endpoint): Asked | undefined => {
      const asked = asking.get(endpoint.handler);
      return asked && mayHappen(asked, endpoint, null, set.program) ? asked : undefined;
    };
    const contracts = new Map(
      set.program.routers.flatMap((router) =>
        [...leavesOf(router.items)].flatMap((item): [ItemId, StatedContract][] =>
          item.kind === 'route' && item.contract ? [[item.id, item.contract]] : [],
        ),
      ),
    );
    const endpoints = set.endpoints
      .map((endpoint, index) =>
        secured(endpoint, before?.(endpoint, index) ?? endpoint.chain, facts, schemes, contracts.get(endpoint.trail.at(-1)!.item), tables),
      )
      .map((endpoint) => (demanding.has(endpoint.handler) ? demanded(endpoint, facts) : endpoint))
      .map((endpoint) =>
        askedByHandler(endpoint, askedOf(endpoint) ?? askedOfLogin(endpoint, demanding, facts), sessionAt(endpoint, facts), schemes),
      );
    reportUnseen(set, facts, context);
    // What refuses those who do not say who they are is a guard, whatever it is called.
    const typed = set.program.middlewares.map((middleware): Middleware => {
      const { guard: own, called } = facts.get(middleware.id)!;
      const guard = own ?? called[0]?.guard;
      return middleware.type === 'other' && !middleware.origin && guard?.required && !guard.rights
        ? { ...middleware, type: 'auth' }
        : middleware;
    });
    return { ...set, program: { ...set.program, middlewares: typed }, endpoints, schemes: [...set.schemes, ...schemes.values()] };
  },
});

/** Guards of packages that nobody can read and nobody knows, each once. */
function reportUnseen({ endpoints }: EndpointSet, facts: ReadonlyMap<MiddlewareId, Facts>, context: PassContext): void {
  const said = new Set<string>();
  for (const id of new Set(endpoints.flatMap(({ chain }) => chain.map(({ middleware }) => middleware)))) {
    const { middleware, guard } = facts.get(id)!;
    const { origin, name, place } = middleware;
    if (middleware.type !== 'auth' || !origin || guard || middleware.behaviour || middleware.facts) continue;
    if (/passport/.test(origin.module) || Object.hasOwn(middlewareCatalogue, origin.module)) continue;
    const values = { guard: name || originExport(origin.path), package: origin.module };
    if (said.size < said.add(JSON.stringify(values)).size) context.report(coreDiagnostics, 'unseen-guard', values, place);
  }
}

type StatedContract = NonNullable<Route['contract']>;

interface Facts {
  readonly middleware: Middleware;
  readonly guard: Guard | null;
  /** Guards of packages that it calls. */
  readonly called: ReturnType<typeof calledGuards>;
  /** It sends away whoever is logged in. */
  readonly forStrangers: boolean;
  readonly session: ReturnType<typeof sessionOf>;
  readonly limit: RateLimit | null;
}

/** A route whose own middleware or handler guards what is registered behind it: `app.all('/api/*', check)`. */
interface GuardRoute {
  readonly index: number;
  readonly endpoint: Endpoint;
  readonly entries: readonly ChainEntry[];
}

/**
 * For an endpoint what a request meets before its handler: the guards of earlier routes that match as well and pass it on, then the
 * chain. Such routes are endpoints and in nobody's chain. Null when there are none. Endpoints are in the order of the walk still.
 */
function guardsBefore(
  set: EndpointSet,
  facts: ReadonlyMap<MiddlewareId, Facts>,
): ((endpoint: Endpoint, index: number) => readonly ChainEntry[]) | null {
  const routes = new Map<string, Route>();
  const routers = new Map(set.program.routers.map((router) => [router.id, router]));
  for (const router of set.program.routers)
    for (const item of leavesOf(router.items)) if (item.kind === 'route' && item.asMiddleware !== undefined) routes.set(item.id, item);
  if (routes.size === 0) return null;
  const index = new UseIndex<GuardRoute>();
  let found = false;
  set.endpoints.forEach((endpoint, position) => {
    const last = endpoint.trail.at(-1)!;
    const route = routes.get(last.item);
    if (route === undefined) return;
    const handler = facts.get(route.asMiddleware!)!;
    // One that always answers is the end for every request: nothing behind it is guarded by it.
    if (handler.middleware.origin === undefined && handler.middleware.facts?.continues === 'never') return;
    if (servesItself(handler.middleware)) return;
    const entries = [...endpoint.chain.filter((entry) => entry.item === undefined), { middleware: route.asMiddleware! }]
      .filter((entry) => facts.get(entry.middleware)?.guard)
      .map((entry): ChainEntry => (endpoint.conditional ? { ...entry, conditional: true } : entry));
    if (entries.length === 0) return;
    found = true;
    const rule = { syntax: route.path.syntax, caseSensitive: routers.get(last.router)!.caseSensitive, whole: true };
    index.add(
      endpoint.trail.map((step) => step.segments),
      rule,
      { index: position, endpoint, entries },
    );
  });
  if (!found) return null;
  return (endpoint, position) => {
    const met = index
      .find(endpoint.segments)
      .filter(
        (guard) =>
          guard.index < position &&
          !endpoint.chain.some((entry) => entry.item === guard.endpoint.trail.at(-1)!.item) &&
          guard.endpoint.trail[0]!.router === endpoint.trail[0]!.router &&
          (guard.endpoint.method === 'ALL' || guard.endpoint.method === endpoint.method) &&
          guard.endpoint.segments.length <= endpoint.segments.length,
      );
    const entries = [...new Set(met.sort((a, b) => a.index - b.index))].flatMap((guard) => guard.entries);
    const asMiddleware = routes.get(endpoint.trail.at(-1)!.item)?.asMiddleware;
    const handler = asMiddleware === undefined || servesItself(facts.get(asMiddleware)!.middleware) ? [] : [{ middleware: asMiddleware }];
    if (entries.length + handler.length === 0) return endpoint.chain;
    const own = endpoint.chain.findIndex((entry) => entry.item === undefined);
    const at = own < 0 ? endpoint.chain.length : own;
    return [...endpoint.chain.slice(0, at), ...entries, ...endpoint.chain.slice(at), ...handler];
  };
}

/** It was seen to hand on nothing but errors: what such a handler asks for by itself is another question (`asking-handlers.ts`). */
const servesItself = ({ behaviour }: Middleware): boolean =>
  behaviour?.passesOn === false && (!behaviour.mayAnswer || behaviour.answers.some(({ status }) => status !== null && status < 400));

function secured(
  endpoint: Endpoint,
  chain: readonly ChainEntry[],
  facts: ReadonlyMap<MiddlewareId, Facts>,
  schemes: Map<string, Scheme>,
  stated: StatedContract | undefined,
  tables: Tables,
): Endpoint {
  const { program } = tables;
  const asked: Demanded = { uses: new Map(), configured: new Set(), unknown: new Set(), demands: [] };
  const { uses } = asked;
  let session: string | null = null;
  let restored = false;
  let limit: RateLimit | null = null;
  for (const entry of onTheirWays(endpoint, chain, facts, program)) {
    const known = facts.get(entry.middleware);
    const behaviour = known?.middleware.behaviour;
    if (!known || entry.phase === 'error' || (behaviour && isExempt(behaviour, endpoint, entry, program))) continue;
    const spares =
      behaviour !== undefined &&
      (sparesStrangers(behaviour, endpoint, entry, program) || letsRefusedPass(behaviour, entry, endpoint, tables));
    session = sessionBehind(session, known.session);
    restored ||= restoresLogin(known.middleware) || known.guard?.orSession === true;
    // The limit nearest to the handler is the one made for this endpoint; one of another configuration does not hide one that is there.
    if (known.limit && (!entry.conditional || limit === null || limit.conditional))
      limit = {
        ...known.limit,
        ...(stated?.rateLimit !== undefined && rateLimitOf({ ...known.middleware, arguments: [stated.rateLimit] })),
        ...(entry.conditional && { conditional: true }),
      };
    // A credential that may be given, and is refused: it asks for none.
    if (known.forStrangers && entry.conditional !== true) for (const [name, { required }] of [...uses]) if (!required) uses.delete(name);
    for (const guard of [known.guard?.scheme ? null : calledFor(known, endpoint, entry, program), known.guard]) {
      if (!guard) continue;
      const found = { ...guard, scopes: [...guard.scopes, ...statedFor(known.middleware, stated)] };
      const also = (found.also ?? []).map((scheme) => [scheme]);
      // A login that does as well is one of guards in front, or somebody takes it out of the session.
      const isKept = (middleware: Middleware): boolean => restoresLogin(middleware) || readsSession(middleware);
      const hasLogin = uses.size > 0 || restored || chain.some((each) => isKept(facts.get(each.middleware)!.middleware));
      const own = [...(found.orLogin && hasLogin ? [null] : []), found.scheme, ...(found.others ?? [])];
      // A login is that which guards in front have established.
      for (const alternatives of [...also.filter(([scheme]) => scheme === null), own, ...also.filter(([scheme]) => scheme !== null)]) {
        const names = alternatives.flatMap((scheme) => {
          const asking = { ...found, scheme, ...(spares && { required: false }) };
          return use(known, asking, entry, asked, { session, restored }, schemes);
        });
        if (found.required && !found.rights && !spares && entry.conditional !== true) demand(asked, names, known.middleware.ways?.[0]?.of);
      }
    }
  }
  if (uses.size === 0 && limit === null) return endpoint;
  return {
    ...withoutKeys(endpoint, [
      ...[...uses.keys()].flatMap((name) => schemes.get(name) ?? []),
      ...chain.flatMap((entry) => keptByLogins(facts.get(entry.middleware))),
    ]),
    ...(uses.size === 0 ? {} : { security: together(asked) }),
    ...(limit === null ? {} : { rateLimit: limit }),
  };
}

/** The guard of a package that a middleware calls with requests to the endpoint: with all of them, or else whoever has no credential may pass. */
function calledFor({ called }: Facts, endpoint: Endpoint, entry: ChainEntry, program: Program): Guard | null {
  const found = called.find((each) => mayHappen(each, endpoint, entry, program));
  const { guard, when } = found ?? {};
  if (!guard || when === undefined || !mayHappen({ when: { not: when } }, endpoint, entry, program)) return guard ?? null;
  return { ...guard, required: false };
}

/** The rights that the options of a route state for a guard that reads them there: `config: { role: 'editor' }`. */
function statedFor({ behaviour }: Middleware, stated: StatedContract | undefined): readonly string[] {
  const names = (behaviour?.reads ?? []).flatMap(({ part, path: [of, , name, ...inner] }) =>
    part === 'context' && of === 'stated options' && inner.length === 0 && /role|permission|scope|privilege/i.test(name ?? '')
      ? [name!]
      : [],
  );
  return names.flatMap((name) => strings(stated?.config?.[name] ?? []));
}

/** What the guards of one endpoint ask for. */
interface Demanded {
  readonly uses: Map<string, SecurityUse>;
  /** Of these the ones that only a configuration asks for. */
  readonly configured: Set<string>;
  /** Of these the ones whose guards leave nobody on the request: they are no login that one behind them looks for. */
  readonly unknown: Set<string>;
  /** What is demanded together: of each of these sets one is needed. */
  readonly demands: { readonly names: Set<string>; readonly of: MiddlewareId | undefined }[];
}

/** One of these is needed. What a guard in front has demanded already, alone or beside others, demands nothing more; ways of one choice are one demand. */
function demand({ demands }: Demanded, names: readonly string[], of: MiddlewareId | undefined): void {
  if (names.length === 0) return;
  const same = of === undefined ? undefined : demands.find((each) => each.of === of);
  if (same) for (const name of names) same.names.add(name);
  else if (!demands.some((each) => names.some((name) => each.names.has(name)))) demands.push({ names: new Set(names), of });
}

/** What is asked for, each with the demand that it meets. */
const together = ({ uses, demands }: Demanded): SecurityUse[] =>
  [...uses.values()].map((use) => {
    const at = demands.findIndex(({ names }) => names.has(use.scheme));
    return at < 1 ? use : { ...use, demand: at + 1 };
  });

/** The chain, in which what stands on one of several ways guards for certain where no way can be passed without a credential. */
function onTheirWays(
  endpoint: Endpoint,
  chain: readonly ChainEntry[],
  facts: ReadonlyMap<MiddlewareId, Facts>,
  program: Program,
): readonly ChainEntry[] {
  const waysOf = (entry: ChainEntry): readonly ChosenWay[] => facts.get(entry.middleware)?.middleware.ways ?? [];
  if (chain.every((entry) => waysOf(entry).length === 0)) return chain;
  const met = chain.map((entry) => {
    const { guard, middleware } = facts.get(entry.middleware) ?? {};
    const behaviour = middleware?.behaviour;
    const spares = behaviour && (isExempt(behaviour, endpoint, entry, program) || sparesStrangers(behaviour, endpoint, entry, program));
    return { ways: waysOf(entry), demands: guard?.required === true && guard.rights !== true && spares !== true };
  });
  return chain.map((entry, index) => {
    const [outermost] = met[index]!.ways;
    if (!outermost) return entry;
    const first = chain[met.findIndex(({ ways }) => ways[0]?.of === outermost.of)]!;
    return { ...entry, conditional: first.conditional === true || !isDemandedOn(met[index]!, met) };
  });
}

/** The cookies in which a login of OpenID Connect is kept. */
const keptByLogins = (known: Facts | undefined): readonly Omit<Scheme, 'evidence'>[] =>
  known?.guard?.scheme?.type === 'openIdConnect'
    ? (known.middleware.behaviour?.reads ?? []).flatMap(({ part, path }) => (part === 'cookie' ? [key('cookie', path[0]!)] : []))
    : [];

/** The key of a guard is its own: the security of the endpoint says it, not a parameter. */
function withoutKeys(endpoint: Endpoint, schemes: readonly Omit<Scheme, 'evidence'>[]): Endpoint {
  const keys = schemes.filter((scheme) => scheme.type === 'apiKey');
  const { parameters: all, ...rest } = endpoint;
  const parameters = all?.filter(
    (parameter) => !keys.some((key) => key.in === parameter.in && key.parameter?.toLowerCase() === parameter.name.toLowerCase()),
  );
  return { ...rest, ...(parameters && parameters.length > 0 && { parameters }) };
}

/** What a guard lets everybody pass with, and the handler itself asks for; of several guards that leave the caller under one name either will do. */
function demanded(endpoint: Endpoint, facts: ReadonlyMap<MiddlewareId, Facts>): Endpoint {
  const uses = endpoint.security ?? [];
  if (uses.length === 0 || uses.some(({ required }) => required)) return endpoint;
  const placed = (of: Evidence): string => JSON.stringify(of);
  const guards = new Set(uses.map(({ evidence }) => placed(evidence)));
  const left = endpoint.chain.flatMap(({ middleware: id }) => {
    const { middleware } = facts.get(id)!;
    return guards.has(placed(evidenceOf(middleware))) ? [leftBy(middleware)] : [];
  });
  const isOne =
    guards.size === 1 ||
    (left.length >= guards.size && left[0]!.some((name) => LOGIN_STATE.test(name) && left.every((names) => names.includes(name))));
  return isOne ? { ...endpoint, security: uses.map((use) => ({ ...use, required: true })) } : endpoint;
}

/** The handler itself asks for something: where no guard has asked for anything, or for that only if it is there. */
function askedByHandler(endpoint: Endpoint, asked: Asked | undefined, session: string | null, schemes: Map<string, Scheme>): Endpoint {
  const uses = endpoint.security ?? [];
  const first = asked?.scheme ?? (session === null ? null : sessionCookie(session));
  if (!asked || first === null || uses.some(({ required }) => required)) return endpoint;
  const { evidence, required } = asked;
  if (!required && uses.length > 0) return endpoint;
  const known = uses.find(({ scheme }) => isSame(schemes.get(scheme), first));
  if (known) return { ...endpoint, security: uses.map((each) => (each === known ? { ...each, required: true } : each)) };
  const added = [first, ...asked.others].map((each) => {
    const scheme = named(each, schemes);
    if (!schemes.has(scheme.name)) schemes.set(scheme.name, { ...scheme, evidence });
    return scheme;
  });
  const security = [...uses, ...added.map(({ name }): SecurityUse => ({ scheme: name, required, evidence }))];
  return withoutKeys({ ...endpoint, security }, added);
}

/**
 * The handler serves none of those whom the session in front of it does not know: `if (!request.user) return response.sendStatus(401)` behind `passport.session()`,
 * or behind a middleware that has left whom the session knows (`request.lodger = request.session.userId`).
 */
function askedOfLogin(
  { chain, handler }: Endpoint,
  demanding: ReadonlyMap<HandlerId, Place>,
  facts: ReadonlyMap<MiddlewareId, Facts>,
): Asked | undefined {
  const place = demanding.get(handler);
  if (!place) return undefined;
  const isRestored = chain.some(({ middleware, conditional }) => !conditional && leavesLogin(facts.get(middleware)!.middleware));
  return isRestored ? { scheme: null, others: [], required: true, evidence: { source: 'code', place } } : undefined;
}

const leavesLogin = (middleware: Middleware): boolean =>
  restoresLogin(middleware) ||
  (leavesCaller(middleware) &&
    middleware.behaviour?.reads.some(
      ({ part, path }) => part === 'context' && path[0] === 'session' && LOGIN_STATE.test(path.join('.')),
    ) === true);

/** The cookie of the session that is open when the handler runs. */
const sessionAt = ({ chain }: Endpoint, facts: ReadonlyMap<MiddlewareId, Facts>): string | null =>
  chain.reduce<string | null>((session, { middleware }) => sessionBehind(session, facts.get(middleware)?.session), null);

const isSame = (known: Scheme | undefined, asked: Omit<Scheme, 'evidence'>): boolean =>
  known?.type === asked.type && (known.type === 'http' || (known.in === asked.in && known.parameter === asked.parameter));

/** Adds what one guard asks for. Returns the names of the credentials that it takes. */
function use(
  known: Facts,
  guard: Guard,
  entry: ChainEntry,
  { uses, configured, unknown }: Demanded,
  { session, restored }: { readonly session: string | null; readonly restored: boolean },
  schemes: Map<string, Scheme>,
): readonly string[] {
  const required = guard.required && entry.conditional !== true;
  const evidence = evidenceOf(known.middleware);
  // What is there under a configuration only is not what a guard demands that is there in any case, where a session may hold it.
  const isCertain = (name: string): boolean =>
    session === null || ((entry.conditional === true || !configured.has(name)) && !unknown.has(name));
  const certain = [...uses.keys()].filter(isCertain);
  // A key that leaves nobody on the request is not the login of somebody whom another guard has left there.
  const leaving = certain.filter((name) => !unknown.has(name));
  const before = leaving.length > 0 ? leaving : certain;
  if (guard.scheme === null && before.length > 0) {
    // It demands the login that guards before it have established, by whichever of them, or that is in the session.
    const mayRemember = restored && before.every((name) => !uses.get(name)!.required);
    for (const name of before) uses.set(name, merged(uses.get(name)!, { scheme: name, required, scopes: guard.scopes, evidence }));
    if (!mayRemember) return before;
  }
  if (guard.rights) return [];
  const found = guard.scheme ?? (session === null ? null : sessionCookie(session));
  if (found === null) return []; // what it demands is not known, so nothing is said
  const scheme = named(found, schemes);
  if (!schemes.has(scheme.name)) schemes.set(scheme.name, { ...scheme, evidence });
  const added: SecurityUse = { scheme: scheme.name, required, ...(guard.scopes.length === 0 ? {} : { scopes: guard.scopes }), evidence };
  const earlier = uses.get(scheme.name);
  if (entry.conditional !== true) configured.delete(scheme.name);
  else if (!earlier) configured.add(scheme.name);
  // Who limits how often a key is used says nothing of whom a guard in front of it has left there.
  if (leavesCaller(known.middleware)) unknown.delete(scheme.name);
  else if (!earlier) unknown.add(scheme.name);
  uses.set(scheme.name, earlier ? merged(earlier, added) : added);
  return guard.scheme === null ? [...before, scheme.name] : [scheme.name];
}

/** Two guards with one credential: it is required when either requires it, with the rights of both. */
function merged(one: SecurityUse, other: SecurityUse): SecurityUse {
  const scopes = [...new Set([...(one.scopes ?? []), ...(other.scopes ?? [])])];
  return {
    scheme: one.scheme,
    required: one.required || other.required,
    ...(scopes.length === 0 ? {} : { scopes }),
    evidence: one.evidence,
  };
}

/** Two API keys in different headers are two schemes: the second one carries the name of its parameter. */
function named(scheme: Omit<Scheme, 'evidence'>, schemes: ReadonlyMap<string, Scheme>): Omit<Scheme, 'evidence'> {
  const taken = schemes.get(scheme.name);
  return taken === undefined || (taken.in === scheme.in && taken.parameter === scheme.parameter)
    ? scheme
    : { ...scheme, name: `${scheme.name}:${scheme.parameter}` };
}
