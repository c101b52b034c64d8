import type { Value } from '@tool/scanner-sdk';
import type { Context } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { evaluate } from '../language/expressions.js';
import { isUnknownError } from './observation.js';
import { Scope } from '../values/scope.js';
import { skipOuter, ts } from '../language/syntax.js';
import type { Obj } from '../values/values.js';

/**
 * Where a condition holds that asks for the class of an error that nobody knows (`error instanceof ZodError`), the error is one of that class: of a
 * class of a package whose errors are known.
 * @returns the context of the arm in which the condition holds
 */
export function whereClassHolds(evaluator: Evaluator, context: Context, condition: ts.Expression): Context {
  if (!evaluator.observer) return context;
  const test = instanceTest(skipOuter(condition));
  const name = test && skipOuter(test.left);
  if (!test || !name || !ts.isIdentifier(name)) return context;
  const known = context.scope.find(name.text)?.value;
  if (!known || !isUnknownError(known)) return context;
  const error = errorOf(evaluator, context, test);
  if (!error) return context;
  const inner = context.within(new Scope(context.scope, false));
  inner.scope.declare(name.text, error);
  return inner;
}

/** The test itself, or the one of several that all hold. */
function instanceTest(node: ts.Expression): ts.BinaryExpression | null {
  if (!ts.isBinaryExpression(node)) return null;
  if (node.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword) return node;
  return node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken
    ? (instanceTest(skipOuter(node.left)) ?? instanceTest(skipOuter(node.right)))
    : null;
}

function errorOf(evaluator: Evaluator, context: Context, test: ts.BinaryExpression): Value | null {
  const cls = evaluate(evaluator, context, test.right);
  if (cls.kind !== 'object' || (cls as Obj).fn?.kind !== 'native') return null;
  const made = evaluator.construct(cls, [], context, test);
  return made.kind === 'object' ? made : null;
}
