import {
  defineHostType,
  httpError,
  incomingMessageType,
  type StatedType,
  type Call,
  type Observation,
  type Observe,
  type ObjectValue,
  type HostType,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import type { RequestPart, RequestTest, Shape } from '@tool/ir';
import { applicationOfRequests } from './application-of-requests.js';
import { failedBefore, HEAD, isGone, RESPONSE, responseType, TYPE } from './answer.js';
import { callbackBehind, orTells } from './callbacks.js';
import { STRING, observationOf, running, type Exchange } from './exchange.js';
import { handsOn, isGuard, ownBehaviour, packageBehaviour } from './package-behaviours.js';

const PARTS: Readonly<Record<string, RequestPart>> = {
  body: 'body',
  query: 'query',
  params: 'path',
  headers: 'header',
  cookies: 'cookie',
  signedCookies: 'cookie',
};
const STREAM_PARSERS = /^(?:busboy|@fastify\/busboy|dicer|multiparty|connect-busboy)$/;
const ADDRESS: ReadonlySet<string> = new Set(['url', 'path', 'originalUrl']);
const TEXTS: ReadonlySet<string> = new Set([
  'ip',
  'path',
  'url',
  'originalUrl',
  'baseUrl',
  'method',
  'hostname',
  'host',
  'protocol',
  'id',
  'sessionID',
]);
/** Texts by which functions tell requests apart. What a router and `use` have matched is not in the address that those behind them see. */
const ASKED: Readonly<Record<string, RequestTest>> = {
  path: { of: 'path', below: true, steps: [] },
  url: { of: 'url', below: true, steps: [] },
  originalUrl: { of: 'url', steps: [] },
  baseUrl: { of: 'base', steps: [] },
  method: { of: 'method', steps: [] },
};
/** What nobody left there is not there: the program's own members are unknown until a middleware of the program sets them. */
const exchangeOf = (call: Call): Observation | null => observationOf(call.data(call.receiver, requestType));

const header: Transfer = (call) => {
  const name = call.text(call.args[0] ?? call.const(undefined));
  const seen = exchangeOf(call);
  return seen && name !== null ? seen.incoming('header', [name.toLowerCase()]) : call.unknown('a header');
};

/** `req.param(name, otherwise)` of Express 4: a parameter of the path, else a member of the body, else of the query. */
const anyPart: Transfer = (call) => {
  const name = call.text(call.args[0] ?? call.const(undefined));
  const found: Value[] = [];
  const look = ([part, ...others]: readonly string[]): void => {
    if (part === undefined) {
      found.push(call.args[1] ?? call.const(undefined));
      return;
    }
    const value = call.get(call.get(call.receiver, part), name!);
    call.either!(value, (isThere) => {
      if (isThere) found.push(value);
      else look(others);
    });
  };
  if (!exchangeOf(call) || name === null) return call.unknown('a parameter');
  look(['params', 'body', 'query']);
  return call.oneOf!(found, `where ${name} came in`);
};

/** Tells a callback of passport that the session is saved, or could not be. */
const tellSaved = (call: Call, callback: Value | undefined): void => {
  // It is answered with 500, and refuses nobody: whoever handles it may ask for its status.
  const failed = (): Value => httpError(call, 500, 'Failed to serialize user into session', 'Error');
  orTells(call, callback, failed, 'the session is saved', (told) => {
    if (told) call.invoke(told, [call.const(undefined)]);
  });
};
const loggedOut: Transfer = (call) => {
  tellSaved(call, callbackBehind(call, 0));
};
/** Passport takes for logged in whoever it, or a middleware of the program, has left as the user. */
const lacksUser = (call: Call): boolean => {
  const user = exchangeOf(call)?.left('user');
  return user !== undefined && call.truthy(user) === false;
};
/** Whether somebody is logged in, as far as the request says it. */
function isKnown(call: Call): Value {
  if (lacksUser(call)) return call.const(false);
  const found = exchangeOf(call)?.incoming('context', ['isAuthenticated()']);
  if (!found) return call.typed!({ kind: 'boolean' }, 'whether somebody is logged in');
  return found.kind === 'unknown' ? (call.refine?.(found, { kind: 'boolean' }, 'code') ?? found) : found;
}
/** What passport gives a request; what a middleware of the program leaves under the same name is what others find. */
const BY_PASSPORT: Readonly<Record<string, Transfer>> = {
  isAuthenticated: isKnown,
  isUnauthenticated: (call) =>
    call.truthy(isKnown(call)) === false ? call.const(true) : call.typed!({ kind: 'boolean' }, 'whether nobody is logged in'),
  logIn: (call) => logIn(call),
  login: (call) => logIn(call),
  logOut: loggedOut,
  logout: loggedOut,
};

/** What surely happens to a request that is read. */
const BEING_READ: ReadonlySet<string> = new Set(['data', 'end', 'readable']);

/** `request.on('end', …)`; what else happens to it (`error`, `aborted`, `close`) happens to some requests only. */
const listen: Transfer = (call) => {
  const [event, callback] = call.args;
  if (!callback || !call.isFunction(callback)) return call.receiver;
  const carried = call.unknown('what an event carries');
  if (BEING_READ.has(call.text(event ?? call.const(undefined)) ?? '') || !call.either) call.later(callback, [carried]);
  else
    call.later(
      call.fn('listener', (inner) => {
        inner.either!(inner.unknown('whether that happens'), (happens) => {
          if (happens) inner.invoke(callback, [carried]);
        });
      }),
      [],
    );
  return call.receiver;
};

export const requestType: HostType<Exchange> = defineHostType<Exchange>({
  name: 'request',
  parent: incomingMessageType,
  inert: true,
  stated: stateRequest,
  handedOut: (call, _emit, _module, to) => {
    const seen = exchangeOf(call);
    const next = call.data(call.receiver, requestType)?.next;
    const [, , callback] = call.args;
    const run =
      seen &&
      ownBehaviour(to, () => call.receiver, serve, callback && callback !== next && call.isFunction(callback) ? callback : undefined);
    if (seen && callback && to.path.endsWith('()') && (!run || isGuard(to.module))) seen.calls?.(to);
    if (run) {
      run(call, seen);
      if (next && callback === next && handsOn(to.module)) call.invoke(next, []);
    }
  },
  methods: {
    get: header,
    header,
    param: anyPart,
    on: listen,
    pipe: (call) => {
      const [to] = call.args;
      // A parser that takes the stream as it is: its parts are known only by what its events say.
      if (to?.kind === 'unknown' && to.provenance && STREAM_PARSERS.test(to.provenance.module)) {
        const seen = exchangeOf(call);
        if (seen) call.refine?.(seen.incoming('body'), { kind: 'file' }, 'code');
      }
      return to;
    },
    once: listen,
  },
  missing: ofRequest,
  // Nobody has asked whether it is there: where the program does not set it, it is not.
  otherwise: (call, key) => {
    const asked = call.data(call.receiver, requestType)?.asked;
    const isAsked = asked?.has(key) || (key === 'user' && ['isAuthenticated', 'isUnauthenticated'].some((name) => asked?.has(name)));
    return isAsked ? ofRequest(call, key) : exchangeOf(call)?.left(key);
  },
});

function ofRequest(call: Call, key: string): Value | undefined {
  const seen = exchangeOf(call);
  if (!seen || key === 'then' || key === 'constructor' || key === 'toJSON') return undefined;
  const left = seen.left(key) ?? (key === 'app' ? applicationOfRequests(call) : undefined);
  if (left) return left;
  call.data(call.receiver, requestType)?.asked.add(key);
  const own = Object.hasOwn(BY_PASSPORT, key) ? BY_PASSPORT[key] : undefined;
  if (own) return call.fn(key, own);
  const asks = ASKED[key];
  const value = TEXTS.has(key) && !ADDRESS.has(key) ? call.typed!(STRING, key) : seen.incoming('context', [key]);
  return asks && value.kind === 'unknown' ? { ...value, asks } : value;
}

/** Type arguments of `Request`, `RequestHandler` and `Response` by their position. */
const GENERICS: ReadonlyMap<string, Readonly<Record<number, string>>> = new Map([
  ['Request', { 0: 'params', 2: 'body', 3: 'query' }],
  ['RequestHandler', { 0: 'params', 2: 'body', 3: 'query' }],
]);

/** `Request<P, ResBody, ReqBody, Query>`, and interfaces of the program that add members to it. */
function stateRequest(call: Call, types: readonly StatedType[]): void {
  const say = (member: string, shape: Shape | undefined): void => {
    if (!shape || (shape.kind === 'object' && (shape.properties?.length ?? 0) === 0)) return;
    const value = call.get(call.receiver, member);
    const typed = call.refine!(value, shape, 'type');
    // What a validator made of it stays as it is.
    if (value.kind === 'unknown') call.set(call.receiver, member, typed);
  };
  for (const type of types) {
    for (const [index, member] of Object.entries(GENERICS.get(type.name) ?? {})) say(member, type.arguments[Number(index)]?.());
    for (const member of ['body', 'query', 'params']) say(member, type.member(member));
  }
}

/** `req.login(user, options?, callback)`: passport puts the user on the request. */
const logIn = (call: Call): void => {
  const [user] = call.args;
  if (user) call.set(call.receiver, 'user', user);
  tellSaved(call, callbackBehind(call));
};

const LOCALS = 'locals.';
/** Members of the answer's `locals`, which functions share for one request. */
const localsType: HostType<Exchange> = defineHostType<Exchange>({
  name: 'locals',
  inert: true,
  methods: {},
  missing: (call, key) => {
    const seen = call.data(call.receiver, localsType)?.seen;
    return seen?.left(LOCALS + key) ?? seen?.incoming('context', ['locals', key]);
  },
});

/** Packages that hand the rejections of handlers to error handlers, in routers of their own, in wrappers, or by changing Express. */
const HANDLING_REJECTIONS: readonly string[] = [
  'express-async-errors',
  'express-async-handler',
  'express-async-wrap',
  'express-promise-router',
  'express-async-router',
  '@awaitjs/express',
  'express-async-await',
  'express-async-patch',
  'express-asyncify',
  'asyncify-express',
  'async-express-decorator',
  'async-middleware',
  'middleware-async',
  'express-async-catch',
  'express-catch-async',
  '@root/async-router',
  'express-openapi-validator',
];

/** Express 4 does not look at what a handler returns: a rejection reaches nobody, and no answer is sent. */
function forgetsRejections(call: Call): boolean {
  const major = /\d+/.exec(call.packageVersion?.('express') ?? '')?.[0];
  return major !== undefined && Number(major) < 5 && !HANDLING_REJECTIONS.some((name) => call.packageVersion?.(name));
}

/** Marks functions that a package waits for, and whose errors it hands on. */
export const HANDS_ERRORS_ON = Symbol('its errors are handed on');

/** Runs the function to its end. */
function finish(call: Call, seen: Observation, fn: Value, result: Value): void {
  const forgets = result.kind === 'object' && call.isUndefined(call.get(fn, HANDS_ERRORS_ON)) && forgetsRejections(call);
  const handle = forgets ? call.get(result, 'catch') : null;
  if (!handle || !call.isFunction(handle)) {
    call.awaited(result);
    return;
  }
  seen.forgetRejections();
  call.awaited(call.invoke(handle, [call.fn('forgotten', (inner) => inner.const(undefined))], result));
}

/** A part of the request as the program has put it together: a record of the members that it names, and of no others. */
const isMadeOf = (call: Call, value: Value): boolean =>
  value.kind === 'object' &&
  !value.host &&
  call.elements(value) === null &&
  !call.isOpen(value) &&
  (call.knownEntries?.(value) ?? []).length > 0;

const partsOf = (seen: Observation): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(PARTS).map(([name, part]) => [name, seen.left(name) ?? seen.incoming(part, [], name === 'signedCookies')]),
  );

/** A request to look at, of which nobody takes what is left on it. */
const requestFor = (call: Call, seen: Observation): Value => call.host(requestType, { seen, asked: new Set<string>() }, partsOf(seen));

/** Runs the function and says what it leaves on the request. `before` are arguments in front of the usual three. */
function serve(call: Call, seen: Observation, fn: Value, before: readonly Value[], after: readonly Value[] = []): void {
  const exchange: Exchange = { seen, asked: new Set() };
  const locals = call.host(localsType, exchange);
  const parts = partsOf(seen);
  const request: ObjectValue = call.host(requestType, exchange, parts);
  const response: ObjectValue = call.host(responseType, exchange, { statusCode: seen.carried() ?? call.const(200), locals, req: request });
  call.set(request, 'res', response);
  seen.watch(response, 'statusCode', () => (isGone(call, response) && failedBefore(call, exchange.answer) ? call.const(200) : undefined));
  const standing = (inner: Call): Map<string, Value> => {
    const found = new Map<string, Value>();
    for (const [name, value] of inner.knownEntries?.(request) ?? [])
      if (name !== 'res' && (!Object.hasOwn(PARTS, name) || (value !== parts[name] && isMadeOf(inner, value)))) found.set(name, value);
    for (const [name, value] of inner.knownEntries?.(response) ?? [])
      if (name !== 'statusCode' && name !== 'locals' && name !== 'req' && name !== HEAD) found.set(RESPONSE + name, value);
    for (const each of inner.alternatives(inner.get(response, 'locals')))
      for (const [name, value] of inner.knownEntries?.(each) ?? []) found.set(LOCALS + name, value);
    return found;
  };
  // What others find is what stands there when the request is handed on: what it was refused with in another arm matters to none of them.
  const handedOn: Standing[] = [];
  const passOn = (inner: Call, past?: 'route'): void => {
    if (!isGone(inner, response)) seen.passOn(past);
    const others = [...exchange.asked].filter((name) => seen.stands(name));
    handedOn.push(new Map([...others.map((name) => [name, null] as const), ...standing(inner)]));
  };
  const next = call.fn('next', (inner) => {
    for (const error of inner.args[0] ? inner.alternatives(inner.args[0]) : []) {
      if (inner.isUndefined(error) || inner.truthy(error) === false) passOn(inner);
      else if (inner.text(error) === 'route') passOn(inner, 'route');
      else if (inner.text(error) === 'router') passOn(inner);
      else seen.fail(inner, error);
    }
    if (inner.args.length === 0) passOn(inner);
  });
  exchange.next = next;
  running.push({ seen, response });
  try {
    finish(call, seen, fn, call.invoke(fn, [...before, request, response, next, ...after]));
  } finally {
    running.pop();
    exchange.over = true;
    if (handedOn.length === 0) {
      // The answer has gone out with its content type: errors come from in front of it.
      const last = standing(call);
      last.delete(RESPONSE + TYPE);
      handedOn.push(last);
    }
    leaveAll(call, seen, handedOn);
  }
}

/** What stands on a request and its response, by name; null for what somebody else has left, found by a condition around. */
type Standing = ReadonlyMap<string, Value | null>;

/** Leaves what stands there wherever the request is handed on; what does not stand there each time may be missing. */
function leaveAll(call: Call, seen: Observation, handedOn: readonly Standing[]): void {
  const names = new Set(handedOn.flatMap((standing) => [...standing].flatMap(([name, value]) => (value ? [name] : []))));
  for (const name of names) {
    const all = handedOn.map((standing) => (standing.has(name) ? standing.get(name)! : call.const(undefined)));
    const values = [...new Set(all.filter((value) => value !== null))];
    seen.leave(name, values.length === 1 ? values[0]! : (call.oneOf?.(values, `what is left as ${name}`) ?? values[0]!));
  }
}

/** `(request, response, next)`. */
export const observe =
  (fn: Value): Observe =>
  (call, seen) =>
    serve(call, seen, fn, []);

/** `(request, response, next, value, name)`: what `param` registers. */
export const observeParameter =
  (fn: Value, name: string): Observe =>
  (call, seen) =>
    serve(call, seen, fn, [], [seen.incoming('path', [name]), call.const(name)]);

/** What observes the function that is given this request; null where nobody does. */
export const observedBy = (call: Call, request: Value | undefined): Observation | null =>
  (request && call.data(request, requestType)?.seen) ?? null;

/** `(error, request, response, next)`. */
export const observeError =
  (fn: Value) =>
  (error: Value): Observe =>
  (call, seen) =>
    serve(call, seen, fn, [error]);

/** How a middleware is run: by the number of its parameters, as Express decides; what a package made, by what the package says of it. */
export function observation(
  call: Call,
  fn: Value,
): { observe?: Observe; observeError?: (error: Value) => Observe; runsAs?: () => readonly unknown[] } {
  if (fn.kind === 'unknown' && fn.provenance) {
    const known = packageBehaviour(fn.provenance, requestFor, serve);
    return known ? { observe: known } : {};
  }
  if (!call.isFunction(fn)) return {};
  return call.arity(fn) === 4 ? { observeError: observeError(fn) } : { observe: observe(fn), runsAs: () => [] };
}
