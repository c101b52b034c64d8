import type { PathSyntax, RouterId } from '@tool/ir';
import type { Call, HostType, ObjectValue, Value } from '@tool/scanner-sdk';

/** What applications and routers have in common. `router` makes `routerOf` of the contract work. */
export interface RoutingData {
  readonly router: RouterId;
  readonly syntax: PathSyntax;
  readonly application: boolean;
  /** The function that made a router (`express.Router`), which is its prototype in Express 4; null for applications. */
  readonly maker: ObjectValue | null;
  readonly state: RoutingState;
}

/** A route whose handler hands to routers, or is one. `mounted`: of these the ones that stand where it is. */
export interface Handed {
  readonly method: string;
  readonly pattern: string;
  readonly handler: Value;
  readonly isGuarded: boolean;
  readonly mounted: Set<RouterId>;
}

/** What was registered on an application or a router. */
export interface RoutingState {
  /** Set as soon as something was registered: from then on `case sensitive routing` and `strict routing` have no effect. */
  used: boolean;
  /** A path is null where it is no known text. */
  readonly routes: { readonly method: string; readonly path: string | null }[];
  readonly handed: Handed[];
  /** Middlewares for all of its requests. */
  readonly middlewares: Value[];
  /** A middleware hands it some of its requests, and others to what is behind. */
  takesSome: boolean;
  /** What is mounted; `state` is null of what another framework made. */
  readonly mounts: { readonly at: string | null; readonly state: RoutingState | null }[];
}

export const newState = (): RoutingState => ({ used: false, routes: [], handed: [], middlewares: [], takesSome: false, mounts: [] });

/** The routing data of an application or a router; null for everything else. */
export function routingOf(call: Call): RoutingData | null {
  const value = call.receiver;
  if (value.kind === 'object' && value.host) return asRouting(value.host.data);
  // What stands for a host object (a proxy of one) is known to the call only.
  for (const type of routingTypes) {
    const data = call.data(value, type);
    if (data) return data;
  }
  return null;
}

/** The host types that hold routing data; each adds itself where it is defined. */
export const routingTypes: HostType<RoutingData>[] = [];

export const asRouting = (data: unknown): RoutingData | null =>
  typeof data === 'object' && data !== null && 'router' in data && 'syntax' in data && 'state' in data ? (data as RoutingData) : null;

/**
 * Express 4 writes paths for path-to-regexp 0.1, Express 5 (and `router` 2) for path-to-regexp 8.
 * Without a manifest that says otherwise an older version is likelier: code without one was written for it.
 */
export function pathSyntax(call: Call, packageName: string, firstNewMajor: number): PathSyntax {
  const version = call.packageVersion?.(packageName) ?? null;
  if (version === null) return 'path-to-regexp@0';
  const major = /\d+/.exec(version);
  if (!major) return 'path-to-regexp@8';
  return Number(major[0]) >= firstNewMajor ? 'path-to-regexp@8' : 'path-to-regexp@0';
}
