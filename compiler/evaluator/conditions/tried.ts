import type { Value } from '@tool/scanner-sdk';
import type { Context } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { evaluate } from '../language/expressions.js';
import { bySyntax, skipOuter, ts } from '../language/syntax.js';
import { ThrowSignal } from '../signals.js';
import { Journal } from '../values/journal.js';
import type { Binding } from '../values/scope.js';
import type { Obj } from '../values/values.js';
import { endLayers } from './early-returns.js';

/** How many values of one variable are tried. */
const MAX_TRIED = 8;

/** The variable whose values a condition tells apart, and whether one of them may be there where the condition comes to that. */
export interface Tried {
  readonly of: ts.Identifier;
  mayBe(value: Value): boolean;
}

/**
 * While observing: a condition that asks which of several objects a variable holds: `result instanceof Failure`, `'error' in result`, `result.ok`,
 * `result.kind === 'bad'`, and a function of the program that only looks at it: `hasFailed(result)`. Each of them is tried.
 */
export function triedBy(evaluator: Evaluator, context: Context, tested: ts.Expression, holds: boolean): Tried | null {
  const of = evaluator.observer && askedAbout(evaluator, context, tested);
  const binding = of ? context.scope.find(of.text) : null;
  return of && binding && { of, mayBe: (value) => truthWith(evaluator, context, tested, binding, value) !== !holds };
}

function askedAbout(evaluator: Evaluator, context: Context, tested: ts.Expression): ts.Identifier | null {
  if (ts.isPropertyAccessExpression(tested)) return severalIn(context, rootOf(tested));
  if (ts.isBinaryExpression(tested)) {
    const { kind } = tested.operatorToken;
    if (kind === ts.SyntaxKind.InstanceOfKeyword) return severalIn(context, tested.left);
    if (kind === ts.SyntaxKind.InKeyword) return severalIn(context, tested.right);
    const left = skipOuter(tested.left);
    return ts.isPropertyAccessExpression(left) && ts.isLiteralExpression(skipOuter(tested.right)) ? severalIn(context, rootOf(left)) : null;
  }
  if (!ts.isCallExpression(tested)) return null;
  const given = tested.arguments.map((each) => severalIn(context, each)).find((each) => each !== null);
  const callee = given && ts.isIdentifier(tested.expression) ? evaluate(evaluator, context, tested.expression) : null;
  const fn = callee?.kind === 'object' ? (callee as Obj).fn : null;
  return fn?.kind === 'closure' && onlyLooks(fn.node) ? given! : null;
}

const rootOf = (node: ts.Expression): ts.Expression => (ts.isPropertyAccessExpression(node) ? rootOf(skipOuter(node.expression)) : node);

/** A variable that is one of several values, an object among them. */
function severalIn(context: Context, node: ts.Expression): ts.Identifier | null {
  const named = skipOuter(node);
  const binding = ts.isIdentifier(named) ? context.scope.find(named.text) : null;
  const value = binding && !binding.lazy ? binding.value : null;
  const isOne = value?.kind === 'oneOf' && !value.preferred && value.values.length <= MAX_TRIED;
  return isOne && value.values.some(({ kind }) => kind === 'object') && !value.values.some(cameIn) ? (named as ts.Identifier) : null;
}
/** A part of a request: to try it is to read it, whatever leads to the condition. */
const cameIn = (value: Value): boolean =>
  value.kind === 'unknown'
    ? value.trace !== undefined
    : value.kind === 'object' && (value.host !== null || (value as Obj).rest?.trace !== undefined);

const looking = bySyntax<boolean>();
/** It says of what type its parameter is, or calls nothing and changes nothing. */
function onlyLooks(node: ts.FunctionLikeDeclaration): boolean {
  let known = looking.get(node);
  if (known === undefined) {
    const isPredicate = node.type !== undefined && ts.isTypePredicateNode(node.type) && !node.type.assertsModifier;
    looking.set(node, (known = isPredicate || (node.body !== undefined && looksOnly(node.body))));
  }
  return known;
}

const looksOnly = (node: ts.Node): boolean =>
  !ts.isCallExpression(node) &&
  !ts.isAwaitExpression(node) &&
  !ts.isIterationStatement(node, false) &&
  !(
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
    node.operatorToken.kind <= ts.SyntaxKind.LastAssignment
  ) &&
  ts.forEachChild(node, (child) => !looksOnly(child) || undefined) === undefined;

/** What a condition comes to where the variable is that; null where nobody knows. What it does is taken back. */
function truthWith(evaluator: Evaluator, context: Context, tested: ts.Expression, binding: Binding, value: Value): boolean | null {
  const { journal, escaped, waysOut } = evaluator;
  const before = binding.value;
  const own = (evaluator.journal = new Journal(journal));
  evaluator.escaped = escaped && [];
  binding.value = value;
  try {
    return evaluator.truth(evaluate(evaluator, context, tested)).value;
  } catch (error) {
    if (!(error instanceof ThrowSignal)) throw error;
    return null;
  } finally {
    endLayers(evaluator, own);
    own.rollback();
    evaluator.journal = journal;
    evaluator.escaped = escaped;
    evaluator.waysOut = waysOut;
    binding.value = before;
  }
}
