import { observeUpload, type Call, type Observe, type Unknown, type Value } from '@tool/scanner-sdk';
import type { Target } from './enhancers.js';
import { exception } from './exceptions.js';
import { SENT, around as ofAll, copySet, exchangeOf, executionContext, withParameters, leaveAll, type Exchange } from './exchange.js';
import { fieldOfList } from './file-pipes.js';
import { underFilters, type Filter } from './filters.js';
import type { Admission } from './passport.js';
import { parameterRules, type ParameterRule } from './parameters.js';
import { argumentOf, type Pipe } from './pipes.js';
import { given, isStream, sentBy, sentOnWay, streamOfRoute, type LooksAtErrors } from './streams.js';

/** What a method answers by itself, as its decorators say. */
export interface AnswerRule {
  readonly status: number;
  readonly redirect: Value | null;
  readonly contentType: string | null;
  /** What texts are sent as: the server's framework decides. */
  readonly text: string;
}

/** What an interceptor of the framework takes files with: a method of multer, and what that is given. */
export interface Upload {
  readonly method: string;
  readonly args: readonly Value[];
}

/** An interceptor of the program; `everywhere`: it stands around all routes of the application. */
export interface Interceptor {
  readonly instance: Value;
  readonly everywhere: boolean;
}

export interface MethodRun {
  readonly target: Target;
  readonly instance: Value;
  /** Where each request has an instance that is given it: that one. */
  readonly made?: (call: Call) => Value;
  readonly answer: AnswerRule;
  /** Of the requests that it serves, in upper case; none where it serves them with any method. */
  readonly method?: string;
  readonly filters: readonly Filter[];
  readonly pipes: readonly Pipe[];
  /** The pipes of each parameter. */
  readonly own: ReadonlyMap<number, readonly Pipe[]>;
  /** Interceptors of the program, the outermost first. */
  readonly interceptors: readonly Interceptor[];
  readonly uploads: readonly Upload[];
}

/** A method of a controller: the arguments that its decorators ask for, and what it returns is the answer. */
export const observeMethod =
  (run: MethodRun): Observe =>
  (call, seen) => {
    const exchange = exchangeOf(call, seen, run.answer.status, run.method);
    const context = executionContext(call, exchange, run.target);
    seen.watch(exchange.response, 'statusCode');
    underFilters(call, exchange, run.target, run.filters, () => {
      const instance = run.made?.(call) ?? run.instance;
      for (const upload of run.uploads) takeFiles(call, exchange, upload);
      const rules = parameterRules(run.target.handler);
      const declared = call.declaredParameters?.(run.target.handler) ?? [];
      const count = Math.max(declared.length, ...[...rules.keys()].map((index) => index + 1));
      const handle = (): Value => {
        const args: Value[] = [];
        for (let index = 0; index < count; index++) args.push(argument(call, exchange, run, rules.get(index), index, context));
        return call.awaited(call.invoke(run.target.handler, args, instance));
      };
      const sendsItself = [...rules.values()].some((rule) => rule.kind === 'response' && rule.passthrough !== true);
      const all = run.interceptors.some(({ everywhere }) => everywhere) ? ofAll(call, exchange) : exchange;
      const outside = all === exchange ? context : executionContext(call, all, run.target);
      const answer = (result: Value | null): void => {
        if (!sendsItself || run.answer.contentType !== null || run.answer.redirect) answerReturned(call, exchange, run.answer, result);
      };
      const silent = new Set<Intercepting>();
      // The innermost first.
      const interceptors: Intercepting[] = [];
      for (const { instance: one, everywhere } of run.interceptors) {
        const interceptor = intercepting(exchange, one, everywhere ? outside : context);
        caught(
          call,
          () => {
            interceptor.start(call);
          },
          [...interceptors],
          answer,
          silent,
        );
        interceptors.unshift(interceptor);
      }
      if (all !== exchange) copySet(call, all, exchange);
      around(call, interceptors, handle, answer, silent, (result, go) => {
        apart(call, exchange, interceptors.length > 0, result, go);
      });
    });
  };

/** Takes the files of a form as multer does with the options that the interceptor was given. */
function takeFiles(call: Call, exchange: Exchange, { method, args }: Upload): void {
  const { seen, request } = exchange;
  observeUpload(call, seen, `.${method}()`, args);
  const [field, files] = [args[0] && call.text(args[0]), seen.left('files')];
  if (method === 'array' && field && files) fieldOfList.set(files, seen.incoming('body', [field]));
  const options = args[method === 'array' ? 2 : method === 'single' || method === 'fields' ? 1 : 0];
  if (options?.kind !== 'object' || method === 'none') return;
  const filter = call.get(options, 'fileFilter');
  const file = (method === 'single' ? seen.left('file') : files && call.elements(files)?.[0]) ?? call.unknown('a file');
  const decided = call.fn('callback', (inner) => {
    for (const error of inner.args[0] ? inner.alternatives(inner.args[0]) : []) if (error.kind === 'object') inner.throws?.(error);
  });
  if (call.isFunction(filter))
    call.either?.(file, (isSent) => {
      if (isSent) call.invoke(filter, [request, file, decided]);
    });
  const limits = call.get(options, 'limits');
  if (limits.kind === 'object' && !call.isUndefined(call.get(limits, 'fileSize')))
    call.mayThrow?.(exception(call, 'PayloadTooLargeException', 'File too large'));
}

function argument(call: Call, exchange: Exchange, run: MethodRun, rule: ParameterRule | undefined, index: number, context: Value): Value {
  switch (rule?.kind) {
    case undefined:
      return call.const(undefined);
    case 'request':
      return exchange.request;
    case 'response':
      return exchange.response;
    case 'other':
      return call.unknown('an argument');
    default:
      return argumentOf(
        call,
        exchange,
        rule!,
        rule!.declared ?? call.declaredParameters?.(run.target.handler)?.[index],
        run.pipes,
        run.own.get(index) ?? [],
        context,
      );
  }
}

/** What stands behind an interceptor. `fails`: it throws. */
interface Behind {
  readonly gives: (call: Call) => Value | null;
  readonly fails?: true;
}

/**
 * Interceptors, the innermost first, and then the answer. What is thrown behind one of them, or in it, comes to the next one as a stream that fails. `silent`:
 * those that are known to leave errors as they are.
 */
function intercept(
  call: Call,
  interceptors: readonly Intercepting[],
  behind: Behind,
  answer: (result: Value | null) => void,
  silent: Set<Intercepting>,
): void {
  const at = behind.fails ? interceptors.findIndex((one) => !silent.has(one)) : 0;
  const interceptor = interceptors[at];
  // What one of them gives in place of an error goes through all others.
  const others = interceptors.slice(at + 1);
  if (!interceptor) {
    answer(behind.gives(call));
    return;
  }
  let looks = false;
  const known = new Map<Value, Value>();
  const run = (): Value | null => {
    const looksAt: LooksAtErrors = (select) => {
      looks ||= behind.fails === true && !(select && interceptor.handsErrorsOn(call, select));
    };
    try {
      return interceptor.run(call, behind.gives, looksAt, (way, gives) => known.set(way, gives));
    } finally {
      if (behind.fails && !looks) silent.add(interceptor);
    }
  };
  // What it hands on as it came, and what it makes of that, each goes on under the conditions of its way: those may ask for the address.
  around(call, others, run, answer, silent, (result, go) => {
    if (known.size < 2 || !call.whereReturned) go(result);
    else
      for (const [way, gives] of known)
        call.whereReturned(way, () => {
          go(gives);
        });
  });
}

/** Runs something in front of the interceptors around it. */
function around(
  call: Call,
  interceptors: readonly Intercepting[],
  run: () => Value | null,
  answer: (result: Value | null) => void,
  silent: Set<Intercepting>,
  ways: typeof together = together,
): void {
  let result: Value | null = null;
  let isGiven = false;
  const give = (): void => {
    result = run();
    isGiven = true;
  };
  caught(call, give, interceptors, answer, silent);
  if (isGiven)
    ways(result, (way) => {
      intercept(call, interceptors, { gives: () => way }, answer, silent);
    });
}

/** Runs something in front of the interceptors around it: what it throws comes to them. */
function caught(
  call: Call,
  run: () => void,
  interceptors: readonly Intercepting[],
  answer: (result: Value | null) => void,
  silent: Set<Intercepting>,
): void {
  if (!call.catching || interceptors.every((one) => silent.has(one))) run();
  else
    call.catching(run, (error) => {
      for (const each of call.alternatives(error))
        intercept(call, interceptors, { gives: (at) => at.throws?.(each) ?? null, fails: true }, answer, silent);
    });
}

const together = (result: Value | null, go: (way: Value | null) => void): void => {
  go(result);
};

/** What is returned on one of several ways goes with the status that was set on that way, and with the conditions of that way. */
function apart(call: Call, { seen, response }: Exchange, isLookedAt: boolean, result: Value | null, go: (way: Value | null) => void): void {
  const sent = call.truthy(call.get(response, SENT));
  const all = result ? call.alternatives(result) : [];
  const ways = all.filter((way) => sent !== null || !call.isUndefined(way) || all.every((each) => call.isUndefined(each)));
  const status = call.get(response, 'statusCode');
  const states = ways.map((way) => seen.returnedWith?.(way));
  // Interceptors look for members, and for statuses, in what is returned.
  const looksLike = (way: Value): readonly string[] =>
    ((way.kind === 'object' && call.elements(way) === null && call.knownEntries?.(way)) || []).map(([name, own]) => {
      const value = call.constant(own);
      return typeof value === 'number' ? `${name} ${value}` : name;
    });
  if (new Set(ways.map((way, index) => [call.constant(states[index] ?? status), ...(isLookedAt ? looksLike(way) : [])].join())).size < 2) {
    go(result);
    return;
  }
  ways.forEach((way, index) => {
    call.set(response, 'statusCode', states[index] ?? status);
    const send = (): void => {
      go(way);
    };
    if (call.whereReturned) call.whereReturned(way, send);
    else send();
  });
  call.set(response, 'statusCode', status);
}

interface Intercepting {
  /** Runs it in front of the handler, up to what it puts behind the stream of what that gives. */
  readonly start: (call: Call) => void;
  /** What it makes of what stands behind it; null: nobody knows. `onWay`: told what that is on each of several ways, where all of them are known. */
  readonly run: (call: Call, sent: Behind['gives'], looks: LooksAtErrors, onWay: (way: Value, gives: Value) => void) => Value | null;
  /** Whether what it looks at errors with (to log them) throws each of them again, whatever it is. */
  readonly handsErrorsOn: (call: Call, select: Value) => boolean;
}

const intercepting = (exchange: Exchange, interceptor: Value, context: Value): Intercepting => {
  let started: Value | null = null;
  let behind: { readonly gives: Behind['gives']; readonly looks: LooksAtErrors } | null = null;
  const invoke = (
    call: Call,
    gives: (at: Call) => Value | null,
    looks: LooksAtErrors,
  ): { readonly made: Value; readonly next: Value } | null => {
    const method = call.get(interceptor, 'intercept');
    if (!call.isFunction(method)) return null;
    const next = call.record({
      handle: call.fn('handle', (inner) => streamOfRoute(inner, (at) => gives(at) ?? at.unknown('what a handler gives'), looks)),
    });
    return { made: call.awaited(call.invoke(method, [context, next], interceptor)), next };
  };
  return {
    start: (call) => {
      // Whether it waits for what the handler gives: then it is run around that.
      let waits = false;
      const gives = (at: Call): Value | null => {
        waits ||= behind === null;
        return behind ? behind.gives(at) : null;
      };
      const looks: LooksAtErrors = (select) => {
        waits ||= behind === null;
        behind?.looks(select);
      };
      const { made } = invoke(call, gives, looks) ?? {};
      if (made && !waits && isStream(call, made)) started = made;
    },
    run: (call, sent, looks, onWay) => {
      const told = (way: Value, gives: Value | null): Value | null => {
        if (gives && call.shapeOf!(gives).kind !== 'any') onWay(way, gives);
        return gives;
      };
      if (started) {
        const outer = behind;
        behind = { gives: sent, looks };
        try {
          return given(call, started, (way) => told(way, sentBy(call, way)));
        } finally {
          behind = outer;
        }
      }
      const { made, next } = invoke(call, sent, looks) ?? {};
      if (!made || !next) return sent(call);
      // Where a package's own method gets the rest of the chain, it gives what that gives.
      return given(call, made, (way) =>
        told(way, way.kind === 'unknown' && way.provenance?.args?.includes(next) ? sent(call) : sentBy(call, way)),
      );
    },
    handsErrorsOn: (call, select) => handsErrorsOn(call, exchange, select),
  };
};

/** Whether what an interceptor looks at errors with throws each of them again, whatever it is. */
const handsErrorsOn = (call: Call, { seen, response }: Exchange, select: Value): boolean =>
  call.isFunction(select) &&
  seen.isTrueOf?.('nest: hands errors on', select, () => {
    const error = call.unknown('an error');
    const state = (): unknown[] => [SENT, 'statusCode'].map((key) => call.constant(call.get(response, key)));
    const before = state();
    let isOther = !call.catching;
    call.catching?.(
      () => {
        given(call, call.awaited(call.invoke(select, [error])));
        isOther = true;
      },
      (thrown) => {
        isOther ||= call.alternatives(thrown).some((each) => each !== error) || state().some((each, index) => each !== before[index]);
      },
    );
    return !isOther;
  }) === true;

/** What is returned is the answer, but not on a way on which the method has sent one itself. */
function answerReturned(call: Call, { seen, response }: Exchange, rule: AnswerRule, result: Value | null): void {
  const sent = call.truthy(call.get(response, SENT));
  if (sent === true) return;
  if (rule.redirect) {
    // What is returned may say another status.
    for (const way of result ? call.alternatives(result) : [null]) {
      const said = way && sentBy(call, way);
      const own = said?.kind === 'object' ? call.get(said, 'statusCode') : call.const(undefined);
      const status = call.isUndefined(own) ? rule.redirect : own;
      seen.answer(call, { status: call.isUndefined(status) ? 302 : status });
    }
    return;
  }
  const status = call.get(response, 'statusCode');
  if (rule.contentType !== null) {
    seen.answer(call, { status, contentType: rule.contentType });
    return;
  }
  const ways = result ? call.alternatives(result) : [];
  // Of several ways that of one which gives nothing is the one that has sent.
  const givesNothing = sent === null && ways.some((way) => !call.isUndefined(way));
  for (const returned of ways) {
    if (givesNothing && call.isUndefined(returned)) continue;
    const body = ways.length > 1 ? sentOnWay(call, returned) : sentBy(call, returned);
    if (body === undefined) continue;
    if (!body) {
      seen.answer(call, { status });
      continue;
    }
    for (const alternative of call.alternatives(body)) {
      if (call.isUndefined(alternative) || (alternative.kind === 'const' && alternative.value === null)) {
        seen.answer(call, { status });
        continue;
      }
      if (
        alternative.kind === 'unknown' &&
        alternative.provenance?.module === '@nestjs/common' &&
        /StreamableFile/.test(alternative.provenance.path)
      ) {
        seen.answer(call, { status, contentType: 'application/octet-stream' });
        continue;
      }
      const { kind } = call.shapeOf!(alternative);
      const plain = kind === 'string' || kind === 'number' || kind === 'integer' || kind === 'boolean';
      seen.answer(call, { status, ...(plain ? { contentType: rule.text } : { body: alternative, contentType: 'application/json' }) });
    }
  }
  if (!result) seen.answer(call, { status });
}

/** A guard of the program: what it refuses is an exception of the framework, what it throws is its own. */
export const observeGuard =
  (
    method: Value,
    instance: Value | null,
    target: Target,
    filters: readonly Filter[],
    delegate: Delegate,
    base: { readonly admit: Admission | null; readonly refuse: Refusal | null } = { admit: null, refuse: null },
  ): Observe =>
  (call, seen) => {
    const exchange = exchangeOf(call, seen, 200);
    const decide = (at: Call, context: Value): void => {
      if (base.refuse) base.refuse(at, context, exchange);
      else at.mayThrow?.(exception(at, 'UnauthorizedException'));
      base.admit?.(at, exchange);
    };
    underFilters(call, exchange, target, filters, () => {
      const context = executionContext(call, exchange, target, (at, guard, package_) => {
        if (guard === instance) decide(at, at.receiver);
        else delegate(at, exchange, at.receiver, guard, package_);
        return at.const(true);
      });
      let result: Value;
      try {
        result = call.awaited(call.invoke(method, [context], instance ?? undefined));
      } finally {
        leaveAll(call, exchange);
      }
      const refusing = call.alternatives(result).filter((alternative) => call.truthy(alternative) !== true);
      if (refusing.some(isOfPackage)) {
        decide(call, context);
        seen.passOn();
        return;
      }
      const refuse = (): void => {
        call.mayThrow?.(exception(call, 'ForbiddenException', 'Forbidden resource'));
      };
      if (call.either && refusing.length > 0)
        call.either(result, (holds) => {
          if (holds) seen.passOn();
          else refuse();
        });
      else {
        if (refusing.length > 0) refuse();
        seen.passOn();
      }
    });
  };

/** What becomes of a request that a guard of the program hands to one of passport. */
export type Delegate = (call: Call, exchange: Exchange, context: Value, guard: Value, base: Unknown) => void;

/** `return super.canActivate(context)` of a guard that a package made. */
const isOfPackage = (value: Value): boolean =>
  value.kind === 'unknown' &&
  value.provenance !== null &&
  value.provenance.module !== '@nestjs/jwt' &&
  /passport|jwt|auth/i.test(value.provenance.module);

/** Throws what a guard of a package may throw; what its own methods look at is in the context. */
export type Refusal = (call: Call, context: Value, exchange?: Exchange) => void;

/** A guard of a package. */
export const observeRefusal =
  (refuse: Refusal, target: Target, filters: readonly Filter[], admit: Admission | null = null): Observe =>
  (call, seen) => {
    const exchange = exchangeOf(call, seen, 200);
    underFilters(call, exchange, target, filters, () => {
      refuse(call, executionContext(call, exchange, target));
      admit?.(call, exchange);
    });
    seen.passOn();
  };

/** `use(request, response, next)`. */
export const observeMiddleware =
  (method: Value, instance: Value | null, filters: readonly Filter[], renamed?: ReadonlyMap<string, string>): Observe =>
  (call, seen) => {
    const exchange = withParameters(call, exchangeOf(call, seen, 200), renamed);
    const next = call.fn('next', (inner) => {
      const [error] = inner.args;
      if (error && inner.truthy(error) !== false && error.kind === 'object') inner.mayThrow?.(error);
      else seen.passOn();
    });
    underFilters(call, exchange, null, filters, () => {
      try {
        call.awaited(call.invoke(method, [exchange.request, exchange.response, next], instance ?? undefined));
      } finally {
        leaveAll(call, exchange);
      }
    });
  };
