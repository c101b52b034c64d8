import type { Call, ObjectValue, Realm, Value } from '@tool/scanner-sdk';
import { errorClasses } from '../http-error-classes.js';

const STATUSES: Readonly<Record<string, number>> = {
  BadRequestError: 400,
  UnauthorizedError: 401,
  ForbiddenError: 403,
  NotFoundError: 404,
  MethodNotAllowedError: 405,
  NotAcceptableError: 406,
  UnprocessableEntityError: 422,
  InternalServerError: 500,
};

/** `HttpError(httpCode, message)` and the classes that extend it. */
export const httpErrors = (realm: Realm): Record<string, ObjectValue> => errorClasses(realm, 'HttpError', 'httpCode', STATUSES);

/** An error of the library itself. */
export function libraryError(
  call: Call,
  name: keyof typeof STATUSES,
  message: string,
  members: Readonly<Record<string, Value>> = {},
): Value {
  const cls = call.get(call.module?.('routing-controllers') ?? call.const(undefined), name);
  const error = call.construct(cls, message === '' ? [] : [call.const(message)]);
  for (const [key, value] of Object.entries(members)) call.set(error, key, value);
  return error;
}

const HIDDEN: ReadonlySet<string> = new Set(['stack', 'name', 'message', 'httpCode']);

/** What the library answers for an error: its name, its message and what the program put on it. */
export function errorBody(call: Call, error: Value): Value {
  const own = call.get(error, 'toJSON');
  if (call.isFunction(own)) return call.invoke(own, [], error);
  const members: Record<string, Value> = { name: call.get(error, 'name') };
  if (call.truthy(call.get(error, 'message')) !== false) members['message'] = call.get(error, 'message');
  for (const [key, value] of call.knownEntries?.(error) ?? []) if (!HIDDEN.has(key)) members[key] = value;
  return call.record(members);
}

/** What a controller that is not for JSON answers: the message of the error or where it was thrown, and without a message the error itself. */
export const errorText = (call: Call, error: Value): Value =>
  call.truthy(call.get(error, 'message')) === false
    ? errorBody(call, error)
    : (call.typed?.({ kind: 'string' }, 'the message of an error') ?? call.get(error, 'message'));
