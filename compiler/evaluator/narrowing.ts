import type { OneOf, Value } from '@tool/scanner-sdk';
import { truthOf } from './arms.js';
import { stillChosen } from './chosen.js';
import type { Context } from './context.js';
import type { Evaluator } from './evaluator.js';
import { evaluate } from './expressions.js';
import { assigns, skipOuter, ts } from './syntax.js';
import { Obj, oneOf, taintOf, unknown } from './values.js';

/**
 * In an arm of a condition the variables and members that it tests are what has that truth: `if (!watch.keeper) return` leaves a keeper. Taken back
 * with the arm.
 */
export function narrow(evaluator: Evaluator, context: Context, condition: ts.Expression, holds: boolean): void {
  // What was asked is not what is there any more: `if (row && (row = next()))`.
  if (!assigns(condition)) narrowTested(evaluator, context, condition, holds, withTruth);
}

/**
 * The same where the default configuration ends the program: the server that runs has other settings, of which it is known that they are there:
 * `if (!options.key) process.exit(1)`.
 */
export function narrowSettings(evaluator: Evaluator, context: Context, condition: ts.Expression, holds: boolean): void {
  if (!assigns(condition)) narrowTested(evaluator, context, condition, holds, settingWithTruth);
}

type Narrowed = (value: Value, holds: boolean) => Value | null;

function narrowTested(evaluator: Evaluator, context: Context, condition: ts.Expression, holds: boolean, narrowed: Narrowed): void {
  const tested = skipOuter(condition);
  if (ts.isPrefixUnaryExpression(tested) && tested.operator === ts.SyntaxKind.ExclamationToken)
    narrowTested(evaluator, context, tested.operand, !holds, narrowed);
  else if (ts.isBinaryExpression(tested)) {
    const { kind } = tested.operatorToken;
    if (kind !== (holds ? ts.SyntaxKind.AmpersandAmpersandToken : ts.SyntaxKind.BarBarToken)) return;
    narrowTested(evaluator, context, tested.left, holds, narrowed);
    narrowTested(evaluator, context, tested.right, holds, narrowed);
  } else if (ts.isIdentifier(tested)) {
    const binding = context.scope.find(tested.text);
    const kept = binding?.value && !binding.lazy ? narrowed(binding.value, holds) : null;
    if (!binding || !kept) return;
    evaluator.journal?.binding(binding);
    binding.value = kept;
  } else if (ts.isPropertyAccessExpression(tested) && isPlainPath(tested.expression)) {
    const object = evaluate(evaluator, context, tested.expression);
    const name = tested.name.text;
    const member = object instanceof Obj && !object.host ? object.props?.get(name) : undefined;
    const kept = member && !member.get && !member.set ? narrowed(member.value, holds) : null;
    if (!(object instanceof Obj) || !member || !kept) return;
    evaluator.journal?.prop(object, name);
    object.props!.set(name, { ...member, value: kept, conditional: holds ? null : member.conditional });
  }
}

/** Those of several values that may have the truth; null where these are none or all of them. */
function withTruth(value: Value, holds: boolean): Value | null {
  return value.kind === 'oneOf' && !value.preferred ? ofTruth(value, holds) : null;
}

/** A setting that is there, where by default it is not: what another configuration states. */
function settingWithTruth(value: Value, holds: boolean): Value | null {
  const taint = taintOf(value);
  if (!holds || taint === null || truthOf(value).value !== false) return null;
  const kept = value.kind === 'oneOf' ? ofTruth(value, true) : null;
  return kept ?? unknown(`${taint}, which is not set`, value.origin, null, [], taint);
}

function ofTruth(value: OneOf, holds: boolean): Value | null {
  const kept = value.values.filter((each) => truthOf(each).value !== !holds);
  return kept.length === 0 || kept.length === value.values.length ? null : stillChosen(oneOf(kept, value.condition), value);
}

/** `a`, `this` and `a.b` of them: what reading them again does, of getters, is taken back with the arm. */
const isPlainPath = (node: ts.Expression): boolean =>
  ts.isIdentifier(node) || node.kind === ts.SyntaxKind.ThisKeyword || (ts.isPropertyAccessExpression(node) && isPlainPath(node.expression));
