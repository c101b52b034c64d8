import { NO_FACTS, type Json, type Middleware, type Scheme, type Strategy } from '@tool/ir';
import { LOGIN_STATE, originExport } from './classify-middleware.js';
import {
  basic,
  bearer,
  eachOnce,
  isCredential,
  key,
  mayBeKey,
  ofHeader,
  oauth,
  purposes,
  schemesOf,
  strategyScheme,
  strings,
  type Guard,
} from './schemes.js';

/** Guards that packages ship, by module. */
const PACKAGES: Readonly<Record<string, Omit<Scheme, 'evidence'> | 'session' | 'cookie'>> = {
  'express-jwt': bearer,
  'koa-jwt': bearer,
  'hono/jwt': bearer,
  'hono/jwk': bearer,
  'hono/bearer-auth': bearer,
  '@fastify/bearer-auth': bearer,
  'express-oauth2-jwt-bearer': bearer,
  'fastify-auth0-verify': bearer,
  'keycloak-connect': bearer,
  'nest-keycloak-connect': bearer,
  '@thallesp/nestjs-better-auth': 'cookie',
  '@mguay/nestjs-better-auth': 'cookie',
  '@clerk/express': bearer,
  '@clerk/clerk-sdk-node': bearer,
  'express-oauth-server': bearer,
  '@node-oauth/express-oauth-server': bearer,
  'express-jwt-authz': bearer,
  'express-jwt-permissions': bearer,
  '@hono/auth-js': key('cookie', 'authjs.session-token'),
  'express-basic-auth': basic,
  'basic-auth-connect': basic,
  'koa-basic-auth': basic,
  'hono/basic-auth': basic,
  '@fastify/basic-auth': basic,
  'http-auth': basic,
  'http-auth-connect': basic,
  'express-openid-connect': oauth,
  'connect-ensure-login': 'session',
  'fastify-guard': 'session',
};

/** Calls of such packages that look for a login and refuse nobody, or are the login themselves. */
const LETS_ANYBODY_PASS: Readonly<Record<string, RegExp>> = {
  'express-oauth-server': /(?<!\.authenticate\(\))$/,
  '@node-oauth/express-oauth-server': /(?<!\.authenticate\(\))$/,
  'keycloak-connect': /\.(?:middleware|checkSso)\(\)$/,
  '@clerk/clerk-sdk-node': /WithAuth\(\)$/,
  'express-openid-connect': /attemptSilentLogin\(\)$/,
};

/** A guard that runs the strategies that its first argument names. `demands`: it refuses whoever none of them lets in. */
function ofStrategies(literals: readonly Json[], demands: boolean, asked?: readonly Strategy[]): Guard | null {
  const strategies = asked ? purposes(asked) : [literals[0] ?? null].flat().filter((name): name is string => typeof name === 'string');
  return oneOf(asked ? schemesOf(asked) : strategies.map(strategyScheme), demands && !strategies.includes('anonymous'));
}

/** Whichever of these a client has is enough; null without any. */
function oneOf(schemes: readonly (Omit<Scheme, 'evidence'> | null)[], required: boolean): Guard | null {
  const [scheme, ...others] = eachOnce(schemes);
  return scheme ? { scheme, ...(others.length > 0 && { others }), required, scopes: [] } : null;
}

/** One of the strategies lets everybody in: it passes on, and answers nothing. With a function among its arguments the program answers. */
const admitsAnybody = (middleware: Middleware): boolean => middleware.arguments?.includes(null) === false && refusesNobody(middleware);

const refusesNobody = ({ behaviour }: Middleware): boolean =>
  behaviour?.passesOn === true && behaviour.answers.length + behaviour.failures.length === 0;

/**
 * A token that is taken out of a cookie, or out of a header or parameter of its own; or, where that is looked at as well, out of the header `authorization`.
 * One of the body is a field there, and no credential beside it.
 */
export function whereItLooks({ behaviour }: Middleware, guard: Guard | null): Guard | null {
  if (guard?.scheme !== bearer) return guard;
  const all = behaviour?.reads ?? [];
  const tokens = all.filter(({ token, path }) => token && path.length === 1);
  if (tokens.length > 0 && tokens.every(({ part }) => part === 'body') && !all.some((read) => isCredential(read, bearer))) return null;
  const reads = tokens.filter(({ part }) => part === 'cookie' || part === 'header' || part === 'query');
  const others = reads.filter((read) => !isCredential(read, bearer));
  const found = others.find(({ part }) => part === 'cookie') ?? others[0];
  if (!found || (others.length === reads.length && all.some((read) => isCredential(read, bearer)))) return guard;
  const scheme = key(found.part as 'cookie' | 'header' | 'query', found.path[0]!);
  return others.length < reads.length ? { ...guard, others: [scheme, ...(guard.others ?? [])] } : { ...guard, scheme };
}

/** The same where the adapter says what the strategies take the credential from; one of the program's own (`custom`) has shown that when it ran. */
function ofStrategiesAt(middleware: Middleware): Guard | null {
  const { facts, arguments: literals = [] } = middleware;
  const { cookies, headers, query } = facts ?? NO_FACTS;
  const demands = facts?.continues !== 'always' && !admitsAnybody(middleware);
  const guard = ofStrategies(literals, demands);
  const asksOwn = [literals[0] ?? null].flat().includes('custom');
  const own = asksOwn ? [...readByStrategy(middleware)] : [];
  // `AuthGuard('oidc')`, of which the program overrides what it does: whoever has logged in comes with the session.
  const asksSession = guard === null && middleware.behaviour?.reads.some(({ path }) => path[0] === 'isAuthenticated()') === true;
  const orLogin = asksSession || (asksOwn && asksLogin(middleware));
  const ofHeaders = headers.map((name) => (name === 'authorization' ? bearer : key('header', name)));
  // Of a cookie and the header that all look at the header is what clients of an interface send.
  const isFirst = ofHeaders[0] === bearer;
  const places = [
    ...(isFirst ? [bearer] : []),
    ...cookies.map((name) => (name === '' ? null : key('cookie', name))),
    ...ofHeaders.slice(isFirst ? 1 : 0),
    ...query.map((name) => key('query', name)),
  ];
  if (guard && !asksOwn) {
    // What the guard itself takes instead: `if (headers['x-api-key']) … ; return super.canActivate(context)`.
    const all = middleware.behaviour?.reads ?? [];
    for (const { part, path, suffices } of all)
      if (suffices && part !== 'context' && part !== 'body' && part !== 'path' && path[0] !== 'authorization')
        own.push(key(part, path[0]!));
  }
  if (places.length + own.length === 0 && !orLogin) return guard;
  const required = guard?.required ?? demands;
  // A credential that nobody can name is none that is said.
  const named = places.length === 0 ? [guard?.scheme ?? null, ...(guard?.others ?? [])] : [];
  const found = oneOf(asksOwn ? [...places, ...own, ...named] : [...places, ...named, ...own], required);
  return orLogin ? (found ? { ...found, orLogin } : { scheme: null, required, scopes: [] }) : found;
}

/** A strategy of the program's own, which is given the request: what it takes of it, or who is logged in already. */
function ofOwnStrategy(middleware: Middleware): Guard | null {
  const { behaviour } = middleware;
  if (!behaviour?.strategies?.some(({ kind }) => kind === 'custom')) return null;
  const required = !refusesNobody(middleware);
  const found = oneOf(readByStrategy(middleware), required);
  if (found) return found;
  return asksLogin(middleware) ? { scheme: null, required, scopes: [] } : null;
}

/** A strategy of the program's own looks for who is logged in already. */
const asksLogin = ({ behaviour }: Middleware): boolean =>
  behaviour?.reads.some(({ part, path }) => part === 'context' && LOGIN_STATE.test(path.join('.'))) === true;

/** Headers and cookies that a strategy of the program's own takes the credential from. */
function readByStrategy({ behaviour }: Middleware): readonly Omit<Scheme, 'evidence'>[] {
  const reads = behaviour?.reads ?? [];
  if (reads.some((read) => isCredential(read, bearer))) return [ofHeader(reads)];
  const keys = reads.filter(mayBeKey);
  const named = keys.filter(({ path }) => /key|secret|token|auth|passw|session|jwt/i.test(path[0]!));
  return (keys.length === 1 ? keys : named).map(({ part, path }) => key(part as 'cookie' | 'header', path[0]!));
}

/** The first argument that is a record. */
export const optionsOf = (literals: readonly Json[]): { readonly [name: string]: Json } | undefined =>
  literals.find(
    (argument): argument is { readonly [name: string]: Json } =>
      typeof argument === 'object' && argument !== null && !Array.isArray(argument),
  );

export function ofPackage(middleware: Middleware): Guard | null {
  const { origin } = middleware;
  if (!origin) return null;
  const literals = middleware.arguments ?? [];
  if (/^((koa-|fastify-|@fastify\/)?passport)$/.test(origin.module))
    return originExport(origin.path) === 'authenticate'
      ? whereItLooks(
          middleware,
          ofStrategies(literals, !admitsAnybody(middleware), middleware.behaviour?.strategies) ?? ofOwnStrategy(middleware),
        )
      : null;
  if (origin.module === '@nestjs/passport') {
    const guard = originExport(origin.path) === 'AuthGuard' ? ofStrategiesAt(middleware) : null;
    return guard && { ...guard, scopes: strings(literals.slice(1)) };
  }
  const known = Object.hasOwn(PACKAGES, origin.module) ? PACKAGES[origin.module]! : null;
  // Of a package that does more than one thing only the guards count.
  if (
    known === null ||
    (/^(auth|authHandler|initAuthConfig|clerkMiddleware|attemptSilentLogin)$/.test(originExport(origin.path)) &&
      !/^express-o(?:auth2-jwt-bearer|penid-connect)$/.test(origin.module)) ||
    LETS_ANYBODY_PASS[origin.module]?.test(origin.path)
  )
    return null;
  const options = optionsOf(literals);
  const isTokenOfHono = origin.module === 'hono/jwt' || origin.module === 'hono/jwk';
  const header = isTokenOfHono || origin.module === 'hono/bearer-auth' ? options?.['headerName'] : undefined;
  const cookie = isTokenOfHono ? options?.['cookie'] : undefined;
  const isOptional =
    options?.['credentialsRequired'] === false ||
    options?.['authRequired'] === false ||
    options?.['passthrough'] === true ||
    options?.['allow_anon'] === true;
  const kept =
    typeof cookie === 'string'
      ? cookie
      : typeof cookie === 'object' && cookie !== null && !Array.isArray(cookie)
        ? (cookie as { readonly [name: string]: Json })['key']
        : undefined;
  if (typeof kept === 'string') return { scheme: key('cookie', kept), required: !isOptional, scopes: [] };
  if (typeof header === 'string' && header.toLowerCase() !== 'authorization')
    return { scheme: key('header', header.toLowerCase()), required: !isOptional, scopes: [] };
  const stated = options?.['scope'];
  const scopes =
    /oauth-server$/.test(origin.module) && stated !== undefined
      ? [stated].flat().flatMap((scope) => (typeof scope === 'string' ? scope.split(' ') : []))
      : /authz|permissions|keycloak|^fastify-guard$/.test(origin.module) || /^(requiredScopes|claim)/.test(originExport(origin.path))
        ? strings(literals)
        : [];
  const reads = middleware.behaviour?.reads ?? [];
  const read = known === 'cookie' ? reads.find(({ part, path }) => part === 'cookie' && path.length === 1) : undefined;
  if (known === 'cookie' && !read) return null;
  const scheme = typeof known === 'object' ? known : read ? key('cookie', read.path[0]!) : null;
  const looked = reads.filter((each) => isCredential(each, scheme));
  const spares = looked.length > 0 && (looked.every(({ spared }) => spared) || refusesNobody(middleware));
  return whereItLooks(middleware, { scheme, required: !isOptional && !spares, scopes });
}
