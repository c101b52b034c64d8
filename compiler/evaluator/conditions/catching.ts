import type { Value } from '@tool/scanner-sdk';
import { commonGuard, type Context, type Guard } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { endLayers } from './early-returns.js';
import { firstErrors, type Escaped } from './escaped.js';
import { ThrowSignal } from '../signals.js';
import { mayFailBefore, ts } from '../language/syntax.js';
import { isUnknownError, tellCaught } from '../requests/observation.js';
import { JobQueue } from '../jobs/jobs.js';
import { Journal } from '../values/journal.js';
import { UNDEFINED } from '../values/values.js';

/** How many errors of one run are told apart, and how many of which nobody knows anything. */
const MAX_CAUGHT = 24;

/** Runs something for its effects and hands each error that some arm of it threw to `caught`, in an arm of its own below the one that threw it. */
export function catching(evaluator: Evaluator, context: Context, node: ts.Node, run: () => void, caught: (error: Value) => void): void {
  const { escaped: outer, guard } = evaluator;
  const thrown: Escaped[] = [];
  let isSure = false;
  if (outer) evaluator.escaped = thrown;
  try {
    run();
  } catch (error) {
    if (!(error instanceof ThrowSignal)) throw error;
    thrown.push({ signal: error });
    isSure = true;
  } finally {
    evaluator.escaped = outer;
  }
  const after = evaluator.guard;
  // One error that several arms threw is thrown where the request goes any of their ways.
  const under = new Map<Value, Guard | null>();
  // What a statement throws is thrown wherever the program comes to it; a call that may fail need not.
  const certain = new Set<Value>();
  for (const { signal } of thrown) {
    if (signal.site && ts.isThrowStatement(signal.site.node)) certain.add(signal.value);
    const at = signal.guard ?? evaluator.thrownUnder.get(signal.value) ?? guard;
    if (under.has(signal.value)) under.set(signal.value, commonGuard(under.get(signal.value)!, at));
    else under.set(signal.value, at);
  }
  const errors = [...under.keys()];
  // It is thrown in any case, and nothing else is.
  if (isSure && errors.length === 1) {
    evaluator.guard = under.get(errors[0]!)!;
    tellCaught(evaluator, errors[0]!);
    caught(errors[0]!);
    evaluator.guard = after;
    return;
  }
  const unknowns = errors.filter(isUnknownError).slice(0, MAX_CAUGHT);
  const followed = new Set([
    ...unknowns,
    ...firstErrors(
      errors.filter((error) => !isUnknownError(error)),
      MAX_CAUGHT,
    ),
  ]);
  for (const [error, at] of under) {
    if (!followed.has(error)) continue;
    evaluator.guard = at;
    const info = { ...evaluator.branchInfo(context, node, 'an error', 'unknown', 2, true), aside: true as const, errors: [null, error] };
    if (certain.has(error)) info.asks = [null, true];
    evaluator.runArms(
      info,
      [
        () => UNDEFINED,
        () => {
          tellCaught(evaluator, error);
          caught(error);
          return UNDEFINED;
        },
      ],
      false,
    );
  }
  evaluator.guard = after;
}

/** Whether this is done where a `catch` handles what may have failed in front of a place in its block; `known`: an error of which it is known that it may be thrown. */
export const handlesWhatCameBefore = (evaluator: Evaluator, place: ts.Node): boolean | 'known' =>
  handlesWhatFails(evaluator, place, mayFailBefore);

/** Whether this is done where a `catch` handles what fails in a block that a place is in; `known`: an error that is known, of whatever stands there. */
export function handlesWhatFails(
  evaluator: Evaluator,
  place: ts.Node,
  of: (block: ts.Block, place: ts.Node) => boolean = () => true,
): boolean | 'known' {
  for (let at = evaluator.guard; at; at = at.parent) {
    const { node, errors } = at.branch;
    const tried = triedBy(node, errors?.[at.arm] != null, at.arm);
    if (!tried) continue;
    const isIn = place.getSourceFile() === tried.getSourceFile() && place.pos >= tried.pos && place.end <= tried.end;
    if (isIn ? ts.isBlock(tried) && !of(tried, place) : ts.isBlock(tried)) return false;
    if (isIn) return errors?.[at.arm]?.kind !== 'object' || 'known';
  }
  return false;
}

/** The block of a `catch`, or what `catch` of a promise is called on, where an arm of theirs handles an error. */
function triedBy(node: ts.Node, isError: boolean, arm: number): ts.Node | null {
  if (ts.isCatchClause(node)) return arm === 0 ? null : node.parent.tryBlock;
  return isError && ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) ? node.expression.expression : null;
}

/** Whether the value of an expression is asked for its truth, or whether it is null, and for nothing else. */
export function isTested(node: ts.Node): boolean {
  const { parent } = node;
  if (!parent) return false;
  if (ts.isParenthesizedExpression(parent) || ts.isNonNullExpression(parent)) return isTested(parent);
  if (ts.isPrefixUnaryExpression(parent)) return parent.operator === ts.SyntaxKind.ExclamationToken;
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent)) return parent.expression === node;
  if (ts.isConditionalExpression(parent)) return parent.condition === node;
  if (!ts.isBinaryExpression(parent)) return false;
  switch (parent.operatorToken.kind) {
    case ts.SyntaxKind.AmpersandAmpersandToken:
      return parent.left === node || isTested(parent);
    case ts.SyntaxKind.BarBarToken:
      return isTested(parent);
    case ts.SyntaxKind.EqualsEqualsToken:
    case ts.SyntaxKind.EqualsEqualsEqualsToken:
    case ts.SyntaxKind.ExclamationEqualsToken:
    case ts.SyntaxKind.ExclamationEqualsEqualsToken: {
      const other = parent.left === node ? parent.right : parent.left;
      return other.kind === ts.SyntaxKind.NullKeyword || (ts.isIdentifier(other) && other.text === 'undefined');
    }
    default:
      return false;
  }
}

/** Whether this stands in the block of a `try` with a `catch`, of the function that it is in. */
export function isTried(place: ts.Node): boolean {
  for (let at = place; at.parent && !ts.isFunctionLike(at); at = at.parent)
    if (ts.isTryStatement(at.parent) && at.parent.tryBlock === at && at.parent.catchClause) return true;
  return false;
}

/** Runs something for its result, and takes back what it does; whether none of the ways through it ends in an error. */
export function throwsNothing(evaluator: Evaluator, run: () => void): boolean {
  const { escaped: outer, trying, guard, journal, queue, armDepth } = evaluator;
  const own = (evaluator.journal = new Journal(journal));
  const thrown: Escaped[] = [];
  evaluator.escaped = thrown;
  // What is queued already happens for good, so not in here.
  evaluator.queue = new JobQueue();
  evaluator.armDepth++;
  // It is only asked about: an error in it ends nothing of the set-up.
  evaluator.trying = true;
  try {
    evaluator.fuel.ofQuestion(run);
  } catch (error) {
    if (!(error instanceof ThrowSignal)) throw error;
    return false;
  } finally {
    endLayers(evaluator, own);
    own.rollback();
    Object.assign(evaluator, { escaped: outer, trying, guard, journal, queue, armDepth });
  }
  return thrown.length === 0;
}
