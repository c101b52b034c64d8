import type { Value } from '@tool/scanner-sdk';
import { stateOf, isFunction } from '../builtins/promise.js';
import { Guard } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import type { AbsentModule } from './optional-modules.js';
import { UNDEFINED, oneOf, unknown, type Obj, type Site } from '../values/values.js';

/** What `then` and `catch` were called with. */
export interface Follower {
  readonly result: Obj;
  readonly onRejected: Value;
  readonly site: Site;
}

/** What waits for the promise of a module that is not there. */
interface Recovery {
  /** What the handler of the rejection gives, where it goes on. */
  readonly value: Value | null;
  readonly condition: string;
}

/** What is known of promises in whose chain `import()` of a module stands that is not there. */
interface Chain {
  /** The module that is not there: nobody has handled that yet. */
  absent?: AbsentModule;
  readonly followers: Follower[];
  /** What has been called where the module is there stands under this condition. */
  under?: Guard | null;
  /** What the rejection of a promise further up has been made into here. */
  recovery?: Recovery;
}

const chains = new WeakMap<Obj, Chain>();

function chainOf(promise: Obj): Chain {
  let chain = chains.get(promise);
  if (!chain) chains.set(promise, (chain = { followers: [] }));
  return chain;
}

/** The promise of `import()` is rejected as the project stands. */
export function promiseOfAbsent(promise: Obj, absent: AbsentModule): Obj {
  chainOf(promise).absent = absent;
  return promise;
}

/** Notes who waits for a promise in the chain of a module that is not there. */
export function followed(promise: Value, follower: Follower): void {
  if (promise.kind !== 'object' || !chains.has(promise as Obj)) return;
  chainOf(promise as Obj).followers.push(follower);
  chainOf(follower.result);
}

/** The first who handles a rejection of the promise. */
function handlerOf(promise: Obj): Follower | null {
  for (const follower of chains.get(promise)?.followers ?? []) {
    const handler = isFunction(follower.onRejected) ? follower : handlerOf(follower.result);
    if (handler) return handler;
  }
  return null;
}

/**
 * Runs what follows a promise with its value. Where `import()` of a module that is not there stands above and somebody handles that, its handler
 * runs as the program does as it stands, and the rest as where the module is there.
 */
export function reactAsLoaded(evaluator: Evaluator, promise: Value, result: Obj, site: Site, run: () => Value): Value {
  const chain = promise.kind === 'object' ? chains.get(promise as Obj) : undefined;
  if (!chain || evaluator.observer) return run();
  const handler = chain.absent ? handlerOf(promise as Obj) : null;
  if (chain.absent && !handler) return run();
  if (!chain.absent || !handler) return recovered(chains.get(result), passed(evaluator, chain, result, run));
  const { error, condition } = chain.absent;
  const context = evaluator.contextOf(handler.site);
  const info = evaluator.branchInfo(context, handler.site.node, condition, 'configuration', 2, true, condition);
  const outer = evaluator.guard;
  let otherwise: Value | null = null;
  let loaded: Value | null = null;
  const arms = [
    (): Value => (otherwise = evaluator.call(handler.onRejected, UNDEFINED, [error], context, handler.site.node)),
    (): Value => (loaded = run()),
  ];
  evaluator.join(info, arms, true);
  const own = loaded ?? unknown('what follows a module', site);
  if (otherwise === null) return own;
  chainOf(handler.result).recovery = { value: otherwise, condition };
  if (handler.result === result) return recovered(chains.get(result), own);
  chainOf(result).under = new Guard(outer, info, 1);
  return own;
}

/** Runs what follows where the module is there, up to who handles that it is not. */
function passed(evaluator: Evaluator, chain: Chain, result: Obj, run: () => Value): Value {
  if (!chain.under) return run();
  const next = chainOf(result);
  if (!next.recovery) next.under = chain.under;
  const { guard } = evaluator;
  evaluator.guard = chain.under;
  try {
    return run();
  } finally {
    evaluator.guard = guard;
  }
}

function recovered(chain: Chain | undefined, value: Value): Value {
  const recovery = chain?.recovery;
  return recovery?.value ? oneOf([recovery.value, value], recovery.condition, true) : value;
}

/** Whether `import()` of a module that is not there stands in the chain above. */
export const isOfAbsent = (promise: Value): boolean => stateOf(promise) !== null && chains.has(promise as Obj);
