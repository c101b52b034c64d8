import { defineHostType, type Call, type HostType, type ObjectValue, type Realm, type Value } from '@tool/scanner-sdk';
import { isException, isInstance } from './exceptions.js';
import { around, exchangeBehind, executionContext, type Exchange } from './exchange.js';
import type { Target } from './enhancers.js';

/** An exception filter: the classes it catches (none: everything) and the object whose `catch` runs. */
export interface Filter {
  readonly catches: readonly Value[];
  readonly instance: Value;
}

/** Runs something; what it throws is answered by the first filter that catches it, else by the framework. `filters`: the nearest first. */
export function underFilters(call: Call, exchange: Exchange, target: Target | null, filters: readonly Filter[], run: () => void): void {
  if (!call.catching) {
    run();
    return;
  }
  call.catching(run, (error) => {
    for (const alternative of call.alternatives(error)) answerError(call, exchange, target, filters, alternative);
  });
}

function answerError(call: Call, exchange: Exchange, target: Target | null, filters: readonly Filter[], error: Value): void {
  // Of an error that nobody knows the answer is not known either.
  if (error.kind !== 'object' && call.text(error) === null) return;
  const filter = filters.find(({ catches }) => catches.length === 0 || catches.some((cls) => isInstance(call, error, cls)));
  const method = filter && call.get(filter.instance, 'catch');
  if (!filter || !method || !call.isFunction(method)) {
    builtIn(call, exchange, error);
    return;
  }
  call.set(exchange.response, 'statusCode', call.const(200));
  underFilters(call, exchange, target, [], () => {
    const behind = around(call, exchange);
    call.set(behind.request, 'headers', call.host(headersType, exchange.parts.headers!));
    call.awaited(call.invoke(method, [error, executionContext(call, behind, target)], filter.instance));
  });
}

/** What a filter sees of headers. The credential it may write down, and lets nobody in for it. */
const headersType: HostType<Value> = defineHostType<Value>({
  name: 'nest.headers',
  inert: true,
  methods: {},
  missing: (call, key) =>
    key === 'authorization' ? call.unknown('the credential of some request') : call.get(call.data(call.receiver, headersType)!, key),
});

/** What the framework answers: what an exception states, of errors with a status of their own their message, and 500 to everything else. */
export function builtIn(call: Call, { seen }: Exchange, error: Value): void {
  const at = { span: error.origin?.span ?? call.span };
  const message = call.get(error, 'message');
  const text = call.text(message);
  if (isException(call, error)) {
    // A class of the program may override either.
    const [status, answered] = ['getStatus', 'getResponse'].map((name) => call.invoke(call.get(error, name), [], error)) as [Value, Value];
    for (const response of call.alternatives(answered)) {
      const body = response.kind === 'object' ? response : call.record({ statusCode: status, message: response });
      const described = call.text(call.get(body, 'message'));
      seen.answer(at, { status, body, contentType: 'application/json', ...(described && { description: described }), final: true });
    }
    return;
  }
  const status = call.get(error, 'statusCode');
  if (typeof call.constant(status) === 'number' && text !== '') {
    const body = call.record({ statusCode: status, message });
    seen.answer(at, { status, body, contentType: 'application/json', ...(text && { description: text }) });
    return;
  }
  // It sets one that nobody knows.
  if (error.kind === 'object' && call.knownEntries?.(error)?.some(([key, own]) => key === 'statusCode' && call.truthy(own) === null))
    return;
  const body = call.record({ statusCode: call.const(500), message: call.const('Internal server error') });
  seen.answer(at, { status: call.const(500), body, contentType: 'application/json' });
}

/** `BaseExceptionFilter`: filters of a program extend it, and leave to it what they do not answer themselves, or what they made of an error. */
export const baseFilter = (realm: Realm): ObjectValue => {
  const fn = realm.fn('catch', (call) => {
    const [error, context] = call.args;
    const exchange = context && exchangeBehind(call, context);
    if (exchange && error)
      for (const alternative of call.alternatives(error)) if (alternative.kind === 'object') builtIn(call, exchange, alternative);
  });
  const nothing = (name: string): ObjectValue => realm.fn(name, () => undefined);
  return realm.fn('BaseExceptionFilter', (call) => call.record({}), {
    prototype: realm.record({
      catch: fn,
      handleUnknownError: nothing('handleUnknownError'),
      isExceptionObject: realm.fn('isExceptionObject', (call) => call.unknown('whether an error is an Error')),
      isHttpError: realm.fn('isHttpError', (call) => call.unknown('whether an error has a status')),
    }),
  });
};
