import { openModule, type Call, type ModuleModel, type Realm, type Transfer, type Value } from '@tool/scanner-sdk';
import { packageClass, writtenMethod } from './class-bases.js';
import { describedBy } from './decorators.js';
import type { Injector } from './injection.js';
import { storeOf } from './store.js';
import { argument } from './paths.js';

/** `@nestjs/throttler`: the module's options, what decorators say of routes, and the limits that follow for each route. */
const MODULE = '@nestjs/throttler';
const OPTIONS = 'THROTTLER:MODULE_OPTIONS';
const LIMITS = 'THROTTLER:LIMITS';
const SKIP = 'THROTTLER:SKIP';

const known = (call: Call, value: Value, name: string): Value | null => {
  const member = value.kind === 'object' ? call.get(value, name) : null;
  return member && !call.isUndefined(member) ? member : null;
};

const dynamic = (call: Call, provider: Readonly<Record<string, Value>>, more: Readonly<Record<string, Value>> = {}): Value =>
  call.record({ module: call.receiver, providers: call.list([call.record({ provide: call.const(OPTIONS), ...provider })]), ...more });

const forRoot: Transfer = (call) => dynamic(call, { useValue: call.args[0] ?? call.list([]) });
const forRootAsync: Transfer = (call) => {
  const given = argument(call, 0);
  const taken = (names: readonly string[]): Record<string, Value> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = known(call, given, name);
        return value ? [[name, value] as const] : [];
      }),
    );
  return dynamic(call, taken(['useFactory', 'inject', 'useValue']), taken(['imports']));
};

/** Until version 4 limits are numbers, and times are seconds. */
const old = (call: Call): boolean => Number(/\d+/.exec(call.packageVersion?.(MODULE) ?? '')?.[0] ?? 5) < 5;

const throttle: Transfer = (given) => {
  const [first, second] = given.args;
  const limits =
    first?.kind === 'object'
      ? first
      : given.record({ default: given.record({ limit: first ?? given.const(undefined), ttl: second ?? given.const(undefined) }) });
  return given.fn('Throttle', (call) => {
    storeOf(call).define(describedBy(call), LIMITS, limits);
  });
};
const skipThrottle: Transfer = (given) => {
  const [first] = given.args;
  const skipped = first?.kind === 'object' ? first : given.record({ default: first ?? given.const(true) });
  return given.fn('SkipThrottle', (call) => {
    storeOf(call).define(describedBy(call), SKIP, skipped);
  });
};

const span =
  (milliseconds: number): Transfer =>
  (call) => {
    const count = call.constant(argument(call, 0));
    return typeof count === 'number' ? call.const(count * milliseconds) : call.unknown('a time');
  };
const SPANS: Readonly<Record<string, number>> = { seconds: 1000, minutes: 60_000, hours: 3_600_000, days: 86_400_000, weeks: 604_800_000 };

const TOO_MANY = 'ThrottlerException';
export const throttlerException = (call: Call, message?: Value): Value =>
  call.construct(call.get(call.module!(MODULE), TOO_MANY), message ? [message] : []);

/** The exception that a request too many is answered with. */
const tooMany: Transfer = (call) => {
  const [message] = call.args;
  const cls = call.get(call.module!('@nestjs/common'), 'HttpException');
  const text = message && !call.isUndefined(message) ? message : call.const('ThrottlerException: Too Many Requests');
  const error = call.construct(cls, [text, call.const(429)]);
  const prototype = call.get(call.get(call.module!(MODULE), TOO_MANY), 'prototype');
  const link = call.get(call.global!('Object'), 'setPrototypeOf');
  call.invoke(link, [prototype, call.get(cls, 'prototype')]);
  call.set(error, 'name', call.const(TOO_MANY));
  return call.invoke(link, [error, prototype]);
};

const own = (call: Call, name: string, args: readonly Value[]): Value =>
  call.awaited(call.invoke(call.get(call.receiver, name), args, call.receiver));
const requestIn = (call: Call, context: Value): Value => {
  const http = call.invoke(call.get(context, 'switchToHttp'), [], context);
  return call.invoke(call.get(http, 'getRequest'), [], http);
};

/** What the guard's methods do with a request, of which classes of the program override one or another. */
const METHODS: Readonly<Record<string, Transfer>> = {
  canActivate: (call) => {
    const context = argument(call, 0);
    const counted = call.record({
      context,
      ...Object.fromEntries(
        ['limit', 'ttl', 'blockDuration'].map((name) => [name, call.typed?.({ kind: 'integer' }, name) ?? call.unknown(name)]),
      ),
      ...Object.fromEntries(['throttler', 'getTracker', 'generateKey'].map((name) => [name, call.unknown(name)])),
    });
    const args = old(call) ? [context, call.get(counted, 'limit'), call.get(counted, 'ttl')] : [counted];
    let result: Value = call.const(true);
    call.either?.(own(call, 'shouldSkip', [context]), (skips) => {
      if (skips) return;
      // Who is counted is a matter of the request.
      call.get(requestIn(call, context), 'ip');
      result = own(call, 'handleRequest', args);
    });
    return result;
  },
  shouldSkip: (call) => call.const(false),
  handleRequest: (call) => {
    const first = argument(call, 0);
    const context = old(call) ? first : call.get(first, 'context');
    own(call, 'getTracker', [requestIn(call, context), context]);
    call.either?.(call.unknown('whether there were too many requests'), (tooMany) => {
      if (tooMany) own(call, 'throwThrottlingException', [context, call.unknown('what was counted')]);
    });
    return call.const(true);
  },
  getTracker: (call) => call.get(argument(call, 0), 'ip'),
  getErrorMessage: () => undefined,
  throwThrottlingException: (call) => call.throws?.(throttlerException(call, own(call, 'getErrorMessage', call.args))),
};

/** A class of the program overrides some of them. */
export const changesThrottler = (call: Call, prototype: Value | null): boolean =>
  [...Object.keys(METHODS), 'generateKey'].some((name) => writtenMethod(call, prototype, name) !== null);

export const throttlerModule: ModuleModel = (realm: Realm) =>
  openModule(realm, MODULE, {
    ThrottlerModule: realm.fn('ThrottlerModule', () => undefined, {
      forRoot: realm.fn('forRoot', forRoot),
      forRootAsync: realm.fn('forRootAsync', forRootAsync),
    }),
    ThrottlerGuard: packageClass(
      realm,
      realm.unknown('ThrottlerGuard', { module: MODULE, path: 'ThrottlerGuard' }),
      'ThrottlerGuard',
      METHODS,
      (call, instance) => {
        const reflector = call.get(call.module!('@nestjs/core'), 'Reflector');
        call.set(instance, 'reflector', call.construct(reflector, []));
        for (const name of ['options', 'storageService', 'throttlers'])
          call.set(instance, name, call.unknown(name, { module: MODULE, path: `ThrottlerGuard.${name}` }));
      },
    ),
    Throttle: realm.fn('Throttle', throttle),
    SkipThrottle: realm.fn('SkipThrottle', skipThrottle),
    [TOO_MANY]: realm.fn(TOO_MANY, tooMany, { prototype: realm.record({}) }),
    ...Object.fromEntries(Object.entries(SPANS).map(([name, milliseconds]) => [name, realm.fn(name, span(milliseconds))])),
  });

export const isThrottler = (module: string): boolean => module === MODULE;

/** How often a client may call a route: the shortest of several windows. Null: every limit is skipped. Without `limit` or `ttl` it is not known. */
export function limitsOf(
  call: Call,
  injector: Injector,
  target: { readonly cls: Value; readonly handler: Value },
): { readonly ttl?: number; readonly limit?: number } | null {
  const options = injector.resolve(call, call.const(OPTIONS));
  const listed = options.kind === 'object' ? (call.elements(options) ?? call.elements(call.get(options, 'throttlers')) ?? [options]) : null;
  const stated = (key: string, name: string): Value | null => {
    for (const each of [target.handler, target.cls]) {
      const value = storeOf(call).read(call, each, key);
      const own = value && known(call, value, name);
      if (own) return own;
    }
    return null;
  };
  if (!listed) return call.truthy(stated(SKIP, 'default') ?? call.const(false)) === true ? null : {};
  const limits = listed.flatMap((throttler) => {
    const name = (throttler.kind === 'object' && call.text(call.get(throttler, 'name'))) || 'default';
    if (call.truthy(stated(SKIP, name) ?? call.const(false)) === true) return [];
    const own = stated(LIMITS, name);
    const number = (member: string): number | undefined => {
      const value = call.constant((own && known(call, own, member)) ?? known(call, throttler, member) ?? call.const(undefined));
      // A limit of nothing stands in for one that the program sees to itself.
      return typeof value === 'number' && value > 0 ? value : undefined;
    };
    const [ttl, limit] = [number('ttl'), number('limit')];
    return [{ ...(ttl !== undefined && { ttl: old(call) ? ttl * 1000 : ttl }), ...(limit !== undefined && { limit }) }];
  });
  if (limits.length === 0) return listed.length === 0 ? {} : null;
  return limits.reduce((shortest, each) => ((each.ttl ?? Infinity) < (shortest.ttl ?? Infinity) ? each : shortest));
}
