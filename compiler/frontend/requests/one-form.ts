import { ts } from '../../typescript/index.js';

/** `typeof item === 'object' ? item.name : item`: a member of something that serves as well where it is no record. `depth`: how far within. */
export function isOfOneForm(node: ts.Node, depth: number): boolean {
  return (
    depth > 0 &&
    ts.isPropertyAccessExpression(node) &&
    (isTakenWhereAsked(node, node.expression.getText()) || isOfOneForm(node.expression, depth - 1))
  );
}

function isTakenWhereAsked(node: ts.Node, whole: string): boolean {
  for (let at: ts.Node = node; !ts.isFunctionLike(at) && (at.parent as ts.Node | undefined); at = at.parent) {
    const { parent } = at;
    const [condition, otherwise] = ts.isIfStatement(parent)
      ? [parent.expression, parent.elseStatement]
      : ts.isConditionalExpression(parent)
        ? [parent.condition, parent.whenFalse]
        : [];
    if (condition && otherwise && at !== otherwise && asksForRecord(condition, whole) && mentions(otherwise, whole)) return true;
  }
  return false;
}

function asksForRecord(condition: ts.Expression, whole: string): boolean {
  if (ts.isParenthesizedExpression(condition)) return asksForRecord(condition.expression, whole);
  if (!ts.isBinaryExpression(condition)) return false;
  const { left, right, operatorToken } = condition;
  if (operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) return asksForRecord(left, whole) || asksForRecord(right, whole);
  return (
    /^={2,3}$/.test(operatorToken.getText()) &&
    ts.isTypeOfExpression(left) &&
    left.expression.getText() === whole &&
    ts.isStringLiteralLike(right) &&
    right.text === 'object'
  );
}

const mentions = (node: ts.Node, whole: string): boolean =>
  node.getText() === whole || (ts.forEachChild(node, (child) => mentions(child, whole) || undefined) ?? false);
