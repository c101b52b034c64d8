import type { Call } from './adapter.js';
import type { Value } from './values.js';

/** Who a function of the program says the caller is: `(…, done) => done(null, user)`, or what it returns. Null where it names nobody. */
function said(call: Call, verify: Value, given: readonly Value[]): Value | null {
  const users: Value[] = [];
  const done = call.fn('done', (inner) => { if (inner.args[1]) users.push(inner.args[1]); });
  const run = (): void => { const result = call.awaited(call.invoke(verify, [...given, done])); if (users.length === 0) users.push(result); };
  if (call.catching) call.catching(run, () => undefined); else run();
  const found = users.flatMap((user) => call.alternatives(user)).filter((user) => !call.isUndefined(user) && call.truthy(user) !== false);
  return found.length === 0 ? null : found.length === 1 ? found[0]! : call.oneOf?.(found, 'who is let in') ?? null;
}

const unknowns = (call: Call, count: number, why: string): Value[] => Array.from({ length: Math.max(0, count) }, () => call.unknown(why));

/** The user that strategies of passport leave, by what `passport.use` was given: `strategies` are the names that the guard asks for. */
export function admittedUser(call: Call, module: string, strategies: Value | undefined): Value | null {
  const known = call.module ? call.get(call.module(module), '_strategies') : null;
  if (!known || known.kind !== 'object' || !strategies) return null;
  const users: Value[] = [];
  for (const each of call.elements(strategies) ?? [strategies]) {
    const strategy = call.get(known, call.text(each) ?? '');
    const verify = strategy.kind === 'object' ? call.get(strategy, 'verify') : null;
    if (!verify || !call.isFunction(verify)) return null;
    const user = said(call, verify, unknowns(call, (call.arity(verify) ?? 2) - 1, 'what a strategy is given'));
    if (!user) return null;
    users.push(user);
  }
  return users.length === 1 ? users[0]! : call.oneOf?.(users, 'who is let in') ?? null;
}

/** The user that a session of passport leaves, when somebody is logged in. */
export function rememberedUser(call: Call, module: string): Value | null {
  const deserialize = call.module ? call.get(call.module(module), '_deserializer') : null;
  const user = deserialize && call.isFunction(deserialize) ? said(call, deserialize, unknowns(call, (call.arity(deserialize) ?? 2) - 1, 'what a session keeps')) : null;
  return user && (call.oneOf?.([user, call.const(undefined)], 'somebody is logged in') ?? user);
}
