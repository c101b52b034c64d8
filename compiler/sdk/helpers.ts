import type { MiddlewareId, RouterId } from '@tool/ir';
import { defineHostType, type Call, type Emit, type HostType, type Realm, type Transfer } from './adapter.js';
import type { ObjectValue, Provenance, Value } from './values.js';

/**
 * The router behind a host object, whichever adapter made it: by convention the data of a host object that answers requests
 * has a field `router`. This is how `http.createServer(app)` works for every framework.
 */
export function routerOf(value: Value): RouterId | null {
  if (value.kind !== 'object') return null;
  const data = value.host?.data as { readonly router?: unknown } | null | undefined;
  return typeof data?.router === 'string' ? (data.router as RouterId) : null;
}

/** A hook that a server's own packages put on each route as it is registered. */
export interface RouteHook {
  readonly middleware: MiddlewareId;
  readonly phase: `hook:${string}`;
}

/** What a route gets that another framework registers on this server: by the same convention the server's data has a function `routeHooks`. */
export function routeHooksOf(server: Value, call: Call, emit: Emit): readonly RouteHook[] {
  const data =
    server.kind === 'object'
      ? (server.host?.data as { readonly routeHooks?: (call: Call, emit: Emit) => readonly RouteHook[] } | null | undefined)
      : null;
  return typeof data?.routeHooks === 'function' ? data.routeHooks(call, emit) : [];
}

/** Names that the module system and promises ask every value for; a model that answers them with Unknown would be taken for a promise or a transpiled module. */
const PROTOCOL_KEYS: ReadonlySet<string> = new Set(['default', '__esModule', 'then', 'module.exports', 'constructor', 'prototype']);

const packageType = (module: string, call?: Transfer, from: Readonly<Record<string, string>> = {}): HostType<null> =>
  defineHostType<null>({
    name: Object.keys(from).length > 0 ? 'package with members of others' : 'package',
    methods: {},
    ...(call && { call }),
    missing: (inner, key) =>
      PROTOCOL_KEYS.has(key)
        ? undefined
        : Object.hasOwn(from, key) && inner.module
          ? inner.get(inner.module(from[key]!), key)
          : inner.unknown(`${key} of ${module}`, { module, path: key }),
  });

/** The exports of a package of which only some are modelled; every other member is Unknown with its provenance. `from`: names that it exports of another package. */
export const openModule = (
  realm: Realm,
  module: string,
  members: Readonly<Record<string, Value>>,
  from?: Readonly<Record<string, string>>,
): ObjectValue => realm.host(packageType(module, undefined, from), null, members);

/** The same for a package whose exports are a function that has members (`lodash`, `bluebird`). */
export const openFunction = (realm: Realm, module: string, call: Transfer, members: Readonly<Record<string, Value>> = {}): ObjectValue =>
  realm.host(packageType(module, call), null, members);

/** Functions from a table of transfers: the usual members of a module. */
export const functions = (realm: Realm, transfers: Readonly<Record<string, Transfer>>): Record<string, ObjectValue> =>
  Object.fromEntries(Object.entries(transfers).map(([name, transfer]) => [name, realm.fn(name, transfer)]));

/** A list element that exists only under a condition has this alternative: it stands for nothing at all. */
export const isAbsent = (value: Value): boolean => value.kind === 'unknown' && value.why === 'absent';

const message = (name: string): HostType<null> => ({
  name,
  methods: {},
  missing: (call, key) => (key === 'then' ? undefined : call.unknown(`${key} of ${name}`)),
});

/** What Node gives its listeners: those of frameworks inherit from it. */
export const incomingMessageType = message('IncomingMessage');
export const serverResponseType = message('ServerResponse');

/**
 * The package whose call answers: it is given the answer itself, and whoever serves the request does nothing more. A stream that goes into it brings what
 * somebody else has made, and what is given a function as well may go on with that.
 */
export const answeredBy = (call: Call, { module, path }: Provenance): string | undefined =>
  call.isLast?.() &&
  call.args.includes(call.receiver) &&
  !call.args.some((arg) => call.isFunction(arg)) &&
  !/(?:^|\.)(?:pipe|pipeline|pump)$/.test(path)
    ? module
    : undefined;
