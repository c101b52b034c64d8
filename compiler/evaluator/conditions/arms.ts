import { Bug } from '@tool/ir';
import type { Unknown, Value } from '@tool/scanner-sdk';
import { Guard, commonGuard, type BranchInfo, type Context } from '../context.js';
import { isGiven } from '../builtins/runtime-globals.js';
import type { Evaluator } from '../evaluator.js';
import { JobQueue, reportLeftOut } from '../jobs/jobs.js';
import { Journal, mergeDeltas, type Delta } from '../values/journal.js';
import { isFactoryResult, isQuestion } from '../packages/factory-results.js';
import { endLayers } from './early-returns.js';
import { noteChosen } from '../requests/chosen.js';
import { isOfError } from '../requests/observation.js';
import { askedByArms, isTest } from '../requests/request-tests.js';
import { ExitSignal, ThrowSignal, isSignal, type Signal } from '../signals.js';
import type { ts } from '../language/syntax.js';
import { ABSENT, UNDEFINED, isOfRequest, isSomething, oneOf } from '../values/values.js';

export type ArmResult<Result> =
  /** `end`: the conditions under which the arm came to its end. */
  | { readonly ok: true; readonly value: Result; readonly delta: Delta; readonly exited: boolean; readonly end: Guard | null }
  | { readonly ok: false; readonly error: Signal; readonly delta: Delta };

/** The address and the method of a request, and `request.query`, `request.params`, `request.headers`, records for every request, if empty ones. */
export const everyRequestHas = ({ trace, asks = null }: Unknown): boolean =>
  asks === null
    ? trace !== undefined &&
      trace.path.length === 0 &&
      !trace.derived &&
      (trace.part === 'query' || trace.part === 'path' || trace.part === 'header')
    : isTest(asks) && asks.steps.length === 0 && (asks.of === 'url' || asks.of === 'path' || asks.of === 'method');

/** A condition as far as the source decides it. */
export interface Truth {
  /** null: undecided. */
  readonly value: boolean | null;
  /** The configuration value that could make it the opposite. */
  readonly taint: string | null;
}

export function truthOf(value: Value): Truth {
  switch (value.kind) {
    case 'const':
      return { value: Boolean(value.value), taint: isSomething(value) ? null : value.taint };
    case 'object':
      return { value: true, taint: null };
    case 'template':
      return { value: value.parts.some((part) => typeof part === 'string' && part.length > 0) ? true : null, taint: null };
    case 'unknown':
      return {
        value:
          value === ABSENT
            ? false
            : isGiven(value) ||
                isOfError(value) ||
                everyRequestHas(value) ||
                (value.provenance && isFactoryResult(value.provenance) && !isQuestion(value))
              ? true
              : foundHere(value),
        taint: value.taint,
      };
    case 'oneOf': {
      const truths = value.values.map((alternative) => truthOf(alternative));
      if (truths.every((truth) => truth.value !== null && truth.value === truths[0]!.value && !truth.taint)) return truths[0]!;
      if (value.preferred) return { value: truths[0]!.value, taint: value.condition };
      return { value: null, taint: null };
    }
  }
}

/** What the conditions around this place have said of values of which nothing else is known. */
interface Found {
  readonly value: Value;
  readonly holds: boolean;
  readonly outer: Found | null;
}
let found: Found | null = null;

/** In this arm a value has this truth, for whoever is given it: `if (error) return done(error)`. */
export function noteTruth(value: Value, holds: boolean): void {
  if (value.kind === 'unknown' && isBare(value) && isOfRequest()) found = { value, holds, outer: found };
}

/** Runs something behind which is forgotten what its conditions have left: `if (error) return …; …` */
export function forgettingTruths<Result>(run: () => Result): Result {
  const known = found;
  try {
    return run();
  } finally {
    found = known;
  }
}

/** Nothing is known of it, neither where it came from with a request nor what it looks like. */
export const isBare = (value: Unknown): boolean => !value.trace && !value.shape && value.taint === null && value.carries.length === 0;

function foundHere(value: Value): boolean | null {
  for (let at = found; at; at = at.outer) if (at.value === value) return at.holds;
  return null;
}

/**
 * Runs the arms of a condition that the source does not decide, each from the same state, and takes every arm's changes back.
 * With `preferred` the first arm is what the default configuration does: it runs without a guard, unless it ends the program. Of two arms the second runs
 * without one where the first ends the program.
 */
export function runArms<Result>(
  evaluator: Evaluator,
  info: BranchInfo,
  arms: readonly (() => Result)[],
  preferred: boolean,
): ArmResult<Result>[] {
  const outer = evaluator.journal;
  const { guard, plainArms } = evaluator;
  const known = found;
  const results: ArmResult<Result>[] = [];
  let plainArm = preferred ? 0 : -1;
  evaluator.armDepth++;
  try {
    for (let index = 0; index < arms.length; index++) {
      evaluator.journal = new Journal(outer);
      evaluator.guard = index === plainArm ? guard : new Guard(guard, info, index);
      evaluator.plainArms = index === plainArm ? { parent: plainArms, branch: info, arm: index } : plainArms;
      const queue = evaluator.queue;
      evaluator.queue = new JobQueue();
      const exits = evaluator.earlyExits;
      const journal = evaluator.journal;
      try {
        const value = arms[index]!();
        endLayers(evaluator, journal);
        results.push({ ok: true, value, delta: journal.rollback(), exited: evaluator.earlyExits > exits, end: evaluator.guard });
      } catch (error) {
        endLayers(evaluator, journal);
        if (!isSignal(error)) {
          journal.rollback();
          // The call is left in the middle of this arm: those before it have failed all the same.
          if (evaluator.escaped) letEscape(evaluator, results, true);
          throw error;
        }
        results.push({ ok: false, error, delta: journal.rollback() });
        // The program ends here, or the default configuration fails, so the server that we model runs under the other condition: that arm is the plain one.
        if (index === plainArm || (plainArm < 0 && error instanceof ExitSignal && isLastButOne(index, arms))) plainArm = index + 1;
      } finally {
        found = known;
        if (!queue.append(evaluator.queue)) reportLeftOut(evaluator);
        evaluator.queue = queue;
      }
    }
  } finally {
    evaluator.journal = outer;
    evaluator.guard = guard;
    evaluator.plainArms = plainArms;
    evaluator.armDepth--;
  }
  if (evaluator.escaped) letEscape(evaluator, results);
  return results;
}

const isLastButOne = (index: number, arms: readonly unknown[]): boolean => index === 0 && arms.length === 2;

/** What arms threw while another goes on reaches whoever catches it; of arms that all throw the first is thrown by the caller. */
function letEscape(evaluator: Evaluator, results: readonly ArmResult<unknown>[], goes = results.some((result) => result.ok)): void {
  let first = true;
  for (const result of results) {
    if (result.ok || !(result.error instanceof ThrowSignal)) continue;
    if (goes || !first) evaluator.escaped!.push({ signal: result.error, done: result.delta });
    first = false;
  }
}

/** Runs arms for their values and joins states and values. Throws when every arm throws. */
export function join(evaluator: Evaluator, info: BranchInfo, arms: readonly (() => Value)[], preferred: boolean): Value {
  const results = runArms(evaluator, info, arms, preferred);
  const going = results.filter((result) => result.ok);
  if (going.length === 0) {
    const first = results[0]!;
    throw first.ok ? new Bug('evaluator', 'an arm neither went on nor threw') : first.error;
  }
  const stillPreferred = preferred && results[0]!.ok;
  evaluator.fuel.spend(
    mergeDeltas(
      going.map((result) => result.delta),
      info.condition,
      stillPreferred,
      evaluator.journal,
    ),
  );
  const value = oneOf(
    going.map((result) => result.value),
    info.condition,
    stillPreferred,
  );
  return info.asks
    ? askedByArms(
        evaluator,
        value,
        going.map((result) => ({ when: info.asks![results.indexOf(result)] ?? null, value: result.value })),
      )
    : value;
}

/** For each alternative of a value, under an arm of its own when there are several. Absent alternatives run nothing, and give `absent`. */
export function eachAlternative(
  evaluator: Evaluator,
  context: Context,
  node: ts.Node,
  value: Value,
  run: (alternative: Value) => Value,
  absent: Value = UNDEFINED,
): Value {
  if (value.kind !== 'oneOf') return value === ABSENT ? absent : run(value);
  const asked = evaluator.branchInfo(
    context,
    node,
    value.condition,
    value.preferred ? 'configuration' : 'unknown',
    value.values.length,
    !value.values.includes(ABSENT),
  );
  // In the set-up a value is chosen once, however often it is asked which it is: what is there instead of what is known by that.
  const info = evaluator.observer ? asked : { ...asked, id: evaluator.choiceOf(value, asked.id) };
  noteChosen(info, value, value.values);
  return join(
    evaluator,
    info,
    value.values.map((alternative) => () => {
      if (alternative === ABSENT) return absent;
      if (evaluator.observer) evaluator.guard = underReturn(evaluator, alternative);
      return run(alternative);
    }),
    value.preferred,
  );
}

/** The conditions that hold where one of several results is at hand: those of here, and those under which a function has returned this one. */
export function underReturn(evaluator: Evaluator, value: Value): Guard | null {
  const returned = evaluator.returnedUnder.get(value);
  let here = evaluator.guard;
  if (!returned) return here;
  const common = commonGuard(here, returned);
  const own: Guard[] = [];
  for (let at: Guard | null = returned; at && at !== common; at = at.parent) own.unshift(at);
  for (const { branch, arm, others, ends } of own) here = new Guard(here, branch, arm, others, ends);
  return here;
}
