import type { MiddlewareId, Path, PathSyntax, RouterId } from '@tool/ir';
import type { Call, Emit, Value } from '@tool/scanner-sdk';

/** What each application keeps. `router` makes `routerOf` of the contract work. */
export interface ApplicationData {
  readonly kind: 'koa';
  readonly router: RouterId;
  readonly state: ApplicationState;
}

/** What is known of an application besides its routes. */
export interface ApplicationState {
  /** Its middlewares, outermost first: they may catch what its routes throw. */
  readonly functions: Value[];
  /** The application itself, once it is made. */
  value: Value | null;
  /** The first application that mounts this one, with the number of its middlewares at that moment. */
  outer?: Front;
}

/** An application in front of something, with the number of the middlewares that a request passes there. */
interface Front {
  readonly application: ApplicationState;
  readonly count: number;
}

/** What a request has passed: the application that it came to, and the middlewares, outermost first. */
export interface Surroundings {
  readonly application: ApplicationState | null;
  readonly functions: readonly Value[];
}

/** What each router keeps. It is no `router` to `routerOf`: a server and `use` take what `routes()` makes, never the router itself. */
export interface RouterData {
  readonly kind: 'koa-router';
  readonly syntax: PathSyntax;
  /** @koa/router 15 and later: a prefix replaces the one before, and `use('/')` means the root only. */
  readonly modern: boolean;
  readonly caseSensitive: boolean;
  readonly strict: boolean;
  /** `router.stack`, as the program reads it. */
  readonly layers: Value;
  readonly state: RouterState;
}

/**
 * Where registrations go. A router that another one nests is copied at that moment: what is registered later goes to a new
 * router of the IR, which mounts the copied one first. All of it means the same in every arm of an undecided condition.
 */
export interface RouterState {
  router: RouterId;
  /** Something was registered on `router`. */
  used: boolean;
  /** Another router has copied what `router` holds. */
  copied: boolean;
  /** An application dispatches to `router` and sees what comes later. */
  live: boolean;
  /** Has a path that begins without a slash: it is found only where another router puts one in front (`use('/', inner.routes())`). */
  bare: boolean;
  /** What `param()` has registered: a new router of the IR gets it, too. */
  readonly params: { readonly name: string; readonly middleware: MiddlewareId }[];
  /** Middlewares of the whole router, outermost first: they may catch what its routes throw. */
  readonly around: Value[];
  /** By method and path: what the routes there run that hand every request on. */
  readonly passing: Map<string, readonly { readonly value: Value; readonly between: () => Surroundings }[]>;
  /** The router that nests this one, with the number of its middlewares at that moment; null when there are several. */
  outer?: { readonly state: RouterState; readonly count: number } | null;
  /** The first application that dispatches to it, with the most middlewares that are in front of it there. */
  behind?: Front;
}

const NOWHERE: Surroundings = { application: null, functions: [] };
const DEEPEST = 20;

/** What a request has passed behind so many middlewares of an application. */
export function aroundApplication({ application, count }: Front, depth = 0): Surroundings {
  const outer = application.outer && depth < DEEPEST ? aroundApplication(application.outer, depth + 1) : NOWHERE;
  return { application, functions: [...outer.functions, ...application.functions.slice(0, count)] };
}

/** What a request to a route has passed. `count`: how many of its router's own were there when the route came. */
export function aroundRoute(state: RouterState, count: number, depth = 0): Surroundings {
  const { outer, behind } = state;
  const before = outer && depth < DEEPEST ? aroundRoute(outer.state, outer.count, depth + 1) : behind ? aroundApplication(behind) : NOWHERE;
  return { application: before.application, functions: [...before.functions, ...state.around.slice(0, count)] };
}

export const makeRouter = (emit: Emit, data: Pick<RouterData, 'syntax' | 'caseSensitive' | 'strict'>): RouterId =>
  emit.router({ framework: 'koa', syntax: data.syntax, caseSensitive: data.caseSensitive, strict: data.strict });

/** Goes on with a new router of the IR, which has what was registered so far under the path. */
export function restart(emit: Emit, data: RouterData, path: Path): void {
  const { state } = data;
  const before = state.router;
  state.router = makeRouter(emit, data);
  state.copied = false;
  for (const param of state.params) emitParam(emit, data, param);
  emit.mount(state.router, { path, target: before, scope: 'inherit' });
}

/** A parameter's callback is part of the routes that have the parameter, nested ones included: a wildcard in its path says so. */
export const emitParam = (emit: Emit, data: RouterData, param: RouterState['params'][number]): void =>
  emit.use(data.state.router, { path: emit.path('/*', 'hono'), middleware: param.middleware, phase: `param:${param.name}` });

/** What comes after a copy goes to a router of its own, which has the copied one first. */
export function leaveCopy(emit: Emit, data: RouterData): void {
  if (data.state.copied) restart(emit, data, emit.path('/', data.syntax));
}

/** What `routes()` makes. */
export interface DispatchData {
  readonly owner: RouterData;
  readonly router: RouterId;
}

/**
 * The path syntax of a router package: path-to-regexp 1 and 6 up to version 13 of both packages, 8 from version 14 on.
 * Version 1 differs from 6 in what a lone `*` means, which `legacyWildcards` settles.
 */
export function routerVersion(call: Call, packageName: string): { readonly syntax: PathSyntax; readonly modern: boolean } {
  const major = Number(/\d+/.exec(call.packageVersion?.(packageName) ?? '')?.[0] ?? 12);
  return { syntax: major >= 14 ? 'path-to-regexp@8' : 'path-to-regexp@6', modern: packageName === '@koa/router' && major >= 15 };
}

/** A lone `*` of path-to-regexp 1 is `(.*)` in version 6, which refuses the short form: only programs of the older version have it. */
export const legacyWildcards = (text: string): string => text.replace(/(^|\/)\*/g, '$1(.*)');
