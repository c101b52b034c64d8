import type { Call, Value } from '@tool/scanner-sdk';
import type { Exchange } from './arguments.js';

/** Calls a method of the response, which may be what nobody knows. */
export const respond = (call: Call, { response }: Pick<Exchange, 'response'>, method: string, args: readonly Value[]): void => {
  const fn = call.get(response, method);
  if (call.isFunction(fn)) call.invoke(fn, args, response);
};

/** Gives control on, or an error: Koa has errors thrown. */
export function handOn(call: Call, { next, context }: Exchange, error?: Value): void {
  if (error && context) call.throws?.(error);
  if (call.isFunction(next)) call.invoke(next, error ? [error] : []);
}

/** Runs something as a framework does that catches what it throws: `caught` gets each error that is known. */
export function catchingErrors(call: Call, run: () => void, caught: (error: Value) => void): void {
  if (!call.catching) {
    run();
    return;
  }
  call.catching(run, (error) => {
    for (const alternative of call.alternatives(error)) if (alternative.kind === 'object') caught(alternative);
  });
}
