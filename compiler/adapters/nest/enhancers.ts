import { NO_FACTS, type BodyFacts, type MiddlewareId, type MiddlewareType, type Span } from '@tool/ir';
import {
  defineHostType,
  isAbsent,
  type Call,
  type Emit,
  type HostType,
  type ObjectValue,
  type Realm,
  type TokenPlace,
  type Transfer,
  type Unknown,
  type Value,
} from '@tool/scanner-sdk';
import { nestDiagnostics } from './diagnostics.js';
import type { Filter } from './filters.js';
import type { Injector } from './injection.js';
import { exception } from './exceptions.js';
import { observeGuard, observeMiddleware, observeRefusal, type Delegate, type Refusal } from './serve.js';
import { packageBase, writtenMethod } from './class-bases.js';
import { isForeignValidation } from './pipes.js';
import {
  admission,
  credentialPlaces,
  delegated,
  handled,
  letsEverybodyIn,
  makeAsked,
  perhaps,
  placesAsked,
  refuseNobody,
  refuseWithout,
  underPackageName,
  withDefaultStrategy,
} from './passport.js';
import { GUARDING, executionContext, guardingOf } from './exchange.js';
import { storeOf, type MetadataKey } from './store.js';
import { changesThrottler, isThrottler, limitsOf, throttlerException } from './throttler.js';

/** The method of a class that does the work. */
const METHODS = { middleware: 'use', guard: 'canActivate', interceptor: 'intercept', pipe: 'transform' } as const;
export type EnhancerKind = keyof typeof METHODS;

export interface ChainLink {
  readonly middleware: MiddlewareId;
  readonly conditional?: boolean;
}

/** What a guard is asked about. */
export interface Target {
  readonly cls: Value;
  readonly handler: Value;
  /** The method of the requests that it serves, in upper case. */
  readonly method: string;
  /** The parameters that the path of a middleware has, and what stands there in that of the route. */
  readonly renamed?: ReadonlyMap<string, string>;
  /** A guard that would have told who the caller is lets everybody pass: nobody is on the request. False: somebody may be. */
  isOfNobody?: boolean;
}

const NOTHING: BodyFacts = { ...NO_FACTS, parameters: 1 };

/** Of a guard of a package: whether it lets everybody pass, and where it looks for the credential. */
const factsOf = (variant: Variant, places: readonly TokenPlace[]): BodyFacts => {
  const names = (where: TokenPlace['in']): string[] => places.filter((place) => place.in === where).map(({ name }) => name);
  return {
    ...NOTHING,
    ...(variant !== 'optional' && { continues: 'maybe' }),
    cookies: names('cookie'),
    headers: names('header'),
    query: names('query'),
  };
};

/** An interceptor that refuses nobody is no guard, whatever of a credential it looks at (to hand it on, to write it down). */
const aroundHandlers = (found: BodyFacts): BodyFacts =>
  found.statuses.some((status) => status === 401 || status === 403) ? found : { ...found, headers: [], cookies: [], query: [], reads: [] };

/** A question put to a guard; it notes whether the answer depends on the request, and whether the guard leaves something on it. */
interface Question extends Target {
  asked: boolean;
  left: boolean;
  /** The request itself was taken, or given away. */
  read?: boolean;
  /** The request is one without anything that a client may leave out, and the method of a package throws, or says no, or lets it pass all the same. */
  readonly own?: 'throws' | 'refuses' | 'passes';
  /** Where it was asked. */
  at?: Span;
  /** So was something that may hold a credential. */
  looks?: boolean;
  /** The address was looked at: whom it lets pass there shows when it runs. */
  isPlaced?: boolean;
}

/** What a guard does with a request that the package's method refuses: lets it pass on some way, or on every way; and whether it throws behind that. */
interface Asked {
  readonly passes: boolean;
  readonly surely: boolean;
  readonly sentAway: boolean;
}

/** For how many kinds of routes a guard is run; of those beyond them only the text of its method is looked at. */
const MAX_KINDS = 500;

function questionOf(call: Call): Question | null {
  return call.data(call.receiver, contextType);
}
const noteRead =
  (of: (call: Call) => Question | null) =>
  (call: Call): void => {
    const question = of(call);
    if (question) question.read = true;
  };

/** What somebody sends who has no credential; of everything else only run time knows whether it is there. */
const strangersType: HostType<null> = defineHostType<null>({
  name: 'what strangers send',
  methods: {},
  missing: (call, key) => (/auth|token|jwt|key|session|cookie/i.test(key) ? call.const(undefined) : call.unknown(`${key} of a request`)),
});

/** A request of which only run time knows anything: reading from it makes the answer a matter of the request. */
const requestType: HostType<Question> = defineHostType<Question>({
  name: 'request',
  methods: {},
  handedOut: noteRead((call) => call.data(call.receiver, requestType)),
  assign: (call, _key, value) => {
    const question = call.data(call.receiver, requestType);
    if (question) question.left = true;
    return value;
  },
  missing: (call, key) => {
    const question = call.data(call.receiver, requestType);
    // Guards let a browser ask beforehand: routes for that are another matter.
    if (question && key === 'method' && question.method !== 'ALL') return call.const(question.method);
    if (question?.isOfNobody && key === 'user') return call.const(undefined);
    if (question && /^(?:route|url|path|originalUrl)$/.test(key)) question.isPlaced = true;
    if (question && key !== 'then') question.asked = question.read = true;
    if (question && /^(?:headers?|get|cookies|query)$/.test(key)) question.looks = true;
    if (question?.own && /^(query|headers|cookies|signedCookies)$/.test(key))
      return question.own === 'passes' ? call.host(strangersType, null) : call.record({});
    // Nobody is who sends nothing.
    if (question?.own && key === 'user') return call.const(undefined);
    return key === 'then' ? undefined : call.unknown(`${key} of a request`, { module: '@nestjs/common', path: `request.${key}` });
  },
});

const requestOf: Transfer = (call) => {
  const question = call.data(call.receiver, contextType) ?? call.data(call.receiver, argumentsType);
  if (question) question.read = true;
  return question ? call.host(requestType, question) : undefined;
};

const argumentsType: HostType<Question> = defineHostType<Question>({
  name: 'HttpArgumentsHost',
  handedOut: () => undefined,
  methods: { getRequest: requestOf, getResponse: requestOf, getNext: requestOf },
});

/** Set on a context whose request the method of a package has refused. */
const REFUSED = '_refused';

/** The context of another kind of call than HTTP, or a list of arguments: nothing in it is known. */
const elsewhere: Transfer = (call) => {
  const question = questionOf(call);
  if (question) question.asked = question.read = true;
  return call.unknown('the arguments of a request', { module: '@nestjs/common', path: 'context.getArgs()' });
};

/** What the context of an execution knows before there is a request. */
const contextType: HostType<Question> = defineHostType<Question>({
  name: 'ExecutionContext',
  // What a guard does with it is seen in what the guard answers.
  handedOut: noteRead(questionOf),
  methods: {
    [GUARDING]: guardingOf((call) => {
      const question = questionOf(call);
      if (!question) return undefined;
      question.asked = true;
      return (at) => {
        if (!question.own) {
          at.mayThrow?.(exception(at, 'UnauthorizedException'));
          return at.unknown('whether a guard of passport lets a request pass');
        }
        question.at ??= at.span;
        if (question.own !== 'throws') return at.const(question.own === 'passes');
        at.set(at.receiver, REFUSED, at.const(true));
        return at.throws?.(exception(at, 'UnauthorizedException')) ?? at.const(false);
      };
    }),
    getClass: (call) => questionOf(call)?.cls,
    getHandler: (call) => questionOf(call)?.handler,
    getType: (call) => call.const('http'),
    switchToHttp: (call) => {
      const question = questionOf(call);
      return question ? call.host(argumentsType, question) : undefined;
    },
    getArgs: elsewhere,
    getArgByIndex: elsewhere,
    switchToRpc: elsewhere,
    switchToWs: elsewhere,
  },
});

/** `GqlExecutionContext.create(context)`: what comes of it depends on the request. */
export const graphqlContext = (realm: Realm): Value =>
  realm.record({
    create: realm.fn('create', (call) => {
      const question = call.args[0] ? call.data(call.args[0], contextType) : null;
      if (question) question.asked = true;
      return call.unknown('a GraphQL context', { module: '@nestjs/graphql', path: 'GqlExecutionContext.create()' });
    }),
  });

/** Makes middlewares of guards, interceptors, pipes and middleware classes, each once. */
export class Enhancers {
  private readonly made = new Map<Value, Map<string, MiddlewareId>>();
  private readonly numbers = new Map<object, number>();
  /** The exception filters behind a method: those of the application that is registered. */
  filters: (target: Target) => readonly Filter[] = () => [];
  constructor(private readonly injector: Injector) {}

  /** The entries of lists like those of `@UseGuards`, in order. */
  chain(call: Call, emit: Emit, kind: EnhancerKind, lists: readonly (Value | null)[], target: Target): ChainLink[] {
    return lists
      .flatMap((list) => (list ? (call.elements(list) ?? []) : []))
      .flatMap((element) => this.link(call, emit, kind, element, target));
  }

  link(call: Call, emit: Emit, kind: EnhancerKind, element: Value, target: Target): ChainLink[] {
    if (element.kind !== 'oneOf')
      return isAbsent(element) || element.kind === 'const' ? [] : [{ middleware: this.middleware(call, emit, kind, element, target) }];
    return element.values.flatMap((alternative, index) =>
      this.link(call, emit, kind, alternative, target).map((link) =>
        element.preferred && index === 0 ? link : { ...link, conditional: true },
      ),
    );
  }

  private middleware(call: Call, emit: Emit, kind: EnhancerKind, value: Value, target: Target): MiddlewareId {
    const seen = this.see(call, kind, value);
    if (kind === 'guard' && seen.base && isThrottler(seen.base.provenance!.module)) return this.limiter(call, emit, value, seen, target);
    const looked = kind === 'guard' && (seen.method || seen.base) ? this.variant(call, value, seen, target) : DEMANDS;
    const { variant, of } = looked;
    if (kind === 'guard') {
      if (variant !== 'passes') target.isOfNobody = false;
      else if (seen.base && refusalOf(seen.base, null)) target.isOfNobody ??= true;
    }
    const owner = variant === 'passes' ? null : this.injector.ownOf(call, value);
    const under = kind === 'guard' ? this.under(target) : target.renamed ? ` with ${[...target.renamed].join()}` : '';
    return this.once(value, variant === 'passes' ? variant : `${of}${owner ? ` in module ${this.number(owner)}` : ''}${under}`, () =>
      this.build(call, emit, kind, value, seen, looked, target),
    );
  }

  /** What a guard throws is answered by the filters of the route that it guards. */
  private under(target: Target): string {
    return this.filters(target)
      .map(({ instance }) => (instance.kind === 'object' ? ` under ${this.number(instance)}` : ''))
      .join('');
  }

  private number(of: object): number {
    const known = this.numbers.get(of) ?? this.numbers.size;
    this.numbers.set(of, known);
    return known;
  }

  /** A guard that counts: one entry for each pair of limits. */
  private limiter(call: Call, emit: Emit, value: Value, seen: Seen, target: Target): MiddlewareId {
    const limits = limitsOf(call, this.injector, target);
    const method = seen.own && changesThrottler(call, seen.own) ? call.get(seen.own, 'canActivate') : null;
    const looked = method?.kind === 'object' ? this.variant(call, value, { ...seen, method }, target) : DEMANDS;
    return this.once(value, `limits ${JSON.stringify(limits)} ${looked.variant} ${looked.of}${this.under(target)}`, () => {
      const name = seen.name || 'ThrottlerGuard';
      if (limits === null || looked.variant === 'passes')
        return emit.middleware(call.unknown('a guard that counts nothing'), { name, type: 'rate-limit', facts: NOTHING });
      const given = call.record(Object.fromEntries(Object.entries(limits).map(([key, limit]) => [key, call.const(limit)])));
      const counted = call.unknown('the limits of a route', {
        module: seen.base!.provenance!.module,
        path: `${memberName(seen.base!) || name}()`,
        ...(Object.keys(limits).length > 0 && { args: [given] }),
      });
      return emit.middleware(counted, {
        name,
        type: 'rate-limit',
        observe: method
          ? observeGuard(method, this.instanceOf(call, value), target, this.filters(target), this.delegate(call))
          : observeRefusal((inner) => inner.mayThrow?.(throttlerException(inner)), target, this.filters(target)),
      });
    });
  }

  private once(value: Value, variant: string, make: () => MiddlewareId): MiddlewareId {
    const known = this.made.get(value)?.get(variant);
    if (known !== undefined) return known;
    const id = make();
    let variantsMade = this.made.get(value);
    if (!variantsMade) this.made.set(value, (variantsMade = new Map()));
    variantsMade.set(variant, id);
    return id;
  }

  private build(
    call: Call,
    emit: Emit,
    kind: EnhancerKind,
    value: Value,
    seen: Seen,
    { variant, stated, looks }: Looked,
    target: Target,
  ): MiddlewareId {
    const { name } = seen;
    // What a middleware throws no filter of a controller sees: it runs before one is chosen.
    const filters = this.filters(kind === 'middleware' ? { ...target, cls: seen.cls ?? value, handler: seen.method ?? value } : target);
    const type = seen.base ? typeOf(kind, seen.base) : undefined;
    // A package's middleware without a name of its own is named after its package.
    const named = { ...(name !== '' && { name }), ...(type !== undefined && { type }) };
    // Lets everything pass here, so it demands nothing, whatever it does elsewhere.
    if (variant === 'passes') {
      const nothing = (): undefined => undefined;
      const standIn = (seen.method && call.inPlaceOf?.(seen.method, nothing, { name })) ?? call.fn(name, nothing);
      return emit.middleware(standIn, { name, type: 'auth', facts: NOTHING });
    }
    const kinds = this.made.get(value)?.size ?? 0;
    const method = kinds < MAX_KINDS ? seen.method : null;
    if (kinds === MAX_KINDS) emit.report(nestDiagnostics, 'many-kinds-of-routes', { name, count: String(MAX_KINDS) });
    if (seen.base) {
      const own = kind === 'guard' && seen.cls ? this.instanceOf(call, value) : null;
      const refusal = kind === 'guard' ? refusalOf(seen.base, own) : null;
      const base = kind === 'guard' ? withDefaultStrategy(call, this.injector, seen.base) : seen.base;
      const served = underPackageName(call, this.injector, base);
      const asked = kind === 'guard' ? admission(call, this.injector, base) : null;
      const admit = asked && handled(asked, own, (at, exchange) => executionContext(at, exchange, target));
      const admits = (variant === 'optional' || variant === 'sends away') && admit ? perhaps(admit, own, target) : admit;
      const places = kind === 'guard' ? credentialPlaces(call, this.injector, base) : [];
      const { args, module } = served.provenance!;
      // What decorators state for it goes behind the strategies.
      const rights = stated.length > 0 && module === '@nestjs/passport' ? { args: [args?.[0] ?? call.const(null), ...stated] } : {};
      return emit.middleware(
        { ...served, provenance: { ...served.provenance!, ...rights } },
        {
          ...named,
          ...((places.length > 0 || variant === 'optional') && { facts: factsOf(variant, places) }),
          ...(method && own
            ? {
                observe: observeGuard(method, own, target, filters, this.delegate(call), {
                  admit: admits,
                  refuse: looks && variant === 'demands' && refusal ? refuseWithout(placesAsked(call, this.injector, base), own) : refusal,
                }),
              }
            : refusal && { observe: observeRefusal(variant === 'demands' ? refusal : () => undefined, target, filters, admits) }),
        },
      );
    }
    if (!seen.method)
      return emit.middleware(value, {
        ...named,
        ...(kind === 'middleware' && call.isFunction(value) && { observe: observeMiddleware(value, null, filters, target.renamed) }),
      });
    // Bound to its instance, so that what it calls in injected services counts as its own.
    const instance =
      value.kind === 'object' && !call.isFunction(value)
        ? value
        : kind === 'guard' || kind === 'middleware'
          ? this.injector.resolve(call, value)
          : null;
    const observe =
      method && kind === 'guard'
        ? observeGuard(method, instance, target, filters, this.delegate(call))
        : method && kind === 'middleware'
          ? observeMiddleware(method, instance, filters, target.renamed)
          : null;
    return emit.middleware(
      instance?.kind === 'object' ? call.invoke(call.get(seen.method, 'bind'), [instance], seen.method) : seen.method,
      {
        ...named,
        ...(observe && { observe }),
        ...(kind === 'interceptor' && { facts: aroundHandlers }),
        // What decorators state for it is what it is made with for this route: `@Roles('editor')`.
        ...(stated.length > 0 && { arguments: stated }),
      },
    );
  }

  private delegate(call: Call): Delegate {
    makeAsked(call, this.injector);
    return (at, ...given) => {
      delegated(at, this.injector, ...given);
    };
  }

  private see(call: Call, kind: EnhancerKind, value: Value): Seen {
    if (value.kind === 'unknown')
      return { name: memberName(value), cls: null, method: null, own: null, base: value.provenance ? value : null };
    if (value.kind !== 'object') return { name: call.describe(value), cls: null, method: null, own: null, base: null };
    const isClass = call.isFunction(value) && call.get(value, 'prototype').kind === 'object';
    const cls = isClass ? value : call.isFunction(value) ? null : call.get(value, 'constructor');
    const prototype = cls && cls.kind === 'object' ? call.get(cls, 'prototype') : null;
    const method = writtenMethod(call, isClass && prototype ? prototype : value, METHODS[kind]);
    if (isClass && !method && kind === 'middleware') return { name: call.describe(value), cls: null, method: null, own: null, base: null };
    return {
      name: nameOf(call, cls) || call.describe(value),
      cls: cls?.kind === 'object' ? cls : null,
      method,
      own: prototype,
      base: cls ? packageBase(call, cls) : null,
    };
  }

  /** Asks the guard itself about this route, with what is known before there is a request; routes of which it reads the same metadata are alike to it. */
  private variant(call: Call, value: Value, seen: Seen, target: Target): Looked {
    const question: Question = { ...target, asked: false, left: false };
    let variant: Variant = 'demands';
    const read = storeOf(call).noting(() => {
      variant = this.answerOf(call, value, seen, target, question);
    });
    const names = (key: MetadataKey): string =>
      typeof key === 'object' && key !== null ? (call.heldAs?.(key) ?? call.describe(key)) : String(key);
    const of = [variant, ...read.map((each) => `${names(each.key)} ${textOf(call, each.value)}`)].join();
    const stated = read.flatMap(({ key, value: each }) =>
      rightsIn(
        call,
        each,
        [names(key), seen.name].some((name) => NAMES_RIGHTS.test(name)),
      ),
    );
    return { variant, of, stated: [...new Set(stated)], looks: question.looks === true };
  }

  private answerOf(call: Call, value: Value, seen: Seen, target: Target, question: Question): Variant {
    const context = call.host(contextType, question);
    const instance = this.instanceOf(call, value);
    // A guard that throws demands something; so does one that asks for what is not known, unless it says yes whatever that is.
    let says = false;
    const ask = (): void => {
      says = seen.method !== null && call.constant(call.awaited(call.invoke(seen.method, [context], instance))) === true;
    };
    try {
      const always = call.throwsNothing ? call.throwsNothing(ask) && !question.left : (ask(), false);
      if (says && (always || !question.asked)) return 'passes';
    } catch {
      return 'demands';
    }
    if (this.sparesStrangers(call, seen, target, instance)) return 'optional';
    if (seen.base && letsEverybodyIn(call, this.injector, seen.base)) return 'optional';
    const handle = seen.base && writtenMethod(call, seen.own, 'handleRequest');
    if (!handle) return 'demands';
    // What the package's own method does with nobody is to refuse.
    try {
      call.invoke(handle, [call.const(null), call.const(false), call.const(undefined), context], instance);
      return this.sendsAway(call, seen, target, instance) ? 'sends away' : 'optional';
    } catch {
      return 'demands';
    }
  }

  /** The package's method lets everybody pass, and behind it the guard's own sends away whoever sends nothing. */
  private sendsAway(call: Call, seen: Seen, target: Target, instance: Value): boolean {
    if (!seen.method || !call.throwsNothing || !call.catching) return false;
    const context = call.host(contextType, { ...target, asked: false, left: false, own: 'passes' });
    let passes = false;
    const run = (): void => {
      const given = call.awaited(call.invoke(seen.method!, [context], instance));
      if (call.alternatives(given).some((each) => call.truthy(each) !== false)) passes = true;
    };
    call.throwsNothing(() => call.catching!(run, () => undefined));
    return !passes;
  }

  /** `try { return await super.canActivate(context); } catch { return true; }`: whoever the package's own method refuses is let pass all the same. */
  private sparesStrangers(call: Call, seen: Seen, target: Target, instance: Value): boolean {
    if (!seen.method || !seen.base || !refusalOf(seen.base, null)) return false;
    const ask = (own: NonNullable<Question['own']>): Asked => {
      const question: Question = { ...target, asked: false, left: false, own };
      const context = call.host(contextType, question);
      let found: Asked = { passes: false, surely: true, sentAway: false };
      const run = (): void => {
        const given = call.alternatives(call.awaited(call.invoke(seen.method!, [context], instance)));
        // What nobody knows, and nothing of the request decides, may be yes: a setting.
        const maySay = (each: Value): boolean =>
          own === 'throws' && question.at !== undefined && !question.read && each.kind === 'unknown' && call.truthy(each) === null;
        const says = given.filter((each) => call.constant(each) === true).length;
        const passes = (says > 0 || given.some(maySay)) && (own === 'refuses' || call.truthy(call.get(context, REFUSED)) !== false);
        found = { ...found, passes, surely: found.surely && says === given.length };
      };
      const caught = (error: Value): void => {
        const [at, from] = [error.origin?.span, question.at];
        found = {
          ...found,
          surely: false,
          sentAway: found.sentAway || (at !== undefined && at.file === from?.file && at.line >= from.line),
        };
      };
      try {
        call.throwsNothing?.(() => {
          call.catching?.(run, caught);
        });
      } catch {
        return { ...found, passes: false, surely: false };
      }
      return question.isPlaced && !found.surely ? { ...found, passes: false } : found;
    };
    const refused = ask('throws');
    if (refused.surely) return true;
    // Where some pass before the package's method is asked, whoever that refuses may be sent away by it, or behind it.
    return refused.passes && !(refused.sentAway && ask('refuses').passes);
  }

  private instanceOf(call: Call, value: Value): Value {
    return value.kind === 'object' && !call.isFunction(value) ? value : this.injector.resolve(call, value);
  }
}

/** What a guard does on a route, and what it reads of that: routes for which it reads the same are `of` one kind. */
interface Looked {
  readonly variant: Variant;
  readonly of: string;
  /** The roles and rights that decorators state for it. */
  readonly stated: readonly Value[];
  /** It looks at what may hold a credential. */
  readonly looks: boolean;
}

const DEMANDS: Looked = { variant: 'demands', of: 'demands', stated: [], looks: false };

const isTexts = (call: Call, value: Value): boolean => {
  const texts = call.elements(value) ?? [value];
  return texts.length > 0 && texts.every((each) => typeof call.constant(each) === 'string');
};

/** The rights among metadata. Of a record (`{ roles: ['editor'], mode: 'any' }`) they are what has a name of theirs, else, where it is about rights, its one list. */
function rightsIn(call: Call, value: Value, isAbout: boolean): readonly Value[] {
  if (isTexts(call, value)) return isAbout ? [value] : [];
  if (value.kind !== 'object' || call.isFunction(value) || call.elements(value)) return [];
  const texts = (call.knownEntries?.(value) ?? []).filter(([, each]) => isTexts(call, each));
  const named = texts.filter(([name]) => NAMES_RIGHTS.test(name));
  const lists = isAbout ? texts.filter(([, each]) => call.elements(each)) : [];
  const found = named.length > 0 ? named.filter(([name]) => !NAMES_OTHERS.test(name)) : lists.length === 1 ? lists : [];
  return found.map(([, each]) => each);
}
/** Rights of those who are kept out, and how several of them are joined. */
const NAMES_OTHERS = /^(?:not?|ex|with?out|den|forbid|block|bann?)|(?:mode|type|logic|operator|strategy|from)$/i;

/** What a guard takes from decorators may be anything (which kind of record it is about): rights are under a name of theirs, or for a guard that has one. */
const NAMES_RIGHTS = /role|permi(t|ss)|scope|right|privilege|abilit|polic|access|claim|group|grant/i;

/** Metadata as a text, the same for what a guard cannot tell apart; functions and objects of classes are all one. */
function textOf(call: Call, value: Value, depth = 0): string {
  if (value.kind === 'const') return JSON.stringify(value.value) ?? 'undefined';
  const elements = depth < 3 && value.kind === 'object' && !call.isFunction(value) ? call.elements(value) : null;
  if (elements) return `[${elements.map((element) => textOf(call, element, depth + 1)).join()}]`;
  const entries = depth < 3 && value.kind === 'object' && !call.isFunction(value) ? call.knownEntries?.(value) : null;
  return entries ? `{${entries.map(([key, member]) => `${key}:${textOf(call, member, depth + 1)}`).join()}}` : value.kind;
}

/**
 * `passes`: lets the requests of the route pass. `optional`: takes a credential and does without. `sends away`: the package's method does without, and what
 * the guard does behind it does not.
 */
type Variant = 'demands' | 'passes' | 'optional' | 'sends away';

interface Seen {
  readonly name: string;
  readonly cls: ObjectValue | null;
  /** The method of the program that does the work. */
  readonly method: ObjectValue | null;
  readonly own: Value | null;
  /** The class of a package that it is, or that it extends. */
  readonly base: Unknown | null;
}

function nameOf(call: Call, cls: Value | null): string {
  const name = cls?.kind === 'object' ? call.text(call.get(cls, 'name')) : null;
  return name ?? '';
}

export const memberName = (value: Unknown): string =>
  value.provenance?.path
    .replace(/\(\)/g, '')
    .replace(/^new /, '')
    .split('.')
    .filter((part) => part !== '' && part !== 'default')
    .pop() ?? '';

/** How a guard of a package refuses; null for one that nobody knows. */
const refusalOf = (base: Unknown, own: Value | null): Refusal | null =>
  /passport/.test(base.provenance!.module) ? refuseNobody(own) : null;

/** What the framework's own classes are for. */
function typeOf(kind: EnhancerKind, base: Unknown): MiddlewareType | undefined {
  const { module } = base.provenance!;
  const name = memberName(base);
  if (kind === 'pipe' && (/^(@nestjs\/common|nestjs-zod)/.test(module) || isForeignValidation(base))) return 'validation';
  if (kind === 'interceptor' && /(File|Files|FileFields)Interceptor$/.test(name)) return 'upload';
  // Guards that keep a context, or look for robots, ask nobody who he is.
  if (kind === 'guard' && /^nestjs-cls|^@arcjet\//.test(module)) return 'other';
  if (kind === 'guard' && !/throttl/i.test(module)) return 'auth';
  return undefined;
}
