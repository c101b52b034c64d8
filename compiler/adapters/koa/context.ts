import type { RequestCondition, RequestPart, Span } from '@tool/ir';
import {
  answeredBy,
  defineHostType,
  httpError,
  rawAnswer,
  textOf,
  type Call,
  type HostType,
  type Observation,
  type ObjectValue,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { packageBehaviour } from './package-behaviours.js';
import { verifyParams } from './parameter.js';
import type { ApplicationState } from './routing-data.js';

interface Exchange {
  readonly seen: Observation;
  /** The application that the request came to; null where nobody can tell. */
  readonly application: ApplicationState | null;
  /** Where it was handed on. */
  passed?: Call;
  /** Something else than Koa may answer it: a package, or who writes to Node's own answer. */
  isTaken?: true;
  /** Some function states a status: without one it is 200 where there is a body. */
  isStated?: true;
}

export const PARTS: Readonly<Record<string, RequestPart>> = { query: 'query', params: 'path', headers: 'header', header: 'header' };
const TEXTS: ReadonlySet<string> = new Set(['ip', 'host', 'hostname', 'protocol', 'origin', 'type']);
/** What else Koa's own requests have: of another member nobody knows whether it answers when it is called. */
const OWN = /^(?:method|url|path|originalUrl|querystring|search|secure|subdomains|length|charset|app|session)$/;
/** What is answered so far: one record, so that a status and a body of one arm stay together. */
export const ANSWER = '#answer';

const argument = (call: Call, index: number): Value => call.args[index] ?? call.const(undefined);
const all = (names: readonly string[], transfer: Transfer): Record<string, Transfer> =>
  Object.fromEntries(names.map((name) => [name, transfer]));
const exchangeOf = (call: Call): Exchange | null =>
  call.data(call.receiver, contextType) ?? call.data(call.receiver, requestType) ?? call.data(call.receiver, responseType);
const taken = (call: Call): void => {
  exchangeOf(call)!.isTaken = true;
};
export const seenOf = (call: Call): Observation | null => exchangeOf(call)?.seen ?? null;
/** Where the last part of an answer was set, for which requests, and how to do something under the conditions that led there. */
export interface Decided {
  readonly span: Span;
  readonly when: RequestCondition;
  /** The requests of which it is certain. */
  readonly surely?: RequestCondition;
  readonly under: (run: () => void) => void;
  /** A `catch` around `next()` has set it, which may be about what failed in front of that. */
  readonly early?: boolean | 'known';
  /** A `catch` around `next()` has set it, whatever it is about. */
  readonly caught?: boolean | 'known';
  /** It is what a middleware around finds: there is nothing besides, and whatever becomes of it was decided here. */
  readonly isFound?: true;
}
export const places = new WeakMap<Value, Decided>();

export const ANSWER_PARTS = ['status', 'body', 'type', 'passed', 'to', 'stays'] as const;
type AnswerPart = (typeof ANSWER_PARTS)[number];

export const answerType: HostType<null> = defineHostType<null>({ name: 'koa.answer', inert: true, manifold: true, methods: {} });

/** What was answered before `next()` is what the functions behind find: it goes out where they set nothing else. */
export function leaveAnswer(call: Call, seen: Observation, context: Value): void {
  const known = call.alternatives(call.get(context, ANSWER)).map((each) => (places.has(each) ? each : call.const(undefined)));
  if (known.some((each) => !call.isUndefined(each))) seen.leave(ANSWER, call.oneOf?.(known, 'what is answered') ?? known[0]!);
}
export function findAnswer(call: Call, seen: Observation, context: Value): void {
  const found = seen.left(ANSWER);
  if (!found) return;
  const known = call.alternatives(found).map((each) => {
    const place = places.get(each);
    if (!place) return call.host(answerType, null);
    if (!call.isUndefined(call.get(each, 'status'))) call.data(context, contextType)!.isStated = true;
    const parts = Object.fromEntries(ANSWER_PARTS.filter((name) => name !== 'passed').map((name) => [name, call.get(each, name)]));
    const record = call.host(answerType, null, parts);
    places.set(record, { ...decidedNowhere(call), span: place.span, when: place.when });
    return record;
  });
  call.set(context, ANSWER, known.length === 1 ? known[0]! : (call.oneOf?.(known, 'what is answered') ?? known[0]!));
}

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

export const isSame = (call: Call, value: Value, other: Value): boolean =>
  value === other || (call.isUndefined(value) && call.isUndefined(other));
/** Changes one member of what is answered, in every alternative. */
export function change(call: Call, context: Value, key: AnswerPart, to: Value): void {
  const exchange = call.data(context, contextType);
  const passed = exchange?.passed;
  if (exchange && (key === 'status' || key === 'to')) exchange.isStated = true;
  const early = passed !== undefined && (call.handlesWhatCameBefore?.(passed) ?? false);
  const caught = passed !== undefined && (call.handlesWhatFails?.(passed) ?? false);
  const seen = seenOf(call);
  const asked = { when: seen?.asked() ?? true, surely: seen?.asked(true) ?? true };
  const here: Decided = { span: call.span, ...asked, under: conditionsOf(call), early, caught };
  const made: Value[] = [];
  for (const known of call.alternatives(call.get(context, ANSWER))) {
    const before = places.get(known);
    const isHere = !before || !(before.isFound || key === 'passed' || key === 'type' || key === 'to');
    // A status that is set behind the body stays where that is nothing.
    const stays = key === 'status' ? call.const(true) : key === 'body' ? call.const(undefined) : call.get(known, 'stays');
    const parts = ANSWER_PARTS.map((name) => [name, name === key ? to : name === 'stays' ? stays : call.get(known, name)] as const);
    // What was told apart by nothing but what stands no more is one answer now: errors of many kinds are answered in one place.
    if (
      isHere &&
      made.some((other) => places.get(other) === here && parts.every(([name, part]) => isSame(call, part, call.get(other, name))))
    )
      continue;
    const record = call.host(answerType, null, Object.fromEntries(parts));
    places.set(record, isHere ? here : before.isFound ? { ...before, ...asked, early, caught } : before);
    made.push(record);
  }
  call.set(context, ANSWER, made.length === 1 ? made[0]! : (call.oneOf?.(made, 'what is answered') ?? made[0]!));
}
/** The context of a request, of a response or the context itself: all three take `body` and `status`. */
const owner = (call: Call): Value => {
  const own = call.data(call.receiver, contextType) ? call.receiver : call.get(call.receiver, 'ctx');
  // A function that a middleware left (`ctx.success = (data) => { ctx.body = … }`) holds the context of its own run: the answer is that of the run that calls it.
  return aroundOf(call).running.at(-1) ?? own;
};
/** Statuses that `redirect` leaves as they are. */
const REDIRECTS: ReadonlySet<unknown> = new Set([300, 301, 302, 303, 305, 307, 308]);
const setter =
  (key: 'status' | 'body' | 'type'): Transfer =>
  (call) => {
    const given = argument(call, 0);
    // A body of `undefined` is set as one of `null` is.
    const isNothing = key === 'body' && given.kind === 'const' && given.value === undefined;
    change(call, owner(call), key, isNothing ? call.const(null) : given);
  };
const getter =
  (key: 'status' | 'body') =>
  (call: Call): Value => {
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
/** What a middleware has left on the request or the response, or what the program has added to the prototype of all contexts (`app.context.success = function (data) { … }`), or of their requests and responses. */
function added(call: Call, key: string): Value | undefined {
  const exchange = exchangeOf(call);
  const kind = call.data(call.receiver, contextType) ? 'context' : call.data(call.receiver, requestType) ? 'request' : 'response';
  const left = kind === 'context' ? undefined : exchange?.seen.left(`${kind}.${key}`);
  const application = exchange?.application?.value;
  if (left || !application) return left;
  return call.knownEntries?.(call.get(application, kind))?.find(([name]) => name === key)?.[1];
}

const missing = (call: Call, key: string): Value | undefined => {
  const seen = seenOf(call);
  if (!seen || key === 'then' || key === 'constructor' || key === 'toJSON') return undefined;
  const left = seen.left(key) ?? added(call, key);
  if (left) return left;
  const application = exchangeOf(call)?.application?.value;
  if (key === 'app' && application) return application;
  if (key === 'href' || key === 'URL') {
    const href = call.refine?.(seen.incoming('context', ['href']), { kind: 'string' }, 'type') ?? call.unknown('href');
    const url = key === 'URL' && call.global?.('URL');
    return url ? call.construct(url, [href]) : href;
  }
  if (!OWN.test(key)) taken(call);
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
  handedOut: taken,
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

export const contextType: HostType<Exchange> = defineHostType<Exchange>({
  name: 'koa.served',
  inert: true,
  // A middleware of a package that the program runs itself: `(ctx, next) => jwt({ secret: secretOf(ctx) })(ctx, next)`.
  handedOut: (call, _emit, _module, to) => {
    const seen = seenOf(call);
    taken(call);
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
    else seen?.mayAnswer?.(answeredBy(call, to));
  },
  methods: {
    get: header,
    throw: (call) => call.throws?.(errorOf(call, call.args)),
    redirect: (call) => {
      change(call, call.receiver, 'to', argument(call, 0));
      // One of a redirect that was set before stays.
      if (!REDIRECTS.has(call.constant(getter('status')(call)))) change(call, call.receiver, 'status', call.const(302));
    },
    set: setHeader,
    ...all(['append', 'remove', 'attachment', 'vary', 'flushHeaders'], () => undefined),
    ...all(['is', 'accepts', 'acceptsLanguages', 'acceptsEncodings'], (call) => call.unknown('what is accepted')),
  },
  getters: { body: getter('body'), status: getter('status'), assert: (call) => call.module?.('http-assert') },
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

/** `ctx.cookies.get(name, { signed: true })`. */
const isSigned = (call: Call): boolean => {
  const options = argument(call, 1);
  return options.kind === 'object' && call.constant(call.get(options, 'signed')) === true;
};

export function contextOf(call: Call, seen: Observation, application = onlyApplication(call)): ObjectValue {
  const parts = Object.fromEntries(Object.entries(PARTS).map(([name, part]) => [name, seen.incoming(part)]));
  const exchange: Exchange = { seen, application };
  const request = call.host(requestType, exchange, { ...parts, body: seen.incoming('body') });
  const response = call.host(responseType, { seen, application });
  // Node's own request, of which packages read the body.
  const req = call.host(requestType, exchange, { headers: seen.incoming('header'), body: seen.incoming('body') });
  // What is written to Node's own answer goes past Koa: `ctx.respond = false`.
  const res = rawAnswer(call, seen, () => {
    exchange.isTaken = true;
  });
  const cookies = call.record({
    get: call.fn('get', (inner) => {
      const name = inner.text(argument(inner, 0));
      return name === null ? inner.unknown('a cookie') : seen.incoming('cookie', [name], isSigned(inner));
    }),
    set: call.fn('set', () => undefined),
  });
  const context = call.host(contextType, exchange, {
    ...parts,
    request,
    response,
    req,
    res,
    cookies,
    state: call.host(stateType, { seen, application }),
    [ANSWER]: call.host(answerType, null),
  });
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
export type Sends = (passed: boolean | null, isOwn: boolean, caught: Decided['caught']) => boolean;
/** What a middleware makes of what the functions behind have answered: a `catch` around them has nothing to do. */
export const behind: Sends = (passed, _isOwn, caught) => passed !== false && caught !== true;
/** The same of an error that they have thrown; what it answers without having called what throws is no answer to that. */
export const caughtBehind: Sends = (passed, isOwn) => passed !== false || isOwn;
export const decidedNowhere = (call: Call): Decided => ({
  span: call.span,
  when: true,
  under: (run) => {
    run();
  },
});
export function goesOut(call: Call, known: Value, sends: Sends): boolean {
  const { early, caught } = places.get(known) ?? {};
  const isOwn = early === 'known' || (early === true && [401, 403].includes(call.constant(call.get(known, 'status')) as number));
  return sends(call.truthy(call.get(known, 'passed')), isOwn, caught);
}

/** Statuses of answers without a body: setting none leaves them, and makes any other 204. */
const EMPTY: ReadonlySet<unknown> = new Set([204, 205, 304]);
/** Sends what was set, alternative by alternative: 404 where a route has set nothing. Whether there is anything to be sent. */
export function send(call: Call, seen: Observation, context: Value, sends: Sends, ofRoute = false): boolean {
  let isSent = false;
  const exchange = call.data(context, contextType)!;
  // What is made of an error is sent instead of handing on.
  const end = sends === caughtBehind && ({ final: true } as const);
  const isTaken = exchange.isTaken ?? call.knownEntries?.(context)?.some(([name]) => /^(?:respond|body|status)$/.test(name));
  for (const known of call.alternatives(call.get(context, ANSWER))) {
    if (!goesOut(call, known, sends)) continue;
    const [status, body, type, to] = (['status', 'body', 'type', 'to'] as const).map((name) => call.get(known, name)) as [
      Value,
      Value,
      Value,
      Value,
    ];
    const {
      when,
      surely: _surely,
      under,
      early: _early,
      caught: _caught,
      isFound: _isFound,
      ...at
    } = places.get(known) ?? decidedNowhere(call);
    if (call.isUndefined(body)) {
      if (!call.isUndefined(status)) {
        isSent = true;
        under(() => {
          seen.answer(at, { status, when, to, ...end });
        });
      } else if (ofRoute && !isTaken && !places.has(known)) seen.answer(at, { status: 404, contentType: 'text/plain' });
      continue;
    }
    isSent = true;
    // Of too many ways to be told apart nothing is known but that none of them states a status.
    const isUnstated = call.isUndefined(status) || (known.kind === 'unknown' && !exchange.isStated);
    const each = call.alternatives(body);
    const bodies = status.kind === 'oneOf' && each.length > 2 && each.every(({ kind }) => kind === 'object') ? [body] : each;
    // One condition has chosen both: `ctx.status = row ? 200 : 404`.
    const isPaired =
      status.kind === 'oneOf' &&
      body.kind === 'oneOf' &&
      status.condition === body.condition &&
      [status.values, bodies].every(({ length }) => length === 2);
    for (const [index, alternative] of bodies.entries()) {
      const nothing = alternative.kind === 'const' && alternative.value == null;
      under(() => {
        seen.answer(at, {
          status:
            nothing && !EMPTY.has(call.constant(status)) && (isUnstated || call.isUndefined(call.get(known, 'stays')))
              ? call.const(204)
              : isUnstated
                ? call.const(200)
                : isPaired
                  ? status.values[index]!
                  : status,
          when,
          ...end,
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
  return textOf(call, body, contentType === null ? {} : { contentType });
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
export function onlyApplication(realm: Realm): ApplicationState | null {
  const { applications } = aroundOf(realm);
  return applications.length === 1 ? applications[0]! : null;
}

/** Runs a function on a context: what is answered meanwhile is answered there. */
export function serving(call: Call, context: ObjectValue, run: () => void): void {
  const { running } = aroundOf(call);
  running.push(context);
  try {
    run();
  } finally {
    running.pop();
  }
}
