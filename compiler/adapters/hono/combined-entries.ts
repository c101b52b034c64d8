import type { MiddlewareId, PathTest } from '@tool/ir';
import type { Call, Emit, Observe, Value } from '@tool/scanner-sdk';
import type { ApplicationState } from './application-data.js';
import { combinedType } from './combine.js';
import { observation } from './serve.js';

/** Registers a middleware of a list. One with exceptions, or on one way of several, is another middleware than the same without. */
export function emitEntry(
  call: Call,
  emit: Emit,
  value: Value,
  state: ApplicationState,
  further: Parameters<Emit['middleware']>[1] = {},
): MiddlewareId {
  const combined = call.data(value, combinedType);
  if (!combined) return emit.middleware(value, { ...observation(call, value, state), ...further });
  const { middleware, tests, ways } = combined;
  const own =
    middleware.kind === 'object' && call.isFunction(middleware)
      ? call.inPlaceOf?.(middleware, (at) => at.awaited(at.invoke(middleware, at.args)))
      : undefined;
  const id = emit.middleware(own ?? middleware, {
    ...observationUnless(call, own ?? middleware, state, tests),
    ...(ways.length > 0 && { ways: () => ways.map(({ choice, way }) => ({ of: choice.first ?? id, way })) }),
    ...further,
  });
  for (const { choice } of ways) choice.first ??= id;
  return id;
}

/** How a middleware is run that does not run for some paths. */
function observationUnless(
  call: Call,
  fn: Value,
  state: ApplicationState,
  exempt: readonly PathTest[],
): { readonly observe?: Observe; readonly runsAs?: () => readonly unknown[] } {
  const found = observation(call, fn, state);
  const { observe } = found;
  return observe && exempt.length > 0
    ? {
        observe: (at, seen) => {
          seen.exempt(exempt);
          observe(at, seen);
        },
      }
    : found;
}
