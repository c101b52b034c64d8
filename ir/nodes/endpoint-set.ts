import type { Diagnostic } from '../diagnostic.js';
import type { EndpointId, HandlerId, ItemId, MiddlewareId, DiagnosticId, RouterId } from './ids.js';
import type { Segment } from './path.js';
import type { Shape } from './shape.js';
import type { MiddlewareType, Program, Json } from './route-tree.js';
import type { Place } from './span.js';

/** What the passes from `flatten-prefixes` on work on. */
export interface EndpointSet {
  readonly kind: 'endpoint-set';
  /** The tree it was made from, after `resolve-mounts`: the proof for E2, E3 and E4. */
  readonly program: Program;
  readonly endpoints: readonly Endpoint[];
  /** Registrations that gave no endpoint, with the reason: E3 counts them. */
  readonly drops: readonly Drop[];
  /** Registrations that could not be resolved, with what is known of them. */
  readonly unresolved: readonly Unresolved[];
  readonly schemes: readonly Scheme[];
  readonly links: readonly Link[];
  readonly diagnostics: readonly Diagnostic[];
}

/** One step from a root to the route: the mount or route item and the form of its path that was taken. */
export interface TrailStep {
  readonly item: ItemId;
  readonly router: RouterId;
  readonly segments: readonly Segment[];
}

export interface ChainEntry {
  readonly middleware: MiddlewareId;
  /** The `use` item it comes from, or the route in front that only hands on; absent for the route's own middleware. */
  readonly item?: ItemId;
  readonly conditional?: boolean;
  readonly phase?: string;
}

export interface Endpoint {
  readonly id: EndpointId;
  /** Upper case, or `ALL`. */
  readonly method: string;
  /** Equals the join recomputed from `trail` (E2). */
  readonly path: string;
  readonly segments: readonly Segment[];
  /** Mounts from a root down, then the route. */
  readonly trail: readonly TrailStep[];
  readonly chain: readonly ChainEntry[];
  readonly handler: HandlerId;
  /** Set when a configuration or an undecidable condition decides whether the endpoint exists. */
  readonly conditional?: boolean;
  /** The endpoint that answers first for the same method and path. */
  readonly shadowedBy?: EndpointId;
  /** Set by `assign-identity`: `METHOD /path`, unique among endpoints that nothing shadows. */
  readonly key?: string;
  readonly name?: string;
  readonly handlerName?: string;
  /** The innermost place that belongs to this route alone. */
  readonly source?: Place;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly responses?: readonly Response[];
  readonly pagination?: Pagination;
  readonly ownership?: Ownership;
  readonly security?: readonly SecurityUse[];
  readonly rateLimit?: RateLimit;
  /** Members of its answers that are worth keeping although no link takes them. */
  readonly produces?: readonly string[];
}

export interface Drop {
  readonly item: ItemId;
  readonly why:
    | 'unreachable-router'
    | 'cycle'
    | 'below-hole'
    | 'shadowed-duplicate'
    | 'encapsulated'
    | 'covered-spelling'
    | 'hands-on'
    | 'outside-route';
  /** How many endpoints the registration would have given. */
  readonly count: number;
}

export interface Unresolved {
  readonly diagnostic: DiagnosticId;
  readonly what: 'use' | 'mount' | 'route';
  readonly method?: string;
  /** What is known of the path; `{?}` where it is not. */
  readonly path?: string;
  readonly place: Place;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly type?: string;
  readonly pattern?: string;
  readonly required?: boolean;
  /** All that is known of its values. */
  readonly shape?: Shape;
  readonly evidence: Evidence;
}

/** What the request carries. The members of the shape have their own evidence. */
export interface RequestBody {
  readonly contentType: string;
  readonly shape: Shape;
  readonly evidence: Evidence;
}

export interface Response {
  /** `default`: one that only run time knows, of an endpoint of which no answer below 400 is known. */
  readonly status: number | 'default';
  readonly description?: string;
  readonly contentType?: string;
  /** Absent for answers without a body and for bodies that are no data (pages, files). */
  readonly shape?: Shape;
  readonly evidence: Evidence;
}

export interface Pagination {
  readonly type: 'page' | 'offset' | 'cursor';
  readonly pageParam: string;
  readonly limitParam?: string;
  /** Dotted path of the total in the answer. */
  readonly totalPath?: string;
  readonly evidence: Evidence;
}

export interface Ownership {
  /** Field of the resource. */
  readonly ownerField: string;
  /** Claim of the authenticated caller. */
  readonly mustMatchAuthClaim: string;
  readonly evidence: Evidence;
}

export interface Evidence {
  /** `path`, `validator`, `type`, `body-read`, `guard`, … */
  readonly source: string;
  readonly place: Place;
}

export interface Scheme {
  readonly name: string;
  readonly type: 'http' | 'apiKey' | 'oauth2' | 'openIdConnect';
  readonly scheme?: string;
  readonly in?: 'header' | 'query' | 'cookie';
  readonly parameter?: string;
  /** The endpoint whose answer carries the credential (its key), and the dotted field there. */
  readonly obtainedFrom?: { readonly endpoint: string; readonly field: string };
  readonly evidence: Evidence;
}

export interface SecurityUse {
  readonly scheme: string;
  readonly required: boolean;
  /** Which demand it meets: those of one number are alternatives, and of each number one is needed. Absent: the first. */
  readonly demand?: number;
  readonly scopes?: readonly string[];
  readonly evidence: Evidence;
}

export interface RateLimit {
  readonly windowMs?: number;
  readonly max?: number;
  readonly scope?: string;
  /** Whether another configuration has it only. */
  readonly conditional?: boolean;
  readonly evidence: Evidence;
}

export interface Link {
  readonly producer: string;
  readonly field: string;
  readonly consumer: string;
  readonly usedAs: string;
  readonly evidence: Evidence;
}

/** A middleware as the model shows it; made by `attach-middleware` into the program's middlewares. */
export interface ClassifiedMiddleware {
  readonly type: MiddlewareType;
  readonly config?: Json;
}
