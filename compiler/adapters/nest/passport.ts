import {
  credentialFields,
  openModule,
  placesOfToken,
  sendsElsewhere,
  type Call,
  type ModuleModel,
  type TokenPlace,
  type Transfer,
  type Unknown,
  type Value,
} from '@tool/scanner-sdk';
import { exception } from './exceptions.js';
import type { Target } from './enhancers.js';
import { GUARDING, executionContext, leaveAll, type Exchange } from './exchange.js';
import { keptOn, packageClass, writtenMethod } from './class-bases.js';
import type { Injector } from './injection.js';
import type { Refusal } from './serve.js';
import { storeOf } from './store.js';
import { argument } from './paths.js';

/** `@nestjs/passport`: a guard that names no strategy takes the one of the module's options. */
const MODULE = '@nestjs/passport';

/** The module as the program imports it; its options are kept as the provider that gives them. */
function options(call: Call, provider: Value): Value {
  storeOf(call).passportOptions.push(provider);
  return call.record({ module: call.receiver, providers: call.list([provider]) });
}

const TOKEN = 'AuthModuleOptions';
const register: Transfer = (call) => options(call, call.record({ provide: call.const(TOKEN), useValue: call.args[0] ?? call.record({}) }));
const registerAsync: Transfer = (call) => {
  const given = argument(call, 0);
  const taken = ['useFactory', 'inject', 'useValue'].flatMap((name) => {
    const value = given.kind === 'object' ? call.get(given, name) : call.const(undefined);
    return call.isUndefined(value) ? [] : [[name, value] as const];
  });
  return options(call, call.record({ provide: call.const(TOKEN), ...Object.fromEntries(taken) }));
};

export const passportModule: ModuleModel = (realm) =>
  openModule(realm, MODULE, {
    PassportModule: realm.fn('PassportModule', () => undefined, {
      register: realm.fn('register', register),
      registerAsync: realm.fn('registerAsync', registerAsync),
    }),
    AuthGuard: realm.fn('AuthGuard', authGuard),
    PassportStrategy: realm.fn('PassportStrategy', (call) => {
      const kept = { [STRATEGY]: argument(call, 0), [NAME]: argument(call, 1) };
      return writtenStrategy(call, argument(call, 0))
        ? mixin(call, argument(call, 0), kept)
        : call.fn('PassportStrategy', strategyMade, kept);
    }),
  });

/** `AuthGuard('jwt')`: a class. Its `canActivate` asks the context that it is given what becomes of the request. */
const authGuard: Transfer = (call) => {
  const base = call.unknown('a guard of passport', { module: MODULE, path: 'AuthGuard()', args: call.args });
  return packageClass(call, base, 'AuthGuard', {
    canActivate: (at) => {
      const guarding = at.get(argument(at, 0), GUARDING);
      const may = at.isFunction(guarding)
        ? at.invoke(guarding, [at.receiver, base], argument(at, 0))
        : at.unknown('whether a guard lets a request pass');
      return at.promise?.(may) ?? may;
    },
    handleRequest: (at) => {
      const [error, user] = [argument(at, 0), argument(at, 1)];
      const refusal = at.truthy(error) === false ? exception(at, 'UnauthorizedException') : error;
      if (at.truthy(error) === true || at.truthy(user) === false) at.throws?.(refusal);
      at.mayThrow?.(exception(at, 'UnauthorizedException'));
      return user;
    },
    getRequest: (at) => {
      const http = at.invoke(at.get(argument(at, 0), 'switchToHttp'), [], argument(at, 0));
      return at.invoke(at.get(http, 'getRequest'), [], http);
    },
    getAuthenticateOptions: () => undefined,
    logIn: (at) => at.promise?.(at.const(undefined)),
  });
};

/** Kept on a class that `PassportStrategy` gives: the strategy of a package, and the name that the program gives it; on instances, what the package is told. */
const [STRATEGY, NAME, TOLD] = ['_strategy', '_strategyName', '_strategyOptions'];

const strategyMade: Transfer = (call) => {
  const made = call.record({ [TOLD]: argument(call, 0) });
  call.markOpen?.(made);
  return made;
};

/** A class of the program that is a strategy itself: it has an `authenticate`. */
const writtenStrategy = (call: Call, strategy: Value): boolean =>
  call.isFunction(strategy) && writtenMethod(call, call.get(strategy, 'prototype'), 'authenticate') !== null;

/** Of a strategy of the program the class that `PassportStrategy` makes: it gives it as its last argument who calls `validate`. */
function mixin(call: Call, strategy: Value, kept: Readonly<Record<string, Value>>): Value {
  const object = call.global!('Object');
  const prototype = call.invoke(call.get(object, 'create'), [call.get(strategy, 'prototype')]);
  const cls: Value = call.fn(
    'PassportStrategy',
    (made) => {
      const verify: Transfer = (at) => {
        const done = (...given: readonly Value[]): void => {
          at.invoke(at.args.at(-1)!, given);
        };
        const ask = (): void => {
          const user = at.awaited(at.invoke(at.get(instance, 'validate'), at.args, instance));
          done(at.const(null), ...(at.elements(user) ?? [user]));
        };
        if (at.catching)
          at.catching(ask, (error) => {
            done(error, at.const(null));
          });
        else ask();
      };
      const instance = made.construct(strategy, [...made.args, made.fn('verify', verify)]);
      made.invoke(made.get(object, 'setPrototypeOf'), [instance, made.get(made.newTarget ?? cls, 'prototype')]);
      return instance;
    },
    { prototype, ...kept },
  );
  return cls;
}

/** `AuthGuard()` as the guard of the strategy that all modules agree on; where they do not, only the framework's injection knows. */
export function withDefaultStrategy(call: Call, injector: Injector, base: Unknown): Unknown {
  const { module, path, args } = base.provenance!;
  if (module !== MODULE || !/\bAuthGuard\(\)/.test(path) || (args?.[0] && !call.isUndefined(args[0]))) return base;
  const strategies = storeOf(call).passportOptions.map((provider) => {
    const given = injector.make(call, provider);
    return given.kind === 'object' ? call.get(given, 'defaultStrategy') : call.const(undefined);
  });
  const texts = new Set(strategies.map((strategy) => JSON.stringify(call.json(strategy) ?? null)));
  return texts.size === 1 && !call.isUndefined(strategies[0]!)
    ? { ...base, provenance: { ...base.provenance!, args: [strategies[0]!] } }
    : base;
}

/** The name that a strategy of a package has where the program gives it none: that of its package, without what all of them begin with. Empty: the package has only what all of them extend. */
const kindOf = (strategy: Value | undefined): string | null => {
  const found = strategy?.kind === 'unknown' ? /^passport-(?:http-)?([\w-]+)$/.exec(strategy.provenance?.module ?? '')?.[1] : undefined;
  return found === 'strategy' ? '' : (found ?? null);
};

/** Whatever a package calls it (`extractor: ExtractJwt.fromAuthHeaderAsBearerToken()`): its strategy takes a token of where that says. */
function extractorTold(call: Call, injector: Injector, cls: Value): Value | undefined {
  const instance = injector.resolve(call, cls);
  const told = instance.kind === 'object' ? call.get(instance, TOLD) : instance;
  const given = told.kind === 'object' ? (call.knownEntries?.(told) ?? []) : [];
  return given
    .map(([, value]) => value)
    .find((value) => value.kind === 'unknown' && /^ExtractJwt\.from\w+\(\)$/.test(value.provenance?.path ?? ''));
}

/** What a guard of passport leaves on the request. */
export type Admission = (call: Call, exchange: Exchange) => void;

interface Strategy {
  readonly cls: Value;
  readonly kind: string;
}

/** What passport asks of the classes that an application provides: looked for once in as many classes, since every guard of every route asks for it. */
interface AskedClasses {
  readonly provided: number;
  /** Strategies, by the name each goes by. */
  readonly strategies: ReadonlyMap<string, readonly Strategy[]>;
  /** Strategies and guards. */
  readonly all: readonly Value[];
}
const askedOf = new WeakMap<Injector, AskedClasses>();

function askedClasses(call: Call, injector: Injector): AskedClasses {
  const classes = injector.classes(call);
  const known = askedOf.get(injector);
  if (known?.provided === classes.length) return known;
  const strategies = new Map<string, Strategy[]>();
  const all: Value[] = [];
  for (const cls of classes) {
    const strategy = keptOn(call, cls, STRATEGY);
    if (!call.isUndefined(strategy) || call.isFunction(call.get(call.get(cls, 'prototype'), 'canActivate'))) all.push(cls);
    const written = writtenStrategy(call, strategy);
    const kind = written
      ? 'custom'
      : (kindOf(strategy) ?? (strategy.kind === 'unknown' && extractorTold(call, injector, cls) ? 'jwt' : null));
    const named = call.text(keptOn(call, cls, NAME));
    const name = kind === null ? null : (named ?? (written ? call.text(call.get(injector.resolve(call, cls), 'name')) : kind));
    if (name) strategies.set(name, [...(strategies.get(name) ?? []), { cls, kind: kind || name }]);
  }
  const asked = { provided: classes.length, strategies, all };
  askedOf.set(injector, asked);
  return asked;
}

/** The classes of the program that are the strategies of a guard, by the names it gives (`class JwtStrategy extends PassportStrategy(Strategy, 'jwt')`); null for a name that is none of one alone. */
function namesOf(call: Call, guard: Unknown): readonly (string | null)[] {
  const given = guard.provenance?.args?.[0];
  return given && !call.isUndefined(given) ? [...new Set((call.elements(given) ?? [given]).map((name) => call.text(name)))] : ['jwt'];
}
function strategiesOf(call: Call, injector: Injector, guard: Unknown): readonly (Strategy | null)[] {
  const { strategies } = askedClasses(call, injector);
  return namesOf(call, guard).map((name) => {
    const [fitting, ...others] = (name !== null && strategies.get(name)) || [];
    return others.length === 0 ? (fitting ?? null) : null;
  });
}

/** The same where it is one alone. */
function strategyOf(call: Call, injector: Injector, guard: Unknown): Strategy | null {
  const [strategy, ...others] = strategiesOf(call, injector, guard);
  return others.length === 0 ? (strategy ?? null) : null;
}

/** The guard under the names that packages give its strategies: who reads `AuthGuard('night')` cannot know that it takes a token. */
export function underPackageName(call: Call, injector: Injector, guard: Unknown): Unknown {
  const strategies = isGuard(guard) ? strategiesOf(call, injector, guard) : [];
  if (!strategies.some((strategy) => strategy)) return guard;
  const given = guard.provenance?.args?.[0];
  const written = given ? (call.elements(given) ?? [given]) : [];
  const names = strategies.map((strategy, index) => (strategy ? call.const(strategy.kind) : (written[index] ?? call.const(null))));
  return { ...guard, provenance: { ...guard.provenance!, args: [names.length === 1 ? names[0]! : call.list(names)] } };
}

/** Tells an instance of a strategy what passport does with what it says of a request. */
function told(call: Call, instance: Value, names: readonly string[], says: (at: Call) => void): void {
  for (const name of names) call.set(instance, name, call.fn(name, says));
}

/** What a strategy does with a request, by the methods that passport gives it. */
const LETS_IN = ['success', 'pass'] as const;
const SENDS_AWAY = ['fail', 'redirect', 'error'] as const;

/** Whether a strategy of a guard lets in whoever asks: its own `authenticate` says so of a request that has nothing. */
export function letsEverybodyIn(call: Call, injector: Injector, guard: Unknown): boolean {
  if (!isGuard(guard)) return false;
  return strategiesOf(call, injector, guard).some((strategy) => {
    const instance = strategy && injector.resolve(call, strategy.cls);
    const authenticate = instance?.kind === 'object' ? call.get(instance, 'authenticate') : null;
    if (!authenticate || !call.isFunction(authenticate)) return false;
    const ends: boolean[] = [];
    told(call, instance!, LETS_IN, () => {
      ends.push(true);
    });
    told(call, instance!, SENDS_AWAY, () => {
      ends.push(false);
    });
    const empty = (): Value => call.record({});
    const request = call.record({ headers: empty(), cookies: empty(), query: empty(), body: empty() });
    const ask = (): void => {
      call.awaited(call.invoke(authenticate, [request, call.record({})], instance!));
    };
    // What fails on the way, as a database may, says nothing of who asks.
    const run = (): void => {
      if (call.catching) call.catching(ask, () => undefined);
      else ask();
    };
    return call.throwsNothing !== undefined && (call.throwsNothing(run), ends.length > 0 && ends.every((end) => end));
  });
}

/** Where the strategies of a guard look for the credential; of one alone only when that is not the header `authorization` alone. */
export function credentialPlaces(call: Call, injector: Injector, guard: Unknown): readonly TokenPlace[] {
  const strategies = isGuard(guard) ? strategiesOf(call, injector, guard) : [];
  const places = strategies.map((strategy) => (strategy ? placesOf(call, injector, strategy) : []));
  if (!places.some(({ length }) => length > 0)) return [];
  return strategies.flatMap((strategy, index) =>
    places[index]!.length === 0 && strategy && /jwt|bearer|token/i.test(strategy.kind) ? [BEARER] : places[index]!,
  );
}

const BEARER = { in: 'header', name: 'authorization' } as const;

function placesOf(call: Call, injector: Injector, { cls, kind }: Strategy): readonly TokenPlace[] {
  const instance = injector.resolve(call, cls);
  if (instance.kind !== 'object') return [];
  const told = call.get(instance, TOLD);
  const option = (name: string): Value => (told.kind === 'object' ? call.get(told, name) : call.const(undefined));
  if (kind === 'jwt') {
    const own = option('jwtFromRequest');
    return placesOfToken(call, (call.isUndefined(own) ? extractorTold(call, injector, cls) : null) ?? own);
  }
  const header = kind === 'headerapikey' ? call.text(option('header')) : null;
  return header === null ? [] : [{ in: 'header', name: header.toLowerCase() }];
}

const isGuard = (guard: Unknown): boolean => guard.provenance?.module === MODULE && /\bAuthGuard\(\)/.test(guard.provenance.path);

/** What a guard of passport leaves as `request.user`: what the `validate` of its strategy gives, where that is something. */
export function admission(call: Call, injector: Injector, guard: Unknown): Admission | null {
  if (!isGuard(guard)) return null;
  const strategies = strategiesOf(call, injector, guard).map((strategy) => {
    const instance = strategy && injector.resolve(call, strategy.cls);
    return instance?.kind === 'object' ? { instance, kind: strategy!.kind } : null;
  });
  const ask = (at: Call, exchange: Exchange, strategy: (typeof strategies)[number]): Value | null => {
    const validate = strategy && at.get(strategy.instance, 'validate');
    return validate && at.isFunction(validate) ? admitted(at, exchange, validate, strategy.instance, strategy.kind) : null;
  };
  const elsewhere = strategiesOf(call, injector, guard).some((strategy, index) =>
    sendsElsewhere((strategy?.kind || namesOf(call, guard)[index]) ?? ''),
  );
  return (at, exchange) => {
    if (elsewhere) exchange.seen.answer(at, { status: 302 });
    const users = strategies.map((strategy) => {
      // Whom one of several refuses the next one may let in.
      if (strategies.length === 1 || !at.catching) return ask(at, exchange, strategy);
      let user: Value | null = null;
      at.catching(
        () => {
          user = ask(at, exchange, strategy);
        },
        () => undefined,
      );
      return user;
    });
    const known = users.filter((user): user is Value => user !== null);
    const user = known.length < users.length ? null : users.length === 1 ? known[0] : at.oneOf?.(known, 'who is let in');
    // Another guard's user is not this one's.
    at.set(exchange.request, 'user', user ?? exchange.seen.incoming('context', ['user']));
    leaveAll(at, exchange);
  };
}

/** The same of a guard that has a `handleRequest` of its own: it is given the user, or what a strategy has thrown, and throws itself or says who the caller is. */
export const handled =
  (admit: Admission, guard: Value | null, contextOf: (call: Call, exchange: Exchange) => Value): Admission =>
  (at, exchange) => {
    const handle = writtenMethod(at, guard, 'handleRequest');
    if (!handle || !at.catching) {
      admit(at, exchange);
      return;
    }
    const ask = (error: Value, user: Value): void => {
      const given = [error, user, at.const(undefined), contextOf(at, exchange)];
      at.set(exchange.request, 'user', at.invoke(handle, given, guard!));
    };
    let user: Value | undefined;
    at.catching(
      () => {
        admit(at, exchange);
        user = at.get(exchange.request, 'user');
      },
      (error) => {
        ask(error, at.const(false));
      },
    );
    if (user) ask(at.const(null), user);
    leaveAll(at, exchange);
  };

/** The same where the guard does without a user: what is there then its own `handleRequest` says. */
export const perhaps =
  (admit: Admission, guard: Value | null, target: Target): Admission =>
  (at, exchange) => {
    admit(at, exchange);
    const handle = writtenMethod(at, guard, 'handleRequest');
    const nobody = handle && asNobody(at, handle, guard!, executionContext(at, exchange, target));
    const user = at.oneOf?.(
      [at.get(exchange.request, 'user'), nobody?.kind === 'object' ? nobody : at.const(undefined)],
      'somebody is logged in',
    );
    if (user) at.set(exchange.request, 'user', user);
    leaveAll(at, exchange);
  };

/** What a guard does without a user: its own `handleRequest` says, else that of its package, which is an `UnauthorizedException`. */
export const refuseNobody =
  (guard: Value | null): Refusal =>
  (call, context) => {
    const refuse = (): void => {
      call.mayThrow?.(exception(call, 'UnauthorizedException'));
    };
    const handle = writtenMethod(call, guard, 'handleRequest');
    if (!handle || !call.catching) {
      refuse();
      return;
    }
    call.catching(
      () => {
        asNobody(call, handle, guard!, context);
      },
      (error) => {
        for (const each of call.alternatives(error)) call.mayThrow?.(each);
      },
    );
  };

const asNobody = (call: Call, handle: Value, guard: Value, context: Value): Value =>
  call.invoke(handle, [call.const(null), call.const(false), call.unknown('what a strategy says of a request'), context], guard);

/**
 * A guard of the program asks one of passport: it refuses whoever does not have what its strategy looks for, or something that is no good, unless its
 * own `handleRequest` says otherwise.
 */
export function delegated(call: Call, injector: Injector, exchange: Exchange, context: Value, guard: Value, package_: Unknown): void {
  const base = withDefaultStrategy(call, injector, package_);
  refuseWithout(placesAsked(call, injector, base), guard)(call, context, exchange);
  const admit = admission(call, injector, base);
  if (admit) handled(admit, guard, () => context)(call, exchange);
}

/** Whom a guard refuses who sends nothing where its strategy looks. */
export const refuseWithout =
  (places: readonly TokenPlace[], guard: Value): Refusal =>
  (call, context, exchange) => {
    const handle = writtenMethod(call, guard, 'handleRequest');
    const refuse = (): unknown =>
      handle ? asNobody(call, handle, guard, context) : call.throws?.(exception(call, 'UnauthorizedException'));
    const look = ([place, ...others]: readonly TokenPlace[]): unknown =>
      place
        ? call.either!(exchange!.seen.incoming(place.in, [place.name]), (holds) =>
            holds ? call.either!(call.unknown('whether a credential is good'), (isGood) => isGood || refuse()) : look(others),
          )
        : refuse();
    if (exchange && call.either && places.length > 0 && places.every(({ name }) => name !== '')) look(places);
    else refuseNobody(guard)(call, context);
  };

/** Where a guard of passport looks for the credential; empty where it asks for none that a client could hold beforehand. */
export function placesAsked(call: Call, injector: Injector, base: Unknown): readonly TokenPlace[] {
  const given = base.provenance?.args?.[0];
  const strategy = strategyOf(call, injector, base);
  const kinds = strategy ? [strategy.kind] : given ? (call.elements(given) ?? [given]).map((name) => call.text(name) ?? '') : [];
  const places = strategy ? placesOf(call, injector, strategy) : [];
  return places.length === 0 && kinds.some((kind) => /jwt|bearer|basic|digest/i.test(kind)) ? [BEARER] : places;
}

/** Makes strategies and guards, before anything runs that asks for them: what a run makes is taken back after it. */
export function makeAsked(call: Call, injector: Injector): void {
  for (const cls of askedClasses(call, injector).all) injector.resolve(call, cls);
}

/** What `validate` gives of what its package hands over, which nobody knows; nothing where it answers through a callback. */
function admitted(call: Call, exchange: Exchange, validate: Value, instance: Value, kind: string): Value | null {
  const arity = call.arity(validate) ?? 1;
  if (kind === 'custom') return byRequest(call, exchange, validate, instance, arity);
  const own = kind === 'jwt' || kind === 'bearer' ? 1 : kind === 'local' ? 2 : 3;
  if (arity > own + 1) return null;
  const fields = credentialFields(call, exchange.seen, kind, call.get(instance, TOLD));
  const given =
    fields.length > 0
      ? fields
      : Array.from({ length: own }, () => call.unknown(kind === 'jwt' ? 'the claims of a token' : 'what a strategy is given'));
  return letIn(call, call.awaited(call.invoke(validate, arity === own + 1 ? [exchange.request, ...given] : given, instance)));
}

function letIn(call: Call, user: Value): Value | null {
  const found = call.alternatives(user).filter((each) => call.truthy(each) !== false);
  return found.length === 0 ? null : found.length === 1 ? found[0]! : (call.oneOf?.(found, 'who is let in') ?? user);
}

/** A strategy of the program's own (passport-custom) gets the request as it is, and says who that is, or calls back; one with an `authenticate` calls `success`. */
function byRequest(call: Call, exchange: Exchange, validate: Value, instance: Value, arity: number): Value | null {
  const called: Value[] = [];
  const done = call.fn('done', (inner) => {
    if (inner.args[1]) called.push(inner.args[1]);
  });
  const authenticate = call.get(instance, 'authenticate');
  if (call.isFunction(authenticate)) {
    told(call, instance, SENDS_AWAY, () => undefined);
    told(call, instance, LETS_IN, (inner) => {
      called.push(inner.args[0] ?? inner.const(undefined));
    });
    call.awaited(call.invoke(authenticate, [exchange.request, call.record({})], instance));
    const users = called.flatMap((user) => letIn(call, user) ?? []);
    return users.length > 1 ? (call.oneOf?.(users, 'who is let in') ?? null) : (users[0] ?? null);
  }
  const user = call.awaited(call.invoke(validate, arity > 1 ? [exchange.request, done] : [exchange.request], instance));
  return letIn(call, called.length > 1 ? (call.oneOf?.(called, 'who is let in') ?? user) : (called[0] ?? user));
}
