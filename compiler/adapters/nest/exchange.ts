import type { RequestPart } from '@tool/ir';
import {
  TYPE,
  defineHostType,
  rawAnswer,
  setType,
  setTypeHeader,
  textOf,
  typeAmong,
  typeSet,
  type Call,
  type HostType,
  type Observation,
  type ObjectValue,
  type Transfer,
  type Unknown,
  type Value,
  uploadedParts,
} from '@tool/scanner-sdk';
import type { Target } from './enhancers.js';
import { storeOf } from './store.js';

/** What one run knows of the request and the answer it serves. */
export interface Exchange {
  readonly seen: Observation;
  /** In upper case, where the run is one of requests with this method. */
  readonly method?: string;
  readonly request: ObjectValue;
  readonly response: ObjectValue;
  /** The parts of the request as they are in front of the run. */
  readonly parts: Readonly<Record<string, Value>>;
}

interface Seen {
  readonly seen: Observation;
}

/** `injected`: one object for all requests, which stands for the one that is served. */
type Asked = Seen | { readonly seen: Observation | undefined; readonly injected: () => Exchange | null };

const PARTS: Readonly<Record<string, RequestPart>> = {
  body: 'body',
  query: 'query',
  params: 'path',
  headers: 'header',
  cookies: 'cookie',
  signedCookies: 'cookie',
};
const TEXTS: ReadonlySet<string> = new Set(['ip', 'id', 'hostname', 'host', 'protocol', 'sessionID', 'baseUrl']);
const STRING = { kind: 'string' } as const;
const JSON_TYPE = 'application/json';

const header: Transfer = (call) => {
  const name = call.text(call.args[0] ?? call.const(undefined));
  const seen = call.data(call.receiver, requestType)?.seen;
  return seen && name !== null ? seen.incoming('header', [name.toLowerCase()]) : call.unknown('a header');
};

/** Passport's; what a middleware or a guard leaves under the same name is what others find. */
const isAuthenticated: Transfer = (call) =>
  call.data(call.receiver, requestType)?.seen?.incoming('context', ['isAuthenticated()']) ?? call.unknown('whether somebody is logged in');

const requestType: HostType<Asked> = defineHostType<Asked>({
  name: 'nest.request',
  inert: true,
  // A middleware of a package that a class calls: `this.session(request, response, next)`.
  handedOut: (call, _emit, _module, to) => {
    if (call.args.length > 2 && to.path.endsWith('()')) call.data(call.receiver, requestType)?.seen?.calls?.(to);
  },
  methods: {
    get: header,
    header,
    on: (call) => call.receiver,
    once: (call) => call.receiver,
  },
  missing: (call, key) => {
    const data = call.data(call.receiver, requestType);
    if (!data || key === 'then' || key === 'constructor' || key === 'toJSON') return undefined;
    if ('injected' in data) {
      const served = data.injected();
      return served ? call.get(served.request, key) : call.unknown(`${key} of a request`);
    }
    const { seen } = data;
    const left = seen.left(key);
    if (left) return left;
    const gives = PARTS_OF_UPLOADS.get(key);
    if (gives && call.packageVersion?.('@fastify/multipart') != null) return call.fn(key, (inner) => uploadedParts(inner, seen, gives));
    if (key === 'isAuthenticated') return call.fn(key, isAuthenticated);
    if (key === 'route') return routeOf(call, seen);
    return TEXTS.has(key) ? call.typed?.(STRING, key) : seen.incoming('context', [key]);
  },
});

/** `request.route.path`: the path of the route as it is written. */
function routeOf(call: Call, seen: Observation): Value {
  const path = seen.incoming('context', ['route', 'path']);
  const route = call.record({ path: path.kind === 'unknown' ? { ...path, asks: { of: 'url', name: 'route', steps: [] } } : path });
  call.markOpen?.(route);
  return route;
}

/** Methods that @fastify/multipart adds to requests. */
const PARTS_OF_UPLOADS: ReadonlyMap<string, 'one' | 'each' | 'all'> = new Map([
  ['file', 'one'],
  ['files', 'each'],
  ['parts', 'each'],
  ['saveRequestFiles', 'all'],
] as const);

/** On an answer: something was sent by what stands for it, so that nothing else is. */
export const SENT = '#sent';
const sends =
  (transfer: Transfer): Transfer =>
  (call, emit) => {
    call.set(call.receiver, SENT, call.const(true));
    return transfer(call, emit);
  };
const statusOf = (call: Call): Value => call.get(call.receiver, 'statusCode');
const seenOf = (call: Call): Observation | undefined => call.data(call.receiver, responseType)?.seen;
const chained: Transfer = (call) => call.receiver;
const setStatus: Transfer = (call) => {
  call.set(call.receiver, 'statusCode', call.args[0] ?? call.const(undefined));
  return call.receiver;
};
const sendAs = (contentType: string): Transfer =>
  sends((call) => {
    seenOf(call)?.answer(call, { status: statusOf(call), contentType });
    return call.receiver;
  });
const json = sends((call) => {
  const [body] = call.args;
  seenOf(call)?.answer(call, { status: statusOf(call), ...(body && !call.isUndefined(body) && { body, contentType: JSON_TYPE }) });
  return call.receiver;
});
const send = sends((call) => {
  const [body] = call.args;
  if (!body || call.isUndefined(body)) seenOf(call)?.answer(call, { status: statusOf(call) });
  else
    seenOf(call)?.answer(call, {
      status: statusOf(call),
      ...(call.shapeOf?.(body).kind === 'string'
        ? textOf(call, body, typeSet(call, call.receiver, 'text/html'))
        : { body, contentType: JSON_TYPE }),
    });
  return call.receiver;
});
const isSent = (call: Call): boolean => call.constant(call.get(call.receiver, SENT)) === true;
/** `write`, `flushHeaders`: the answer goes out with what is set by then; whatever comes later is its body. */
const begin: Transfer = (call) => {
  const { receiver } = call;
  if (isSent(call)) return receiver;
  call.set(receiver, SENT, call.const(true));
  seenOf(call)?.answer(call, { status: statusOf(call), ...typeSet(call, receiver, '') });
  return receiver;
};
const all = (names: readonly string[], transfer: Transfer): Record<string, Transfer> =>
  Object.fromEntries(names.map((name) => [name, transfer]));

/** What `@Res()` gives: the answer of the server's framework, of Express or of Fastify. */
const responseType: HostType<Seen> = defineHostType<Seen>({
  name: 'nest.response',
  inert: true,
  piped: (call) => {
    seenOf(call)?.answer(call, { status: statusOf(call) });
  },
  methods: {
    status: setStatus,
    code: setStatus,
    writeHead: (call, emit) => {
      const type = typeAmong(call, call.args.at(-1));
      if (type) call.set(call.receiver, TYPE, type);
      return setStatus(call, emit);
    },
    json,
    jsonp: json,
    send,
    end: (call, emit) => (isSent(call) ? call.receiver : send(call, emit)),
    ...all(['write', 'flushHeaders'], begin),
    sendStatus: sends((call) => {
      seenOf(call)?.answer(call, { status: call.args[0] ?? null, contentType: 'text/plain' });
      return call.receiver;
    }),
    redirect: sends((call) => {
      const to = call.args.find((arg) => typeof call.constant(arg) !== 'number');
      seenOf(call)?.answer(call, {
        status: call.args.find((arg) => typeof call.constant(arg) === 'number') ?? 302,
        ...(to && { to }),
      });
      return call.receiver;
    }),
    render: sendAs('text/html'),
    view: sendAs('text/html'),
    sendFile: sendAs('application/octet-stream'),
    download: sendAs('application/octet-stream'),
    ...all(['type', 'contentType'], setType),
    ...all(['set', 'header', 'headers', 'setHeader'], setTypeHeader),
    ...all(
      ['removeHeader', 'append', 'attachment', 'cookie', 'setCookie', 'clearCookie', 'location', 'vary', 'on', 'once', 'links'],
      chained,
    ),
    ...all(['get', 'getHeader', 'getHeaders'], (call) => call.unknown('a header of the answer')),
  },
  missing: (call, key) => {
    if (['then', 'constructor', 'toJSON'].includes(key)) return undefined;
    if (['headersSent', 'writableEnded', 'finished', 'sent'].includes(key)) return call.get(call.receiver, SENT);
    if (key === 'raw') return rawOf(call);
    return call.unknown(key === 'locals' ? 'values of the answer' : `${key} of the response`);
  },
});

/** Node's own answer behind a reply of Fastify, the same one whenever it is asked for. */
function rawOf(call: Call): Value | undefined {
  const seen = seenOf(call);
  if (!seen) return undefined;
  const { receiver } = call;
  const raw = rawAnswer(call, seen, (at) => {
    at.set(receiver, SENT, at.const(true));
  });
  call.set(receiver, 'raw', raw);
  return raw;
}

const partsOf = (seen: Observation): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    Object.entries(PARTS).map(([name, part]) => [name, seen.left(name) ?? seen.incoming(part, [], name === 'signedCookies')]),
  );

/** A part of the request that guards in front have put together; null where it is what the client sends. */
export const madePart = ({ seen }: Exchange, part: RequestPart): Value | null =>
  seen.left(Object.keys(PARTS).find((name) => PARTS[name] === part)!) ?? null;

export const exchangeOf = (call: Call, seen: Observation, status: number, method?: string): Exchange => {
  const parts = partsOf(seen);
  const request = requestOf(call, { seen, parts, ...(method !== undefined && { method }) });
  const response = call.host(
    responseType,
    { seen },
    { statusCode: call.const(status), [SENT]: call.const(false), [TYPE]: call.const(undefined), req: request },
  );
  call.set(request, 'res', response);
  return (storeOf(call).serving = { seen, request, response, parts, ...(method !== undefined && { method }) });
};

/** The same for a middleware whose own path names the parameters of the route otherwise. */
export function withParameters(call: Call, exchange: Exchange, renamed: ReadonlyMap<string, string> | undefined): Exchange {
  if (!renamed) return exchange;
  const params = call.record(
    Object.fromEntries(
      [...renamed].map(([name, at]) => [name, at.startsWith(':') ? exchange.seen.incoming('path', [at.slice(1)]) : call.const(at)]),
    ),
  );
  call.set(exchange.request, 'params', params);
  return { ...exchange, parts: { ...exchange.parts, params } };
}

/** The token of the request that is served. */
export const REQUEST = 'REQUEST';
export function injectedRequest(call: Call): ObjectValue {
  const store = storeOf(call);
  return call.host(requestType, {
    get seen() {
      return store.serving?.seen;
    },
    injected: () => store.serving,
  });
}

const requestOf = (
  call: Call,
  { seen, method, parts }: Pick<Exchange, 'seen' | 'method' | 'parts'>,
  more: Readonly<Record<string, Value>> = {},
): ObjectValue => call.host(requestType, { seen }, { ...parts, ...(method !== undefined && { method: call.const(method) }), ...more });

/** The same for what stands around all routes alike: that it looks at members of a body (to hide them in a log) does not say that a route takes them. */
export function around(call: Call, exchange: Exchange): Exchange {
  const request = requestOf(call, exchange, { body: call.unknown('the body of some request') });
  call.set(request, 'res', exchange.response);
  return { ...exchange, request };
}

/** What was set on that request is on the other one as well. */
export function copySet(call: Call, from: Exchange, to: Exchange): void {
  for (const [name, value] of call.knownEntries?.(from.request) ?? [])
    if (name !== 'res' && name !== 'method' && !Object.hasOwn(PARTS, name)) call.set(to.request, name, value);
}

/** A guard has put the part together of members that it names. */
const isMade = (call: Call, value: Value): boolean =>
  value.kind === 'object' && !value.host && !call.isOpen(value) && (call.knownEntries?.(value) ?? []).length > 0;

/** What functions leave on the request for those behind them. */
export function leaveAll(call: Call, { seen, request, parts }: Exchange): void {
  for (const [name, value] of call.knownEntries?.(request) ?? [])
    if (name !== 'res' && (!Object.hasOwn(PARTS, name) || (value !== parts[name] && isMade(call, value)))) seen.leave(name, value);
}

interface ContextData {
  readonly exchange: Exchange;
  readonly target: Target | null;
  readonly guarding?: Guarding;
}

/** What a guard of passport does with the request where the program calls it, and what it gives: `super.canActivate(context)`. */
export type Guarding = (call: Call, guard: Value, base: Unknown) => Value;

/** The method of a context that such a guard calls. */
export const GUARDING = '_guarding';
export const guardingOf =
  (find: (call: Call) => Guarding | undefined): Transfer =>
  (call) => {
    const [guard, base] = call.args;
    return guard && base?.kind === 'unknown' ? find(call)?.(call, guard, base) : undefined;
  };

const argumentsOf = (call: Call): Value => {
  const data = call.data(call.receiver, executionType);
  return data ? call.list([data.exchange.request, data.exchange.response, call.fn('next', () => undefined)]) : call.list([]);
};

/** `ExecutionContext` and `ArgumentsHost` of a request that is served. */
const executionType: HostType<ContextData> = defineHostType<ContextData>({
  name: 'nest.execution',
  inert: true,
  methods: {
    [GUARDING]: guardingOf((call) => call.data(call.receiver, executionType)?.guarding),
    getClass: (call) => call.data(call.receiver, executionType)?.target?.cls,
    getHandler: (call) => call.data(call.receiver, executionType)?.target?.handler,
    getType: (call) => call.const('http'),
    switchToHttp: (call) => {
      const data = call.data(call.receiver, executionType);
      return data
        ? call.record({
            getRequest: call.fn('getRequest', () => data.exchange.request),
            getResponse: call.fn('getResponse', () => data.exchange.response),
            getNext: call.fn('getNext', (inner) => inner.fn('next', () => undefined)),
          })
        : undefined;
    },
    getArgs: argumentsOf,
    getArgByIndex: (call) => call.get(argumentsOf(call), String(call.constant(call.args[0] ?? call.const(0)))),
  },
  missing: (call, key) => (key === 'then' ? undefined : call.unknown(`${key} of a context`)),
});

export const executionContext = (call: Call, exchange: Exchange, target: Target | null, guarding?: ContextData['guarding']): ObjectValue =>
  call.host(executionType, { exchange, target, ...(guarding && { guarding }) });

/** The exchange behind a context that `executionContext` made. */
export const exchangeBehind = (call: Call, context: Value): Exchange | null => call.data(context, executionType)?.exchange ?? null;
