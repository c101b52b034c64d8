import { prototypeOf, type Call, type Realm, type Transfer, type Value } from '@tool/scanner-sdk';
import { argument } from './paths.js';

/** The exceptions of the framework, and their statuses. */
const EXCEPTIONS: Readonly<Record<string, number>> = {
  BadRequestException: 400,
  UnauthorizedException: 401,
  ForbiddenException: 403,
  NotFoundException: 404,
  MethodNotAllowedException: 405,
  NotAcceptableException: 406,
  RequestTimeoutException: 408,
  ConflictException: 409,
  GoneException: 410,
  PreconditionFailedException: 412,
  PayloadTooLargeException: 413,
  UnsupportedMediaTypeException: 415,
  ImATeapotException: 418,
  MisdirectedException: 421,
  UnprocessableEntityException: 422,
  InternalServerErrorException: 500,
  NotImplementedException: 501,
  BadGatewayException: 502,
  ServiceUnavailableException: 503,
  GatewayTimeoutException: 504,
  HttpVersionNotSupportedException: 505,
};
const TEXTS: Readonly<Record<string, string>> = {
  ImATeapotException: "I'm a teapot",
  HttpVersionNotSupportedException: 'HTTP Version Not Supported',
};
/** What they say without a text of the program. */
const textOf = (name: string): string => TEXTS[name] ?? name.slice(0, -9).replace(/(?<=[a-z])(?=[A-Z])/g, ' ');

const isRecord = (call: Call, value: Value): boolean => value.kind === 'object' && call.elements(value) === null && !call.isFunction(value);

/** What the message of an exception is, given what it answers: a record's own `message`. */
const messageIn = (call: Call, response: Value, name: string): Value => {
  if (!isRecord(call, response)) return response;
  const own = call.get(response, 'message');
  return call.text(own) !== null ? own : call.const(name);
};

/** The body of a named exception: a record as it is, else the text beside the status and what the status is called. */
function bodyOf(call: Call, given: Value, options: Value, status: number, text: string): Value {
  const described = isRecord(call, options) ? call.get(options, 'description') : options;
  const error = call.isUndefined(described) ? call.const(text) : described;
  const code = call.const(status);
  if (call.isUndefined(given) || call.constant(given) === null) return call.record({ message: error, statusCode: code });
  return isRecord(call, given) ? given : call.record({ message: given, error, statusCode: code });
}

interface Made {
  readonly name: string;
  readonly response: Value;
  readonly status: Value;
}

/** Prototypes of a realm are linked when the first exception is made: only then there is a call that knows `Error`. */
function finish(call: Call, { name, response, status }: Made): Value {
  const error = call.construct(call.global?.('Error') ?? call.unknown('Error'), []);
  const [own, general] = [classOf(call, name), classOf(call, 'HttpException')].map((cls) => (cls ? call.get(cls, 'prototype') : null));
  const objects = call.global?.('Object');
  if (objects && own && general) {
    const link = (object: Value, prototype: Value): void => {
      call.invoke(call.get(objects, 'setPrototypeOf'), [object, prototype]);
    };
    link(general, call.get(call.global!('Error'), 'prototype'));
    if (own !== general) link(own, general);
    link(error, own);
  }
  for (const [key, value] of [
    ['name', call.const(name)],
    ['response', response],
    ['status', status],
    // Its own, so that who returns an exception sends it.
    ['message', messageIn(call, response, name)],
  ] as const)
    call.set(error, key, value);
  if (name !== 'HttpException') call.set(error, 'options', call.record({}));
  return error;
}

function classOf(call: Call, name: string): Value | null {
  const cls = call.get(call.module?.('@nestjs/common') ?? call.const(undefined), name);
  return cls.kind === 'object' ? cls : null;
}

const named =
  (name: string, status: number, text: string): Transfer =>
  (call) =>
    finish(call, { name, response: bodyOf(call, argument(call, 0), argument(call, 1), status, text), status: call.const(status) });

/** Of `new HttpException(response, status)`; a text is wrapped when it is answered. */
const general: Transfer = (call) => finish(call, { name: 'HttpException', response: argument(call, 0), status: argument(call, 1) });

const createBody: Transfer = (call) => {
  const status = call.constant(argument(call, 2));
  return typeof status === 'number'
    ? bodyOf(call, argument(call, 0), argument(call, 1), status, '')
    : call.unknown('the body of an exception');
};

/** `HttpException` and the classes that extend it. */
export function exceptions(realm: Realm): Record<string, Value> {
  const methods = {
    getStatus: realm.fn('getStatus', (call) => call.get(call.receiver, 'status')),
    getResponse: realm.fn('getResponse', (call) => call.get(call.receiver, 'response')),
    initMessage: realm.fn('initMessage', () => undefined),
    initName: realm.fn('initName', () => undefined),
    initCause: realm.fn('initCause', () => undefined),
  };
  const statics = { createBody: realm.fn('createBody', createBody) };
  return {
    HttpException: realm.fn('HttpException', general, { prototype: realm.record(methods), ...statics }),
    ...Object.fromEntries(
      Object.entries(EXCEPTIONS).map(([name, status]) => [
        name,
        realm.fn(name, named(name, status, textOf(name)), { prototype: realm.record({}), ...statics }),
      ]),
    ),
  };
}

/** An exception as the framework itself throws it. */
export const exception = (call: Call, name: string, message?: Value | string): Value => {
  const status = EXCEPTIONS[name] ?? 500;
  const given = message === undefined ? call.const(undefined) : typeof message === 'string' ? call.const(message) : message;
  return finish(call, { name, response: bodyOf(call, given, call.const(undefined), status, textOf(name)), status: call.const(status) });
};

/** The same with another status, as options of pipes name it. */
export const exceptionWithStatus = (call: Call, status: number, message: Value | string): Value => {
  const name = Object.keys(EXCEPTIONS).find((each) => EXCEPTIONS[each] === status);
  return exception(call, name ?? 'BadRequestException', message);
};

/** Whether a value was made by a class. */
export function isInstance(call: Call, value: Value, cls: Value): boolean {
  const prototype = cls.kind === 'object' ? call.get(cls, 'prototype') : null;
  if (prototype?.kind !== 'object') return false;
  for (let at: Value = value, depth = 0; depth < 20 && at.kind === 'object'; depth++)
    if ((at = prototypeOf(call, at)) === prototype) return true;
  return false;
}

export const isException = (call: Call, value: Value): boolean => {
  const cls = classOf(call, 'HttpException');
  return cls !== null && isInstance(call, value, cls);
};
