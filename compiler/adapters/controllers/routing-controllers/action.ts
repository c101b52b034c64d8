import type { Call, Transfer, Value } from '@tool/scanner-sdk';
import { argumentOf, mayFail, type Exchange, type ParameterRule, type Treatment } from '../arguments.js';
import { exchangeOf, settled, type Platform } from '../koa-exchange.js';
import { handOn, respond } from '../respond.js';
import { errorBody, errorText, libraryError } from './errors.js';

/** What the options of the server say about how actions run. */
export interface ServerRules {
  readonly platform: Platform;
  readonly validates: boolean;
  /** What is missing is not validated, unless it is said to be defined. */
  readonly spares: boolean;
  /** What is declared to be of a class is made an instance of it. */
  readonly instances: boolean;
  /** Parameters that say nothing of it are required. */
  readonly requires: boolean;
  /** The library answers errors itself. */
  readonly answersErrors: boolean;
  readonly currentUser: Value | null;
  readonly authorization: Value | null;
}

/** What decorators say about one action. */
export interface ActionRules {
  readonly method: Value;
  readonly instance: Value;
  readonly parameters: ReadonlyMap<number, ParameterRule>;
  readonly json: boolean;
  readonly status: Value | null;
  readonly onNull: Value | null;
  readonly onUndefined: Value | null;
  readonly redirect: Value | null;
  readonly template: Value | null;
  /** Interceptors bound to their objects, in the order in which they run. */
  readonly interceptors: readonly Value[];
}

/** What checkers, interceptors and decorators of the program are given. */
export const actionOf = (call: Call, { request, response, next, context }: Exchange): Value =>
  call.record(
    context
      ? { request: call.get(context, 'request'), response: call.get(context, 'response'), context, next }
      : { request, response, next },
  );

const refusal: Treatment['refuse'] = (call, why, { name, kind }) =>
  why === 'missing'
    ? libraryError(call, 'BadRequestError', `Parameter "${name ?? kind}" is required`)
    : libraryError(call, 'BadRequestError', `Invalid ${kind}, check 'errors' property for more info.`, {
        errors:
          call.typed?.({ kind: 'array', items: { kind: 'object', open: true } }, 'the errors of a validation') ?? call.unknown('errors'),
      });

/** An error of an action or of a middleware: the library answers it, unless the options leave that to the program. */
export function failed(call: Call, exchange: Exchange, rules: ServerRules, json: boolean, error: Value): void {
  if (!rules.answersErrors) {
    handOn(call, exchange, error);
    return;
  }
  const status = call.get(error, 'httpCode');
  // Everything else is an accident, for which the library answers 500.
  if (typeof call.constant(status) !== 'number') return;
  respond(call, exchange, 'status', [status]);
  respond(call, exchange, json ? 'json' : 'send', [json ? errorBody(call, error) : errorText(call, error)]);
}

/** Runs an action as the library does: its arguments, the method, the interceptors, the answer. */
export const runAction =
  (rules: ActionRules, server: ServerRules): Transfer =>
  (call, emit) => {
    const exchange = exchangeOf(call, server.platform);
    if (!exchange) return;
    settled(
      call,
      emit,
      server.platform,
      () => {
        const declared = call.declaredParameters?.(rules.method) ?? [];
        const count = Math.max(declared.length, ...[...rules.parameters.keys()].map((index) => index + 1), 0);
        const args: Value[] = [];
        for (let index = 0; index < count; index++)
          args.push(argument(call, exchange, server, rules.parameters.get(index), declared[index]));
        const answer = (made: Value): void => {
          let result = made;
          for (const interceptor of rules.interceptors) result = call.awaited(call.invoke(interceptor, [actionOf(call, exchange), result]));
          succeeded(call, exchange, rules, result);
        };
        const result = call.awaited(call.invoke(rules.method, args, rules.instance));
        // The status that an interceptor sets for one of several results goes with that one.
        if (rules.interceptors.length > 0) emit.branch(result, answer);
        else answer(result);
      },
      (error) => failed(call, exchange, server, rules.json, error),
    );
  };

function argument(
  call: Call,
  exchange: Exchange,
  server: ServerRules,
  stated: ParameterRule | undefined,
  declared: Parameters<typeof argumentOf>[3],
): Value {
  if (!stated) return call.const(undefined);
  const rule = { ...stated, required: stated.required ?? server.requires };
  if (rule.kind === 'custom')
    return rule.compute && call.isFunction(rule.compute)
      ? call.awaited(call.invoke(rule.compute, [actionOf(call, exchange), call.const(undefined)]))
      : call.unknown('an argument');
  if (rule.kind !== 'user') return argumentOf(call, exchange, rule, declared, { ...server, refuse: refusal });
  if (rule.required) mayFail(call, libraryError(call, 'UnauthorizedError', 'Authorization is required for request'));
  return server.currentUser && call.isFunction(server.currentUser)
    ? call.awaited(call.invoke(server.currentUser, [actionOf(call, exchange)]))
    : call.unknown('the current user');
}

function succeeded(call: Call, exchange: Exchange, rules: ActionRules, result: Value): void {
  const before = rules.status ?? call.get(exchange.response, 'statusCode');
  const setStatus = (status: Value): void => respond(call, exchange, 'status', [status]);
  const send = (body: Value | null): void => respond(call, exchange, rules.json ? 'json' : 'send', body ? [body] : []);
  for (const value of call.alternatives(result)) {
    if (value === exchange.response || value === exchange.context) continue;
    if (!call.isUndefined(before)) setStatus(before);
    if (rules.redirect) {
      respond(call, exchange, 'redirect', [rules.redirect]);
      continue;
    }
    if (rules.template) {
      respond(call, exchange, 'render', [rules.template]);
      continue;
    }
    if (call.isUndefined(value)) {
      // An action that has the response answers by itself.
      if (!exchange.context && [...rules.parameters.values()].some((rule) => rule.kind === 'response')) continue;
      if (!rules.onUndefined) {
        mayFail(call, libraryError(call, 'NotFoundError', ''));
        continue;
      }
      if (call.isFunction(rules.onUndefined)) {
        mayFail(call, call.construct(rules.onUndefined, [actionOf(call, exchange)]));
        continue;
      }
      setStatus(rules.onUndefined);
      send(null);
    } else if (value.kind === 'const' && value.value === null) {
      if (rules.onNull && call.isFunction(rules.onNull)) {
        mayFail(call, call.construct(rules.onNull, [actionOf(call, exchange)]));
        continue;
      }
      setStatus(rules.onNull ?? call.const(204));
      send(null);
    } else send(value);
  }
}
