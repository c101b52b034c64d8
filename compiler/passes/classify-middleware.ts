import type { Behaviour, BodyFacts, Middleware, MiddlewareType, Read } from '@tool/ir';
import { middlewareCatalogue, middlewareNames } from './middleware-catalogue.js';

/** What a middleware is for: by where it comes from, then by what its body does, and by its name only when neither says. */
export function classifyMiddleware(middleware: Middleware): MiddlewareType {
  const { facts } = middleware;
  const byItself = byName(middleware.name, facts);
  const named = byItself === 'rate-limit' && onlyPassesOn(middleware) ? null : byItself;
  // Who is asking is written down, and nobody is sent away.
  const notes = named === 'logging' && facts?.statuses.length === 0 && !verifiesCredential(facts);
  return (
    byOrigin(middleware) ??
    (notes ? named : null) ??
    (facts ? byFacts(facts, middleware.behaviour) : null) ??
    (withoutWhichNobodyPasses(middleware) ? 'auth' : null) ??
    named ??
    byName(middleware.origin?.module ?? '') ??
    'other'
  );
}

/** It stands in for one that is switched off: `if (!settings.limits) return (request, response, next) => next()`. */
const onlyPassesOn = ({ origin, facts, behaviour }: Middleware): boolean =>
  !origin &&
  behaviour?.passesOn === true &&
  behaviour.answers.length + behaviour.failures.length + behaviour.reads.length === 0 &&
  facts !== undefined &&
  [facts.calls, facts.reads, facts.sets, facts.statuses].every((each) => each.length === 0);

function byOrigin({ origin }: Middleware): MiddlewareType | null {
  if (!origin) return null;
  const entry = Object.hasOwn(middlewareCatalogue, origin.module) ? middlewareCatalogue[origin.module]! : null;
  if (entry === null || typeof entry === 'string') return entry;
  const exported = originExport(origin.path);
  return Object.hasOwn(entry, exported) ? entry[exported]! : (entry['*'] ?? null);
}

/** The export a provenance path begins with: `json` of `default.json()`, `default` of `default().single()`. */
export function originExport(path: string): string {
  const steps = path.split('.').map((step) => step.replace(/\(\)/g, ''));
  return steps.length > 1 && steps[0] === 'default' && !path.startsWith('default()') ? steps[1]! : steps[0]!;
}

/** Libraries whose verifying call makes a guard, as `module#export`. */
const CREDENTIAL_CALLS: readonly RegExp[] = [
  /^jsonwebtoken#.*verify/,
  /^jose#.*(jwtVerify|compactVerify|jwtDecrypt)/,
  /^passport#.*authenticate/,
  /^express-jwt#/,
  /^koa-jwt#/,
  /^jwt-simple#.*decode/,
  /^firebase-admin.*verifyIdToken/,
  /^fast-jwt#.*createVerifier/,
  /^basic-auth#/,
  /^google-auth-library#.*verifyIdToken/,
  /^aws-jwt-verify#/,
  /^paseto#.*verify/,
  /^hono\/(utils\/)?jwt#.*verify/,
  /^@tsndr\/cloudflare-worker-jwt#.*verify/,
];

const VALIDATION_CALLS =
  /^(joi|@hapi\/joi|zod|yup|ajv|ajv\/.*|celebrate|express-validator|class-validator|valibot|superstruct|validator|@sinclair\/typebox.*|io-ts|arktype|joiful|fastest-validator|validate\.js)#/;

/** `request.jwtVerify()` of @fastify/jwt, with a namespace `request.accessJwtVerify()`, which answers 401 by itself. */
export const verifiesThroughRequest = (facts: BodyFacts): boolean => facts.reads.some((read) => /^(\w+J|j)wtVerify(\(\))?$/.test(read));

export const verifiesCredential = (facts: BodyFacts): boolean =>
  verifiesThroughRequest(facts) || facts.calls.some((call) => CREDENTIAL_CALLS.some((known) => known.test(call)));

/** Looks at who asks: a credential of the request, or a login state that an earlier middleware left. */
const readsCredential = (facts: BodyFacts): boolean =>
  facts.headers.includes('authorization') ||
  apiKeyHeader(facts) !== null ||
  facts.reads.some((read) => LOGIN_STATE.test(read)) ||
  facts.cookies.some((name) => CREDENTIAL_NAME.test(name));

export const LOGIN_STATE =
  /^(user|auth|session\.(user\w*|account\w*|auth\w*|member\w*|customer\w*|current\w*|(is_?)?logged_?in|(is)?signed_?in|isAuth\w*|admin\w*|isAdmin|login_?(id|name|user\w*)|u?id|email|openid|roles?|passport\w*)|isAuthenticated\(\)|isUnauthenticated\(\)|oidc|currentUser)(\.|$)/i;
export const CREDENTIAL_NAME = /(^|[^a-z])(access|auth\w*|id|bearer|session|refresh)?[-_.]?(token|jwt|sid)([^a-z]|$)|session|(token|jwt)$/i;

/** A header that carries a key, e.g. `x-api-key`. */
export const isApiKeyHeader = (name: string): boolean => /api-?_?key|(^|-)(access|auth)-token$|^x-(auth|token|access)/.test(name);
export const apiKeyHeader = (facts: BodyFacts): string | null => facts.headers.find(isApiKeyHeader) ?? null;

/** Where a token is verified, a header or cookie of such a name is what holds it: `auth`. */
export const namesToken = (name: string): boolean =>
  /^(x-)?(user-?|app-?)?(auth\w*|jwt|token|session)$|^authorization-[a-z\d]+$|^[a-z\d]+-authorization$/i.test(name);

/**
 * What says who sends the request, where nobody without it is handed on, whatever they are answered (`res.status(400)`, `res.json({ success: false })`): a
 * login state, or a cookie or header that is called like a token.
 */
export function withoutWhichNobodyPasses({ origin, facts, behaviour }: Middleware): Read | undefined {
  if (origin || facts?.parameters === 4 || behaviour?.passesOn !== true) return undefined;
  const isToken = ({ part, path }: Read): boolean =>
    (part === 'cookie' && (CREDENTIAL_NAME.test(path[0]!) || namesToken(path[0]!)) && !/csrf|xsrf/i.test(path[0]!)) ||
    (part === 'header' && (isApiKeyHeader(path[0]!) || namesToken(path[0]!)));
  const needed = behaviour.reads.filter(({ required, path }) => required === true && path.length > 0);
  return (
    needed.find((read) => read.path.length === 1 && isToken(read)) ??
    needed.find(({ part }) => part === 'context') ??
    // One of several is enough, and one it has to be; or strangers are refused at some addresses only.
    behaviour.reads.find(
      (read) => (read.suffices || Boolean(behaviour.refusesStrangers)) && !read.spared && read.path.length === 1 && isToken(read),
    )
  );
}

function byFacts(facts: BodyFacts, behaviour?: Behaviour): MiddlewareType | null {
  // A hook that is given what is sent takes as many, and so does one that is given a parameter.
  if (facts.parameters === 4 && !behaviour) return 'error';
  const refuses = facts.statuses.includes(401) || facts.statuses.includes(403);
  // It counts how often somebody asks, whoever that is.
  if (facts.statuses.includes(429) && !refuses && !verifiesCredential(facts)) return 'rate-limit';
  if (
    verifiesCredential(facts) ||
    (refuses && behaviour?.reads.some(({ secret }) => secret)) ||
    (readsCredential(facts) && (refuses || facts.headers.includes('authorization'))) ||
    (facts.statuses.includes(401) && !refusesNobody(behaviour))
  )
    return 'auth';
  if (facts.calls.some((call) => VALIDATION_CALLS.test(call)) && facts.continues !== 'never') return 'validation';
  return facts.statuses.includes(429) ? 'rate-limit' : null;
}

/** What it answers it answers to errors from behind, or others do by what it leaves for them. */
const refusesNobody = (behaviour: Behaviour | undefined): boolean =>
  behaviour?.passesOn === true && behaviour.answers.length + behaviour.failures.length === 0 && !behaviour.strategies;

function byName(name: string, facts?: BodyFacts): MiddlewareType | null {
  // `requireAuth`, `require_auth` and `require-auth` read the same.
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
  return (
    middlewareNames.find(([pattern, type]) => pattern.test(words) && !(type === 'auth' && facts && refusesContentOnly(facts)))?.[1] ?? null
  );
}

/** Every refusal is about what is asked, none about who asks: `checkRolesExisted` looks at a field of the body. */
const refusesContentOnly = ({ statuses }: BodyFacts): boolean =>
  statuses.length > 0 && statuses.every((status) => status === 400 || status === 409 || status === 422);
