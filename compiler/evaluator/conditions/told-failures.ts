import { ts } from '../language/syntax.js';

/** What Node's convention calls the first parameter of a callback. */
export const ERROR_NAME = /^_?(err|error|e)$/i;

/**
 * What a condition is when nothing has failed, where it asks whether the first parameter of a callback is an error: false for `err`, true for `!err`,
 * `err == null` and `err === undefined`; null for every other condition. The server that runs is the one whose set-up did not fail.
 */
export function withoutFailure(asked: ts.Expression): boolean | null {
  if (ts.isParenthesizedExpression(asked)) return withoutFailure(asked.expression);
  if (ts.isIdentifier(asked)) return isToldFailure(asked) ? false : null;
  if (ts.isPrefixUnaryExpression(asked) && asked.operator === ts.SyntaxKind.ExclamationToken) return negated(withoutFailure(asked.operand));
  if (!ts.isBinaryExpression(asked) || !isNothing(asked.right) || !ts.isIdentifier(asked.left) || !isToldFailure(asked.left)) return null;
  const operator = asked.operatorToken.kind;
  if (operator === ts.SyntaxKind.EqualsEqualsToken || operator === ts.SyntaxKind.EqualsEqualsEqualsToken) return true;
  return operator === ts.SyntaxKind.ExclamationEqualsToken || operator === ts.SyntaxKind.ExclamationEqualsEqualsToken ? false : null;
}

const negated = (truth: boolean | null): boolean | null => (truth === null ? null : !truth);

const isNothing = (node: ts.Expression): boolean =>
  node.kind === ts.SyntaxKind.NullKeyword || (ts.isIdentifier(node) && node.text === 'undefined');

/** The first parameter of the nearest function that has one of this name, called as errors are. */
function isToldFailure(name: ts.Identifier): boolean {
  if (!ERROR_NAME.test(name.text)) return false;
  for (let at = ts.findAncestor(name, ts.isFunctionLike); at; at = ts.findAncestor(at.parent, ts.isFunctionLike)) {
    const index = at.parameters.findIndex((parameter) => ts.isIdentifier(parameter.name) && parameter.name.text === name.text);
    if (index >= 0) return index === 0;
  }
  return false;
}
