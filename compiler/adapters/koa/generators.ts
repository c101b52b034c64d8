import type { Call, Value } from '@tool/scanner-sdk';

const isGenerator = (call: Call, fn: Value): boolean => (call.asynchronous?.(fn, (given) => given) ?? fn) !== fn;

/** Where `next` is among the parameters of a middleware. */
export const placeOfNext = (call: Call, fn: Value): 0 | 1 => (isGenerator(call, fn) ? 0 : 1);

/**
 * Runs a middleware, and waits for it: `(ctx, next)`, or of Koa 1 a generator, `function* (next)`, whose `this` is the context and which yields `next` to run
 * what is behind. `before`: what it is given in front of those.
 */
export function runMiddleware(call: Call, fn: Value, context: Value, next: Value, before: readonly Value[] = []): Value {
  const started = call.asynchronous?.(fn, (given, called) =>
    given === next ? called(next) : call.module ? call.invoke(call.get(call.module('co'), '#awaits'), [given]) : given,
  );
  return call.awaited(
    started && started !== fn ? call.invoke(started, [...before, next], context) : call.invoke(fn, [...before, context, next]),
  );
}
