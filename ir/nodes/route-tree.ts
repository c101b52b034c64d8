import type { Diagnostic } from '../diagnostic.js';
import type { Behaviour, ErrorHandling, ErrorKind } from './behaviour.js';
import type { HandlerId, ItemId, MiddlewareId, DiagnosticId, RouterId } from './ids.js';
import type { Path, PathSyntax } from './path.js';
import type { Place, Span } from './span.js';

/** Registration facts, framework-neutral, in the order in which the program made them (T3). JSON-plain (T7). */
export interface Program {
  readonly kind: 'program';
  readonly routers: readonly Router[];
  readonly handlers: readonly Handler[];
  readonly middlewares: readonly Middleware[];
  /** The routers that a server answers with, in the order in which they were found. */
  readonly roots: readonly RouterId[];
  /** The kinds of errors that functions hand on, and what the error handlers do with each. */
  readonly errors?: readonly ErrorKind[];
  readonly errorHandling?: readonly ErrorHandling[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface Router {
  readonly id: RouterId;
  /** npm name of the framework, e.g. `express`. */
  readonly framework: string;
  /** The variable or class the program knows it by; `''` when it has none. */
  readonly name: string;
  readonly place: Place;
  readonly syntax: PathSyntax;
  /** `/Users` and `/users` differ. */
  readonly caseSensitive: boolean;
  /** `/users` and `/users/` differ. */
  readonly strict: boolean;
  readonly items: readonly Item[];
}

export type Item = Use | Route | Mount | Branch | Opaque;

/** A middleware for every request that reaches this point under `path`. */
export interface Use {
  readonly kind: 'use';
  readonly id: ItemId;
  readonly path: Path;
  readonly middleware: MiddlewareId;
  /** Handles errors only (four parameters in Express), runs for a named parameter, or at a fixed point of the request's life (Fastify hooks). */
  readonly phase?: 'error' | `param:${string}` | `hook:${string}`;
  /** The call that registered it. Several `use` items of one call with a path list share it; a request runs each of its middlewares once. */
  readonly place: Place;
}

export interface Route {
  readonly kind: 'route';
  readonly id: ItemId;
  /** Upper case; `ALL` for every method. */
  readonly method: string;
  readonly path: Path;
  /** Route-level middleware in execution order. */
  readonly chain: readonly ChainLink[];
  readonly handler: HandlerId;
  /** What the registration itself states of requests and answers: a schema among the route's options, decorators of a method. */
  readonly contract?: Pick<Behaviour, 'refinements' | 'answers'> & {
    readonly rateLimit?: Json;
    readonly config?: RouteConfig | null;
  };
  /**
   * The handler once more, as what it is for the routes behind it: set where it can hand on what they answer, since its path and method cover
   * theirs (`app.all('/api/*', check)`).
   */
  readonly asMiddleware?: MiddlewareId;
  /** The handler can hand a request on: of several routes with one method and path, a later one answers. */
  readonly passesOn?: true;
  /** So many of the first links of the chain are functions of routes in front of this one, which the framework runs with it. */
  readonly inFront?: number;
  /** A route of GET that no request of HEAD comes to: it was made together with one of HEAD (`route(path).get(…).head(…)`). */
  readonly notForHead?: true;
  /** The method name in the registering call. */
  readonly place: Place;
  /** The calls through which the program came there, innermost first. */
  readonly via: readonly Span[];
  /** Where the values of this route were written (table row, options object, path constant), innermost first. */
  readonly rows: readonly Span[];
}

/** What a registration states of its route for the functions in front of it: what each member may be, nothing where nobody knows. Null: nobody knows the members. */
export type RouteConfig = Readonly<Record<string, readonly Json[]>>;

/** A route's own middleware; `conditional` when a configuration or an undecidable condition decides whether it is there. */
export interface ChainLink {
  readonly middleware: MiddlewareId;
  readonly conditional?: boolean;
  /** A hook of the route alone: it runs at that point of the request's life, behind the hooks of the plugin. Links stand in the order of the phases. */
  readonly phase?: `hook:${string}`;
}

export interface Mount {
  readonly kind: 'mount';
  readonly id: ItemId;
  readonly path: Path;
  readonly target: RouterId;
  /** `inherit`: middleware of the parent that came earlier runs first. `encapsulate`: the child has hooks of its own, too. */
  readonly scope: 'inherit' | 'encapsulate';
  /** It stands among the functions of a route with this method and whole path: no other requests come to it. */
  readonly only?: { readonly method: string; readonly path: Path };
  /** The router reached this mount through a call nobody could follow (`use(vhost(host, app))`). */
  readonly approximate?: DiagnosticId;
  readonly place: Place;
}

/** Registrations under a condition that the source does not decide. Arms exclude each other. */
export interface Branch {
  readonly kind: 'branch';
  readonly id: ItemId;
  /** Source text of the condition, shortened. */
  readonly condition: string;
  /** `configuration`: an environment value or a default decides. `unknown`: run time decides. */
  readonly cause: 'configuration' | 'unknown';
  readonly arms: readonly (readonly Item[])[];
  /** The arms cover every case, so one of them always runs. */
  readonly exhaustive: boolean;
  /** Items, of whatever router, that stand under no condition and are there where none of the arms is: what the default configuration registers instead. */
  readonly instead?: readonly ItemId[];
  readonly place: Place;
}

/** Something was registered that could not be resolved. T6: it names its diagnostic. */
export interface Opaque {
  readonly kind: 'opaque';
  readonly id: ItemId;
  readonly what: 'use' | 'mount' | 'route';
  readonly diagnostic: DiagnosticId;
  /** What is known of the path; absent when nothing is. */
  readonly path?: Path;
  readonly method?: string;
  /** The router that would be mounted here, when it is known and only its path is not. */
  readonly target?: RouterId;
  readonly place: Place;
}

/** What runs last. */
export interface Handler {
  readonly id: HandlerId;
  /** `UserController.create`, `getUser`, or `''` when the program gives it no name. */
  readonly name: string;
  /** Where its body is. */
  readonly place: Place;
  /** What it does with a request, when the source has its body. */
  readonly behaviour?: Behaviour;
}

/** A JSON value: literal arguments of a factory. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export interface Middleware {
  readonly id: MiddlewareId;
  /** The name a reader of the source would use: `auth` for `auth('admin')`, `helmet` for `helmet()`. */
  readonly name: string;
  readonly place: Place;
  /** Where the code comes from, when it comes from a package: `{module: 'express', path: 'json()'}`. */
  readonly origin?: { readonly module: string; readonly path: string };
  /** Literal arguments of the factory call, positional. */
  readonly arguments?: readonly Json[];
  /** Texts of these that it only says, or that are names of what it looks up: no rights that it asks for. */
  readonly said?: readonly string[];
  /** What its body does, when the source has it. */
  readonly facts?: BodyFacts;
  /** What it does with a request, when it was run. */
  readonly behaviour?: Behaviour;
  /** Set by the adapter where the framework decides it; otherwise by `attach-middleware`. */
  readonly type?: MiddlewareType;
  /** Where a request needs to pass only one of several ways, the outermost choice first: which of its ways this one stands on. */
  readonly ways?: readonly ChosenWay[];
}

/** One way of a choice, which goes by the name of the first middleware that stands on any of them. */
export interface ChosenWay {
  readonly of: MiddlewareId;
  readonly way: number;
}

export type MiddlewareType =
  | 'cors'
  | 'parser'
  | 'auth'
  | 'rate-limit'
  | 'validation'
  | 'upload'
  | 'session'
  | 'csrf'
  | 'helmet'
  | 'compression'
  | 'logging'
  | 'static'
  | 'error'
  | 'other';

/** What the summary of a function body found, in source order, without duplicates. */
export interface BodyFacts {
  /** Lower-case names of request headers read. */
  readonly headers: readonly string[];
  readonly cookies: readonly string[];
  readonly query: readonly string[];
  /** Calls into packages: `jsonwebtoken#verify`; with the words they are given first, where those are literals: `passport#authenticate('jwt')`. */
  readonly calls: readonly string[];
  /** Status codes it answers itself. */
  readonly statuses: readonly number[];
  /** Properties it sets on the request: `user`, `auth`. */
  readonly sets: readonly string[];
  /** Properties of the request it reads apart from the ones above: `user`, `session.userId`, `isAuthenticated()`; `!user` where only its absence lets a request pass, `?user` where its absence or that of another does. */
  readonly reads: readonly string[];
  /** Whether it can pass control on: calls its continuation, hands it to somebody, or was not seen. */
  readonly continues: 'never' | 'maybe' | 'always';
  /** The function's `length`: how many parameters stand before the first that may be left out. */
  readonly parameters: number;
}
/** Of a body that says nothing of requests and passes all of them on. */
export const NO_FACTS: BodyFacts = {
  headers: [],
  cookies: [],
  query: [],
  calls: [],
  statuses: [],
  sets: [],
  reads: [],
  continues: 'always',
  parameters: 0,
};
