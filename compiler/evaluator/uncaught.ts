import type { Context } from './context.js';
import type { Evaluator } from './evaluator.js';
import { mayRegister, statementMayRegister } from './packages/relevance.js';
import type { ThrowSignal } from './signals.js';
import { ts } from './language/syntax.js';
import type { Frame, Obj, Site } from './values/values.js';

/**
 * Nobody catches what was thrown: the calls below it have ended where they were. Where one of them could have told host objects something, that is a
 * loss; else it is only said.
 */
export function reportUncaught(evaluator: Evaluator, error: ThrowSignal, at: Site | null, caller: Frame | null = null): void {
  if (evaluator.observer !== null) return;
  const thrower = error.site?.frame ?? null;
  // A callback that a package may call, and that does nothing but throw in the end: `exceptionFactory: () => { throw … }`.
  if (evaluator.trying && thrower && (thrower.parent === caller || (!caller && !thrower.parent?.fn)) && endsItsFunction(error.site!.node))
    return;
  const ended: Obj[] = [];
  for (let frame: Frame | null = thrower; frame; frame = frame.parent) if (frame.fn) ended.push(frame.fn);
  report(evaluator, error, at, ended);
}

/** Nothing stands behind the place in its function. */
function endsItsFunction(node: ts.Node): boolean {
  let at = node;
  while (!ts.isThrowStatement(at)) {
    if (ts.isFunctionLike(at) || ts.isSourceFile(at)) return false;
    at = at.parent;
  }
  return ts.isBlock(at.parent) && ts.isFunctionLike(at.parent.parent) && at.parent.statements.at(-1) === at;
}

/** An asynchronous function of the set-up has ended by a throw: whoever handles it, what stood behind it has not run. */
export function reportRejected(evaluator: Evaluator, error: ThrowSignal, fn: Obj | null, at: Site | null): void {
  if (evaluator.observer !== null || evaluator.armDepth > 0) return;
  // Who awaits it is thrown the same value: it was thrown where it was thrown first.
  if (error.site && !evaluator.thrownAt.has(error.value)) evaluator.thrownAt.set(error.value, error.site);
  if (fn && !evaluator.trying && mayRegister(evaluator, fn)) report(evaluator, error, at, [fn]);
}

/** How far a block that is tried has come. */
export interface Progress {
  readonly block: Context;
  /** Of the statement that runs. */
  index: number;
}

/**
 * The program catches what was thrown: the calls below the block have ended where they were, and so has the block. Where what stands behind could
 * have told host objects something, that is a loss as well, whatever is done about the error.
 */
export function reportCaught(evaluator: Evaluator, error: ThrowSignal, node: ts.TryStatement, { block, index }: Progress): void {
  if (evaluator.observer !== null || evaluator.armDepth > 0 || evaluator.trying) return;
  const ended: Obj[] = [];
  // What asynchronous functions were ended by was reported as they were.
  const isReported = evaluator.thrownAt.has(error.value);
  for (let frame = isReported ? null : (error.site?.frame ?? null); frame && frame !== block.frame; frame = frame.parent)
    if (frame.fn) ended.push(frame.fn);
  const rest = node.tryBlock.statements.slice(index + 1);
  if (ended.some((fn) => mayRegister(evaluator, fn)) || rest.some((statement) => statementMayRegister(evaluator, block.scope, statement)))
    say(evaluator, 'ended-early', error, null);
}

function report(evaluator: Evaluator, error: ThrowSignal, at: Site | null, ended: readonly Obj[]): void {
  const code = !evaluator.trying && ended.some((fn) => mayRegister(evaluator, fn)) ? 'ended-early' : 'uncaught-throw';
  say(evaluator, code, error, at);
}

function say(evaluator: Evaluator, code: 'ended-early' | 'uncaught-throw', error: ThrowSignal, at: Site | null): void {
  if (evaluator.answers.has(error.value)) return;
  const what = evaluator.describe(error.value) || 'an error';
  evaluator.host.report(code, { what }, evaluator.thrownAt.get(error.value) ?? error.site ?? at);
}
