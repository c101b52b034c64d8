import type { Transfer } from '@tool/scanner-sdk';
import { bindNamed } from '../support/bound-methods.js';
import { argument, undefinedValue } from '../support/fallback.js';

const identity: Transfer = (call) => argument(call, 0);

const partial: Transfer = (call) => {
  const [fn, ...bound] = call.args;
  return fn ? call.fn(call.describe(fn), (inner) => inner.invoke(fn, [...bound, ...inner.args], inner.receiver)) : undefinedValue(call);
};

const flow =
  (fromRight: boolean): Transfer =>
  (call) => {
    const fns = call.args.flatMap((value) => (call.isFunction(value) ? [value] : (call.elements(value) ?? [value])));
    if (fromRight) fns.reverse();
    return call.fn('flow', (inner) => {
      const [first, ...rest] = fns;
      if (!first) return argument(inner, 0);
      return rest.reduce((value, fn) => inner.invoke(fn, [value]), inner.invoke(first, inner.args));
    });
  };

/** Functions over functions, and what stands in for one. */
export const functionFunctions: Readonly<Record<string, Transfer>> = {
  partial,
  bind: (call) => {
    const [fn, self, ...bound] = call.args;
    return fn ? call.fn(call.describe(fn), (inner) => inner.invoke(fn, [...bound, ...inner.args], self)) : undefinedValue(call);
  },
  bindAll: bindNamed,
  once: identity,
  memoize: identity,
  debounce: identity,
  throttle: identity,
  identity,
  constant: (call) => {
    const value = argument(call, 0);
    return call.fn('constant', () => value);
  },
  noop: () => undefined,
  flow: flow(false),
  flowRight: flow(true),
  compose: flow(true),
  tap: (call) => {
    call.invoke(argument(call, 1), [argument(call, 0)]);
    return argument(call, 0);
  },
  defer: (call) => {
    call.later(argument(call, 0), call.args.slice(1));
  },
  defaultTo: (call) => {
    const all = call
      .alternatives(argument(call, 0))
      .map((each) => (each.kind === 'const' && (each.value == null || Number.isNaN(each.value)) ? argument(call, 1) : each));
    return all.length === 1 ? all[0]! : (call.oneOf?.(all, 'a default') ?? argument(call, 0));
  },
};
