import type { Call } from './adapter.js';
import type { Value } from './values.js';

/** The error functions that HTTP error packages share (http-errors, boom, sensible), with their statuses. */
export const HTTP_ERRORS: Readonly<Record<string, number>> = {
  badRequest: 400,
  unauthorized: 401,
  paymentRequired: 402,
  forbidden: 403,
  notFound: 404,
  methodNotAllowed: 405,
  notAcceptable: 406,
  proxyAuthenticationRequired: 407,
  requestTimeout: 408,
  clientTimeout: 408,
  conflict: 409,
  gone: 410,
  resourceGone: 410,
  lengthRequired: 411,
  preconditionFailed: 412,
  payloadTooLarge: 413,
  entityTooLarge: 413,
  uriTooLong: 414,
  unsupportedMediaType: 415,
  rangeNotSatisfiable: 416,
  expectationFailed: 417,
  imateapot: 418,
  teapot: 418,
  misdirectedRequest: 421,
  unprocessableEntity: 422,
  badData: 422,
  locked: 423,
  failedDependency: 424,
  tooEarly: 425,
  upgradeRequired: 426,
  preconditionRequired: 428,
  tooManyRequests: 429,
  requestHeaderFieldsTooLarge: 431,
  unavailableForLegalReasons: 451,
  illegal: 451,
  internalServerError: 500,
  internal: 500,
  badImplementation: 500,
  notImplemented: 501,
  badGateway: 502,
  serviceUnavailable: 503,
  serverUnavailable: 503,
  gatewayTimeout: 504,
};

/** Gives an object a member; JSON and spreading leave out one that is not `enumerable`. */
function define(call: Call, object: Value, key: string, value: Value, enumerable: boolean): void {
  const objects = call.global?.('Object');
  if (!objects) {
    call.set(object, key, value);
    return;
  }
  call.invoke(call.get(objects, 'defineProperty'), [
    object,
    call.const(key),
    call.record({ value, writable: call.const(true), configurable: call.const(true), enumerable: call.const(enumerable) }),
  ]);
}

/** An `Error` of the program with a name, which JSON leaves out as it does the message, and members. */
export function errorValue(call: Call, name: string, message: string | Value, members: Readonly<Record<string, Value>>): Value {
  const error = call.construct(call.global?.('Error') ?? call.unknown('Error'), [
    typeof message === 'string' ? call.const(message) : message,
  ]);
  define(call, error, 'name', call.const(name), false);
  for (const [key, value] of Object.entries(members)) call.set(error, key, value);
  return error;
}

/** The same with a status, as HTTP error packages make it: JSON writes the message, and leaves out what the class says. */
export const httpError = (call: Call, status: Value | number, message: string | Value, name = 'HttpError'): Value => {
  const value = typeof status === 'number' ? call.const(status) : status;
  const error = errorValue(call, name, message, {});
  for (const [key, own] of [
    ['status', value],
    ['statusCode', value],
    ['expose', call.const(!(Number(call.constant(value)) >= 500))],
  ] as const)
    define(call, error, key, own, false);
  define(call, error, 'message', call.get(error, 'message'), true);
  return error;
};
