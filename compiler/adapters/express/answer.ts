import {
  answeredBy,
  defineHostType,
  httpError,
  serverResponseType,
  textOf,
  typeAmong,
  type Call,
  type HostType,
  type Observation,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { STRING, answerOf, observationOf, type Exchange } from './exchange.js';
import { callbackBehind, orTells } from './callbacks.js';
import { hasOwnBehaviour } from './package-behaviours.js';

const exchangeOf = (call: Call): Observation | null => observationOf(call.data(call.receiver, responseType));
const responseOf = (call: Call): Value => answerOf(call.data(call.receiver, responseType), call);

/**
 * Stands for the status where an answer has gone, with that answer's status. It is kept per arm, as the status is: what is sent behind an
 * arm that has answered arrives only where the other arm came from. Where every arm has answered, a `catch` or a callback runs that the
 * answer does not precede.
 */
const ANSWERED = /^answered (\d*)$/;
const answered = (call: Call, status: Value): string | null => {
  const text = call.constant(status);
  return typeof text === 'string' ? (ANSWERED.exec(text)?.[1] ?? null) : null;
};
/** An answer has gone in every arm. */
export const isGone = (call: Call, response: Value): boolean =>
  call.alternatives(call.get(response, 'statusCode')).every((status) => answered(call, status) !== null);

/** Answers with what was not sent yet in some arm. */
function reply(call: Call, given: Value | null, rest: Omit<Parameters<Observation['answer']>[1], 'status'>): void {
  const response = responseOf(call);
  const held = call.get(response, 'statusCode');
  const before = call.alternatives(held);
  const open = before.filter((status) => answered(call, status) === null);
  // What failed in front of an answer leaves the status that nobody had set yet.
  const isInstead = handlesFailure(call);
  const isUnset = open.length === 0 && isInstead;
  const statuses =
    open.length > 0
      ? open
      : [...new Set(before.map((status) => (isUnset ? 200 : Number(answered(call, status)) || 200)))].map((status) => call.const(status));
  // The very value that was set: a body may repeat it.
  const status =
    given ??
    (open.length === before.length ? held : statuses.length === 1 ? statuses[0]! : (call.oneOf?.(statuses, 'the status') ?? statuses[0]!));
  exchangeOf(call)?.answer(call, { status, ...rest });
  call.set(response, 'statusCode', call.const(`answered ${String(call.constant(status) ?? '')}`));
  const exchange = call.data(call.receiver, responseType);
  if (exchange && !isInstead) exchange.answer = call;
}
/** Whether it answers for what failed in the block that the last answer is in: that one did not go. */
const handlesFailure = (call: Call): boolean => failedBefore(call, call.data(call.receiver, responseType)?.answer);
export function failedBefore(call: Call, last: Call | undefined): boolean {
  return last !== undefined && (call.handlesWhatFails?.(last) ?? false) !== false;
}
/** What has gone in some arm keeps its status. */
const setStatus: Transfer = (call) => {
  const response = responseOf(call);
  call.set(response, HEAD, call.const(undefined));
  const to = call.args[0] ?? call.const(undefined);
  const before = call.alternatives(call.get(response, 'statusCode'));
  const gone = before.filter((status) => answered(call, status) !== null);
  call.set(
    response,
    'statusCode',
    gone.length === 0 || gone.length === before.length
      ? to
      : (call.oneOf?.([...call.alternatives(to), gone[0]!], 'an answer has gone') ?? to),
  );
  return call.receiver;
};

const JSON_TYPE = 'application/json';
/** Where the answer keeps the content type that the program has set. */
export const TYPE = '$type';
/** The same for what `writeHead` was given, which holds for that head only: who sets a status after it comes from where it was not written. */
export const HEAD = '$head';
/** Short names that `type` takes, and endings of files. */
const TYPES: Readonly<Record<string, string>> = {
  json: JSON_TYPE,
  html: 'text/html',
  text: 'text/plain',
  txt: 'text/plain',
  csv: 'text/csv',
  css: 'text/css',
  js: 'application/javascript',
  xml: 'application/xml',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
  zip: 'application/zip',
  bin: 'application/octet-stream',
};
/** What is sent: as the program has said, or else as Express says by itself. Nothing where that is not known, or not in every arm. */
function typeOf(call: Call, otherwise: string): { readonly contentType?: string } {
  const response = responseOf(call);
  const head = call.alternatives(call.get(response, HEAD));
  const set = head.flatMap((value) => (call.isUndefined(value) ? call.alternatives(call.get(response, TYPE)) : [value]));
  const types = new Set(
    set.map((value) => (call.isUndefined(value) ? otherwise : (call.text(value)?.split(';')[0]!.trim().toLowerCase() ?? null))),
  );
  const [type] = types;
  return types.size === 1 && type !== null && type !== undefined ? { contentType: type } : {};
}
const setType: Transfer = (call) => {
  const given = call.args[0] ?? call.const(undefined);
  const name = call.text(given);
  const known = name === null || name.includes('/') ? given : call.const(TYPES[name.replace(/^.*\./, '')]);
  call.set(responseOf(call), TYPE, call.isUndefined(known) ? call.unknown('the type of an answer') : known);
  return call.receiver;
};
/** `set(name, value)`, `set(headers)`. */
const setHeader: Transfer = (call) => {
  const [first, second] = call.args;
  const name = first ? call.text(first) : null;
  const type = name === null ? typeAmong(call, first) : name.toLowerCase() === 'content-type' ? second : undefined;
  if (type) call.set(responseOf(call), TYPE, type);
  return call.receiver;
};
const writeHead: Transfer = (call, emit) => {
  setStatus(call, emit);
  const type = typeAmong(call, call.args.at(-1));
  if (type) call.set(responseOf(call), HEAD, type);
  return call.receiver;
};

/** Sends what is known of the body with the status that was set before. */
const send =
  (bodyOf: (call: Call, body: Value) => { readonly body?: Value; readonly contentType?: string }): Transfer =>
  (call) => {
    const seen = exchangeOf(call);
    const { args } = call;
    if (!seen) return call.receiver;
    // Express 4 takes the status first in two ways: `json(404, body)` and `json(body, 404)`.
    const given = args.length > 1 ? args.find((arg) => typeof call.constant(arg) === 'number') : undefined;
    const body = args.find((arg) => arg !== given);
    // `response.json(body).end()`: it has ended.
    if (args.length === 0 && isGone(call, responseOf(call)) && !handlesFailure(call)) return call.receiver;
    reply(call, given ?? null, body && !call.isUndefined(body) ? bodyOf(call, body) : {});
    return call.receiver;
  };

const json = send((call, body) => ({ body, ...typeOf(call, JSON_TYPE) }));
/** Texts go out as pages, objects as JSON. */
const anything = send((call, body) => {
  const kind = call.shapeOf!(body).kind;
  return kind === 'string' ? textOf(call, body, typeOf(call, 'text/html')) : { body, ...typeOf(call, JSON_TYPE) };
});
const text = send((call, body) => textOf(call, body, typeOf(call, 'text/plain')));
/** The status and the headers go out, whatever comes behind them: who holds the answer may write to it until later. */
const begin: Transfer = (call) => {
  if (!isGone(call, responseOf(call))) reply(call, null, typeOf(call, 'text/plain'));
  return call.receiver;
};

const page: Transfer = (call) => {
  orTells(
    call,
    callbackBehind(call),
    () => httpError(call, 500, 'Failed to lookup view', 'Error'),
    'a page is made',
    (callback) => {
      // With a callback the page is handed to it, and it may be sent with what it finds.
      if (!callback) reply(call, null, { contentType: 'text/html' });
      else {
        exchangeOf(call)?.answer(call, { status: call.get(responseOf(call), 'statusCode'), contentType: 'text/html' });
        call.invoke(callback, [call.const(null), call.typed!(STRING, 'a page')]);
      }
    },
  );
};
const file: Transfer = (call) => {
  // There is no such file, or it cannot be read.
  const missing = (): Value => httpError(call, 404, 'Not Found', 'NotFoundError');
  const failed = (): Value =>
    call.oneOf?.([missing(), httpError(call, 500, 'Internal Server Error', 'InternalServerError')], 'why it fails') ?? missing();
  orTells(call, callbackBehind(call), failed, 'a file is sent', (callback) => {
    reply(call, null, { contentType: 'application/octet-stream' });
    if (callback) call.invoke(callback, []);
  });
};
const chained: Transfer = (call) => call.receiver;
/** Clients whose streams bring the status and the headers of another server along. */
const COPIES_ANSWERS = /^(?:request|got|hyperquest|needle|superagent)$/;
function stream(call: Call, copies: boolean): void {
  const { contentType } = typeOf(call, '');
  if (copies) exchangeOf(call)?.answer(call, { status: null });
  else reply(call, null, contentType ? { contentType } : {});
}

export const responseType: HostType<Exchange> = defineHostType<Exchange>({
  name: 'response',
  parent: serverResponseType,
  inert: true,
  ends: true,
  handedOut: (call, _emit, _module, to) => {
    if (!hasOwnBehaviour(to)) exchangeOf(call)?.mayAnswer?.(answeredBy(call, to));
  },
  piped: (call, module) => {
    stream(call, module !== null && COPIES_ANSWERS.test(module));
  },
  methods: {
    status: setStatus,
    json,
    jsonp: json,
    send: anything,
    end: text,
    sendStatus: (call) => {
      reply(call, call.args[0] ?? null, { contentType: 'text/plain' });
      return call.receiver;
    },
    redirect: (call) => {
      const to = call.args.at(-1);
      reply(call, call.args.length > 1 ? call.args[0]! : call.const(302), to ? { to } : {});
    },
    render: page,
    sendFile: file,
    sendfile: file,
    download: file,
    writeHead,
    write: begin,
    flushHeaders: begin,
    type: setType,
    contentType: setType,
    set: setHeader,
    header: setHeader,
    setHeader,
    removeHeader: (call) => {
      if (call.text(call.args[0] ?? call.const(undefined))?.toLowerCase() === 'content-type')
        call.set(responseOf(call), TYPE, call.const(undefined));
      return call.receiver;
    },
    append: chained,
    attachment: chained,
    cookie: chained,
    clearCookie: chained,
    links: chained,
    location: chained,
    vary: chained,
    on: chained,
    once: chained,
    setTimeout: chained,
    flash: chained,
    get: (call) => call.unknown('a header of the answer'),
    getHeader: (call) => call.unknown('a header of the answer'),
    format: (call) => {
      for (const [, answer] of call.knownEntries?.(call.args[0] ?? call.const(undefined)) ?? [])
        if (call.isFunction(answer)) call.invoke(answer, []);
      return call.receiver;
    },
  },
  missing: (call, key) => {
    if (key === 'then' || key === 'constructor' || key === 'toJSON') return undefined;
    if (key === 'headersSent' || key === 'writableEnded' || key === 'finished') return call.const(false);
    const left = exchangeOf(call)?.left(RESPONSE + key);
    return left ?? (key === TYPE || key === HEAD ? undefined : call.unknown(`${key} of the response`));
  },
});

/** What functions leave on the answer itself (`response.page = …`). */
export const RESPONSE = 'response.';
