import type { Shape } from '@tool/ir';
import { defineLibrary, functions, openModule, type Call, type ModuleModel, type Value } from '@tool/scanner-sdk';
import { argument, promised } from './support/fallback.js';
import { typed } from './databases/support/table.js';

const TEXT: Shape = { kind: 'string' };
const KNOWN = ['userId', 'sessionId'];
const PERHAPS = ['orgId', 'orgRole', 'orgSlug'];

/** Who sent a request, as far as its token says: every member of somebody who is not known is null. */
function known(call: Call): Value {
  const text = (name: string): Value => typed(call, TEXT, `${name} of a session`);
  const maybe = (name: string): Value =>
    call.oneOf?.([text(name), call.const(null)], 'the session is one of an organization') ?? text(name);
  return call.record({
    isAuthenticated: call.const(true),
    ...Object.fromEntries(KNOWN.map((name) => [name, text(name)])),
    ...Object.fromEntries(PERHAPS.map((name) => [name, maybe(name)])),
    sessionClaims: call.unknown('the claims of a session'),
    has: call.fn('has', (inner) => typed(inner, { kind: 'boolean' }, 'whether a session has a role')),
    getToken: call.fn('getToken', (inner) => promised(inner, text('a token'))),
  });
}

const unknownCaller = (call: Call): Value =>
  call.record({
    isAuthenticated: call.const(false),
    ...Object.fromEntries([...KNOWN, ...PERHAPS, 'sessionClaims'].map((name) => [name, call.const(null)])),
    has: call.fn('has', (inner) => inner.const(false)),
    getToken: call.fn('getToken', (inner) => promised(inner, inner.const(null))),
  });

/** `getAuth(request)`: what the middleware of the package made of the token in the header `authorization`. */
const callerOf = (call: Call, given: Value): Value => {
  if (call.isUndefined(given)) return unknownCaller(call);
  return call.oneOf?.([known(call), unknownCaller(call)], 'the request comes from somebody who is known') ?? call.unknown('who is known');
};
const headerOf = (call: Call, request: Value): Value =>
  request.kind === 'const' ? call.unknown('a header') : call.get(call.get(request, 'headers'), 'authorization');

const ofRequests =
  (module: string): ModuleModel =>
  (realm) =>
    openModule(realm, module, functions(realm, { getAuth: (call) => callerOf(call, headerOf(call, argument(call, 0))) }));

const ofHono: ModuleModel = (realm) =>
  openModule(
    realm,
    '@hono/clerk-auth',
    functions(realm, {
      getAuth: (call) => {
        const request = call.get(argument(call, 0), 'req');
        return callerOf(call, call.invoke(call.get(request, 'header'), [call.const('authorization')], request));
      },
    }),
  );

/** `auth(request)`, `auth.parse(header)`: the name and the password in the header `authorization`; undefined where it is missing or is another kind of credential. */
function namesOf(call: Call, header: Value): Value {
  const none = call.const(undefined);
  if (call.isUndefined(header)) return none;
  call.invoke(call.get(header, 'startsWith'), [call.const('Basic ')], header);
  const text = (name: string): Value => typed(call, TEXT, `the ${name} of credentials`);
  const both = call.record({ name: text('name'), pass: text('password') });
  return call.oneOf?.([both, none], 'the header has a name and a password') ?? both;
}

const basicAuth: ModuleModel = (realm) => {
  const auth = (own: Readonly<Record<string, Value>>): Value =>
    realm.fn('auth', (call) => namesOf(call, headerOf(call, argument(call, 0))), own);
  const parse = realm.fn('parse', (call) => namesOf(call, argument(call, 0)));
  return auth({ parse, default: auth({ parse }) });
};

/** Clerk: who a request comes from, by the token that its middlewares look at. They refuse nobody; the program does. */
export const clerkLibrary = defineLibrary({
  modules: {
    '@clerk/express': ofRequests('@clerk/express'),
    '@clerk/fastify': ofRequests('@clerk/fastify'),
    '@hono/clerk-auth': ofHono,
    'basic-auth': basicAuth,
  },
});
