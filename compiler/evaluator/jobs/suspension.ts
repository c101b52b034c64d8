import type { Value } from '@tool/scanner-sdk';
import { declared, givenLater, tellStated } from '../language/declared-types.js';
import { Context, type Completion } from '../context.js';
import { namedValue } from '../language/classes.js';
import type { Evaluator } from '../evaluator.js';
import { evaluate } from '../language/expressions.js';
import { iterate, type IteratorState } from '../values/iterate.js';
import { assign, bindPattern } from '../language/patterns.js';
import { QuietSignal, ThrowSignal } from '../signals.js';
import { Scope } from '../values/scope.js';
import type { Escaped } from '../conditions/escaped.js';
import { Flags } from '../conditions/flags.js';
import { stepLoop } from './suspended-loops.js';
import { choiceOf, eachChoice, tellReturned } from '../requests/choices.js';
import { execute, hoistInto, restBehind, type Rest } from '../language/statements.js';
import { Failures, blockOf, catchBeforeLeaving, catchEscaped, cutBefore, runCut, type Cut } from '../language/try-statements.js';
import { hoistBlock, ts } from '../language/syntax.js';
import { reportCaught, type Progress } from '../uncaught.js';
import { UNDEFINED, type Obj } from '../values/values.js';

/** A point at which a function gives control back: `await` and `yield` with what they hand out. */
export interface Suspension {
  readonly kind: 'await' | 'yield';
  readonly value: Value;
  readonly node?: ts.Node;
}

/** A body that stops at its suspensions. It is resumed with the value of the `await` or `yield` expression, or by throwing into it. */
export type Steps = Generator<Suspension, Completion, Value>;

const suspends = new WeakMap<ts.Node, boolean>();

/** The node has an `await` or `yield` of the function it stands in. */
export function hasSuspension(node: ts.Node): boolean {
  const known = suspends.get(node);
  if (known !== undefined) return known;
  // Most functions do not wait: their text says so, and they are not looked at node by node.
  if (ts.isBlock(node) && !/await|yield/.test(node.getSourceFile().text.slice(node.pos, node.end))) return false;
  let found = ts.isAwaitExpression(node) || ts.isYieldExpression(node) || (ts.isForOfStatement(node) && node.awaitModifier !== undefined);
  if (!found && !ts.isFunctionLike(node) && !ts.isClassLike(node))
    ts.forEachChild(node, (child) => {
      found ||= !ts.isFunctionLike(child) && !ts.isClassLike(child) && !ts.isTypeNode(child) && hasSuspension(child);
    });
  suspends.set(node, found);
  return found;
}

/** What takes the values decides how many rounds there are. */
export const hasYield = (node: ts.Node): boolean =>
  ts.isYieldExpression(node) ||
  (!ts.isFunctionLike(node) && !ts.isClassLike(node) && ts.forEachChild(node, (child) => hasYield(child) || undefined) === true);

/** Runs statements in order, stopping where they suspend. */
export function* stepBody(evaluator: Evaluator, context: Context, statements: readonly ts.Statement[]): Steps {
  for (let index = 0; index < statements.length; index++) {
    const statement = statements[index]!;
    context.frame.at = statement;
    const rest = restBehind(statements, index);
    const completion = hasSuspension(statement)
      ? yield* stepStatement(evaluator, context, statement, rest)
      : execute(evaluator, context, statement, rest);
    evaluator.observer?.followed(statement);
    const eager = context.activation.yields;
    // What a statement yielded that could not be stopped in the middle.
    if (eager?.length) for (const value of eager.splice(0)) yield { kind: 'yield', value };
    if (completion || rest?.isTaken) return completion;
    const choice = evaluator.observer && index + 1 < statements.length ? choiceOf(evaluator, context, statement) : null;
    if (choice) return eachChoice(evaluator, context, statement, choice, statements.slice(index + 1));
  }
  return null;
}

function* stepBlock(evaluator: Evaluator, context: Context, block: ts.Block): Steps {
  const hoisted = hoistBlock(block, block.statements);
  if (hoisted.lexical.length === 0 && hoisted.functions.length === 0) return yield* stepBody(evaluator, context, block.statements);
  const inner = context.within(new Scope(context.scope, false));
  hoistInto(evaluator, inner, block, block.statements);
  return yield* stepBody(evaluator, inner, block.statements);
}

/**
 * A statement that suspends. What cannot be suspended in the middle (an undecided condition, an `await` deep inside an expression) runs in
 * one go: its `await`s let the queue run first.
 */
function* stepStatement(evaluator: Evaluator, context: Context, node: ts.Statement, rest: Rest | null = null): Steps {
  evaluator.step();
  if (ts.isBlock(node)) return yield* stepBlock(evaluator, context, node);
  if (ts.isExpressionStatement(node) || ts.isVariableStatement(node) || ts.isReturnStatement(node)) {
    // `app.use(await build())`: what is awaited inside is awaited first, then the statement runs with the values.
    const inner = suspensionsInside(node);
    if (inner) {
      const resolved = (context.activation.resolved ??= new Map());
      for (const expression of inner) {
        const value = expression.expression ? evaluate(evaluator, context, expression.expression) : UNDEFINED;
        resolved.set(expression, yield { kind: ts.isAwaitExpression(expression) ? 'await' : 'yield', value, node: expression });
      }
      const completion = execute(evaluator, context, node);
      for (const expression of inner) resolved.delete(expression);
      return completion;
    }
  }
  if (ts.isExpressionStatement(node)) {
    const expression = node.expression;
    if (isDirect(expression)) {
      yield* stepExpression(evaluator, context, expression);
      return null;
    }
    if (ts.isBinaryExpression(expression) && expression.operatorToken.kind === ts.SyntaxKind.EqualsToken && isDirect(expression.right)) {
      assign(evaluator, context, expression.left, yield* stepExpression(evaluator, context, expression.right));
      return null;
    }
    return execute(evaluator, context, node);
  }
  if (
    ts.isVariableStatement(node) &&
    node.declarationList.declarations.every(
      (declaration) => declaration.initializer && (isDirect(declaration.initializer) || !hasSuspension(declaration.initializer)),
    )
  ) {
    const blockScoped = (node.declarationList.flags & ts.NodeFlags.BlockScoped) !== 0;
    for (const declaration of node.declarationList.declarations) {
      const initializer = declaration.initializer!;
      const given = isDirect(initializer)
        ? yield* stepExpression(evaluator, context, initializer)
        : namedValue(evaluator, context, initializer, ts.isIdentifier(declaration.name) ? declaration.name.text : '');
      tellStated(evaluator, context, given, declaration.type, declaration);
      const value = declared(evaluator, context, given, declaration.type, declaration);
      if (!blockScoped && ts.isIdentifier(declaration.name)) assign(evaluator, context, declaration.name, value);
      else bindPattern(evaluator, context, declaration.name, value, blockScoped ? 'declare' : 'initialize');
    }
    return null;
  }
  if (ts.isReturnStatement(node) && node.expression && isDirect(node.expression)) {
    const value = yield* stepExpression(evaluator, context, node.expression);
    tellReturned(evaluator, value);
    return { kind: 'return', value };
  }
  if (ts.isIfStatement(node)) {
    if (hasSuspension(node.expression)) return execute(evaluator, context, node, rest);
    const truth = evaluator.truth(evaluate(evaluator, context, node.expression));
    if (truth.value === null || truth.taint) return execute(evaluator, context, node, rest);
    const arm = truth.value ? node.thenStatement : node.elseStatement;
    if (!arm) return null;
    return hasSuspension(arm) ? yield* stepStatement(evaluator, context, arm) : execute(evaluator, context, arm);
  }
  if (ts.isTryStatement(node)) return yield* stepTry(evaluator, context, node);
  const looped = stepLoop(evaluator, context, node, (inner) => stepStatement(evaluator, inner, (node as ts.IterationStatement).statement));
  if (looped) return yield* looped;
  return execute(evaluator, context, node);
}

const innerSuspensions = new WeakMap<ts.Node, readonly (ts.AwaitExpression | ts.YieldExpression)[] | null>();

/** The `await`s and `yield`s inside a statement, innermost first, when every one of them is evaluated whenever the statement is; null otherwise. */
function suspensionsInside(statement: ts.Statement): readonly (ts.AwaitExpression | ts.YieldExpression)[] | null {
  const known = innerSuspensions.get(statement);
  if (known !== undefined) return known;
  const found: (ts.AwaitExpression | ts.YieldExpression)[] = [];
  let certain = true;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) || ts.isClassLike(node) || ts.isTypeNode(node)) return;
    if (ts.isYieldExpression(node) && node.asteriskToken) certain = false;
    const conditional =
      ts.isConditionalExpression(node) ||
      (ts.isBinaryExpression(node) &&
        [ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken].includes(
          node.operatorToken.kind,
        )) ||
      ts.isOptionalChain(node);
    if (conditional && hasSuspension(node)) {
      certain = false;
      return;
    }
    ts.forEachChild(node, visit);
    if (ts.isAwaitExpression(node) || ts.isYieldExpression(node)) found.push(node);
  };
  ts.forEachChild(statement, visit);
  const result = certain && found.length > 0 ? found : null;
  innerSuspensions.set(statement, result);
  return result;
}

/** `await x`, `yield x`, `(await x)`: the expression is its own suspension and has none inside. */
function isDirect(expression: ts.Expression): boolean {
  const node = ts.isParenthesizedExpression(expression) || ts.isAsExpression(expression) ? expression.expression : expression;
  if (ts.isAwaitExpression(node)) return !hasSuspension(node.expression);
  return ts.isYieldExpression(node) && (!node.expression || !hasSuspension(node.expression));
}

function* stepExpression(evaluator: Evaluator, context: Context, expression: ts.Expression): Generator<Suspension, Value, Value> {
  const node = ts.isParenthesizedExpression(expression) || ts.isAsExpression(expression) ? expression.expression : expression;
  if (ts.isAwaitExpression(node))
    return declared(
      evaluator,
      context,
      givenLater(evaluator, context, yield { kind: 'await', value: evaluate(evaluator, context, node.expression) }, node.expression),
      ts.isAsExpression(expression) ? expression.type : undefined,
      expression,
    );
  const operand = (node as ts.YieldExpression).expression;
  if ((node as ts.YieldExpression).asteriskToken && operand) return yield* delegate(evaluator, context, operand);
  return yield { kind: 'yield', value: operand ? evaluate(evaluator, context, operand) : UNDEFINED, node };
}

/** Runs the block of a `try`, up to where it comes to load a module that is not there. */
function* stepTried(evaluator: Evaluator, progress: Progress, node: ts.TryStatement): Generator<Suspension, Completion | Cut, Value> {
  const { statements } = node.tryBlock;
  if (evaluator.observer) return yield* stepBody(evaluator, progress.block, statements);
  for (; progress.index < statements.length; progress.index++) {
    const cut = cutBefore(evaluator, progress.block, node, progress.index);
    if (cut) return cut;
    const completion = yield* stepBody(evaluator, progress.block, [statements[progress.index]!]);
    if (completion) return completion;
  }
  return null;
}

function* stepTry(evaluator: Evaluator, context: Context, node: ts.TryStatement): Steps {
  let completion: Completion = null;
  const guard = evaluator.guard;
  const { activation } = context;
  const outer = activation.escaped;
  const before = outer?.length;
  const observing = outer !== null && node.catchClause !== undefined;
  const caught: Escaped[] = [];
  const failures = new Failures(evaluator);
  const flags = observing ? Flags.of(context, node.tryBlock) : null;
  if (observing) activation.escaped = evaluator.escaped = caught;
  try {
    let thrown: ThrowSignal | null = null;
    let cut: Cut | null = null;
    const progress: Progress = { block: blockOf(evaluator, context, node.tryBlock), index: 0 };
    try {
      const run = yield* stepTried(evaluator, progress, node);
      if (run && 'absent' in run) cut = run;
      else completion = run;
    } catch (error) {
      if (observing && error instanceof QuietSignal) {
        activation.escaped = evaluator.escaped = outer;
        catchBeforeLeaving(evaluator, context, node, error, caught, guard);
      }
      if (!(error instanceof ThrowSignal) || !node.catchClause) throw error;
      thrown = error;
    } finally {
      if (observing) activation.escaped = evaluator.escaped = outer;
      failures.end(evaluator);
    }
    if (thrown) {
      evaluator.guard = guard;
      reportCaught(evaluator, thrown, node, progress);
    }
    if (cut) completion = runCut(evaluator, context, node, cut);
    else if (observing) completion = catchEscaped(evaluator, context, node.catchClause, completion, thrown, caught, failures, flags);
    else if (thrown) {
      const inner = context.within(new Scope(context.scope, false));
      evaluator.handledErrors?.add(thrown.value);
      if (node.catchClause!.variableDeclaration)
        bindPattern(evaluator, inner, node.catchClause!.variableDeclaration.name, thrown.value, 'declare');
      completion = yield* stepBlock(evaluator, inner, node.catchClause!.block);
    }
  } finally {
    if (node.finallyBlock) {
      const last = yield* stepBlock(evaluator, context, node.finallyBlock);
      if (last) {
        completion = last;
        // Whoever returns there has thrown nothing.
        if (outer) outer.length = before!;
      }
    }
  }
  return completion;
}

/** `yield* inner`: what is sent in goes to the inner iterator, its result is the value. */
function* delegate(evaluator: Evaluator, context: Context, operand: ts.Expression): Generator<Suspension, Value, Value> {
  const inner = evaluate(evaluator, context, operand);
  if (inner.kind === 'object' && (inner as Obj).cls === 'Generator') {
    const { next } = (inner as Obj).internal as IteratorState;
    for (let step = next(UNDEFINED); ;) {
      if (step.done) return step.value;
      step = next(yield { kind: 'yield', value: step.value });
    }
  }
  // What is behind a middleware of Koa 1 is a generator for it.
  if (context.activation.waitsFor && inner.kind === 'object' && (inner as Obj).fn)
    return yield { kind: 'yield', value: inner, node: operand };
  for (const element of iterate(evaluator, context, operand, inner).elements) yield { kind: 'yield', value: element };
  return UNDEFINED;
}
