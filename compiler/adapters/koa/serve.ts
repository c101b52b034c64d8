import type { RequestCondition, RequestPart, Span } from '@tool/ir';
import {
  defineHostType,
  httpError,
  rawAnswer,
  type Call,
  type Ending,
  type HostType,
  type MiddlewareType,
  type Observation,
  type Observe,
  type ObjectValue,
  type Realm,
  type RunsAs,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import type { ApplicationState, Surroundings } from './routing-data.js';
import { placeOfNext, runMiddleware } from './generators.js';
import { packageBehaviour } from './package-behaviours.js';
import { verifyParams } from './parameter.js';
import { servedType } from './values.js';

interface Exchange {
  readonly seen: Observation;
  /** The application that the request came to; null where nobody can tell. */
  readonly application: ApplicationState | null;
  /** Where it was handed on. */
  passed?: Call;
}

const PARTS: Readonly<Record<string, RequestPart>> = { query: 'query', params: 'path', headers: 'header', header: 'header' };
const TEXTS: ReadonlySet<string> = new Set(['ip', 'host', 'hostname', 'protocol', 'origin', 'href', 'type']);
/** What is answered so far: one record, so that a status and a body of one arm stay together. */
const ANSWER = '#answer';

const argument = (call: Call, index: number): Value => call.args[index] ?? call.const(undefined);
const all = (names: readonly string[], transfer: Transfer): Record<string, Transfer> =>
  Object.fromEntries(names.map((name) => [name, transfer]));
const exchangeOf = (call: Call): Exchange | null => call.data(call.receiver, contextType) ?? call.data(call.receiver, requestType);
const seenOf = (call: Call): Observation | null => exchangeOf(call)?.seen ?? null;
/** Where the last part of an answer was set, for which requests, and how to do something under the conditions that led there. */
interface Decided {
  readonly span: Span;
  readonly when: RequestCondition;
  readonly under: (run: () => void) => void;
  /** A `catch` around `next()` has set it, which may be about what failed in front of that. */
  readonly early?: boolean | 'known';
  /** A `catch` around `next()` has set it, whatever it is about. */
  readonly caught?: boolean | 'known';
  /** It is what a middleware around finds: there is nothing besides, and whatever becomes of it was decided here. */
  readonly isFound?: true;
}
const places = new WeakMap<Value, Decided>();

const ANSWER_PARTS = ['status', 'body', 'type', 'passed', 'to'] as const;
type AnswerPart = (typeof ANSWER_PARTS)[number];

const answerType: HostType<null> = defineHostType<null>({ name: 'koa.answer', inert: true, manifold: true, methods: {} });

/** The conditions under which the program runs now, for later. */
function conditionsOf(call: Call): (run: () => void) => void {
  let work = (): void => undefined;
  const bound = call.bind(() => {
    work();
  });
  return (run) => {
    work = run;
    bound();
  };
}

/** Changes one member of what is answered, in every alternative. */
function change(call: Call, context: Value, key: AnswerPart, to: Value): void {
  const passed = call.data(context, contextType)?.passed;
  const early = passed !== undefined && (call.handlesWhatCameBefore?.(passed) ?? false);
  const caught = passed !== undefined && (call.handlesWhatFails?.(passed) ?? false);
  const made = call.alternatives(call.get(context, ANSWER)).map((known) => {
    const record = call.host(
      answerType,
      null,
      Object.fromEntries(ANSWER_PARTS.map((name) => [name, name === key ? to : call.get(known, name)])),
    );
    const here: Decided = { span: call.span, when: seenOf(call)?.asked() ?? true, under: conditionsOf(call), early, caught };
    const before = places.get(known);
    const isHere = !before || !(before.isFound || key === 'passed' || key === 'type' || key === 'to');
    places.set(record, isHere ? here : before.isFound ? { ...before, early, caught } : before);
    return record;
  });
  call.set(context, ANSWER, made.length === 1 ? made[0]! : (call.oneOf?.(made, 'what is answered') ?? made[0]!));
}
/** The context of a request, of a response or the context itself: all three take `body` and `status`. */
const owner = (call: Call): Value => {
  const own = call.data(call.receiver, contextType) ? call.receiver : call.get(call.receiver, 'ctx');
  // A function that a middleware left (`ctx.success = (data) => { ctx.body = … }`) holds the context of its own run: the answer is that of the run that calls it.
  return aroundOf(call).running.at(-1) ?? own;
};
const setter =
  (key: 'status' | 'body' | 'type'): Transfer =>
  (call) => {
    change(call, owner(call), key, argument(call, 0));
  };
const getter =
  (key: 'status' | 'body'): Transfer =>
  (call) => {
    const known = call.alternatives(call.get(owner(call), ANSWER));
    const value = known.length === 1 ? call.get(known[0]!, key) : null;
    return value && (!call.isUndefined(value) || (key === 'body' && places.get(known[0]!)?.isFound))
      ? value
      : call.unknown(`the ${key} of the answer`);
  };

/** `ctx.set(name, value)`, `ctx.set(headers)`: of the headers the content type says what is answered. */
const setHeader: Transfer = (call) => {
  const [first, second] = call.args;
  const name = first ? call.text(first) : null;
  const entries = name !== null ? [[name, second] as const] : first?.kind === 'object' ? (call.knownEntries?.(first) ?? []) : [];
  for (const [key, value] of entries) if (key.toLowerCase() === 'content-type' && value) change(call, owner(call), 'type', value);
};

const header: Transfer = (call) => {
  const name = call.text(argument(call, 0));
  const value = name === null ? call.unknown('a header') : seenOf(call)?.incoming('header', [name.toLowerCase()]);
  return value && call.isUndefined(value) ? (call.insteadOf?.(value, '') ?? call.const('')) : value;
};
/** What the program has added to the prototype of all contexts (`app.context.success = function (data) { … }`), or of their requests and responses. */
function added(call: Call, key: string): Value | undefined {
  const application = (exchangeOf(call) ?? call.data(call.receiver, responseType))?.application?.value;
  if (!application) return undefined;
  const kind = call.data(call.receiver, contextType) ? 'context' : call.data(call.receiver, requestType) ? 'request' : 'response';
  return call.knownEntries?.(call.get(application, kind))?.find(([name]) => name === key)?.[1];
}

const missing = (call: Call, key: string): Value | undefined => {
  const seen = seenOf(call);
  if (!seen || key === 'then' || key === 'constructor' || key === 'toJSON') return undefined;
  const left = seen.left(key) ?? added(call, key);
  if (left) return left;
  const application = exchangeOf(call)?.application?.value;
  if (key === 'app' && application) return application;
  return TEXTS.has(key) ? call.typed?.({ kind: 'string' }, key) : seen.incoming('context', [key]);
};

/** `ctx.render(view, values)`: every package for views puts it on the context, and answers with a page. What the program puts there itself goes before. */
const missingOfContext = (call: Call, key: string): Value | undefined =>
  key === 'verifyParams' && !seenOf(call)?.left(key) && !added(call, key)
    ? call.fn(key, verifyParams(call.receiver))
    : key === 'render' && !seenOf(call)?.left(key) && !added(call, key)
      ? call.fn('render', (inner) => {
          const context = owner(call);
          change(inner, context, 'type', inner.const('text/html'));
          change(inner, context, 'body', inner.typed?.({ kind: 'string' }, 'a page') ?? inner.unknown('a page'));
        })
      : missing(call, key);

const requestType: HostType<Exchange> = defineHostType<Exchange>({
  name: 'koa.request',
  inert: true,
  methods: { get: header, is: (call) => call.unknown('a content type'), accepts: (call) => call.unknown('a content type') },
  missing,
});
const responseType: HostType<Exchange> = defineHostType<Exchange>({
  name: 'koa.response',
  inert: true,
  methods: { set: setHeader, ...all(['append', 'remove', 'vary'], () => undefined) },
  getters: { body: getter('body'), status: getter('status') },
  setters: { body: setter('body'), status: setter('status'), type: setter('type') },
  missing: (call, key) =>
    ['then', 'constructor', 'toJSON'].includes(key) ? undefined : (added(call, key) ?? call.unknown(`${key} of the response`)),
});

/** `ctx.throw(status, message, properties)`: in any order. */
function errorOf(call: Call, args: readonly Value[]): Value {
  const given = args.find((arg) => arg.kind === 'object' && !call.isUndefined(call.get(arg, 'stack')));
  const status = args.find((arg) => typeof call.constant(arg) === 'number');
  const message = args.find((arg) => arg !== status && (arg.kind === 'template' || call.text(arg) !== null));
  const properties = args.find((arg) => arg !== given && arg.kind === 'object');
  const number = status && call.constant(status);
  const error = given ?? httpError(call, typeof number === 'number' ? number : 500, message ?? 'Error');
  if (given && status) for (const key of ['status', 'statusCode']) call.set(given, key, status);
  call.set(error, 'expose', call.const(typeof number === 'number' && number < 500));
  for (const [key, value] of properties ? (call.knownEntries?.(properties) ?? []) : []) call.set(error, key, value);
  return error;
}

const contextType: HostType<Exchange> = defineHostType<Exchange>({
  name: 'koa.served',
  inert: true,
  // A middleware of a package that the program runs itself: `(ctx, next) => jwt({ secret: secretOf(ctx) })(ctx, next)`.
  handedOut: (call, _emit, _module, to) => {
    const seen = seenOf(call);
    const run =
      seen &&
      packageBehaviour(
        to,
        (inner, _seen, error) => {
          inner.mayThrow?.(error);
        },
        () => call.receiver,
      );
    if (run) run(call, seen);
    else seen?.mayAnswer?.();
  },
  methods: {
    get: header,
    throw: (call) => call.throws?.(errorOf(call, call.args)),
    assert: (call) => {
      const holds = call.truthy(argument(call, 0));
      if (holds === false) call.throws?.(errorOf(call, call.args.slice(1)));
      if (holds === null)
        call.mayThrow?.(errorOf(call, call.args.slice(1)), [{ value: argument(call, 0), shape: { kind: 'any' }, required: true }]);
    },
    redirect: (call) => {
      change(call, call.receiver, 'to', argument(call, 0));
      change(call, call.receiver, 'status', call.const(302));
    },
    set: setHeader,
    ...all(['append', 'remove', 'attachment', 'vary', 'flushHeaders'], () => undefined),
    ...all(['is', 'accepts', 'acceptsLanguages', 'acceptsEncodings'], (call) => call.unknown('what is accepted')),
  },
  getters: { body: getter('body'), status: getter('status') },
  setters: { body: setter('body'), status: setter('status'), type: setter('type') },
  missing: missingOfContext,
});

const stateType: HostType<Exchange> = defineHostType<Exchange>({
  name: 'koa.state',
  inert: true,
  methods: {},
  missing: (call, key) => {
    const seen = call.data(call.receiver, stateType)?.seen;
    return ['then', 'constructor', 'toJSON'].includes(key)
      ? undefined
      : (seen?.left(`state.${key}`) ?? seen?.incoming('context', ['state', key]));
  },
});

function contextOf(call: Call, seen: Observation, application = onlyApplication(call)): ObjectValue {
  const parts = Object.fromEntries(Object.entries(PARTS).map(([name, part]) => [name, seen.incoming(part)]));
  const request = call.host(requestType, { seen, application }, { ...parts, body: seen.incoming('body') });
  const response = call.host(responseType, { seen, application });
  // Node's own request, of which packages read the body.
  const req = call.host(requestType, { seen, application }, { headers: seen.incoming('header'), body: seen.incoming('body') });
  // What is written to Node's own answer goes past Koa: `ctx.respond = false`.
  const res = rawAnswer(call, seen);
  const cookies = call.record({
    get: call.fn('get', (inner) => {
      const name = inner.text(argument(inner, 0));
      return name === null ? inner.unknown('a cookie') : seen.incoming('cookie', [name]);
    }),
    set: call.fn('set', () => undefined),
  });
  const context = call.host(
    contextType,
    { seen, application },
    {
      ...parts,
      request,
      response,
      req,
      res,
      cookies,
      state: call.host(stateType, { seen, application }),
      [ANSWER]: call.host(answerType, null),
    },
  );
  for (const part of [request, response]) {
    call.set(part, 'ctx', context);
    call.set(part, 'res', res);
  }
  return context;
}

const MEDIA: Readonly<Record<string, string>> = {
  json: 'application/json',
  html: 'text/html',
  htm: 'text/html',
  text: 'text/plain',
  txt: 'text/plain',
  css: 'text/css',
  csv: 'text/csv',
  js: 'text/javascript',
  xml: 'text/xml',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  pdf: 'application/pdf',
  zip: 'application/zip',
  bin: 'application/octet-stream',
};
/** What `ctx.type = …` means: a media type, or the ending of a file's name. */
const mediaType = (call: Call, given: Value): string | null => {
  const text = call.text(given)?.toLowerCase();
  return text === undefined ? null : text.includes('/') ? text.split(';')[0]!.trim() : (MEDIA[text.replace(/^\./, '')] ?? null);
};

/** What Koa says of a text: HTML where it begins with a tag. */
const textType = (value: Value): string | null => {
  const start =
    value.kind === 'const' && typeof value.value === 'string'
      ? value.value
      : value.kind === 'template' && typeof value.parts[0] === 'string'
        ? value.parts[0]
        : '';
  return start.trim() === '' ? null : /^\s*</.test(start) ? 'text/html' : 'text/plain';
};

/**
 * Whether something that was set goes out. `passed`: whether `next()` was called; `isOwn`: of what a guard catches it is what it has found itself, an error
 * that is known, or for which it asks for a login; `caught`: as of what was decided.
 */
type Sends = (passed: boolean | null, isOwn: boolean, caught: Decided['caught']) => boolean;
/** What a middleware makes of what the functions behind have answered: a `catch` around them has nothing to do. */
const behind: Sends = (passed, _isOwn, caught) => passed !== false && caught !== true;
/** The same of an error that they have thrown; what it answers without having called what throws is no answer to that. */
const caughtBehind: Sends = (passed, isOwn) => passed !== false || isOwn;
const decidedNowhere = (call: Call): Decided => ({
  span: call.span,
  when: true,
  under: (run) => {
    run();
  },
});
function goesOut(call: Call, known: Value, sends: Sends): boolean {
  const { early, caught } = places.get(known) ?? {};
  const isOwn = early === 'known' || (early === true && [401, 403].includes(call.constant(call.get(known, 'status')) as number));
  return sends(call.truthy(call.get(known, 'passed')), isOwn, caught);
}

/** Sends what was set, alternative by alternative. Whether there is anything to be sent. */
function send(call: Call, seen: Observation, context: Value, sends: Sends): boolean {
  let isSent = false;
  for (const known of call.alternatives(call.get(context, ANSWER))) {
    if (!goesOut(call, known, sends)) continue;
    const [status, body, type, to] = (['status', 'body', 'type', 'to'] as const).map((name) => call.get(known, name)) as [
      Value,
      Value,
      Value,
      Value,
    ];
    const { when, under, early: _early, caught: _caught, isFound: _isFound, ...at } = places.get(known) ?? decidedNowhere(call);
    if (call.isUndefined(body)) {
      if (!call.isUndefined(status)) {
        isSent = true;
        under(() => {
          seen.answer(at, { status, when, to });
        });
      }
      continue;
    }
    isSent = true;
    for (const alternative of call.alternatives(body)) {
      const nothing = alternative.kind === 'const' && alternative.value == null;
      under(() => {
        seen.answer(at, {
          status: call.isUndefined(status) ? call.const(nothing ? 204 : 200) : status,
          when,
          ...(nothing ? {} : contentOf(call, alternative, type)),
        });
      });
    }
  }
  return isSent;
}

/** The content type of an answer, and its body where that is JSON. A type that nobody knows says nothing. */
function contentOf(call: Call, body: Value, type: Value): { readonly body?: Value; readonly contentType?: string } {
  const stated = mediaType(call, type);
  const text = call.shapeOf!(body).kind === 'string';
  if (!call.isUndefined(type) && (stated === null || !stated.includes('json'))) return stated === null ? {} : { contentType: stated };
  if (!text) return { body, contentType: stated ?? 'application/json' };
  const contentType = stated ?? textType(body);
  return contentType === null ? {} : { contentType };
}

export interface Around {
  /** Those of the program. */
  readonly applications: ApplicationState[];
  /** The contexts of the runs that go on, innermost last. */ readonly running: ObjectValue[];
}
const realmType = defineHostType<null>({ name: 'koa.realm', methods: {} });
const around = new WeakMap<ObjectValue, Around>();
export function aroundOf(realm: Realm): Around {
  const identity = realm.prototype(realmType);
  let known = around.get(identity);
  if (!known) around.set(identity, (known = { applications: [], running: [] }));
  return known;
}

/** The application that every request comes to, where there is but one. */
function onlyApplication(realm: Realm): ApplicationState | null {
  const { applications } = aroundOf(realm);
  return applications.length === 1 ? applications[0]! : null;
}

/** Runs a function on a context: what is answered meanwhile is answered there. */
function serving(call: Call, context: ObjectValue, run: () => void): void {
  const { running } = aroundOf(call);
  running.push(context);
  try {
    run();
  } finally {
    running.pop();
  }
}

/** Middlewares of packages that answer whatever is thrown inside, with its own status. */
const isCatcher = (value: Value): boolean => value.kind === 'unknown' && /^koa-(?:json-)?error$/.test(value.provenance?.module ?? '');

/** Whether errors pass a middleware unseen, by what its body says, or else by what it does. What nobody can see is taken to let them pass. */
const isPassed = (call: Call, seen: Observation, fn: Value): boolean =>
  !call.isFunction(fn) ||
  call.letsErrorsThrough?.(fn, placeOfNext(call, fn)) === true ||
  seen.letsErrorsThrough?.(fn, (apart, error) => endingOf(call, apart, fn, error)) === true;

/** Runs a middleware in front of something that ends in an error. */
function endingOf(call: Call, seen: Observation, fn: Value, error: Value): Ending {
  const context = contextOf(call, seen);
  const thrown: Value[] = [];
  let answers = false,
    reached = false;
  const next = call.fn('next', (inner) => {
    reached = true;
    change(inner, context, 'passed', inner.const(true));
    return rejected(inner, error);
  });
  call.catching?.(
    () => {
      serving(call, context, () => {
        runMiddleware(call, fn, context, next);
        answers = send(call, seen, context, caughtBehind);
      });
    },
    (each) => {
      thrown.push(...call.alternatives(each));
    },
  );
  return { thrown, answers, reached };
}

/** Whether a middleware changes what the functions behind it have answered, by what it does with something that nobody knows. */
const changesAnswers = (call: Call, seen: Observation, fn: Value): boolean =>
  call.isFunction(fn) &&
  call.mayActBehind?.(fn, placeOfNext(call, fn)) === true &&
  seen.isTrueOf?.('koa: changes answers', fn, (apart) => {
    const context = contextOf(call, apart);
    const answered = call.host(answerType, null, { body: call.unknown('what is answered'), passed: call.const(true) });
    let isReached = false;
    const next = call.fn('next', (inner) => {
      isReached = true;
      call.data(context, contextType)!.passed ??= inner;
      inner.set(context, ANSWER, answered);
      return inner.promise?.(inner.unknown('what the function behind returns'));
    });
    call.catching?.(
      () => {
        serving(call, context, () => {
          runMiddleware(call, fn, context, next);
        });
      },
      () => undefined,
    );
    const parts = ['status', 'body', 'type'] as const;
    return (
      isReached &&
      call
        .alternatives(call.get(context, ANSWER))
        .some(
          (known) => goesOut(call, known, behind) && parts.some((part) => !isSame(call, call.get(known, part), call.get(answered, part))),
        )
    );
  }) === true;
const isSame = (call: Call, value: Value, other: Value): boolean => value === other || (call.isUndefined(value) && call.isUndefined(other));

/** Ways out through middlewares that are all gone for one run. */
const MAX_WAYS_OUT = 200;
/** By run: how many ways its answers went out so far, and which answers were met by which middlewares. */
const ways = new WeakMap<Observation, { count: number; readonly sent: Set<string> }>();
const sameAnswer = (call: Call, known: Value, place: Decided | undefined, before: number): string => {
  const parts = ['status', 'body', 'type', 'to'].map((part) => call.get(known, part));
  return JSON.stringify([before, place?.span, place?.when, ...parts.map((part) => call.constant(part) ?? call.shapeOf?.(part))]);
};

/**
 * What was set goes out through the middlewares around: of those that change answers the innermost finds it once `next()` is done, and what that one makes of it
 * goes out through the others.
 * @param returned what `next()` gives it; undefined where nothing does, since it ends in an error
 */
function goOut(
  call: Call,
  seen: Observation,
  context: Value,
  { application, functions }: Surroundings,
  sends: Sends,
  returned?: Value,
): void {
  const last = functions.findLast((each) => changesAnswers(call, seen, each));
  if (!last) {
    send(call, seen, context, sends);
    return;
  }
  const outer = { application, functions: functions.slice(0, functions.lastIndexOf(last)) };
  const exchange = call.data(context, contextType)!;
  const spent = ways.get(seen) ?? { count: 0, sent: new Set<string>() };
  ways.set(seen, spent);
  for (const known of call.alternatives(call.get(context, ANSWER))) {
    if (!goesOut(call, known, sends)) continue;
    const place = places.get(known);
    // Without an answer it is a handler that has left something else for it.
    if (!place && !(returned && sends(true, false, false))) continue;
    const decided = place ?? decidedNowhere(call);
    // Where nearly every middleware may change it the ways out are too many: one answer goes out once through the same ones from then on.
    const answer = sameAnswer(call, known, place, outer.functions.length);
    if (spent.count > MAX_WAYS_OUT && spent.sent.has(answer)) continue;
    spent.count++;
    spent.sent.add(answer);
    decided.under(() => {
      const status = call.get(known, 'status');
      const found = call.host(answerType, null, {
        ...Object.fromEntries(ANSWER_PARTS.map((name) => [name, call.get(known, name)])),
        status: call.isUndefined(status) && place && !call.isUndefined(call.get(known, 'body')) ? call.const(200) : status,
        passed: call.const(true),
      });
      if (place) places.set(found, { ...place, isFound: true });
      call.set(context, ANSWER, call.host(answerType, null));
      const next = call.fn('next', (inner) => {
        exchange.passed = inner;
        inner.set(context, ANSWER, found);
        return inner.promise?.(returned ?? call.const(undefined));
      });
      const run = (): void => {
        serving(call, context as ObjectValue, () => {
          const given = runMiddleware(call, last, context, next);
          goOut(call, seen, context, outer, behind, given);
        });
      };
      if (call.catching)
        call.catching(run, (error) => {
          for (const each of call.alternatives(error)) caught(call, seen, each, outer);
        });
      else run();
    });
  }
}

function rejected(call: Call, error: Value): Value | undefined {
  const promises = call.global?.('Promise');
  return promises ? call.invoke(call.get(promises, 'reject'), [error], promises) : call.throws?.(error);
}

/** What a route throws goes through the middlewares around it; what none of them answers, the framework does. */
function caught(call: Call, seen: Observation, error: Value, { application, functions }: Surroundings): void {
  const last = functions.findLast((each) => isCatcher(each) || !isPassed(call, seen, each));
  if (error.kind !== 'object') return;
  if (!last || isCatcher(last)) {
    seen.fail(call, error);
    return;
  }
  const context = contextOf(call, seen, application);
  const outer = { application, functions: functions.slice(0, functions.lastIndexOf(last)) };
  let reached = false;
  const next = call.fn('next', (inner) => {
    reached = true;
    change(inner, context, 'passed', inner.const(true));
    return rejected(inner, error);
  });
  const run = (): void => {
    serving(call, context, () => {
      runMiddleware(call, last, context, next);
      goOut(call, seen, context, outer, caughtBehind);
    });
  };
  if (call.catching)
    call.catching(run, (again) => {
      caught(call, seen, again, outer);
    });
  else run();
  // It never came to what throws: an error does not pass it.
  if (!reached) caught(call, seen, error, outer);
}

/**
 * What a route throws passes these, the outermost first: of the application's middlewares those in front of it, then middlewares of its routers, and those
 * in front of it in its own chain.
 */
export type Between = () => Surroundings;
const NOTHING: Between = () => ({ application: null, functions: [] });
/** Those that what a function throws passes. */
function outside(call: Call, fn: Value, between: Between): Surroundings {
  const { application, functions } = between();
  const only = application ? null : onlyApplication(call);
  const all = only ? [...only.functions, ...functions] : functions;
  return { application: application ?? only, functions: all.includes(fn) ? all.slice(0, all.indexOf(fn)) : all };
}

/** `(ctx, next)`. `answers`: it is the handler of a route. */
export const observe =
  (fn: Value, answers: boolean, parameter?: string, between = NOTHING): Observe =>
  (call, seen) => {
    const { application, functions } = outside(call, fn, between);
    const context = contextOf(call, seen, application);
    const next = call.fn('next', (inner) => {
      seen.passOn();
      call.data(context, contextType)!.passed ??= inner;
      change(inner, context, 'passed', inner.const(true));
      return inner.promise?.(inner.const(undefined));
    });
    let returned: Value | undefined;
    const run = (): void => {
      try {
        serving(call, context, () => {
          returned = runMiddleware(call, fn, context, next, parameter === undefined ? [] : [seen.incoming('path', [parameter])]);
        });
      } finally {
        for (const state of call.alternatives(call.get(context, 'state')))
          for (const [name, value] of call.knownEntries?.(state) ?? []) seen.leave(`state.${name}`, value);
        for (const [name, value] of call.knownEntries?.(context) ?? [])
          if (!Object.hasOwn(PARTS, name) && !['request', 'response', 'req', 'res', 'cookies', 'state', ANSWER].includes(name))
            seen.leave(name, value);
      }
    };
    if (call.catching)
      call.catching(run, (error) => {
        for (const each of call.alternatives(error)) caught(call, seen, each, { application, functions });
      });
    else run();
    // What stands behind `next()` as well may be changed there.
    goOut(call, seen, context, { application, functions }, (passed, isOwn) => answers || passed === false || isOwn, returned);
  };

/** How a function is run; nothing for what nobody can see. `parameter`: it is registered for one, whose value it is given first. */
export const observation = (
  call: Call,
  fn: Value,
  answers = false,
  parameter?: string,
  between = NOTHING,
): {
  readonly observe?: Observe;
  readonly runsAs?: RunsAs;
  readonly name?: string;
  readonly type?: MiddlewareType;
  readonly on?: Value;
} => {
  const served = call.data(fn, servedType);
  if (served) return served;
  if (fn.kind === 'unknown') {
    const known =
      fn.provenance &&
      packageBehaviour(
        fn.provenance,
        (inner, seen, error) => {
          caught(inner, seen, error, outside(inner, fn, between));
        },
        contextOf,
      );
    return known ? { observe: known } : {};
  }
  // A handler of several routes answers each through what stands around that one.
  const on = answers ? between().functions.findLast((each) => call.mayActBehind?.(each, placeOfNext(call, each))) : undefined;
  return fn.kind === 'object' && call.isFunction(fn) && !fn.host
    ? {
        ...(on && { on }),
        observe: observe(fn, answers, parameter, between),
        runsAs: (errorsPass) => [
          answers,
          parameter,
          ...outside(call, fn, between).functions.filter(
            (each) =>
              call.mayActBehind?.(each, placeOfNext(call, each)) === true ||
              (call.letsErrorsThrough?.(each, placeOfNext(call, each)) !== true && !errorsPass(each)),
          ),
        ],
      }
    : {};
};
