import type { Call, Value } from '@tool/scanner-sdk';

/** The callback that a method takes behind its first argument. */
export const callbackBehind = (call: Call, first = 1): Value | undefined =>
  call.args.find((arg, index) => index >= first && call.isFunction(arg));

/** Does what is done at once, or tells the callback of the call the error that it failed with. Without a callback it is not known to fail. */
export function orTells(
  call: Call,
  callback: Value | undefined,
  error: () => Value,
  what: string,
  done: (callback: Value | null) => void,
): void {
  if (!callback || !call.either) done(callback ?? null);
  else
    call.either(call.unknown(`whether ${what}`), (holds) => {
      if (holds) done(callback);
      else call.invoke(callback, [error()]);
    });
}
