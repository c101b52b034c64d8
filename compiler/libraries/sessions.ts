import type { Shape, ShapeProperty } from '@tool/ir';
import {
  defineHostType,
  defineLibrary,
  functions,
  jarType,
  openModule,
  type Call,
  type HostType,
  type ModuleModel,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument, promised } from './support/fallback.js';

const TEXT: Shape = { kind: 'string' };
const MOMENT: Shape = { kind: 'string', format: 'date-time' };
const OF_PROMISES = ['then', 'toJSON', 'constructor'];
const property = (name: string, shape: Shape): ShapeProperty => ({ name, shape, required: true });
const nullable = (shape: Shape): Shape => ({ kind: 'union', alternatives: [shape, { kind: 'null' }] });

const maybe = (call: Call, value: Value, why: string): Value => call.oneOf?.([value, call.const(null)], why) ?? value;
const member = (call: Call, value: Value, ...names: readonly string[]): Value =>
  names.reduce((at, name) => (at.kind === 'object' ? call.get(at, name) : call.const(undefined)), value);

/** The header `cookie` of headers, whether they are the web's or Node's; the headers themselves where neither says. */
function cookieHeader(call: Call, headers: Value): Value {
  const get = headers.kind === 'object' ? call.get(headers, 'get') : null;
  return get && call.isFunction(get) ? call.invoke(get, [call.const('cookie')], headers) : headers;
}

/** What the options of a table add to its records: `additionalFields: { role: { type: 'string' } }`. */
function additional(call: Call, options: Value, table: string): ShapeProperty[] {
  const shapes: Readonly<Record<string, Shape>> = { string: TEXT, number: { kind: 'number' }, boolean: { kind: 'boolean' }, date: MOMENT };
  const fields = member(call, options, table, 'additionalFields');
  return (fields.kind === 'object' ? (call.entries(fields) ?? []) : []).flatMap(([name, field]) => {
    const shape = shapes[call.text(member(call, field, 'type')) ?? ''];
    const returned = call.constant(member(call, field, 'returned')) !== false;
    return shape && returned ? [property(name, call.constant(member(call, field, 'required')) === false ? nullable(shape) : shape)] : [];
  });
}

interface Auth {
  readonly options: Value;
}

const userShape = (call: Call, options: Value): Shape => ({
  kind: 'object',
  properties: [
    property('id', TEXT),
    property('name', TEXT),
    property('email', TEXT),
    property('emailVerified', { kind: 'boolean' }),
    property('image', nullable(TEXT)),
    property('createdAt', MOMENT),
    property('updatedAt', MOMENT),
    ...additional(call, options, 'user'),
  ],
});
const sessionShape = (call: Call, options: Value): Shape => ({
  kind: 'object',
  properties: [
    property('id', TEXT),
    property('userId', TEXT),
    property('token', TEXT),
    property('expiresAt', MOMENT),
    property('createdAt', MOMENT),
    property('updatedAt', MOMENT),
    property('ipAddress', nullable(TEXT)),
    property('userAgent', nullable(TEXT)),
    ...additional(call, options, 'session'),
  ],
});

/** Plugins add members of their own to what is kept. */
const opened = (call: Call, shape: Shape, what: string): Value => {
  const value = call.typed?.(shape, what) ?? call.unknown(what);
  call.markOpen?.(value);
  return value;
};

const apiType: HostType<Auth> = defineHostType<Auth>({
  name: 'AuthApi',
  inert: true,
  methods: {
    // The session that the cookie of the request names, or null.
    getSession: (call) => {
      const options = call.data(call.receiver, apiType)!.options;
      const prefix = call.text(member(call, options, 'advanced', 'cookiePrefix')) ?? 'better-auth';
      const cookie = call.cookieOf?.(cookieHeader(call, member(call, argument(call, 0), 'headers')), `${prefix}.session_token`);
      if (cookie && call.isUndefined(cookie)) return promised(call, call.const(null));
      const found = call.record({
        user: opened(call, userShape(call, options), 'the user of a session'),
        session: opened(call, sessionShape(call, options), 'a session'),
      });
      // As `customSession` does to the whole.
      call.markOpen?.(found);
      return promised(call, maybe(call, found, 'there is a session'));
    },
  },
  missing: (call, key) =>
    OF_PROMISES.includes(key)
      ? undefined
      : call.unknown(`${key} of better-auth`, { module: 'better-auth', path: `betterAuth().api.${key}` }),
});

const authType: HostType<Auth> = defineHostType<Auth>({
  name: 'Auth',
  inert: true,
  methods: {},
  missing: (call, key) =>
    OF_PROMISES.includes(key) ? undefined : call.unknown(`${key} of better-auth`, { module: 'better-auth', path: `betterAuth().${key}` }),
});

const betterAuth: ModuleModel = (realm) =>
  openModule(
    realm,
    'better-auth',
    functions(realm, {
      betterAuth: (call) => {
        const options = argument(call, 0);
        return call.host(authType, { options }, { options, api: call.host(apiType, { options }) });
      },
    }),
  );
/** `fromNodeHeaders(request.headers)`: the same headers for the web. */
const betterAuthNode: ModuleModel = (realm) =>
  openModule(realm, 'better-auth/node', functions(realm, { fromNodeHeaders: (call) => argument(call, 0) }));

interface Sessions {
  readonly name: string;
}

const sessionsType: HostType<Sessions> = defineHostType<Sessions>({
  name: 'Lucia',
  inert: true,
  methods: {
    readSessionCookie: (call) => {
      const found = call.cookieOf?.(argument(call, 0), call.data(call.receiver, sessionsType)?.name ?? 'auth_session');
      return found ?? maybe(call, call.typed?.(TEXT, 'the id of a session') ?? call.unknown('the id of a session'), 'there is a session');
    },
    validateSession: (call) =>
      promised(
        call,
        call.oneOf?.(
          [
            call.record({ user: call.unknown('the user of a session'), session: call.unknown('a session') }),
            call.record({ user: call.const(null), session: call.const(null) }),
          ],
          'the session is valid',
        ) ?? call.unknown('a session'),
      ),
  },
  missing: (call, key) =>
    OF_PROMISES.includes(key) ? undefined : call.unknown(`${key} of lucia`, { module: 'lucia', path: `Lucia().${key}` }),
});

const lucia: ModuleModel = (realm) =>
  openModule(realm, 'lucia', {
    Lucia: realm.fn(
      'Lucia',
      (call) => call.host(sessionsType, { name: call.text(member(call, argument(call, 1), 'sessionCookie', 'name')) ?? 'auth_session' }),
      { prototype: realm.prototype(sessionsType) },
    ),
  });

/** The session of next-auth, or null: `getServerSession(options)`, `getServerSession(request, response, options)`. */
const serverSession: Transfer = (call) => {
  const request = call.args.length > 1 ? member(call, argument(call, 0), 'headers') : null;
  const name = call.text(member(call, argument(call, request ? 2 : 0), 'cookies', 'sessionToken', 'name'));
  const cookie = call.cookieOf?.(request && cookieHeader(call, request), name ?? 'next-auth.session-token');
  if (cookie && call.isUndefined(cookie)) return promised(call, call.const(null));
  const properties = ['name', 'email', 'image'].map((each): ShapeProperty => ({ ...property(each, nullable(TEXT)), required: false }));
  const user = opened(call, { kind: 'object', properties }, 'the user of a session');
  const found = call.record({ user, expires: call.typed?.(TEXT, 'when a session ends') ?? call.unknown('when a session ends') });
  call.markOpen?.(found);
  return promised(call, maybe(call, found, 'there is a session'));
};
const nextAuth =
  (module: string): ModuleModel =>
  (realm) =>
    openModule(realm, module, functions(realm, { getServerSession: serverSession, unstable_getServerSession: serverSession }));

/** `cookie.parse(request.headers.cookie)`: each member that the program takes is a cookie of the request. */
const cookiesType: HostType<{ readonly header: Value }> = defineHostType<{ readonly header: Value }>({
  name: 'cookies',
  inert: true,
  methods: {},
  missing: (call, key) => {
    if (OF_PROMISES.includes(key)) return undefined;
    const { header } = call.data(call.receiver, cookiesType)!;
    return call.data(header, jarType)?.(key) ?? call.cookieOf?.(header, key) ?? call.unknown('a cookie');
  },
});
const cookie: ModuleModel = (realm) => {
  const own = functions(realm, {
    parse: (call) => call.host(cookiesType, { header: argument(call, 0) }),
    parseCookie: (call) => call.host(cookiesType, { header: argument(call, 0) }),
  });
  return openModule(realm, 'cookie', { ...own, default: realm.record(own) });
};

/** Who a request comes from, by a cookie that a package reads: better-auth, next-auth, lucia; and cookie, which only takes the header apart. */
export const sessionsLibrary = defineLibrary({
  modules: {
    'better-auth': betterAuth,
    'better-auth/minimal': betterAuth,
    'better-auth/node': betterAuthNode,
    'next-auth': nextAuth('next-auth'),
    'next-auth/next': nextAuth('next-auth/next'),
    lucia,
    cookie,
  },
});
