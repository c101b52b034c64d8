import type { Value } from '@tool/scanner-sdk';
import { commonGuard, type Guard } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { holdsHost } from '../bounds/unheard.js';
import { iterate } from '../values/iterate.js';
import { joinEscaped, type Escaped } from '../conditions/escaped.js';
import { mergeDeltas, type Delta } from '../values/journal.js';
import { tellCaught, unknownError } from '../requests/observation.js';
import { ThrowSignal } from '../signals.js';
import { ts } from '../language/syntax.js';
import { Obj, UNDEFINED, oneOf, unknown, type Closure, type Native, type Site } from '../values/values.js';
import { keepPromise } from '../requests/observing.js';
import { settledNow, withoutRejected } from '../jobs/awaiting.js';
import { asReaction } from '../jobs/timers.js';
import { followed, isOfAbsent, reactAsLoaded } from '../modules/optional-promises.js';
import type { Define } from './making.js';

interface Reaction {
  readonly run: () => void;
  readonly depth?: number;
}

export interface PromiseState {
  status: 'pending' | 'fulfilled' | 'rejected';
  value: Value;
  /** Run when the promise settles. */
  reactions: Reaction[];
  /** What is known, while it is pending, of what it will resolve to. */
  expected?: Value;
  /** Under which conditions of the set-up it was settled. */
  under?: Guard | null;
  /** While observing: errors with which it may be rejected instead. */
  mayReject?: readonly Escaped[];
  /** While observing: it is rejected with this where nobody can resolve it, since a time-out or what nobody can see rejects it. */
  lastly?: Value;
}

/** The promises that functions given to the program resolve. */
const settlers = new WeakMap<Obj, Obj>();

/** A function that resolves a promise which nobody has settled yet. */
export function isSettler(fn: Obj): boolean {
  const promise = settlers.get(fn);
  return promise !== undefined && (promise.internal as PromiseState).status === 'pending';
}

export const stateOf = (value: Value): PromiseState | null =>
  value.kind === 'object' && (value as Obj).cls === 'Promise' ? ((value as Obj).internal as PromiseState) : null;

/** What whoever waits for a promise goes on with: of several values those that do not say that all is done. */
function withoutEnds(value: Value): Value {
  if (value.kind !== 'oneOf' || value.preferred) return value;
  const others = value.values.filter((each) => !(each.kind === 'object' && each.host?.type.ends));
  return others.length === 0 || others.length === value.values.length ? value : oneOf(others, value.condition);
}

/** @param plainly whoever made the promise rejects it, in the arm in which it was made: nothing else settles it */
export function settlePromise(evaluator: Evaluator, promise: Obj, status: 'fulfilled' | 'rejected', value: Value, plainly = false): void {
  keepPromise(evaluator, promise);
  const state = promise.internal as PromiseState;
  // While observing a rejection in one arm stands beside whatever else settles it.
  if (status === 'rejected' && !plainly && evaluator.escaped && evaluator.armDepth > 0) {
    state.mayReject = joinEscaped(state.mayReject, [{ signal: new ThrowSignal(value, null, evaluator.guard) }]);
    return;
  }
  // The set-up goes on where it failed in one arm only: what settles the promise otherwise may come later.
  if (status === 'rejected' && !evaluator.observer && evaluator.armDepth > 0 && state.status === 'pending')
    evaluator.later(() => settle(evaluator, promise, status, value), 'immediate');
  else settle(evaluator, promise, status, value);
}

/** A time-out, or what nobody can see, rejects a promise: whether that comes first nobody knows. */
function mayComeFirst(evaluator: Evaluator, promise: Obj, error: Value, mayResolve: boolean): void {
  keepPromise(evaluator, promise);
  const state = promise.internal as PromiseState;
  state.mayReject = joinEscaped(state.mayReject, [{ signal: new ThrowSignal(error, null, evaluator.guard) }]);
  if (state.status !== 'pending') return;
  if (!mayResolve) state.lastly = error;
  evaluator.pendingPromises.push(promise);
}

/** Whether the function that a promise is made with mentions its first parameter. */
function mayResolve(executor: Value | undefined): boolean {
  const node = executor?.kind === 'object' && (executor as Obj).fn?.kind === 'closure' ? ((executor as Obj).fn as Closure).node : null;
  const name = node?.parameters[0]?.name;
  if (!node?.body || !name || !ts.isIdentifier(name)) return true;
  const mentions = (at: ts.Node): boolean | undefined => (ts.isIdentifier(at) && at.text === name.text) || ts.forEachChild(at, mentions);
  return mentions(node.body) === true;
}

function settle(evaluator: Evaluator, promise: Obj, status: 'fulfilled' | 'rejected', value: Value): void {
  const state = promise.internal as PromiseState;
  if (evaluator.escaped && state.status !== 'pending' && state.status !== status && isElsewhere(state.under ?? null, evaluator.guard)) {
    // Rejected behind an arm that has returned, and resolved behind another one: it is resolved, or rejected.
    const [error, at] = status === 'rejected' ? [value, evaluator.guard] : [state.value, state.under];
    state.mayReject = joinEscaped(state.mayReject, [{ signal: new ThrowSignal(error, null, at) }]);
    if (status === 'rejected') return;
    state.status = 'pending';
  }
  if (state.status !== 'pending') {
    // Resolved in several arms, or behind one that has returned: whoever waits may see either value.
    if (status === 'fulfilled' && (evaluator.armDepth > 0 || isElsewhere(state.under ?? null, evaluator.guard)))
      state.value = oneOf([state.value, value], 'a promise');
    return;
  }
  if (status === 'fulfilled' && evaluator.observer) value = withoutEnds(value);
  if (status === 'fulfilled' && value.kind === 'oneOf' && evaluator.escaped) {
    const rejections: Escaped[] = [];
    value = withoutRejected(value, rejections);
    if (value.kind === 'oneOf' && value.values.some((alternative) => stateOf(alternative)?.status === 'fulfilled'))
      value = oneOf(
        value.values.map((alternative) => {
          const inner = stateOf(alternative);
          if (inner?.status !== 'fulfilled') return alternative;
          rejections.push(...(inner.mayReject ?? []));
          return inner.value;
        }),
        value.condition,
        value.preferred,
      );
    if (rejections.length > 0) state.mayReject = joinEscaped(state.mayReject, rejections);
  }
  const thenable = status === 'fulfilled' ? (adopted(evaluator, value) ?? joined(evaluator, value)) : null;
  if (thenable) value = thenable;
  const inner = stateOf(value);
  if (inner && status === 'fulfilled') {
    if (inner.status === 'pending') {
      keepPromise(evaluator, value as Obj);
      inner.reactions.push({
        run: () => {
          if (inner.mayReject) state.mayReject = joinEscaped(state.mayReject, inner.mayReject);
          settlePromise(evaluator, promise, inner.status === 'rejected' ? 'rejected' : 'fulfilled', inner.value, true);
        },
        depth: 0,
      });
      return;
    }
    state.status = inner.status;
    state.value = inner.value;
    if (inner.mayReject) state.mayReject = joinEscaped(state.mayReject, inner.mayReject);
  } else {
    state.status = status;
    state.value = value;
  }
  state.under = evaluator.guard;
  for (const reaction of state.reactions.splice(0)) evaluator.later(reaction.run, 'microtask', reaction.depth);
}

/** Whoever comes here need not have come there. */
const isElsewhere = (there: Guard | null, here: Guard | null): boolean => there !== null && commonGuard(there, here) !== there;

/**
 * The promise of an object with a `then` method, which runs from the queue; null for every other value. What a `then` resolves with is
 * taken as it is when it is the object itself: real programs would never end there.
 */
export function adopted(evaluator: Evaluator, value: Value): Obj | null {
  if (value.kind !== 'object' || stateOf(value)) return null;
  const { context, node } = evaluator.builtins.nowhere;
  const then = evaluator.get(value, 'then', context, node);
  if (then.kind !== 'object' || !(then as Obj).fn) return null;
  const promise = evaluator.promise(UNDEFINED, value.origin as Site | null);
  const state: PromiseState = { status: 'pending', value: UNDEFINED, reactions: [] };
  promise.internal = state;
  const resolve = evaluator.native('resolve', (inner, _self, args) => {
    const settled = args[0] ?? UNDEFINED;
    if (settled !== value) settlePromise(inner, promise, 'fulfilled', settled);
    else if (state.status === 'pending') {
      state.status = 'fulfilled';
      state.value = settled;
      for (const reaction of state.reactions.splice(0)) inner.later(reaction.run, 'microtask', reaction.depth);
    }
    return UNDEFINED;
  });
  const reject = evaluator.native('reject', (inner, _self, args) => {
    settlePromise(inner, promise, 'rejected', args[0] ?? UNDEFINED);
    return UNDEFINED;
  });
  evaluator.later(() => {
    try {
      evaluator.call(then, value, [resolve, reject], context, node);
    } catch (error) {
      if (!(error instanceof ThrowSignal)) throw error;
      settlePromise(evaluator, promise, 'rejected', error.value);
    }
  });
  return promise;
}

/**
 * One promise for a value that is one of several of which some have not settled yet (each way of an asynchronous function gave its own), or are asked for
 * what they give by their `then`: it settles when all of them have, with what they give; null for every other value. What rejects one of them may reject it.
 */
export function joined(evaluator: Evaluator, value: Value): Obj | null {
  if (value.kind !== 'oneOf') return null;
  const values = value.values.map((each) => adopted(evaluator, each) ?? each);
  const waiting = values.filter((each): each is Obj => stateOf(each)?.status === 'pending');
  if (waiting.length === 0) return null;
  const promise = evaluator.promise(UNDEFINED, value.origin as Site | null);
  const state: PromiseState = { status: 'pending', value: UNDEFINED, reactions: [] };
  promise.internal = state;
  let left = waiting.length;
  const settle = (): void => {
    const promises = values.flatMap((each) => stateOf(each) ?? []);
    const rejections = promises.filter(({ status }) => status === 'rejected');
    const results = values.filter((each) => stateOf(each)?.status !== 'rejected').map((each) => stateOf(each)?.value ?? each);
    for (const { mayReject } of promises) if (mayReject) state.mayReject = joinEscaped(state.mayReject, mayReject);
    for (const { value: error } of results.length > 0 ? rejections : [])
      state.mayReject = joinEscaped(state.mayReject, [{ signal: new ThrowSignal(error, null) }]);
    if (results.length > 0) settlePromise(evaluator, promise, 'fulfilled', oneOf(results, value.condition, value.preferred), true);
    else
      settlePromise(
        evaluator,
        promise,
        'rejected',
        oneOf(
          rejections.map(({ value: error }) => error),
          value.condition,
        ),
        true,
      );
  };
  for (const each of waiting) {
    keepPromise(evaluator, each);
    evaluator.pendingPromises.push(each);
    stateOf(each)!.reactions.push({ run: () => void (--left === 0 && settle()) });
  }
  return promise;
}

/** What happens when a promise settles. `failing`: what it may be rejected with instead. */
type OnSettled = (status: 'fulfilled' | 'rejected', value: Value, failing?: readonly Escaped[]) => void;

/**
 * Runs something from the queue once a value has settled: at once for what is no promise.
 * @param depth of the suspended function that goes on then
 */
export function onSettled(evaluator: Evaluator, given: Value, reaction: OnSettled, depth?: number): void {
  // Who waits for a timer does not go back to it.
  const { timer } = evaluator;
  const react: OnSettled = (...settled) => {
    evaluator.ofTimer(timer, () => {
      reaction(...settled);
    });
  };
  const value = adopted(evaluator, given) ?? joined(evaluator, given) ?? given;
  const state = stateOf(value);
  if (!state) {
    evaluator.later(
      () => {
        const { escaped } = evaluator;
        const failing: Escaped[] = [];
        if (escaped && value.kind === 'oneOf') evaluator.escaped = failing;
        let settled: Value;
        try {
          settled = settledNow(evaluator, value);
        } finally {
          evaluator.escaped = escaped;
        }
        react('fulfilled', settled, failing);
      },
      'microtask',
      depth,
    );
    return;
  }
  if (state.status === 'pending') {
    keepPromise(evaluator, value as Obj);
    state.reactions.push({
      run: () => react(state.status === 'rejected' ? 'rejected' : 'fulfilled', state.value, state.mayReject),
      ...(depth !== undefined && { depth }),
    });
    evaluator.pendingPromises.push(value as Obj);
  } else {
    const { status, value: settled } = state;
    evaluator.later(() => react(status, settled, state.mayReject), 'microtask', depth);
  }
}

export const isFunction = (value: Value): boolean => value.kind === 'object' && (value as Obj).fn !== null;

const NOTHING_DONE: Delta = { bindings: new Map(), objects: new Map() };
/** What only sets variables: `(error) => { failed = error; }`. */
const keepsOnly = (callback: Value): boolean => {
  const data = callback.kind === 'object' ? (callback as Obj).fn : null;
  const body = data?.kind === 'closure' ? data.node.body : undefined;
  return body !== undefined && ts.isBlock(body) && body.statements.every(keeps);
};
const keeps = (statement: ts.Statement): boolean =>
  ts.isExpressionStatement(statement) &&
  ts.isBinaryExpression(statement.expression) &&
  statement.expression.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
  ts.isIdentifier(statement.expression.left);

/** A callback that answers (`(error) => { response.end(); }`) is the end of what it stands in: what would be done with nothing is not. */
const isGiven = (evaluator: Evaluator, value: Value, callback: Value): boolean => {
  if (!(value.kind === 'const' && value.value === undefined) || keepsOnly(callback) || !holdsHost(evaluator, callback, new Set()))
    return true;
  const data = callback.kind === 'object' ? (callback as Obj).fn : null;
  const body = data?.kind === 'closure' ? data.node.body : undefined;
  return body !== undefined && !ts.isBlock(body);
};

export function then(evaluator: Evaluator, self: Value, onFulfilled: Value, onRejected: Value, site: Site): Value {
  const state = stateOf(self);
  const context = evaluator.contextOf(site);
  const result = evaluator.promise(UNDEFINED, site);
  result.internal = { status: 'pending', value: UNDEFINED, reactions: [] } satisfies PromiseState;
  followed(self, { result, onRejected, site });
  const guard = evaluator.guard;
  const react = (status: 'fulfilled' | 'rejected', value: Value): void => {
    // Whichever arm fulfils the promise, its callback stands under the condition under which it was given; a failure depends on the arm.
    if (status === 'fulfilled') {
      const outer = evaluator.guard;
      evaluator.guard = guard;
      try {
        run(status, value);
      } finally {
        evaluator.guard = outer;
      }
    } else run(status, value);
  };
  const run = (status: 'fulfilled' | 'rejected', value: Value): void => {
    const callback = status === 'fulfilled' ? onFulfilled : onRejected;
    const answer = (): Value =>
      isFunction(callback)
        ? (asReaction(evaluator, site, callback, () => evaluator.call(callback, UNDEFINED, [value], context, site.node)) ??
          unknown('what a promise has called back', site))
        : value;
    const outer = evaluator.escaped;
    const own: Escaped[] = [];
    if (outer) evaluator.escaped = own;
    const fulfil = (settled: Value, plainly = false): void => {
      const made = result.internal as PromiseState;
      if (own.length > 0) made.mayReject = joinEscaped(made.mayReject, own);
      settlePromise(evaluator, result, 'fulfilled', settled, plainly);
    };
    try {
      const failing = stateOf(self)?.mayReject;
      const instead = failing ? reject(failing, own) : [];
      // What a promise stands for may fail, whatever it is: as behind `try`, there is one more error, which nobody knows.
      if (status === 'fulfilled' && evaluator.observer && isFunction(onRejected) && site.node !== evaluator.builtins.nowhere.node)
        instead.push(
          ...reject([{ signal: new ThrowSignal(unknownError(site), site, evaluator.guard) }], own).filter(({ kind }) => kind !== 'unknown'),
        );
      const orInstead = (settled: Value): Value =>
        status === 'fulfilled' && instead.length > 0 ? oneOf([settled, ...instead], 'whether a promise is rejected') : settled;
      if (!isFunction(callback) && !(status === 'fulfilled' && isOfAbsent(self))) {
        if (status === 'fulfilled') fulfil(orInstead(value), true);
        else settlePromise(evaluator, result, status, value, true);
        return;
      }
      if (status === 'rejected') {
        evaluator.handledErrors?.add(value);
        tellCaught(evaluator, value);
      }
      fulfil(orInstead(status === 'fulfilled' ? reactAsLoaded(evaluator, self, result, site, answer) : answer()));
      if (status === 'rejected') evaluator.observer?.wentOn(value);
    } catch (error) {
      if (!(error instanceof ThrowSignal)) throw error;
      settlePromise(evaluator, result, 'rejected', error.value, true);
    } finally {
      if (outer) evaluator.escaped = outer;
    }
  };
  /**
   * What it may be rejected with: each error runs the callback in an arm of its own, or goes on to the next promise.
   * @returns what the callback gives in place of what the promise is fulfilled with
   */
  const reject = (errors: readonly Escaped[], thrown: Escaped[]): Value[] => {
    if (!isFunction(onRejected)) {
      const made = result.internal as PromiseState;
      made.mayReject = joinEscaped(made.mayReject, errors);
      return [];
    }
    const info = evaluator.branchInfo(context, site.node, 'an error', 'unknown', errors.length, false);
    info.errors = errors.map(({ signal }) => signal.value);
    for (const { signal } of errors) evaluator.handledErrors?.add(signal.value);
    const results = evaluator.runArms(
      info,
      errors.map(({ signal }) => () => {
        tellCaught(evaluator, signal.value);
        const given = evaluator.call(onRejected, UNDEFINED, [signal.value], context, site.node);
        evaluator.observer?.wentOn(signal.value);
        return given;
      }),
      false,
    );
    const [first] = results;
    if (first && !first.ok && first.error instanceof ThrowSignal && results.every(({ ok }) => !ok)) thrown.push({ signal: first.error });
    // What it keeps is as it was where nothing fails.
    const kept = keepsOnly(onRejected) ? results.flatMap((each) => (each.ok ? [each.delta] : [])) : [];
    if (kept.length > 0) mergeDeltas([...kept, NOTHING_DONE], info.condition, false, evaluator.journal);
    return results.flatMap((each) => (each.ok && isGiven(evaluator, each.value, onRejected) ? [each.value] : []));
  };
  onSettled(evaluator, state || self.kind === 'unknown' ? self : unknown('what a promise will resolve to'), react);
  return result;
}

/** An empty list beside another one of unknown length is that one with nothing in it. */
function besidesEmpty(value: Value): Value {
  if (value.kind !== 'oneOf' || value.preferred) return value;
  const filled = value.values.filter((each) => !(each instanceof Obj && each.elements?.length === 0 && !each.open));
  const [only] = filled;
  return filled.length === 1 && only instanceof Obj && only.open ? only : value;
}

/** `Promise.all` and `Promise.allSettled`: a list that is complete once every element has settled, in whatever order. */
function together(evaluator: Evaluator, elements: Value, site: Site, of: 'values' | 'outcomes'): Obj {
  const iteration = iterate(evaluator, evaluator.contextOf(site), site.node, besidesEmpty(elements));
  // As they are now: the program may empty its list before all of them have settled.
  const promises = [...iteration.elements];
  const list = evaluator.list(
    promises.map(() => unknown('what a promise will resolve to')),
    site,
  );
  // What all elements of a list look like all that they resolve to do.
  list.open = iteration.open;
  list.uniform = iteration.uniform === true && iteration.open;
  const result = evaluator.promise(UNDEFINED, site);
  const state: PromiseState = { status: 'pending', value: UNDEFINED, reactions: [], expected: list };
  result.internal = state;
  let waiting = promises.length;
  const outcome = (status: 'fulfilled' | 'rejected', value: Value): Value =>
    evaluator.record([
      ['status', evaluator.builtins.text(status)],
      [status === 'fulfilled' ? 'value' : 'reason', value],
    ]);
  const settle = (index: number, status: 'fulfilled' | 'rejected', value: Value): void => {
    if (of === 'values' && status === 'rejected') {
      settlePromise(evaluator, result, 'rejected', value);
      return;
    }
    // Each of the errors that it may be rejected with is one more outcome.
    const known = of === 'outcomes' ? (stateOf(promises[index]!)?.mayReject ?? []).map(({ signal }) => signal.value) : [];
    const errors = known.length === 0 && of === 'outcomes' && evaluator.observer ? [unknownError(site)] : known;
    list.elements![index] =
      of === 'values' ? value : oneOf([outcome(status, value), ...errors.map((error) => outcome('rejected', error))], 'how a promise ends');
    if (--waiting === 0) settlePromise(evaluator, result, 'fulfilled', list);
  };
  for (const [index, element] of promises.entries()) {
    onSettled(evaluator, element, (status, value) => {
      const failing = of === 'values' && stateOf(element)?.mayReject;
      if (failing) state.mayReject = joinEscaped(state.mayReject, failing);
      let settled = value;
      try {
        if (status === 'fulfilled') settled = settledNow(evaluator, value);
      } catch (error) {
        if (!(error instanceof ThrowSignal)) throw error;
        status = 'rejected';
        settled = error.value;
      }
      settle(index, status, settled);
    });
  }
  if (waiting === 0) settlePromise(evaluator, result, 'fulfilled', list);
  return result;
}

/** Rounds of promises that nobody resolves and that only a waiter for another one made. */
const PENDING_ROUNDS = 20;

/**
 * Promises that nobody resolved: their reactions run with an unknown value at the end, so that nothing is lost; those may wait for others.
 * However many there are, they are one emptying of the queue: what runs without effect is counted over all of them.
 */
export function settlePending(evaluator: Evaluator): void {
  evaluator.fuel.draining(() => settleRounds(evaluator));
}

function settleRounds(evaluator: Evaluator): void {
  for (let round = 0; round < PENDING_ROUNDS; round++) {
    const pending = evaluator.pendingPromises.splice(0).filter((promise) => (promise.internal as PromiseState).status === 'pending');
    if (pending.length === 0) return;
    // One at a time: others may wait for it and settle with more than is known now.
    for (const promise of pending) {
      const state = promise.internal as PromiseState;
      if (state.status !== 'pending') continue;
      if (state.lastly) settlePromise(evaluator, promise, 'rejected', state.lastly, true);
      else settlePromise(evaluator, promise, 'fulfilled', state.expected ?? unknown('what a promise will resolve to'));
      evaluator.drain();
    }
  }
}

/**
 * The work, which what stands beside it may end: `Promise.race([ask(), timeLimit(1000)])`.
 * @param isAny an error ends it only where nothing else does
 */
function beside(evaluator: Evaluator, work: Value, others: readonly Value[], isAny: boolean, site: Site): Value {
  const promises = others.filter((each): each is Obj => stateOf(each) !== null);
  if (promises.length === 0) return work;
  const result = evaluator.promise(UNDEFINED, site);
  const made: PromiseState = { status: 'pending', value: UNDEFINED, reactions: [] };
  result.internal = made;
  const settle = (status: 'fulfilled' | 'rejected', value: Value): void => {
    const states = promises.map((each) => stateOf(each)!);
    const given = states.flatMap((each) => (each.status === 'fulfilled' && each.value.kind !== 'unknown' ? [each.value] : []));
    const errors = states.flatMap((each): readonly Escaped[] => [
      ...(each.mayReject ?? []),
      ...(each.status === 'rejected' ? [{ signal: new ThrowSignal(each.value, null, evaluator.guard) }] : []),
    ]);
    const first = stateOf(work)?.mayReject ?? [];
    if (!isAny || given.length === 0) made.mayReject = joinEscaped(made.mayReject, [...first, ...errors]);
    if (status === 'fulfilled') settlePromise(evaluator, result, 'fulfilled', oneOf([value, ...given], 'which promise comes first'), true);
    else if (given.length === 0) settlePromise(evaluator, result, 'rejected', value, true);
    else {
      if (!isAny) made.mayReject = joinEscaped(made.mayReject, [{ signal: new ThrowSignal(value, null, evaluator.guard) }]);
      settlePromise(evaluator, result, 'fulfilled', oneOf(given, 'which promise comes first'), true);
    }
  };
  onSettled(evaluator, work, (status, value) => {
    // Which comes first nobody knows: all that the others come to is known before, save for what may never end.
    const whenAllHave = (): void => {
      const open = promises.find((each) => stateOf(each)!.status === 'pending' && !stateOf(each)!.mayReject);
      if (open) onSettled(evaluator, open, whenAllHave);
      else settle(status, value);
    };
    if (evaluator.queue.hasTimers) evaluator.later(whenAllHave, 'immediate');
    else whenAllHave();
  });
  return result;
}

export function installPromise(evaluator: Evaluator, prototype: Obj, define: Define): Obj {
  define(prototype, 'then', (ev, self, args, site) => then(ev, self, args[0] ?? UNDEFINED, args[1] ?? UNDEFINED, site));
  define(prototype, 'catch', (ev, self, args, site) => then(ev, self, UNDEFINED, args[0] ?? UNDEFINED, site));
  define(prototype, 'finally', (ev, self, args, site) => {
    const callback = args[0] ?? UNDEFINED;
    const result = ev.promise(UNDEFINED, site);
    result.internal = { status: 'pending', value: UNDEFINED, reactions: [] } satisfies PromiseState;
    onSettled(ev, self, (status, value) => {
      ev.call(callback, UNDEFINED, [], ev.contextOf(site), site.node);
      settlePromise(ev, result, status, value, true);
    });
    return result;
  });
  const constructor = evaluator.native('Promise', (ev, _self, args, site) => {
    const promise = ev.promise(UNDEFINED, site);
    promise.internal = { status: 'pending', value: UNDEFINED, reactions: [] } satisfies PromiseState;
    const { guard, timer, callbacks } = ev;
    const isRace = (inner: Evaluator): boolean => inner.callbacks > callbacks || (inner.timer !== null && inner.timer !== timer);
    const resolve = ev.native('resolve', (inner, _s, values) => {
      const settleNow = (): void => settlePromise(inner, promise, 'fulfilled', values[0] ?? UNDEFINED);
      // What nobody can see may take longer than a time limit beside it.
      if (inner.observer && isRace(inner) && inner.queue.hasTimers) inner.later(settleNow, 'immediate');
      else settleNow();
      return UNDEFINED;
    });
    settlers.set(resolve, promise);
    const reject = ev.native('reject', (inner, _s, values) => {
      const error = values[0] ?? UNDEFINED;
      // A set-up that works runs into no time-out: what it waits for comes first.
      if (!inner.observer && inner.timer && inner.timer !== timer) inner.pendingPromises.push(promise);
      else if (inner.observer && isRace(inner)) mayComeFirst(inner, promise, error, mayResolve(args[0]));
      else settlePromise(inner, promise, 'rejected', error, inner.guard === guard);
      return UNDEFINED;
    });
    try {
      ev.call(args[0] ?? UNDEFINED, UNDEFINED, [resolve, reject], ev.contextOf(site), site.node);
    } catch (error) {
      if (!(error instanceof ThrowSignal)) throw error;
      settlePromise(ev, promise, 'rejected', error.value, true);
    }
    return promise;
  });
  define(constructor, 'resolve', (ev, _self, args, site) =>
    stateOf(args[0] ?? UNDEFINED) ? args[0]! : ev.promise(args[0] ?? UNDEFINED, site),
  );
  define(constructor, 'reject', (ev, _self, args, site) => {
    const promise = ev.promise(UNDEFINED, site);
    if (ev.observer && ev.guard && args[0]?.kind === 'object' && !ev.thrownUnder.has(args[0])) ev.thrownUnder.set(args[0], ev.guard);
    if (args[0]) ev.raised(args[0], site);
    promise.internal = { status: 'rejected', value: args[0] ?? UNDEFINED, reactions: [] } satisfies PromiseState;
    return promise;
  });
  define(constructor, 'all', (ev, _self, args, site) => together(ev, args[0] ?? UNDEFINED, site, 'values'));
  define(constructor, 'allSettled', (ev, _self, args, site) => together(ev, args[0] ?? UNDEFINED, site, 'outcomes'));
  // Which one is first only run time knows; a time limit beside the work usually is not. A set-up that works goes on with one that is kept.
  const first =
    (isAny: boolean): Native =>
    (ev, _self, args, site) => {
      const { elements, open } = iterate(ev, ev.contextOf(site), site.node, args[0] ?? UNDEFINED);
      if (ev.observer || open || elements.length < 2) {
        const [work, ...limits] = elements;
        return then(
          ev,
          work ? beside(ev, work, limits, isAny, site) : unknown('the first of several promises'),
          UNDEFINED,
          UNDEFINED,
          site,
        );
      }
      const promise = ev.promise(UNDEFINED, site);
      const state: PromiseState = { status: 'pending', value: UNDEFINED, reactions: [] };
      promise.internal = state;
      let left = elements.length;
      for (const each of elements)
        onSettled(ev, adopted(ev, each) ?? joined(ev, each) ?? (stateOf(each) ? each : ev.promise(each, site)), (status, value) => {
          left--;
          if (state.status === 'pending' && (status === 'fulfilled' || left === 0)) settlePromise(ev, promise, status, value, true);
        });
      return promise;
    };
  define(constructor, 'race', first(false));
  define(constructor, 'any', first(true));
  define(constructor, 'withResolvers', (ev, _self, _args, site) => {
    const promise = ev.promise(UNDEFINED, site);
    promise.internal = { status: 'pending', value: UNDEFINED, reactions: [] } satisfies PromiseState;
    return ev.record([
      ['promise', promise],
      [
        'resolve',
        ev.native('resolve', (inner, _s, values) => {
          settlePromise(inner, promise, 'fulfilled', values[0] ?? UNDEFINED);
          return UNDEFINED;
        }),
      ],
      [
        'reject',
        ev.native('reject', (inner, _s, values) => {
          settlePromise(inner, promise, 'rejected', values[0] ?? UNDEFINED);
          return UNDEFINED;
        }),
      ],
    ]);
  });
  return constructor;
}
