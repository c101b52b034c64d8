import {
  HTTP_ERRORS,
  STATUS_CODES,
  defineHostType,
  defineLibrary,
  errorValue,
  httpError,
  openFunction,
  openModule,
  type Call,
  type HostType,
  type Realm,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import { argument } from './support/fallback.js';

/** The statuses that there are errors of. */
const REASONS: Readonly<Record<number, string>> = Object.fromEntries(
  Object.entries(STATUS_CODES).filter(([status]) => Number(status) >= 400),
);
const reason = (status: number): string => REASONS[status] ?? 'Error';
/** `Not Found` is the class `NotFound` and the error `NotFoundError`. */
const className = (status: number): string => (status === 418 ? 'ImATeapot' : reason(status).replace(/[^A-Za-z]/g, ''));
const errorName = (status: number): string => (REASONS[status] ? `${className(status).replace(/Error$/, '')}Error` : 'HttpError');

const withMembers = (call: Call, error: Value, members: Value | null): Value => {
  for (const [name, value] of (members && call.knownEntries?.(members)) ?? [])
    if (name !== 'status' && name !== 'statusCode') call.set(error, name, value);
  return error;
};
const isError = (call: Call, value: Value): boolean =>
  value.kind === 'object' &&
  !call.isFunction(value) &&
  !call.isUndefined(call.get(value, 'message')) &&
  !call.isUndefined(call.get(value, 'stack'));

/** `createError(404, 'no such boat', { expose: true })`, in any order; an error that is given gets the status. */
const createError: Transfer = (call) => {
  const status =
    call.args.find((arg) => typeof call.constant(arg) === 'number') ??
    // What is something for certain is no number: an error that was caught.
    (call.args[0]?.kind === 'unknown' && call.truthy(call.args[0]) !== true ? call.args[0] : null);
  const error = call.args.find((arg) => isError(call, arg)) ?? null;
  const message =
    call.args.find((arg) => arg !== status && (call.text(arg) !== null || arg.kind === 'template' || arg.kind === 'unknown')) ?? null;
  const members = call.args.findLast((arg) => arg.kind === 'object' && arg !== error && !call.isFunction(arg)) ?? null;
  const stated = error ? [call.get(error, 'status'), call.get(error, 'statusCode')] : members ? [call.get(members, 'status')] : [];
  const own = stated.find((each) => call.truthy(each) !== false) ?? null;
  const given = (error ? (own ?? status) : (status ?? own)) ?? call.const(500);
  const number = call.constant(given);
  if (error) {
    call.set(error, 'status', given);
    call.set(error, 'statusCode', given);
    return withMembers(call, error, members);
  }
  const known = typeof number === 'number' ? number : 500;
  const made = httpError(call, given, message ?? reason(known), errorName(known));
  call.set(made, 'expose', call.const(known < 500));
  return withMembers(call, made, members);
};

const named =
  (status: number): Transfer =>
  (call) => {
    const [message] = call.args;
    const made = httpError(call, status, message && !call.isUndefined(message) ? message : reason(status), errorName(status));
    call.set(made, 'expose', call.const(status < 500));
    return made;
  };

const hasStatus: Transfer = (call) => {
  const error = argument(call, 0);
  return error.kind === 'object'
    ? call.const(typeof call.constant(call.get(error, 'statusCode')) === 'number')
    : call.typed?.({ kind: 'boolean' }, 'whether an error has a status');
};

const httpErrors = (realm: Realm): Value =>
  realm.fn('createError', createError, {
    ...Object.fromEntries(
      Object.keys(REASONS).flatMap((status) => {
        const fn = realm.fn(className(Number(status)), named(Number(status)));
        return [
          [className(Number(status)), fn],
          [status, fn],
        ];
      }),
    ),
    isHttpError: realm.fn('isHttpError', hasStatus),
  });

/** `assert(condition, status, message, members)` and its comparisons throw such an error where what they say does not hold. */
const httpAssert = (realm: Realm): Value => {
  const make = realm.fn('createError', createError);
  const check =
    (values: number, holds: (call: Call) => boolean | null): Transfer =>
    (call) => {
      const verdict = holds(call);
      if (verdict === true) return;
      const error = call.invoke(make, call.args.slice(values));
      if (verdict === false) call.throws?.(error);
      call.mayThrow?.(error);
    };
  const isTrue = check(1, (call) => call.truthy(argument(call, 0)));
  const fail = check(0, () => false);
  const compared = check(2, () => null);
  return realm.fn('assert', isTrue, {
    ok: realm.fn('ok', isTrue),
    fail: realm.fn('fail', fail),
    ...Object.fromEntries(
      ['equal', 'notEqual', 'strictEqual', 'notStrictEqual', 'deepEqual', 'notDeepEqual'].map((name) => [name, realm.fn(name, compared)]),
    ),
  });
};

/** What Boom makes of a status: the answer is among the error's members. */
function boomError(call: Call, status: Value, message: Value | null, data: Value | null, base?: Value): Value {
  const number = call.constant(status);
  const known = typeof number === 'number' ? number : 500;
  const own = message && call.truthy(message) !== false ? message : null;
  // Of failures of the server nothing is told.
  const text = known >= 500 ? call.const('An internal server error occurred') : (own ?? call.const(reason(known)));
  const error = base ?? errorValue(call, 'Error', own ?? reason(known), {});
  call.set(error, 'isBoom', call.const(true));
  call.set(error, 'isServer', call.const(known >= 500));
  call.set(error, 'data', data ?? call.const(null));
  call.set(
    error,
    'output',
    call.record({
      statusCode: status,
      payload: call.record({ statusCode: status, error: call.const(reason(known)), message: text }),
      headers: call.record({}),
    }),
  );
  return error;
}

const option = (call: Call, options: Value | undefined, name: string): Value | null => {
  const found = options?.kind === 'object' ? call.get(options, name) : null;
  return found && !call.isUndefined(found) ? found : null;
};
const boomify: Transfer = (call) => {
  const [error, options] = call.args;
  if (error?.kind !== 'object') return boomError(call, option(call, options, 'statusCode') ?? call.const(500), null, null);
  const known = call.get(error, 'isBoom');
  return call.truthy(known) === true && !option(call, options, 'statusCode')
    ? error
    : boomError(
        call,
        option(call, options, 'statusCode') ?? call.const(500),
        call.get(error, 'message'),
        option(call, options, 'data'),
        error,
      );
};
const isBoom: Transfer = (call) => {
  const error = argument(call, 0);
  return error.kind === 'object'
    ? call.const(call.truthy(call.get(error, 'isBoom')) === true)
    : call.typed?.({ kind: 'boolean' }, 'whether an error is of Boom');
};
const construct: Transfer = (call) =>
  boomError(call, option(call, call.args[1], 'statusCode') ?? call.const(500), argument(call, 0), option(call, call.args[1], 'data'));

const boom = (realm: Realm, module: string): Value =>
  openModule(realm, module, {
    ...Object.fromEntries(
      Object.entries(HTTP_ERRORS).map(([name, status]) => [
        name,
        realm.fn(name, (call) => boomError(call, call.const(status), argument(call, 0), call.args[1] ?? null)),
      ]),
    ),
    ...Object.fromEntries(['boomify', 'wrap'].map((name) => [name, realm.fn(name, boomify)])),
    isBoom: realm.fn('isBoom', isBoom),
    Boom: realm.fn('Boom', construct),
    create: realm.fn('create', (call) => boomError(call, argument(call, 0), argument(call, 1), call.args[2] ?? null)),
  });

/** `boom()` of express-boom: functions on the response that answer with what an error of Boom says, and with what else they are given. */
const answersWithBoom: HostType<null> = defineHostType<null>({
  name: 'boom',
  module: 'express-boom',
  methods: {},
  call: (call) => {
    const [response, next] = [argument(call, 1), argument(call, 2)];
    const answer =
      (status: number): Transfer =>
      (inner) => {
        const error = boomError(inner, inner.const(status), argument(inner, 0), inner.args[1] ?? null);
        const payload = inner.get(inner.get(error, 'output'), 'payload');
        for (const [name, value] of (inner.args[1] && inner.knownEntries?.(inner.args[1])) ?? []) inner.set(payload, name, value);
        const sent = inner.invoke(inner.get(response, 'status'), [inner.const(status)], response);
        return inner.invoke(inner.get(sent, 'send'), [payload], sent);
      };
    call.set(
      response,
      'boom',
      call.record(Object.fromEntries(Object.entries(HTTP_ERRORS).map(([name, status]) => [name, call.fn(name, answer(status))]))),
    );
    if (call.isFunction(next) || next.kind === 'unknown') call.invoke(next, []);
    return undefined;
  },
});

/** `createError(code, message, status, Base)` of @fastify/error: a class whose errors take what the message leaves open. */
const fastifyError: Transfer = (call) => {
  const [code, message, status, base] = call.args;
  const isGiven = (value: Value | undefined): value is Value => value !== undefined && !call.isUndefined(value);
  const text = call.text(message ?? call.const(undefined));
  const cls = call.fn('FastifyError', (inner) => {
    const filled = text !== null && !/%[a-z]/i.test(text) ? inner.const(text) : inner.typed?.({ kind: 'string' }, 'a message');
    const error = inner.construct(isGiven(base) ? base : (inner.global?.('Error') ?? inner.unknown('Error')), filled ? [filled] : []);
    const prototype = inner.get(inner.newTarget ?? cls, 'prototype');
    const objects = inner.global?.('Object');
    if (objects && prototype.kind === 'object') inner.invoke(inner.get(objects, 'setPrototypeOf'), [error, prototype]);
    const known = code && inner.text(code);
    inner.set(error, 'code', typeof known === 'string' ? inner.const(known.toUpperCase()) : (code ?? inner.const(undefined)));
    inner.set(error, 'name', inner.const('FastifyError'));
    inner.set(error, 'statusCode', isGiven(status) ? status : inner.const(500));
    return error;
  });
  const above = call.get(isGiven(base) ? base : (call.global?.('Error') ?? call.const(undefined)), 'prototype');
  const objects = call.global?.('Object');
  if (objects && above.kind === 'object') {
    const prototype = call.invoke(call.get(objects, 'create'), [above]);
    call.set(prototype, 'constructor', cls);
    call.set(cls, 'prototype', prototype);
  }
  return cls;
};
const fastifyErrors = (realm: Realm): Value => {
  const make = realm.fn('createError', fastifyError);
  return realm.fn('createError', fastifyError, { default: make, createError: make });
};

const boomOnAnswers =
  (module: string) =>
  (realm: Realm): Value =>
    openFunction(realm, module, (call) => call.host(answersWithBoom, null, { name: call.const('boom') }));

/** http-errors, Boom and @fastify/error: errors that say which status they are answered with. */
export const httpErrorsLibrary = defineLibrary({
  modules: {
    '@fastify/error': fastifyErrors,
    'fastify-error': fastifyErrors,
    'http-errors': httpErrors,
    'http-assert': httpAssert,
    '@hapi/boom': (realm) => boom(realm, '@hapi/boom'),
    boom: (realm) => boom(realm, 'boom'),
    'express-boom': boomOnAnswers('express-boom'),
    'express-boom-v2': boomOnAnswers('express-boom-v2'),
  },
});
