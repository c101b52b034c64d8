import type { MiddlewareId, RouterId } from '@tool/ir';
import type { Call, Emit, ObjectValue, RouteHook, Value } from '@tool/scanner-sdk';
import type { Boot } from './boot.js';
import type { PackageHook } from './package-plugins.js';

/** The points of a request's life at which hooks run, in that order. */
export const REQUEST_HOOKS = [
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
] as const;
export type RequestHook = (typeof REQUEST_HOOKS)[number];

/** A hook that the plugin of a package puts on each route that is announced from then on. */
export interface AnnouncedHook {
  readonly hook: RequestHook;
  readonly known: PackageHook;
  readonly module: string;
  /** What the plugin was registered with. */
  readonly settings: Value;
  /** On every route that does not say otherwise. */
  readonly everywhere: boolean;
}

export interface OwnHook {
  readonly hook: RequestHook;
  readonly middleware: MiddlewareId;
}

/** What each instance keeps. `router` makes `routerOf` of the contract work. */
export interface InstanceData {
  readonly router: RouterId;
  /** The whole prefix from the root down, as `instance.prefix` gives it. */
  readonly prefix: Value;
  /** The instance that this one is encapsulated in; null for an application. */
  readonly parent: InstanceData | null;
  readonly around: ObjectValue | null;
  readonly boot: Boot;
  /** Hooks of this instance alone, for routes whose path has to be written from the root. */
  readonly hooks: OwnHook[];
  /** Functions of the program among them that see what is sent before it is written as JSON, each with the instance that it was given to. */
  readonly serializing: { readonly fn: Value; readonly instance: ObjectValue }[];
  /** Listeners of `onRoute` and `onRegister`. A child begins with a copy of its parent's, as in Fastify. */
  readonly onRoute: Value[];
  readonly onRegister: Value[];
  /** The same for listeners of packages. */
  readonly announced: AnnouncedHook[];
  /** What a framework above this one gets for its routes (`routeHooksOf` of the contract). */
  readonly routeHooks: (call: Call, emit: Emit) => readonly RouteHook[];
  readonly children: InstanceData[];
  /** Texts of the routes of this instance, by method and path without its last slash. */
  readonly routes: Map<string, string>;
  readonly caseSensitive: boolean;
  readonly strict: boolean;
}

/** Finds the data of an instance without the type of instances, whose methods need it: the two modules would import one another. */
export function instanceData(value: Value): InstanceData | null {
  if (value.kind !== 'object') return null;
  const data: unknown = value.host?.data;
  return typeof data === 'object' && data !== null && 'boot' in data && 'onRoute' in data ? (data as InstanceData) : null;
}

/** The instance behind a value that may stand for one (a preferred alternative). */
export function asInstance(call: Call, value: Value): ObjectValue | null {
  for (const alternative of call.alternatives(value)) if (alternative.kind === 'object' && instanceData(alternative)) return alternative;
  return null;
}
