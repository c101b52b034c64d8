import { openModule, type Call, type ModuleModel, type Realm, type Transfer, type Value } from '@tool/scanner-sdk';
import { packageClass } from './class-bases.js';
import { decorator, describedBy } from './decorators.js';
import { nestDiagnostics } from './diagnostics.js';
import { exception } from './exceptions.js';
import { storeOf } from './store.js';
import { argument } from './paths.js';

// Guards that packages ship as classes: nest-keycloak-connect, and those of better-auth. What they do is told as if the program had written them.

const member = (call: Call, value: Value, ...names: readonly string[]): Value =>
  names.reduce((at, name) => (at.kind === 'object' ? call.get(at, name) : call.const(undefined)), value);
const run = (call: Call, on: Value, name: string, args: readonly Value[] = []): Value => call.invoke(call.get(on, name), args, on);

/** A class whose `canActivate` is like one of the program's own. */
const guard = (realm: Realm, module: string, name: string, canActivate: Transfer): Value => {
  const base = realm.unknown(`a guard of ${module}`, { module, path: name });
  return packageClass(realm, base, name, { canActivate }, undefined, (at, key, transfer) => at.fn(key, transfer));
};

const requestOf = (call: Call, context: Value): Value => run(call, run(call, context, 'switchToHttp'), 'getRequest');

/** What decorators say of the route that a guard is asked about: of its method, else of its controller. */
function said(call: Call, context: Value, key: string): Value {
  const found = ['getHandler', 'getClass']
    .map((name) => storeOf(call).read(call, run(call, context, name), key))
    .find((value) => value !== null && !call.isUndefined(value));
  return found ?? call.const(undefined);
}

/** `@Name(…)`: what it says is kept under these keys. */
const stating = (realm: Realm, name: string, values: (given: Call) => Readonly<Record<string, Value>>): Value =>
  realm.fn(name, (given) =>
    decorator(given, name, (call) => {
      for (const [key, value] of Object.entries(values(given))) storeOf(call).define(describedBy(call), key, value);
    }),
  );

/** A decorator of parameters that gives a member of the request. */
const ofRequest = (realm: Realm, name: string, key: string): Value =>
  realm.fn(name, (call) => {
    const factory = call.fn('factory', (inner) => inner.get(requestOf(inner, argument(inner, 1)), key));
    return call.invoke(call.invoke(call.get(call.module!('@nestjs/common'), 'createParamDecorator'), [factory]), call.args);
  });

/** Goes on with what is held, and refuses without; null does without. */
function holding(call: Call, held: Value, refusal: Value | null, admit: () => void): void {
  const decide = (holds: boolean): void => {
    if (holds) admit();
    else if (refusal) call.throws?.(refusal);
  };
  if (call.either) call.either(held, decide);
  else decide(true);
}

const KEYCLOAK = 'nest-keycloak-connect';

/** Refuses whoever has no token: with `@Public()` nobody, with `@Public(false)` only those whose token is no good. */
const authenticated: Transfer = (call) => {
  const context = argument(call, 0);
  const open = ['unprotected', 'public'].some((key) => call.truthy(said(call, context, key)) === true);
  if (open && call.truthy(said(call, context, 'skip-auth')) !== false) return call.const(true);
  const request = requestOf(call, context);
  const refusal = exception(call, 'UnauthorizedException');
  holding(call, call.get(call.get(request, 'headers'), 'authorization'), open ? null : refusal, () => {
    call.mayThrow?.(refusal);
  });
  call.set(request, 'user', call.unknown('the claims of a token'));
  call.set(request, 'accessToken', call.unknown('a token'));
  return call.const(true);
};

/** Refuses whoever has not what the decorators name; everybody passes where they name nothing. */
const entitled =
  (...keys: readonly string[]): Transfer =>
  (call) => {
    const context = argument(call, 0);
    if (keys.some((key) => call.isUndefined(said(call, context, key)))) return call.const(true);
    call.get(call.get(requestOf(call, context), 'headers'), 'authorization');
    return call.unknown('whether somebody is entitled to it');
  };

export const keycloakModule: ModuleModel = (realm) => {
  const open = (given: Call): Record<string, Value> => ({
    unprotected: given.const(true),
    'skip-auth': given.const(given.truthy(given.args[0] ?? given.const(true)) !== false),
  });
  return openModule(realm, KEYCLOAK, {
    AuthGuard: guard(realm, KEYCLOAK, 'AuthGuard', authenticated),
    RoleGuard: guard(realm, KEYCLOAK, 'RoleGuard', entitled('roles')),
    ResourceGuard: guard(realm, KEYCLOAK, 'ResourceGuard', entitled('resource', 'scopes')),
    Public: stating(realm, 'Public', open),
    Unprotected: stating(realm, 'Unprotected', open),
    Roles: stating(realm, 'Roles', (given) => ({ roles: given.list(given.args) })),
    Resource: stating(realm, 'Resource', (given) => ({ resource: argument(given, 0) })),
    Scopes: stating(realm, 'Scopes', (given) => ({ scopes: given.list(given.args) })),
    AuthenticatedUser: ofRequest(realm, 'AuthenticatedUser', 'user'),
    KeycloakUser: ofRequest(realm, 'KeycloakUser', 'user'),
    AccessToken: ofRequest(realm, 'AccessToken', 'accessToken'),
  });
};

/** On the class of the module: what `betterAuth()` gave. */
const AUTH = '_auth';

/** Whose session it is; `@AllowAnonymous()` asks nobody, `@OptionalAuth()` takes who has one. */
const inSession =
  (module: string): Transfer =>
  (call) => {
    const context = argument(call, 0);
    const request = requestOf(call, context);
    if (call.truthy(said(call, context, 'PUBLIC')) === true) return call.const(true);
    const optional = call.truthy(said(call, context, 'OPTIONAL')) === true;
    const api = member(call, call.get(call.module!(module), 'AuthModule'), AUTH, 'api');
    const headers = call.get(request, 'headers');
    const found = call.isFunction(member(call, api, 'getSession'))
      ? call.awaited(run(call, api, 'getSession', [call.record({ headers })]))
      : (call.cookieOf?.(headers, 'better-auth.session_token') ?? call.unknown('a session'));
    const refusal = (name: string, code: string, message: string): Value =>
      exception(call, name, call.record({ code: call.const(code), message: call.const(message) }));
    holding(call, found, optional ? null : refusal('UnauthorizedException', 'UNAUTHORIZED', 'Unauthorized'), () => undefined);
    const session = call.alternatives(found).find((each) => each.kind === 'object') ?? call.unknown('a session');
    const none = call.const(null);
    const maybe = (value: Value): Value => (optional ? (call.oneOf?.([value, none], 'there is a session') ?? value) : value);
    call.set(request, 'session', maybe(session));
    call.set(request, 'user', maybe(call.get(session, 'user')));
    if (!call.isUndefined(said(call, context, 'ROLES')))
      call.mayThrow?.(refusal('ForbiddenException', 'FORBIDDEN', 'Insufficient permissions'));
    return call.const(true);
  };

/** The options that the module is made with: `forRoot({ auth })`, `forRoot(auth)`, `forRootAsync({ useFactory })`. */
function authOptions(call: Call): Value {
  const [given] = call.args;
  if (!given) return call.record({});
  const factory = member(call, given, 'useFactory');
  if (!call.isFunction(factory)) return call.isUndefined(member(call, given, 'auth')) ? call.record({ auth: given }) : given;
  let options: Value = call.record({});
  call.attempt('the options of a module', () => {
    const parameters = call.declaredParameters?.(factory) ?? [];
    options = call.awaited(
      call.invoke(
        factory,
        parameters.map(() => call.unknown('a provider')),
      ),
    );
  });
  return options;
}

export const betterAuthModule =
  (module: string): ModuleModel =>
  (realm) => {
    const authGuard = guard(realm, module, 'AuthGuard', inSession(module));
    const forRoot: Transfer = (call, emit) => {
      const options = authOptions(call);
      const auth = member(call, options, 'auth');
      call.set(call.receiver, AUTH, auth);
      const off = (name: string): boolean =>
        [options, argument(call, 0), argument(call, 1)].some((each) => call.truthy(member(call, each, name)) === true);
      // Until version 2 the guard is the program's to provide.
      const provides = Number(/\d+/.exec(call.packageVersion?.(module) ?? '')?.[0] ?? 2) >= 2 && !off('disableGlobalAuthGuard');
      if (!off('disableControllers')) {
        const path = call.text(member(call, auth, 'options', 'basePath')) ?? '/api/auth';
        emit.report(nestDiagnostics, 'routes-of-package', { module, path });
      }
      const provider = call.record({ provide: call.const('APP_GUARD'), useClass: authGuard });
      return call.record({ module: call.receiver, providers: call.list(provides ? [provider] : []) });
    };
    const mark = (name: string, key: string): Value => stating(realm, name, (given) => ({ [key]: given.const(true) }));
    return openModule(realm, module, {
      AuthModule: realm.fn('AuthModule', () => undefined, {
        forRoot: realm.fn('forRoot', forRoot),
        forRootAsync: realm.fn('forRootAsync', forRoot),
      }),
      AuthGuard: authGuard,
      AllowAnonymous: mark('AllowAnonymous', 'PUBLIC'),
      Public: mark('Public', 'PUBLIC'),
      OptionalAuth: mark('OptionalAuth', 'OPTIONAL'),
      Optional: mark('Optional', 'OPTIONAL'),
      Roles: stating(realm, 'Roles', (given) => ({ ROLES: argument(given, 0) })),
      Session: ofRequest(realm, 'Session', 'session'),
    });
  };
