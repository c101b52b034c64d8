import type { OneOf, Value } from '@tool/scanner-sdk';
import { truthOf } from './arms.js';
import type { Context } from './context.js';
import type { Evaluator } from './evaluator.js';
import { evaluate } from './expressions.js';
import { assigns, skipOuter, ts } from './syntax.js';
import { Obj, oneOf } from './values.js';

/**
 * In an arm of a condition the variables and members that it tests are what has that truth: `if (!watch.keeper) return` leaves a keeper. Taken back
 * with the arm.
 */
export function narrow(evaluator: Evaluator, context: Context, condition: ts.Expression, holds: boolean): void {
  // What was asked is not what is there any more: `if (row && (row = next()))`.
  if (!assigns(condition)) narrowTested(evaluator, context, condition, holds);
}

function narrowTested(evaluator: Evaluator, context: Context, condition: ts.Expression, holds: boolean): void {
  const tested = skipOuter(condition);
  if (ts.isPrefixUnaryExpression(tested) && tested.operator === ts.SyntaxKind.ExclamationToken)
    narrowTested(evaluator, context, tested.operand, !holds);
  else if (ts.isBinaryExpression(tested)) {
    const { kind } = tested.operatorToken;
    if (kind !== (holds ? ts.SyntaxKind.AmpersandAmpersandToken : ts.SyntaxKind.BarBarToken)) return;
    narrowTested(evaluator, context, tested.left, holds);
    narrowTested(evaluator, context, tested.right, holds);
  } else if (ts.isIdentifier(tested)) {
    const binding = context.scope.find(tested.text);
    if (binding?.value?.kind !== 'oneOf') return;
    const kept = withTruth(binding.value, holds);
    if (!kept) return;
    evaluator.journal?.binding(binding);
    binding.value = kept;
  } else if (ts.isPropertyAccessExpression(tested) && isPlainPath(tested.expression)) {
    const object = evaluate(evaluator, context, tested.expression);
    const name = tested.name.text;
    const member = object instanceof Obj && !object.host ? object.props?.get(name) : undefined;
    if (!(object instanceof Obj) || member?.value.kind !== 'oneOf' || member.get || member.set) return;
    const kept = withTruth(member.value, holds);
    if (!kept) return;
    evaluator.journal?.prop(object, name);
    object.props!.set(name, { ...member, value: kept, conditional: holds ? null : member.conditional });
  }
}

/** Those of several values that may have the truth; null where these are none or all of them. */
function withTruth(value: OneOf, holds: boolean): Value | null {
  if (value.preferred) return null;
  const kept = value.values.filter((each) => truthOf(each).value !== !holds);
  return kept.length === 0 || kept.length === value.values.length ? null : oneOf(kept, value.condition);
}

/** `a`, `this` and `a.b` of them: what reading them again does, of getters, is taken back with the arm. */
const isPlainPath = (node: ts.Expression): boolean =>
  ts.isIdentifier(node) || node.kind === ts.SyntaxKind.ThisKeyword || (ts.isPropertyAccessExpression(node) && isPlainPath(node.expression));
