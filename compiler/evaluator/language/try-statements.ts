import type { Value } from '@tool/scanner-sdk';
import { commonGuard, Guard, type Completion, type Context } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { firstErrors, putAsThrown, type Escaped } from '../conditions/escaped.js';
import { Flags } from '../conditions/flags.js';
import { escapedOf } from '../bounds/left-errors.js';
import { isBelowProgram } from '../bounds/rest-of-call.js';
import { leftIn } from '../bounds/unfollowed.js';
import { knownBeside, tellCaught, unknownError } from '../requests/observation.js';
import { absentIn, whereItIsAbsent, type AbsentModule } from '../modules/optional-modules.js';
import { bindPattern } from './patterns.js';
import { Scope } from '../values/scope.js';
import { QuietSignal, ThrowSignal } from '../signals.js';
import { afterArms, execute, executeBlock, executeBody, hoistInto } from './statements.js';
import type { ts } from './syntax.js';
import { reportCaught, type Progress } from '../uncaught.js';

/** Runs a block, and its `catch` for what it throws: while observing, for what any arm in it throws. */
export function executeTry(evaluator: Evaluator, context: Context, node: ts.TryStatement): Completion {
  let completion: Completion = null;
  const guard = evaluator.guard;
  const outer = evaluator.escaped;
  const before = outer?.length;
  const observing = outer !== null && node.catchClause !== undefined;
  const caught: Escaped[] = [];
  const failures = new Failures(evaluator);
  const flags = observing ? Flags.of(context, node.tryBlock) : null;
  if (observing) evaluator.escaped = caught;
  try {
    let thrown: ThrowSignal | null = null;
    let cut: Cut | null = null;
    const progress: Progress = { block: blockOf(evaluator, context, node.tryBlock), index: 0 };
    try {
      const run = runTried(evaluator, progress, node);
      if (run && 'absent' in run) cut = run;
      else completion = run;
    } catch (error) {
      if (observing && error instanceof QuietSignal) {
        evaluator.escaped = outer;
        catchBeforeLeaving(evaluator, context, node, error, caught, guard);
      }
      if (!(error instanceof ThrowSignal) || !node.catchClause) throw error;
      thrown = error;
    } finally {
      if (observing) evaluator.escaped = outer;
      failures.end(evaluator);
    }
    if (thrown) {
      evaluator.guard = guard;
      reportCaught(evaluator, thrown, node, progress);
    }
    if (cut) completion = runCut(evaluator, context, node, cut);
    else if (observing) completion = catchEscaped(evaluator, context, node.catchClause, completion, thrown, caught, failures, flags);
    else if (thrown) completion = runCatch(evaluator, context, node.catchClause!, thrown.value);
  } finally {
    if (node.finallyBlock) {
      const last = execute(evaluator, context, node.finallyBlock);
      if (last) {
        completion = last;
        // Whoever returns there has thrown nothing.
        if (outer) outer.length = before!;
      }
    }
  }
  return completion;
}

/** Where a block that is tried comes to load a module that is not there. */
export interface Cut {
  readonly block: Context;
  readonly rest: readonly ts.Statement[];
  readonly absent: AbsentModule;
}

/** Where the block of a `try` that has a `catch` is cut, before this statement; null where it goes on. */
export function cutBefore(evaluator: Evaluator, block: Context, node: ts.TryStatement, index: number): Cut | null {
  const statement = node.tryBlock.statements[index]!;
  const absent = node.catchClause ? absentIn(evaluator, block, statement) : null;
  return absent && { block, rest: node.tryBlock.statements.slice(index), absent };
}

export function runCut(evaluator: Evaluator, context: Context, node: ts.TryStatement, { block, rest, absent }: Cut): Completion {
  return whereItIsAbsent(evaluator, block, rest, absent, (error) => runCatch(evaluator, context, node.catchClause!, error));
}

/** Runs the block of a `try`, up to where it is cut. */
function runTried(evaluator: Evaluator, progress: Progress, node: ts.TryStatement): Completion | Cut {
  const { statements } = node.tryBlock;
  if (evaluator.observer) return executeBody(evaluator, progress.block, statements);
  for (; progress.index < statements.length; progress.index++) {
    const cut = cutBefore(evaluator, progress.block, node, progress.index);
    if (cut) return cut;
    const completion = execute(evaluator, progress.block, statements[progress.index]!);
    if (completion) return completion;
  }
  return null;
}

/** The scope of a block, with what it hoists. */
export function blockOf(evaluator: Evaluator, context: Context, block: ts.Block): Context {
  const inner = context.within(new Scope(context.scope, false));
  hoistInto(evaluator, inner, block, block.statements);
  return inner;
}

function runCatch(evaluator: Evaluator, context: Context, clause: ts.CatchClause, error: Value): Completion {
  const inner = context.within(new Scope(context.scope, false));
  evaluator.handledErrors?.add(error);
  tellCaught(evaluator, error);
  if (clause.variableDeclaration) bindPattern(evaluator, inner, clause.variableDeclaration.name, error, 'declare');
  const completion = executeBlock(evaluator, inner, clause.block, clause.block.statements);
  if (completion === null) evaluator.observer?.wentOn(error);
  return completion;
}

/** Calls of a block that may fail. */
export class Failures {
  private readonly count: number;
  private readonly before: Guard | null | undefined;
  private readonly made: number;
  readonly guard: Guard | null;
  /** Whether there are some, for a request of nobody. */
  some = false;
  /** Whether it calls anything, besides what hands the request on. */
  calls = false;
  /** Under which conditions all that may fail stands; undefined where there is nothing that is known to. */
  under: Guard | null | undefined;
  constructor(evaluator: Evaluator) {
    this.count = evaluator.mayHaveFailed;
    this.made = evaluator.callsMade;
    this.before = evaluator.failedUnder;
    this.guard = evaluator.guard;
    evaluator.failedUnder = undefined;
  }

  /** The block has ended. */
  end(evaluator: Evaluator): void {
    const under = (this.under = evaluator.failedUnder);
    this.some = evaluator.mayHaveFailed > this.count;
    this.calls = evaluator.callsMade > this.made;
    evaluator.failedUnder = under === undefined ? this.before : this.before === undefined ? under : commonGuard(this.before, under);
  }
}

/** How many errors of one `try` are told apart. */
const MAX_CAUGHT = 12;

/**
 * While observing, the `catch` of a block that went on runs as well, in arms of its own: for every error that arms threw, and for one that
 * nobody knows, since what the block calls may fail. Where it is asked whether nobody in particular is let through, one that calls nothing of the kind does not.
 * @param failures what may fail in the block
 * @param flags what the block sets as it goes on
 */
export function catchEscaped(
  evaluator: Evaluator,
  context: Context,
  clause: ts.CatchClause,
  completion: Completion,
  thrown: ThrowSignal | null,
  caught: readonly Escaped[],
  failures: Failures | null,
  flags: Flags | null = null,
): Completion {
  const base = evaluator.guard;
  const under = new Map<Value, Guard | null>();
  for (const { signal } of caught) {
    const at = signal.guard ?? base;
    under.set(signal.value, under.has(signal.value) ? commonGuard(under.get(signal.value)!, at) : at);
  }
  const thrownThere = [...under.keys()];
  // Of those that nobody knows one is as good as another.
  const errors = firstErrors(
    [...thrownThere.filter((error) => error.kind === 'object'), ...thrownThere.filter((error) => error.kind !== 'object')],
    MAX_CAUGHT,
  );
  if (thrown && errors.length === 0) return runCatch(evaluator, context, clause, thrown.value);
  // Where it surely throws unless it has returned, what it calls before that may fail as well.
  const returns = context.activation.pending.some(({ exit }) => exit && isIn(exit.branch.node, clause.parent.tryBlock));
  if ((!thrown || returns) && (evaluator.observer?.ofNobody ? failures?.some : failures?.calls !== false)) {
    const error = unknownError(evaluator.site(context, clause));
    if (failures?.under !== undefined) under.set(error, failures.under);
    knownBeside.set(error, [...errors]);
    errors.push(error);
  }
  if (errors.length === 0) return completion;
  const info = evaluator.branchInfo(context, clause, 'an error', 'unknown', errors.length + 1, true);
  info.errors = [thrown?.value ?? null, ...errors];
  // What is put off in it answers for this error, with the state of its arm.
  const handled = (error: Value): Completion => {
    const end = runCatch(evaluator, context, clause, error);
    if (evaluator.observer) evaluator.drain();
    return end;
  };
  const arms = [
    (): Completion => (thrown ? handled(thrown.value) : completion),
    ...errors.map((error) => (): Completion => {
      flags?.putAnywhere(evaluator);
      putAsThrown(evaluator, caught, error);
      // It is caught where the request goes the way on which it is thrown.
      const at = under.get(error);
      if (at && at !== base && failures && commonGuard(at, failures.guard) === failures.guard)
        evaluator.guard = new Guard(at, info, evaluator.guard!.arm);
      return handled(error);
    }),
  ];
  return afterArms(evaluator, context, info, evaluator.runArms(info, arms, false), false);
}

const isIn = (node: ts.Node, { pos, end }: ts.Node): boolean => node.pos >= pos && node.end <= end;

/** Steps for what a `catch` does about errors when its function is left. */
const STEPS_TO_LEAVE = 1_000;

/** A call is left in the middle of a block: what some of its arms have thrown until then, and what is thrown behind it, is caught all the same. */
export function catchBeforeLeaving(
  evaluator: Evaluator,
  context: Context,
  { tryBlock, catchClause }: ts.TryStatement,
  { frame, innermost }: QuietSignal,
  caught: readonly Escaped[],
  guard: Guard | null,
): void {
  // Calls that are left for running long are many; what they throw is searched for where it is the function that serves the request, or that has no steps left.
  const left =
    frame?.isAtLimit || !isBelowProgram(context.frame)
      ? escapedOf(evaluator, leftIn(evaluator, tryBlock, context.frame, innermost), guard)
      : [];
  const errors = [...left, ...caught];
  if (errors.length === 0) return;
  evaluator.fuel.beyondLimits(STEPS_TO_LEAVE, () => {
    evaluator.guard = guard;
    evaluator.looking(() => catchEscaped(evaluator, context, catchClause!, null, null, errors, null));
  });
}
