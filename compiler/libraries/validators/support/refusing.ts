import type { Call } from '@tool/scanner-sdk';

/** A validation refuses a request, or lets it pass: which one, only run time knows. */
export function refusing(call: Call, refuse: () => void, pass: () => void): void {
  const verdict = call.oneOf?.([call.const(true), call.const(false)], 'the request passes the validators');
  if (!verdict || !call.either) pass();
  else call.either(verdict, (holds) => (holds ? pass() : refuse()));
}
