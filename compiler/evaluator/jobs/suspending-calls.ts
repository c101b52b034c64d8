import type { Value } from '@tool/scanner-sdk';
import { isRepeatedAside } from '../bounds/asides.js';
import type { Context } from '../context.js';
import { endLayers } from '../conditions/early-returns.js';
import { FuelSignal, QuietSignal, ThrowSignal } from '../signals.js';
import { declaredResult } from '../language/declared-types.js';
import { ts } from '../language/syntax.js';
import { Obj, UNDEFINED, unknown, type Site } from '../values/values.js';
import type { Evaluator } from '../evaluator.js';
import { reportRejected } from '../uncaught.js';
import { addEscaped, joinEscaped, type Escaped } from '../conditions/escaped.js';
import { onSettled, settlePromise, type PromiseState } from '../builtins/promise.js';
import { forgettingTruths } from '../conditions/arms.js';
import { stepBody, type Suspension } from './suspension.js';
import { suspend, unheardOf } from './unheard.js';
import type { IteratorState } from '../values/iterate.js';
import { RUNS_LONG, noteCut } from '../bounds/cut-calls.js';
import { thrownByLeft } from '../bounds/left-errors.js';
import { isBelowProgram } from '../bounds/rest-of-call.js';
import { returnedBefore, withPendingReturns } from '../conditions/pending-returns.js';

/**
 * An async function with `await`s: runs to the first one at once; what follows runs from the queue when the awaited promise has settled,
 * under the guard it was suspended under.
 */
export function runSuspending(evaluator: Evaluator, context: Context, body: ts.Block, site: Site): Value {
  const promise = evaluator.promise(UNDEFINED, site);
  const state: PromiseState = { status: 'pending', value: UNDEFINED, reactions: [] };
  promise.internal = state;
  const steps = stepBody(evaluator, context, body.statements);
  const { activation } = context;
  const own: Escaped[] | null = evaluator.escaped ? [] : null;
  activation.escaped = own;
  const settle = (status: 'fulfilled' | 'rejected', value: Value): void => {
    if (own?.length) state.mayReject = joinEscaped(state.mayReject, own);
    settlePromise(evaluator, promise, status, value, true);
  };
  const { frame } = context;
  const suspended = own && suspend(promise, own);
  const { trying } = evaluator;
  let isRunning = false;
  let isToBeLeft = false;
  const resultOf = (given: Value): Value =>
    ts.isFunctionLike(body.parent) ? declaredResult(evaluator, context, given, body.parent, body) : given;
  // What its type says holds of what a function gives that is left as well.
  const settleLeft = (): void => {
    settle('fulfilled', resultOf(unknown(RUNS_LONG)));
  };
  const leave = (isTold: boolean): void => {
    noteCut(evaluator, frame, site, isTold);
    if (own) {
      addEscaped(own, thrownByLeft(frame));
      addEscaped(own, unheardOf(promise));
    }
    settleLeft();
  };
  frame.giveUp = () => {
    if (!own || activation.escaped === own || (activation.escaped!.length === 0 && !frame.isAtLimit && isBelowProgram(frame))) {
      leave(false);
      return;
    }
    // In a block that is tried, what has been thrown until now is caught: at once, or at the next `await` of a function that runs.
    if (isRunning) isToBeLeft = true;
    else leaveByThrow();
  };
  const leaveByThrow = (): void => {
    const { guard, frame: innermost } = evaluator;
    proceed(() => steps.throw(new QuietSignal(frame, site, innermost)), false);
    evaluator.guard = guard;
  };
  const resume = (value: Value, thrown: boolean): void => {
    if (evaluator.fuel.hasGivenUp(frame)) return;
    evaluator.fuel.accounting(frame, () => {
      proceed(() => (thrown ? steps.throw(new ThrowSignal(value, site)) : steps.next(value)), true);
    });
  };
  const waitFor = (stop: Suspension): void => {
    const guard = evaluator.guard;
    const { waitsFor } = activation;
    const awaited =
      waitsFor && stop.kind === 'yield'
        ? waitsFor(stop.value, (fn) => evaluator.call(fn, UNDEFINED, [], context, stop.node ?? body))
        : stop.value;
    if (isRepeatedAside(evaluator, frame)) return;
    if (suspended) suspended.waitsFor = activation.escaped === own ? awaited : null;
    onSettled(
      evaluator,
      awaited,
      (status, settled, failing) => {
        const outer = evaluator.guard;
        evaluator.guard = guard;
        // What the awaited promise may be rejected with is thrown here, in an arm beside the one that goes on.
        if (own && failing) addEscaped(activation.escaped!, failing);
        try {
          resume(settled, status === 'rejected');
        } finally {
          evaluator.guard = outer;
        }
      },
      frame.depth,
    );
  };
  /** @param isTold whether it is said, where it is left in the middle, what is left of it */
  const proceed = (step: () => ReturnType<typeof steps.next>, isTold: boolean): void => {
    if (evaluator.fuel.tiredOf(context.frame.depth)) {
      leave(false);
      return;
    }
    const outerFrame = evaluator.frame;
    const outerTrying = evaluator.trying;
    evaluator.frame = context.frame;
    evaluator.trying = trying;
    context.frame.enteredAt = evaluator.fuel.steps;
    // The first part runs inside the call itself.
    if (outerFrame !== context.frame) context.frame.below = outerFrame;
    const outerEscaped = evaluator.escaped;
    if (own) evaluator.escaped = activation.escaped;
    const { journal } = evaluator;
    activation.earlyReturns.resume(evaluator);
    isRunning = true;
    try {
      // What others do while it waits they do where nothing is known of its values.
      const next = forgettingTruths(step);
      isRunning = false;
      if (next.done) {
        const given = next.value?.kind === 'return' ? next.value.value : UNDEFINED;
        const result = withPendingReturns(evaluator, context.activation, given, frame.callNode);
        settle('fulfilled', resultOf(result));
        return;
      }
      activation.earlyReturns.suspend(evaluator);
      if (!isToBeLeft) waitFor(next.value);
    } catch (error) {
      if (error instanceof QuietSignal && error.frame === context.frame) {
        leave(isTold);
        return;
      }
      if (error instanceof ThrowSignal && context.activation.pending.length > 0) {
        own?.push({ signal: error });
        settle('fulfilled', returnedBefore(evaluator, context.activation));
        return;
      }
      if (!(error instanceof ThrowSignal)) {
        // What waits for this function goes on, whatever ends it.
        if (error instanceof FuelSignal) settleLeft();
        else if (own && outerEscaped && error instanceof QuietSignal) addEscaped(outerEscaped, own);
        throw error;
      }
      reportRejected(evaluator, error, frame.fn, site);
      settle('rejected', error.value);
    } finally {
      isRunning = false;
      endLayers(evaluator, journal);
      evaluator.frame = outerFrame;
      evaluator.trying = outerTrying;
      if (own) evaluator.escaped = outerEscaped;
    }
    if (isToBeLeft && state.status === 'pending') {
      isToBeLeft = false;
      leaveByThrow();
    }
  };
  resume(UNDEFINED, false);
  frame.isAwaited = () => state.reactions.length > 0;
  return promise;
}

/** A generator that runs its body from one `yield` to the next as it is asked, or to its end as an asynchronous function. */
export function steppingGenerator(evaluator: Evaluator, context: Context, body: ts.Block, site: Site): Required<IteratorState> {
  const steps = stepBody(evaluator, context, body.statements);
  return {
    next: (sent: Value) => {
      const outer = evaluator.guard;
      try {
        const next = forgettingTruths(() => steps.next(sent));
        return next.done
          ? { value: next.value?.kind === 'return' ? next.value.value : UNDEFINED, done: true }
          : { value: next.value.value, done: false };
      } finally {
        evaluator.guard = outer;
      }
    },
    asAsync: (waitsFor) => {
      context.activation.waitsFor = waitsFor;
      return runSuspending(evaluator, context, body, site);
    },
  };
}

export function iteratorOf(evaluator: Evaluator, state: IteratorState, site: Site): Value {
  const generator = new Obj('Generator', evaluator.builtins.generatorPrototype, site);
  generator.internal = state;
  return generator;
}
