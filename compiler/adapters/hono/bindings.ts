import type { Call, Value } from '@tool/scanner-sdk';

/** What the platform gives a request: settings and services, under names that only the deployment knows the values of. */
export const bindingsOf = (call: Call): Value =>
  call.module ? call.get(call.module('cloudflare:workers'), 'env') : call.unknown('what the platform gives');
