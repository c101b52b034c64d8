import type { Value } from '@tool/scanner-sdk';
import type { Context, Completion } from '../context.js';
import { EndlessLoop, hasNoEnd } from '../bounds/endless.js';
import type { Evaluator } from '../evaluator.js';
import { evaluate } from '../language/expressions.js';
import { iterate } from '../values/iterate.js';
import { MAX_ITERATIONS, UNDECIDED_ROUNDS, behindReturns, bindHead, copyOfRound, enterFor, executeRounds } from '../language/loops.js';
import { hasSuspension, hasYield, type Steps, type Suspension } from './suspension.js';
import { behindJumps, toLoop } from '../conditions/jumps.js';
import { RestOfLoop } from '../conditions/rest-of-loop.js';
import { ThrowSignal } from '../signals.js';
import { ts } from '../language/syntax.js';
import { mayBeAbsent } from '../values/values.js';

/** Runs the body of a loop that suspends, once. */
type Body = (inner: Context) => Steps;

/** How a round ends its loop; null where the loop goes on. */
type RoundSteps = Generator<Suspension, { readonly completion: Completion } | null, Value>;

/** A loop whose body suspends; null for another statement, and where a head suspends: that runs in one go. */
export function stepLoop(evaluator: Evaluator, context: Context, node: ts.Statement, body: Body): Steps | null {
  if (ts.isForOfStatement(node)) return hasSuspension(node.expression) ? null : stepForOf(evaluator, context, node, body);
  if (ts.isWhileStatement(node) || ts.isDoStatement(node))
    return hasSuspension(node.expression) ? null : stepWhile(evaluator, context, node, body);
  if (!ts.isForStatement(node)) return null;
  return [node.initializer, node.condition, node.incrementor].some((part) => part && hasSuspension(part))
    ? null
    : stepFor(evaluator, context, node, body);
}

/** A generator is left by whoever asks it. */
const endlessLoop = (
  evaluator: Evaluator,
  { activation }: Context,
  node: ts.WhileStatement | ts.DoStatement | ts.ForStatement,
  condition: ts.Expression | undefined,
): EndlessLoop | null =>
  hasNoEnd(node, condition) && !hasYield(node.statement) ? new EndlessLoop(evaluator, node, activation, true) : null;

/** What left a round early in an arm guards the rest of that round only. */
function* stepRound(
  evaluator: Evaluator,
  inner: Context,
  node: ts.IterationStatement,
  body: Body,
  endless: EndlessLoop | null = null,
  rest: RestOfLoop | null = null,
): RoundSteps {
  const { guard } = evaluator;
  const { activation } = inner;
  const from = activation.jumps.length;
  const returned = activation.pending.length;
  let ended: Completion = null;
  let thrown: ThrowSignal | null = null;
  try {
    ended = yield* body(inner);
  } catch (error) {
    if (!(error instanceof ThrowSignal)) {
      if (activation.jumps.length > from) activation.jumps = activation.jumps.slice(0, from);
      throw error;
    }
    thrown = error;
  }
  const { completion, jumps: own, isOneWay } = behindJumps(evaluator, inner, node, from, toLoop(null), ended, thrown);
  const left = endless?.ends(guard, evaluator.guard) ?? null;
  const inside = evaluator.guard;
  evaluator.guard = evaluator.observer ? behindReturns(evaluator, inner, guard, node.statement, activation.pending.slice(returned)) : guard;
  const goesOn = own.some(({ kind }) => kind === 'continue');
  if (isOneWay) return goesOn ? null : { completion: null };
  if (!completion) {
    rest?.ended(own, inside);
    return left;
  }
  if (completion.kind === 'return' || completion.label !== null) return { completion };
  return completion.kind === 'break' && !goesOn ? { completion: null } : left;
}

function* stepForOf(evaluator: Evaluator, context: Context, node: ts.ForOfStatement, body: Body): Steps {
  const over = evaluate(evaluator, context, node.expression);
  // What is no list yet may promise one: `for await (const row of Row.find())`.
  const iteration = iterate(evaluator, context, node.expression, node.awaitModifier ? yield { kind: 'await', value: over } : over);
  if (iteration.open || iteration.elements.some(mayBeAbsent)) return executeRounds(evaluator, context, node, iteration, null);
  const rest = new RestOfLoop(evaluator, context, node.statement);
  try {
    for (const element of [...iteration.elements]) {
      evaluator.step();
      rest.goOn();
      const value = node.awaitModifier ? yield { kind: 'await', value: element } : element;
      const end = yield* stepRound(evaluator, bindHead(evaluator, context, node.initializer, value), node, body, null, rest);
      if (end) return rest.over(end.completion);
    }
  } catch (error) {
    return rest.failed(error);
  }
  return rest.over(null);
}

function* stepWhile(evaluator: Evaluator, context: Context, node: ts.WhileStatement | ts.DoStatement, body: Body): Steps {
  let undecided = 0;
  const endless = endlessLoop(evaluator, context, node, node.expression);
  for (let count = 0; count < MAX_ITERATIONS; count++) {
    evaluator.step();
    if (ts.isWhileStatement(node) || count > 0) {
      const truth = evaluator.truth(evaluate(evaluator, context, node.expression)).value;
      if (truth === false || (truth === null && undecided++ >= UNDECIDED_ROUNDS)) return null;
    }
    const end = yield* stepRound(evaluator, context, node, body, endless);
    if (end) return end.completion;
  }
  return null;
}

function* stepFor(evaluator: Evaluator, context: Context, node: ts.ForStatement, body: Body): Steps {
  const entered = enterFor(evaluator, context, node);
  let { loop } = entered;
  const endless = endlessLoop(evaluator, context, node, node.condition);
  let undecided = 0;
  for (let count = 0; count < MAX_ITERATIONS; count++) {
    evaluator.step();
    if (node.condition) {
      const truth = evaluator.truth(evaluate(evaluator, loop, node.condition)).value;
      if (truth === false || (truth === null && undecided++ >= UNDECIDED_ROUNDS)) return null;
    }
    loop = copyOfRound(context, loop, entered.perRound);
    const end = yield* stepRound(evaluator, loop, node, body, endless);
    if (end) return end.completion;
    loop = copyOfRound(context, loop, entered.perRound);
    if (node.incrementor) evaluate(evaluator, loop, node.incrementor);
  }
  return null;
}
