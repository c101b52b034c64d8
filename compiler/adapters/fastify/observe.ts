import type { RequestPart, Shape } from '@tool/ir';
import {
  answeredBy,
  HTTP_ERRORS,
  TYPE,
  defineHostType,
  httpError,
  prototypeOf,
  rawAnswer,
  setType,
  setTypeHeader,
  textOf,
  typeSet,
  uploadedParts,
  type Call,
  type HostType,
  type Observation,
  type Observe,
  type ObjectValue,
  type StatedType,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { alone, hookRun } from './auth.js';
import { genericParts } from './contract.js';
import { instanceData, type InstanceData } from './instance-data.js';

/** What one run knows of the request and the answer it serves. */
interface Exchange {
  readonly seen: Observation;
  readonly data: InstanceData;
  /** The innermost instance whose handler of errors gets what fails here. */
  readonly above: InstanceData | null;
  /** Hooks see what is sent: what they send themselves they do not see. */
  isSerializing?: boolean;
  /** The handler of what is not found runs. */
  isMissing?: boolean;
  /** What the route alone makes of what becomes JSON, behind the hooks of its instances. */
  readonly serializing: InstanceData['serializing'];
}

const PARTS: Readonly<Record<string, RequestPart>> = { body: 'body', query: 'query', params: 'path', headers: 'header', cookies: 'cookie' };
const TEXTS: ReadonlySet<string> = new Set(['ip', 'id', 'url', 'originalUrl', 'method', 'hostname', 'host', 'protocol', 'routerPath']);
const ADDRESS: ReadonlySet<string> = new Set(['url', 'originalUrl', 'routerPath', 'method']);
/** Where a request has what its route states; older versions have it in other places, too. */
const ROUTE = ['stated options'] as const;
const STRING: Shape = { kind: 'string' };
const JSON_TYPE = 'application/json';

const exchangeOf = (call: Call): Exchange | null => call.data(call.receiver, requestType) ?? call.data(call.receiver, replyType);
const inert = (names: readonly string[], transfer: Transfer): Record<string, Transfer> =>
  Object.fromEntries(names.map((name) => [name, transfer]));
const chained: Transfer = (call) => call.receiver;

const upload =
  (gives: 'one' | 'each' | 'all'): Transfer =>
  (call) => {
    const exchange = exchangeOf(call);
    return exchange ? uploadedParts(call, exchange.seen, gives) : call.unknown('a part of an upload');
  };

/** `FastifyRequest<{ Body: …; Querystring: … }>`, and interfaces of the program that add members to it. */
function stateRequest(call: Call, types: readonly StatedType[]): void {
  const say = (member: string, shape: Shape | undefined): void => {
    if (!shape || (shape.kind === 'object' && (shape.properties?.length ?? 0) === 0)) return;
    const value = call.get(call.receiver, member);
    const typed = call.refine!(value, shape, 'type');
    // What a schema made of it stays as it is.
    if (value.kind === 'unknown') call.set(call.receiver, member, typed);
  };
  for (const type of types) {
    if (type.name === 'FastifyRequest' || type.name === 'RouteHandler' || type.name === 'RouteHandlerMethod')
      for (const { part, shape } of genericParts(type.arguments[0]?.()))
        say(
          Object.keys(PARTS).find((name) => PARTS[name] === part)!,
          shape,
        );
    for (const member of ['body', 'query', 'params']) say(member, type.member(member));
  }
}

/** Where a token of a request may come in: any of these places, or what a function of the program takes of the request. */
export type TokenPlaces = readonly (readonly ['header' | 'cookie', string])[] | Value;
/** A token of the request is verified: it is there and valid, else 401. What it holds is left as a member of the request. */
export const verifies =
  (places: TokenPlaces, user: string): Transfer =>
  (call) => {
    const error = httpError(call, 401, 'Unauthorized', 'UnauthorizedError');
    const tokens = tokensOf(call, places);
    if (tokens.length > 0 && tokens.every((token) => call.truthy(token) === false)) call.throws?.(error);
    call.mayThrow?.(error, tokens.length === 1 ? [{ value: tokens[0]!, shape: STRING, required: true }] : undefined);
    const claims = call.unknown('the claims of a token');
    call.set(call.receiver, user, claims);
    return call.promise?.(claims) ?? claims;
  };

/** The tokens that may have come in; with `onlyCookie` among the arguments of the call those of cookies alone. */
function tokensOf(call: Call, places: TokenPlaces): readonly Value[] {
  const exchange = exchangeOf(call);
  if (!exchange) return [];
  if ('kind' in places) {
    const token = call.invoke(places, [call.receiver]);
    const none = httpError(call, 400, 'Bad Request', 'BadRequestError');
    if (call.truthy(token) === false) call.throws?.(none);
    call.mayThrow?.(none, [{ value: token, shape: STRING, required: true }]);
    return [];
  }
  const [options] = call.args;
  const given = options?.kind === 'object' && !call.isFunction(options) ? options : null;
  const own = given && call.get(given, 'verify');
  const isCookie = given !== null && call.constant(call.get(own?.kind === 'object' ? own : given, 'onlyCookie')) === true;
  return places.filter(([part]) => part === 'cookie' || !isCookie).map(([part, name]) => exchange.seen.incoming(part, [name]));
}

export const signs: Transfer = (call) => call.promise?.(call.typed?.(STRING, 'a token') ?? call.unknown('a token'));

const requestType: HostType<Exchange> = defineHostType<Exchange>({
  name: 'FastifyRequest',
  inert: true,
  stated: stateRequest,
  methods: {
    jwtVerify: (call, emit) => {
      return verifies(exchangeOf(call)?.data.boot.tokens ?? [['header', 'authorization']], 'user')(call, emit);
    },
    file: upload('one'),
    files: upload('each'),
    parts: upload('each'),
    saveRequestFiles: upload('all'),
    isMultipart: (call) => call.typed?.({ kind: 'boolean' }, 'whether it is an upload'),
    getValidationFunction: (call) => call.unknown('a validation function'),
    compileValidationSchema: (call) => call.unknown('a validation function'),
    validateInput: (call) => call.unknown('whether it is valid'),
  },
  missing: (call, key) => {
    const exchange = exchangeOf(call);
    if (!exchange || key === 'then' || key === 'constructor' || key === 'toJSON') return undefined;
    const decorated = exchange.data.boot.requestMembers.get(key);
    if (decorated && (call.isFunction(decorated) || (decorated.kind === 'object' && decorated.host))) return decorated;
    const left = exchange.seen.left(key);
    if (left) return left;
    // What @fastify/passport gives every request.
    const isKnown = (): Value => exchange.seen.incoming('context', ['isAuthenticated()']);
    if (key === 'isAuthenticated') return call.fn(key, isKnown);
    if (key === 'isUnauthenticated')
      return call.fn(key, (inner) => (inner.truthy(isKnown()) === false ? inner.const(true) : inner.typed?.({ kind: 'boolean' }, key)));
    if (exchange.data.boot.sessions.has(key)) return exchange.seen.incoming('context', ['session']);
    if (key === 'raw' || key === 'req') return call.host(rawRequestType, exchange, { headers: exchange.seen.incoming('header') });
    if (key === 'log') return call.unknown('a logger', { module: 'fastify', path: 'request.log' });
    if (TEXTS.has(key) && !ADDRESS.has(key)) return call.typed?.(STRING, key);
    return exchange.seen.incoming('context', key === 'routeOptions' ? ROUTE : key === 'routeConfig' ? [...ROUTE, 'config'] : [key]);
  },
});

/** Node's own request behind that of Fastify, which has the same headers, method and address; its body is nobody's yet. */
const rawRequestType: HostType<Exchange> = defineHostType<Exchange>({
  name: 'IncomingMessage',
  inert: true,
  methods: {},
  missing: (call, key) => {
    const seen = call.data(call.receiver, rawRequestType)?.seen;
    if (!seen || key === 'then' || key === 'constructor' || key === 'toJSON') return undefined;
    return seen.incoming('context', ADDRESS.has(key) ? [key] : ['raw', key]);
  },
});

const status = (call: Call): Value => call.get(call.receiver, 'statusCode');
/** A status that was set before stays that of the redirect. */
function redirected(call: Call): Value {
  const set = call.alternatives(status(call)).map((each) => (call.constant(each) === 200 ? call.const(302) : each));
  return set.length === 1 ? set[0]! : (call.oneOf?.(set, 'the status of a redirect') ?? call.const(302));
}
/** The status is set on the reply, for whatever is sent or returned later. */
const code: Transfer = (call) => {
  call.set(call.receiver, 'statusCode', call.args[0] ?? call.const(undefined));
  return call.receiver;
};

/** True: something has been sent, and nothing behind runs. Else what Node's own answer is called by whoever got hold of it, who may send something. */
const SENT = '#sent';
/** The status that it was sent with: on other ways the handler may have set another one and sent nothing. */
const SENT_AS = '#sent as';
const sends =
  (transfer: Transfer): Transfer =>
  (call, emit) => {
    call.set(call.receiver, SENT, call.const(true));
    call.set(call.receiver, SENT_AS, status(call));
    return transfer(call, emit);
  };

/** What is sent or returned: a text is a text, an error goes to the error handler, everything else is JSON. */
function answer(call: Call, seen: Observation, reply: Value, body: Value | undefined): void {
  if (!body || call.isUndefined(body)) {
    seen.answer(call, { status: call.get(reply, 'statusCode') });
    return;
  }
  for (const alternative of call.alternatives(body)) {
    if (isError(call, alternative)) {
      const [set, own] = [reply, alternative].map((each) => call.constant(call.get(each, 'statusCode')));
      // Fastify itself answers with the status that was set, before that of the error.
      if (typeof own === 'number' && typeof set === 'number' && set >= 400 && !isCaught(call.data(reply, replyType)!.above))
        seen.fail(call, httpError(call, set, call.get(alternative, 'message'), 'FastifyError'));
      else seen.fail(call, alternative);
      continue;
    }
    if (alternative.kind === 'object' && call.data(alternative, replyType)) continue;
    // A package was given the reply: what it gives back is not what is sent.
    if (alternative.kind === 'unknown' && alternative.provenance?.args?.includes(reply)) continue;
    if (call.shapeOf!(alternative).kind === 'string')
      seen.answer(call, { status: call.get(reply, 'statusCode'), ...textOf(call, alternative, typeSet(call, reply, 'text/plain')) });
    else
      serialized(call, reply, alternative, (made) => {
        seen.answer(call, { status: call.get(reply, 'statusCode'), body: made, contentType: JSON_TYPE });
      });
  }
}

const isCaught = (data: InstanceData | null): boolean => data !== null && (data.boot.catching.has(data.router) || isCaught(data.parent));

/** What is returned on one of several ways goes with the status that was set on that way, and with the conditions of that way. */
function answerReturned(call: Call, seen: Observation, reply: Value, body: Value): void {
  const status = call.get(reply, 'statusCode');
  const own = seen.returnedWith?.(body);
  if (own) call.set(reply, 'statusCode', own);
  const send = (): void => {
    answer(call, seen, reply, body);
  };
  if (call.whereReturned) call.whereReturned(body, send);
  else send();
  if (own) call.set(reply, 'statusCode', status);
}

/** What an instance makes of what becomes JSON, the outermost first. */
function serializingOf(data: InstanceData): InstanceData['serializing'] {
  const all: InstanceData['serializing'] = [];
  for (let at: InstanceData | null = data; at; at = at.parent) all.unshift(...at.serializing);
  return all;
}

/** Sends what hooks make of something that becomes JSON, status by status where they may ask for it. */
function serialized(call: Call, reply: Value, body: Value, send: (made: Value) => void): void {
  const exchange = call.data(reply, replyType)!;
  const hooks = [...serializingOf(exchange.data), ...exchange.serializing];
  if (hooks.length === 0 || exchange.isSerializing || (body.kind === 'const' && body.value === null)) {
    send(body);
    return;
  }
  const status = call.get(reply, 'statusCode');
  exchange.isSerializing = true;
  for (const each of call.alternatives(status)) {
    call.set(reply, 'statusCode', each);
    let payloads: readonly Value[] = [body];
    for (const { fn, instance } of hooks)
      payloads = payloads.flatMap((payload) => {
        const given: Value[] = [];
        const done = call.fn('done', (inner) => void given.push(inner.args[1] ?? payload));
        const result = call.awaited(call.invoke(fn, [call.get(reply, 'request'), reply, payload, done], instance));
        const made = [...given, ...call.alternatives(result).filter((value) => !call.isUndefined(value))];
        // Where it may let something be, that is a stream or what another status says.
        const changed = made.filter((value) => value !== payload);
        return changed.length > 0 ? changed : [payload];
      });
    for (const made of payloads) send(made);
  }
  exchange.isSerializing = false;
  call.set(reply, 'statusCode', status);
}

/** An asynchronous handler that gives nothing and has sent nothing answers nothing; up to version 3 only where the status says that nothing comes. */
function answerNothing(call: Call, seen: Observation, reply: Value, isBesideOthers: boolean): void {
  // Where other ways return something, this is the one that has sent it.
  const ways = call.alternatives(call.get(reply, SENT)).map((each) => call.truthy(each) === true);
  const major = Number(/\d+/.exec(call.packageVersion?.('fastify') ?? '')?.[0] ?? 5);
  const isSent = major < 4 || (isBesideOthers ? ways.includes(true) : !ways.includes(false));
  const sent = call.alternatives(call.get(reply, SENT_AS)).map((each) => call.constant(each));
  const statuses = call.alternatives(call.get(reply, 'statusCode'));
  for (const each of statuses) {
    const wasSent = isSent || (statuses.length > 1 && sent.includes(call.constant(each)));
    if (call.constant(each) === 204 || !wasSent) seen.answer(call, { status: each });
  }
}

/** An instance of `Error`: its prototypes say so. A record of which not everything is known may have any member, and is none. */
function isError(call: Call, value: Value): boolean {
  // What a `catch` got of which nobody knows what it is.
  if (value.kind === 'unknown') return value.hidden !== undefined;
  return value.kind === 'object' && !value.host && isInstance(call, value, call.global?.('Error') ?? call.const(undefined));
}

/** Whether the prototype of a class is among those of an object. */
export function isInstance(call: Call, value: Value, cls: Value): boolean {
  const wanted = call.get(cls, 'prototype');
  for (let at = value, depth = 0; depth < 20 && at.kind === 'object'; depth++) {
    at = prototypeOf(call, at);
    if (at === wanted && at.kind === 'object') return true;
  }
  return false;
}

/** The program's handler of what is not found answers, as far as it is not that which runs: that of the nearest prefix. */
const callNotFound: Transfer = (call, emit) => {
  const exchange = exchangeOf(call);
  const at = exchange && exchange.isMissing !== true && notFoundAt(call, exchange.data);
  if (!exchange || !at)
    return sends(() => {
      exchange?.seen.answer(call, { status: 404 });
      return call.receiver;
    })(call, emit);
  exchange.isMissing = true;
  const result = call.awaited(call.invoke(at.fn, [call.get(call.receiver, 'request'), call.receiver], at.instance));
  exchange.isMissing = false;
  const isSent = call.constant(call.get(call.receiver, SENT)) === true;
  for (const each of isSent ? [] : call.alternatives(result))
    if (!call.isUndefined(each)) answerReturned(call, exchange.seen, call.receiver, each);
  return sends(chained)(call, emit);
};

const notFoundAt = (call: Call, data: InstanceData): ReturnType<InstanceData['boot']['notFound']['get']> =>
  data.boot.notFound.get(call.text(data.prefix)) ?? (data.parent ? notFoundAt(call, data.parent) : undefined);

const replyType: HostType<Exchange> = defineHostType<Exchange>({
  name: 'FastifyReply',
  inert: true,
  ends: true,
  handedOut: (call, _emit, _module, to) => {
    const by = answeredBy(call, to);
    exchangeOf(call)?.seen.mayAnswer?.(by);
    if (by !== undefined) sends(chained)(call, _emit);
  },
  methods: {
    code,
    status: code,
    send: sends((call) => {
      const exchange = exchangeOf(call);
      if (exchange) answer(call, exchange.seen, call.receiver, call.args[0]);
      return call.receiver;
    }),
    redirect: sends((call) => {
      const to = call.args.find((arg) => typeof call.constant(arg) !== 'number');
      exchangeOf(call)?.seen.answer(call, {
        status: call.args.find((arg) => typeof call.constant(arg) === 'number') ?? redirected(call),
        ...(to && { to }),
      });
      return call.receiver;
    }),
    ...inert(
      ['view', 'viewAsync'],
      sends((call) => {
        exchangeOf(call)?.seen.answer(call, { status: status(call), contentType: 'text/html' });
        return call.receiver;
      }),
    ),
    ...inert(
      ['sendFile', 'download'],
      sends((call) => {
        exchangeOf(call)?.seen.answer(call, { status: status(call), contentType: 'application/octet-stream' });
        return call.receiver;
      }),
    ),
    callNotFound,
    hijack: sends(chained),
    ...Object.fromEntries(
      Object.entries(HTTP_ERRORS).map(([name, number]): [string, Transfer] => [
        name,
        sends((call) => {
          exchangeOf(call)?.seen.fail(call, httpError(call, number, call.args[0] ?? name, 'HttpError'));
          return call.receiver;
        }),
      ]),
    ),
    jwtSign: signs,
    ...inert(['header', 'headers'], setTypeHeader),
    type: setType,
    ...inert(
      [
        'removeHeader',
        'setCookie',
        'cookie',
        'clearCookie',
        'unsignCookie',
        'trailer',
        'serializer',
        'setSerializer',
        'cacheControl',
        'vary',
        'etag',
        'expires',
        'maxAge',
        'preventCache',
        'revalidate',
        'staticCache',
        'stale',
      ],
      chained,
    ),
    ...inert(['getHeader', 'getHeaders', 'hasHeader', 'generateCsrf', 'getResponseTime', 'serialize'], (call) =>
      call.unknown('a part of the reply'),
    ),
  },
  missing: (call, key) => {
    const exchange = exchangeOf(call);
    // Awaiting the reply gives nothing that is sent once more.
    if (!exchange || key === 'then' || key === 'constructor' || key === 'toJSON') return undefined;
    if (key === 'sent') return call.const(false);
    if (key === 'raw' || key === 'res') {
      call.set(call.receiver, SENT, call.const(key));
      const raw = rawAnswer(call, exchange.seen);
      call.set(call.receiver, key, raw);
      return raw;
    }
    const decorated = exchange.data.boot.replyMembers.get(key);
    if (!decorated && (key === 'context' || key === 'routeOptions')) return exchange.seen.incoming('context', ROUTE);
    return decorated && call.isFunction(decorated) ? decorated : call.unknown(`${key} of the reply`);
  },
});

interface Run {
  readonly instance: ObjectValue;
  readonly data: InstanceData;
  readonly above?: InstanceData | null;
  readonly fn: Value;
  readonly before: readonly Value[];
  readonly after: readonly Value[];
  readonly answers: boolean;
  /** It gets Node's own request and answer, and a function that hands the request on. */
  readonly raw?: boolean;
  readonly serializing?: InstanceData['serializing'];
}

function serve(
  call: Call,
  seen: Observation,
  { instance, data, above = data, fn, before, after, answers, raw = false, serializing = [] }: Run,
): void {
  const exchange: Exchange = { seen, data, above, serializing };
  const request = call.host(
    requestType,
    exchange,
    Object.fromEntries(Object.entries(PARTS).map(([name, part]) => [name, seen.incoming(part)])),
  );
  const reply = call.host(replyType, exchange, { statusCode: seen.carried() ?? call.const(200), [TYPE]: call.const(undefined), request });
  for (const each of [request, reply]) call.set(each, 'server', instance);
  // What a hook has stored stands where @fastify/multipart has methods.
  for (const name of ['file', 'files']) {
    const stored = seen.left(name);
    if (stored) call.set(request, name, stored);
  }
  seen.watch(reply, 'statusCode');
  let hasLeft = false;
  const leave = (): void => {
    hasLeft = true;
    for (const [name, value] of call.knownEntries?.(request) ?? [])
      if (name !== 'server' && !Object.hasOwn(PARTS, name)) seen.leave(name, value);
  };
  const done = call.fn('done', (inner) => {
    const [error] = inner.args;
    if (!error || inner.truthy(error) === false) {
      if (!answers) {
        leave();
        seen.passOn();
      } else if (inner.args[1]) answer(inner, seen, reply, inner.args[1]);
      return;
    }
    if (!answers && inner.truthy(error) === null) seen.passOn();
    for (const alternative of inner.alternatives(error)) if (inner.truthy(alternative) !== false) seen.fail(inner, alternative);
  });
  try {
    if (raw) {
      call.awaited(call.invoke(fn, [call.get(request, 'raw'), call.get(reply, 'raw'), done]));
      return;
    }
    const given = call.invoke(fn, [...before, request, reply, ...after, ...(answers ? [] : [done])], instance);
    const result = call.awaited(given);
    const isSent = call.constant(call.get(reply, SENT)) === true;
    if (!answers) {
      // A hook that returns the reply has answered, and leaves nothing.
      if (!hasLeft) call.whereReturned?.(call.const(undefined), leave);
      if (!isSent) seen.passOn();
    } else
      for (const alternative of call.alternatives(result))
        // What is returned behind what was sent is sent to nobody.
        if (!call.isUndefined(alternative)) {
          if (!isSent) answerReturned(call, seen, reply, alternative);
        } else if (result !== given) answerNothing(call, seen, reply, alternative !== result);
  } finally {
    if (!hasLeft) leave();
  }
}

/** The errors with which the validation of a route may refuse a request; null where there is none. */
export type Refusals = ((call: Call, seen: Observation) => readonly Value[]) | null;

/** A route's handler: what it returns or sends is the answer. Before it runs, `refusals` says with what the route's schema may refuse the request. */
export const observeHandler =
  (
    instance: ObjectValue,
    data: InstanceData,
    fn: Value,
    refusals: Refusals,
    serializing: InstanceData['serializing'],
    encoding: string | null,
  ): Observe =>
  (call, seen) => {
    if (encoding !== null) seen.encoding(encoding);
    for (const error of refusals?.(call, seen) ?? []) seen.fail(call, error);
    serve(call, seen, { instance, data, fn, before: [], after: [], answers: true, serializing });
  };
/** How a hook is run, and what beside the function decides that. */
export interface HookRun {
  readonly observe: Observe;
  readonly runsAs: () => readonly unknown[];
}
/** Hooks that run when the answer is decided: `send` throws in `onError`, and nobody gets what the others send. What they throw changes nothing. */
const ANSWER_NOTHING: ReadonlySet<string> = new Set(['onError', 'onResponse', 'onTimeout', 'onRequestAbort']);
/** `(request, reply, done)` on the instance that it is called on; hooks around the payload get it in between. */
export function observationOfHook(at: Call, data: InstanceData, fn: Value, hook: string): HookRun {
  const instance = at.receiver as ObjectValue;
  const hasPayload = hook === 'preSerialization' || hook === 'onSend' || hook === 'preParsing';
  return {
    observe: (call, seen) => {
      if (ANSWER_NOTHING.has(hook)) {
        seen.passOn();
        return;
      }
      const after = hasPayload ? [call.unknown('the payload')] : [];
      serve(call, seen, { instance, data, fn: hookRun(call, fn), before: [], after, answers: false });
    },
    runsAs: () => [
      hasPayload,
      ANSWER_NOTHING.has(hook),
      alone.has(fn),
      data.boot,
      decoratedInstance(at, instance),
      ...serializingOf(data).map((each) => each.fn),
    ],
  };
}
/** `(request, response, next)` of `use`, in front of all that Fastify does. */
export const observationOfMiddleware = (instance: ObjectValue, data: InstanceData, fn: Value): HookRun => ({
  observe: (call, seen) => {
    serve(call, seen, { instance, data, fn, before: [], after: [], answers: false, raw: true });
  },
  runsAs: () => ['use', data.boot],
});
/** The innermost instance around this one that has members of its own: for a hook those inside are the same. */
function decoratedInstance(call: Call, instance: ObjectValue): ObjectValue {
  const around = instanceData(instance)?.around;
  return around && call.knownEntries?.(instance)?.length === 0 ? decoratedInstance(call, around) : instance;
}
/** `instance.errorHandler` as it is where a program asks for it: what the handler around answers. */
export const formerHandler = (call: Call): Value =>
  call.fn('errorHandler', (inner) => {
    const [error] = inner.args;
    const exchange = inner.args[2] && inner.data(inner.args[2], replyType);
    if (error && exchange) exchange.seen.fail(inner, error);
    return inner.args[2];
  });
/** `(error, request, reply)` of `setErrorHandler`. */
export const observeError =
  (instance: ObjectValue, data: InstanceData, fn: Value, above: InstanceData | null) =>
  (error: Value): Observe =>
  (call, seen) =>
    serve(call, seen, { instance, data, above, fn, before: [error], after: [], answers: true });
