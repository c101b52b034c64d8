import type { Call, Transfer, Value } from '@tool/scanner-sdk';
import type { InstanceData } from './instance-data.js';
import { signs, verifies } from './observe.js';

const option = (call: Call, settings: Value, ...path: readonly string[]): Value =>
  path.reduce((at, key) => (at.kind === 'object' && !call.isFunction(at) ? call.get(at, key) : call.const(undefined)), settings);

/** Where `@fastify/jwt` finds the token: in a cookie where its options say that it looks there alone. */
function tokenIn(call: Call, settings: Value): readonly ['header' | 'cookie', string] {
  const cookie = call.text(option(call, settings, 'cookie', 'cookieName'));
  return cookie !== null && call.constant(option(call, settings, 'verify', 'onlyCookie')) === true
    ? ['cookie', cookie]
    : ['header', 'authorization'];
}

/**
 * Methods that a package adds to requests and replies under names that its options choose: with `namespace: 'access'` requests are verified by
 * `request.accessJwtVerify()`, and `jwtVerify`, `jwtSign` and `decoratorName` name them one by one.
 */
export function packageMembers(call: Call, data: InstanceData, module: string, settings: Value): void {
  if (!/^(?:@fastify\/|fastify-)jwt$/.test(module)) return;
  const namespace = call.text(option(call, settings, 'namespace'));
  const named = (method: string): string | null =>
    call.text(option(call, settings, method)) ?? (namespace === null ? null : `${namespace}${method[0]!.toUpperCase()}${method.slice(1)}`);
  const user = call.text(option(call, settings, 'decoratorName')) ?? 'user';
  const add = (members: Map<string, Value>, name: string | null, transfer: Transfer): void => {
    if (name !== null) members.set(name, call.fn(name, transfer));
  };
  add(data.boot.requestMembers, named('jwtVerify'), verifies(tokenIn(call, settings), user));
  add(data.boot.replyMembers, named('jwtSign'), signs);
}
