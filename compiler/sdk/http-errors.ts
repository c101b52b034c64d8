import type { Call } from './adapter.js';
import type { Value } from './values.js';

/** The error functions that HTTP error packages share (http-errors, boom, sensible), with their statuses. */
export const HTTP_ERRORS: Readonly<Record<string, number>> = {
  badRequest: 400, unauthorized: 401, paymentRequired: 402, forbidden: 403, notFound: 404, methodNotAllowed: 405, notAcceptable: 406, proxyAuthenticationRequired: 407, requestTimeout: 408, clientTimeout: 408, conflict: 409, gone: 410,
  resourceGone: 410, lengthRequired: 411, preconditionFailed: 412, payloadTooLarge: 413, entityTooLarge: 413, uriTooLong: 414, unsupportedMediaType: 415, rangeNotSatisfiable: 416, expectationFailed: 417, imateapot: 418, teapot: 418, misdirectedRequest: 421,
  unprocessableEntity: 422, badData: 422, locked: 423, failedDependency: 424, tooEarly: 425, upgradeRequired: 426, preconditionRequired: 428, tooManyRequests: 429, requestHeaderFieldsTooLarge: 431, unavailableForLegalReasons: 451, illegal: 451,
  internalServerError: 500, internal: 500, badImplementation: 500, notImplemented: 501, badGateway: 502, serviceUnavailable: 503, serverUnavailable: 503, gatewayTimeout: 504,
};

/** An `Error` of the program with a name and members. */
export function errorValue(call: Call, name: string, message: string | Value, members: Readonly<Record<string, Value>>): Value {
  const error = call.construct(call.global?.('Error') ?? call.unknown('Error'), [typeof message === 'string' ? call.const(message) : message]);
  call.set(error, 'name', call.const(name));
  for (const [key, value] of Object.entries(members)) call.set(error, key, value);
  return error;
}

/** The same with a status, as HTTP error packages make it. */
export const httpError = (call: Call, status: Value | number, message: string | Value, name = 'HttpError'): Value => {
  const value = typeof status === 'number' ? call.const(status) : status;
  return errorValue(call, name, message, { status: value, statusCode: value });
};
