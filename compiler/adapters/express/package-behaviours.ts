import {
  admitsAnybody,
  admitted,
  defineHostType,
  observeExtraction,
  observeFields,
  observeFiles,
  rememberedUser,
  sendsElsewhere,
  strategiesOf,
  observeUpload,
  unlessTested,
  unlessTests,
  type Call,
  type Observation,
  type Observe,
  type Provenance,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';

import { RESPONSE } from './answer.js';

/** Gives the request to a function of the program: `(...before, request, response, next, ...after)`. */
type Serve = (call: Call, seen: Observation, fn: Value, before: readonly Value[], after: readonly Value[]) => void;

/**
 * What a middleware of a package does with requests that it does not let pass. `serve`: where functions of the program answer for it. `told`: the function of
 * the program that is given the error in place of those behind.
 */
type Behaviour = (
  call: Call,
  seen: Observation,
  args: readonly Value[],
  path: string,
  serve: Serve,
  before?: readonly Value[],
  told?: Value,
) => void;

/** An error as the package makes it: an `Error` with these members. */
function errorOf(call: Call, name: string, members: Readonly<Record<string, string | number>>): Value {
  const error = call.construct(call.global!('Error'), [call.const(String(members['message'] ?? name))]);
  call.set(error, 'name', call.const(name));
  for (const [key, value] of Object.entries(members)) call.set(error, key, call.const(value));
  return error;
}

/** An error goes to whoever handles errors, or to the function that is told of it. */
function fails(call: Call, seen: Observation, error: Value, told: Value | undefined): void {
  if (!told || !call.either) seen.fail(call, error);
  else
    call.either(call.unknown('whether it is refused'), (isRefused) => {
      if (isRefused) call.invoke(told, [error]);
    });
}

const throws =
  (name: string, status: number, message: string, code?: string): Behaviour =>
  (call, seen, _args, _path, _serve, _before, told) =>
    fails(call, seen, errorOf(call, name, { message, status, statusCode: status, ...(code !== undefined && { code }) }), told);
const answers =
  (status: number, contentType = 'text/plain'): Behaviour =>
  (call, seen) =>
    seen.answer(call, { status, contentType });

/** An option of the factory's call. */
const option = (call: Call, args: readonly Value[], name: string, index = 0): Value | null => {
  const given = args[index];
  const value = given && given.kind === 'object' ? call.get(given, name) : null;
  return value && !call.isUndefined(value) ? value : null;
};

/** Each file that is sent is shown to a function of the program, which may refuse it: what it calls back with first is an error. */
function filtered(call: Call, seen: Observation, filter: Value, serve: Serve, told: Value | undefined): void {
  const many = seen.left('files');
  const file = seen.left('file') ?? (many && call.elements(many)?.[0]) ?? call.unknown('a file');
  const decide = call.fn('callback', (inner) => {
    for (const error of inner.args[0] ? inner.alternatives(inner.args[0]) : [])
      if (!inner.isUndefined(error) && inner.truthy(error) !== false) fails(inner, seen, error, told);
  });
  const show = call.fn('fileFilter', (inner) => {
    inner.either?.(file, (isSent) => {
      if (isSent) inner.invoke(filter, [argumentOf(inner, 0), file, decide]);
    });
    inner.invoke(argumentOf(inner, 2), []);
  });
  serve(call, seen, show, [], []);
}
const argumentOf = (call: Call, index: number): Value => call.args[index] ?? call.const(undefined);

/** Functions that give texts in the language of the caller, on the request and on the response. */
const translating =
  (...names: readonly string[]): Behaviour =>
  (call, seen) => {
    for (const name of names)
      for (const place of ['', RESPONSE])
        seen.leave(
          place + name,
          call.fn(name, (inner) => inner.typed?.({ kind: 'string' }, 'a translation') ?? inner.unknown('a translation')),
        );
  };

/** What another server answers, nobody here knows. */
const proxied: Behaviour = (call, seen) => {
  seen.answer(call, { status: null });
};

/** A function of the program answers where there were too many requests. */
const refusing = (call: Call, seen: Observation, serve: Serve, fn: Value, given: Value): void =>
  call.either?.(call.unknown('whether there were too many requests'), (areTooMany) => {
    if (areTooMany) serve(call, seen, fn, [], [given]);
  });

/** express-brute: what `failCallback` of the middleware, or else of the limiter, says. `FailMark` only sets the status. */
const brute: Behaviour = (call, seen, args, _path, serve, before = []) => {
  const callback = option(call, args, 'failCallback') ?? option(call, before, 'failCallback', 1);
  const next = call.unknown('when the next request is let in');
  const known = callback?.kind === 'unknown' ? callback.provenance : null;
  if (callback && call.isFunction(callback)) refusing(call, seen, serve, callback, next);
  else if (!callback || (known?.module === 'express-brute' && !/FailMark$/.test(known.path)))
    seen.answer(call, {
      status: known && /FailForbidden$/.test(known.path) ? 403 : 429,
      body: call.record({ error: call.record({ text: call.const('Too many requests in this time frame.'), nextValidRequestDate: next }) }),
      contentType: 'application/json',
    });
};

/** The limiter answers with its `message`, an object as JSON; where it has a `handler`, that does. */
const limiter: Behaviour = (call, seen, args, _path, serve) => {
  const handler = option(call, args, 'handler');
  if (handler && call.isFunction(handler)) {
    const given = Object.fromEntries(call.knownEntries?.(args[0]!) ?? []);
    const defaults = { statusCode: call.const(429), message: call.const('Too many requests, please try again later.') };
    refusing(call, seen, serve, handler, call.record({ ...defaults, ...given }));
    return;
  }
  const message = option(call, args, 'message');
  const status = option(call, args, 'statusCode') ?? call.const(429);
  seen.answer(call, {
    status,
    ...(message && message.kind === 'object' ? { body: message, contentType: 'application/json' } : { contentType: 'text/html' }),
  });
};

/** Passport answers 401 itself unless it is told where to send the caller; with a callback the program answers. */
const passport: Behaviour = (call, seen, args) => {
  observeExtraction(call, seen, 'passport', args[0]);
  if (args.some((arg) => call.isFunction(arg))) {
    observeFields(call, seen, 'passport', args[0]);
    return;
  }
  const [strategies] = args;
  const isSession = strategies !== undefined && call.text(strategies) === 'session';
  const verdict = isSession ? null : admitted(call, seen, 'passport', strategies);
  const remembered = isSession ? rememberedUser(call, 'passport') : null;
  if (remembered) seen.leave('user', remembered);
  if (verdict) seen.leave('user', verdict.user);
  if (admitsAnybody(call, 'passport', args[0]) || verdict?.refuses === false) return;
  const redirect = option(call, args, 'failureRedirect', 1);
  const asked = strategiesOf(call, 'passport', args[0]);
  if (asked.some(({ name, kind }) => sendsElsewhere(kind === undefined || kind === 'custom' ? name : kind)))
    seen.answer(call, { status: 302 });
  const isError = call.truthy(option(call, args, 'failWithError', 1) ?? call.const(false));
  const refuse = (status: number, message: string): void => {
    if (isError) seen.fail(call, errorOf(call, 'AuthenticationError', { message, status }));
    else seen.answer(call, { status, contentType: 'text/plain' });
  };
  if (redirect) seen.answer(call, { status: 302 });
  else {
    // What `passport-local` misses a field of.
    if (asked.some(({ kind }) => kind === 'local')) refuse(400, 'Bad Request');
    refuse(401, 'Unauthorized');
  }
};

/** Who has no login is sent to one, or refused where the client is said to take tokens alone: by the second argument of the constructor, or in a file. */
const keycloak: Behaviour = (call, seen, args, path, _serve, before = []) => {
  const isEnforcer = /\.enforcer\(\)$/.test(path);
  if (!isEnforcer && !/\.protect\(\)$/.test(path)) return;
  const stated = before[1] && call.constant(before[1]) !== null && !call.isUndefined(before[1]) ? before[1] : call.const('keycloak.json');
  const file = call.text(stated);
  const config = file === null || !call.project ? stated : call.project.data(`${call.project.workingDirectory}/${file}`);
  const isBearer =
    config.kind === 'object' && [call.get(config, 'bearer-only'), call.get(config, 'bearerOnly')].map((each) => call.truthy(each));
  const isOnly = isBearer && isBearer.includes(true) ? true : isBearer && !isBearer.includes(null) ? false : null;
  if (isEnforcer || args[0] || isOnly) seen.answer(call, { status: 403 });
  else if (isOnly === null) seen.answer(call, { status: null });
  if (!isEnforcer && isOnly === false) seen.answer(call, { status: 302 });
};

/** What changes something needs a token; where a header is the only place that it is looked for in, that one. */
const csrf =
  (header?: string): Behaviour =>
  (call, seen, args, _path, serve) => {
    const ignored = ['ignoredMethods', 'ignoreMethods'].map((name) => option(call, args, name)).find((each) => each);
    const safe = ignored ?? call.list(['GET', 'HEAD', 'OPTIONS'].map((method) => call.const(method)));
    const isElsewhere = ['getTokenFromRequest', 'getCsrfTokenFromRequest'].some((name) => option(call, args, name));
    const error = option(call, args, 'errorConfig');
    const [status, message] = ['statusCode', 'message'].map((name) => error && call.constant(call.get(error, name)));
    const refuse = throws(
      'ForbiddenError',
      typeof status === 'number' ? status : 403,
      typeof message === 'string' ? message : 'invalid csrf token',
      'EBADCSRFTOKEN',
    );
    call.either?.(call.invoke(call.get(safe, 'includes'), [seen.incoming('context', ['method'])], safe), (isSafe) => {
      if (isSafe) return;
      if (header !== undefined && !isElsewhere) seen.incoming('header', [header]);
      refuse(call, seen, [], '', serve);
    });
  };

/** The token is what `getToken` gives, where there is one; else it is in the header `authorization`. */
const jwt: Behaviour = (call, seen, args, path, serve, before, told) => {
  const getToken = option(call, args, 'getToken');
  if (getToken && call.isFunction(getToken)) seen.asks([], () => serve(call, seen, getToken, [], []));
  throws('UnauthorizedError', 401, 'No authorization token was found', 'credentials_required')(call, seen, args, path, serve, before, told);
};

/** `request.auth` of Clerk, an object and a function: who the token says that it is, asked wherever it is read. */
const clerkCaller = defineHostType<(call: Call) => Value>({
  name: 'ClerkAuth',
  inert: true,
  methods: {},
  getters: Object.fromEntries(
    ['isAuthenticated', 'userId', 'sessionId', 'orgId', 'orgRole', 'orgSlug', 'sessionClaims', 'has', 'getToken'].map(
      (name): [string, Transfer] => [name, (call) => call.get(callerNow(call), name)],
    ),
  ),
  call: (call) => callerNow(call),
});
const callerNow = (call: Call): Value => call.data(call.receiver, clerkCaller)?.(call) ?? call.unknown('a caller');

const clerk: Behaviour = (call, seen) => {
  const getAuth = call.get(call.module?.('@clerk/express') ?? call.const(undefined), 'getAuth');
  const request = call.record({ headers: seen.incoming('header', []) });
  seen.leave(
    'auth',
    call.host(clerkCaller, (at) => at.invoke(getAuth, [request])),
  );
};

/**
 * `auth(options)` of express-openid-connect leaves who the session knows in `request.oidc`, and refuses strangers unless it is told not to; `requiresAuth()`
 * and `claimIncludes('roles', 'admin')` do so in any case. Strangers who take pages are sent to the login, others get an error.
 */
const openid: Behaviour = (call, seen, args, path, serve) => {
  const isAuth = /(^|\.)auth\(\)$/.test(path);
  if (isAuth) {
    const caller = (isKnown: boolean): Value =>
      call.record({
        isAuthenticated: call.fn('isAuthenticated', (inner) => inner.const(isKnown)),
        ...Object.fromEntries(
          ['user', 'idToken', 'idTokenClaims', 'accessToken', 'refreshToken'].map((name) => [
            name,
            isKnown ? call.unknown(`${name} of a session`) : call.const(undefined),
          ]),
        ),
        fetchUserInfo: call.fn('fetchUserInfo', (inner) => inner.unknown('what the provider knows of somebody')),
      });
    const session = option(call, args, 'session');
    const name = session?.kind === 'object' ? call.text(call.get(session, 'name')) : null;
    const stranger = caller(false);
    const isNobody = call.isUndefined(seen.incoming('cookie', [name ?? 'appSession']));
    seen.leave('oidc', isNobody ? stranger : (call.oneOf?.([caller(true), stranger], 'somebody is logged in') ?? stranger));
    if (call.truthy(option(call, args, 'authRequired') ?? call.const(true)) === false) return;
  } else if (/(^|\.)attemptSilentLogin\(\)$/.test(path)) return;
  const isError = isAuth && call.truthy(option(call, args, 'errorOnRequiredAuth') ?? call.const(false));
  if (!isError) seen.answer(call, { status: 302 });
  throws('UnauthorizedError', 401, 'Authentication is required for this route.')(call, seen, args, path, serve);
};

const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  'express-jwt': jwt,
  'express-oauth2-jwt-bearer': throws('UnauthorizedError', 401, 'Unauthorized'),
  'express-jwt-authz': answers(403),
  'express-jwt-permissions': throws('UnauthorizedError', 403, 'Permission denied', 'permission_denied'),
  'express-basic-auth': answers(401),
  'express-openid-connect': openid,
  'express-rate-limit': limiter,
  'express-brute': brute,
  'http-proxy-middleware': proxied,
  'express-http-proxy': proxied,
  csurf: csrf(),
  'csrf-csrf': csrf('x-csrf-token'),
  'csrf-sync': csrf('x-csrf-token'),
  passport,
  'connect-ensure-login': answers(302),
  'keycloak-connect': keycloak,
  // It refuses nobody who sends no token: whether there has to be one is up to who reads it.
  'express-bearer-token': (call, seen) => {
    seen.leave('token', seen.incoming('header', ['authorization']));
  },
  '@clerk/express': clerk,
  '@clerk/clerk-sdk-node': clerk,
  'express-fileupload': (call, seen) => {
    observeFiles(call, seen);
  },
  'connect-multiparty': (call, seen) => {
    observeFiles(call, seen);
  },
  'i18next-http-middleware': translating('t'),
  'i18next-express-middleware': translating('t'),
  i18n: translating('__', '__n', '__mf'),
  'connect-busboy': (call, seen) => {
    seen.leave('busboy', call.unknown('a reader of forms', { module: 'busboy', path: 'default()' }));
  },
  multer: (call, seen, args, path, serve, before = [], told) => {
    const isUpload = observeUpload(call, seen, path, args);
    const filter = option(call, before, 'fileFilter');
    if (isUpload && filter && call.isFunction(filter) && !path.endsWith('.none()')) filtered(call, seen, filter, serve, told);
    const limits = option(call, before, 'limits');
    const size = isUpload && limits?.kind === 'object' && !path.endsWith('.none()') ? call.get(limits, 'fileSize') : null;
    if (!size || call.isUndefined(size)) return;
    fails(call, seen, errorOf(call, 'MulterError', { message: 'File too large', code: 'LIMIT_FILE_SIZE' }), told);
  },
};

/** `cors(options)` in a route for OPTIONS ends the request, unless it is told to go on or lets in no other origin. */
export function preflight(provenance: Provenance): Observe {
  const args = provenance.args ?? [];
  return (call, seen) => {
    const isOff =
      call.truthy(option(call, args, 'origin') ?? call.const(true)) === false ||
      call.truthy(option(call, args, 'preflightContinue') ?? call.const(false)) === true;
    // Options that a function gives for each request, or that nobody knows, may say another status.
    const isKnown = !args[0] || (args[0].kind === 'object' && !call.isFunction(args[0]));
    if (isOff) seen.passOn();
    else seen.answer(call, { status: isKnown ? (option(call, args, 'optionsSuccessStatus') ?? 204) : null });
  };
}

/** Whether it is known what a package's middlewares do. */
export const hasBehaviour = (module: string): boolean => Object.hasOwn(BEHAVIOURS, module);

/** Whether it hands on whom it does not refuse; passport says by itself whom it knows. */
export const handsOn = (module: string): boolean => BEHAVIOURS[module] !== passport && BEHAVIOURS[module] !== proxied;

/** Whether it asks for a credential; passport says by itself for which. */
export const isGuard = (module: string): boolean => /auth|jwt|keycloak|ensure-login|openid/.test(module);

/** `passport.session()` guards nothing: it leaves who is logged in. */
const session: Observe = (call, seen) => {
  const user = rememberedUser(call, 'passport');
  if (user) seen.leave('user', user);
  seen.passOn();
};

/** Members of a package that are no guard. */
const SETUP = /(?:initialize|session|deserializeUser|serializeUser)\(\)$/;

/** How a package's middleware is run; null when nothing is known of it, or nothing it refuses. `requestOf`: what its own tests are given. */
export function packageBehaviour(
  provenance: Provenance,
  requestOf: (call: Call, seen: Observation) => Value,
  serve: Serve,
): Observe | null {
  if (provenance.module === 'passport' && /\bsession\(\)$/.test(provenance.path)) return session;
  const run = ownBehaviour(provenance, requestOf, serve);
  return (
    run &&
    ((call, seen) => {
      run(call, seen);
      seen.passOn();
    })
  );
}

/** Whether it is known what becomes of a request that is given to it. */
export const hasOwnBehaviour = ({ module, path }: Provenance): boolean =>
  hasBehaviour(module) && !SETUP.test(path) && /\(\)$|Protection$|\.prevent$|(?:^|\.)init$/.test(path);

/** The same for a handler that calls it with its own request: `upload.single('picture')(request, response, told)`; what comes then is up to the callback. */
export function ownBehaviour(
  provenance: Provenance,
  requestOf: (call: Call, seen: Observation) => Value,
  serve: Serve,
  told?: Value,
): Observe | null {
  const { module, path, args, before } = provenance;
  if (!hasOwnBehaviour(provenance)) return null;
  const behaviour = BEHAVIOURS[module]!;
  const guarded = /\.unless\(\)$/.test(path);
  return (call, seen) => {
    seen.exempt(unlessTests(call, provenance));
    const run = (): void => {
      behaviour(call, seen, guarded ? [] : (args ?? before ?? []), path, serve, before, told);
    };
    unlessTested(call, provenance, () => requestOf(call, seen), run);
  };
}
