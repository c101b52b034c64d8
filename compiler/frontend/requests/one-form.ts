import { ts } from '../../typescript/index.js';

/**
 * `typeof item === 'object' ? item.name : item`: a member of something that serves as well where it is no record. The same of operators of a query language
 * that are asked for where the value itself is compared otherwise: `'$ne' in value ? own !== value.$ne : own === value`. `depth`: how far within.
 */
export function isOfOneForm(node: ts.Node, depth: number): boolean {
  const member = depth > 0 ? memberIn(node) : null;
  if (!member) return false;
  const whole = member.of.getText();
  const isOperator = member.name.startsWith('$');
  const serves = (otherwise: ts.Node, condition: ts.Expression | null, arm: number): boolean =>
    condition !== null &&
    ((arm === 1 && asksForRecord(condition, whole) && has(otherwise, (each) => each.getText() === whole)) ||
      (isOperator && has(condition, (each) => isOperatorOf(each, whole)) && has(otherwise, (each) => isCompared(each, whole))));
  return isOtherwise(node, serves) || isOfOneForm(member.of, depth - 1);
}

/** `value.name`, `value['name']`, `'name' in value`. */
export function memberIn(node: ts.Node): { readonly of: ts.Expression; readonly name: string } | null {
  if (ts.isPropertyAccessExpression(node)) return { of: node.expression, name: node.name.text };
  if (ts.isElementAccessExpression(node))
    return ts.isStringLiteralLike(node.argumentExpression) ? { of: node.expression, name: node.argumentExpression.text } : null;
  const isIn = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword && ts.isStringLiteralLike(node.left);
  return isIn ? { of: node.right, name: (node.left as ts.StringLiteralLike).text } : null;
}

/**
 * Whether something holds of what is done instead of the part of its function in which a node is: of the other arm of a condition (1: where that does not
 * hold, 0: where it does), of what is behind an arm that ends there, and of what `||` and `??` take instead.
 */
export function isOtherwise(node: ts.Node, holds: (otherwise: ts.Node, condition: ts.Expression | null, arm: number) => boolean): boolean {
  for (let at: ts.Node = node; !ts.isFunctionLike(at) && (at.parent as ts.Node | undefined); at = at.parent) {
    const { parent } = at;
    if (ts.isBinaryExpression(parent) && /^(?:\|\||\?\?)$/.test(parent.operatorToken.getText())) {
      if (at === parent.left && holds(parent.right, null, 1)) return true;
    } else if (ts.isConditionalExpression(parent) || ts.isIfStatement(parent)) {
      const [condition, then, otherwise] = ts.isIfStatement(parent)
        ? [parent.expression, parent.thenStatement, parent.elseStatement]
        : [parent.condition, parent.whenTrue, parent.whenFalse];
      const others = otherwise ? [otherwise] : endsThere(then) ? behind(parent) : [];
      if (at !== otherwise && !others.some(isRefused) && others.some((other) => holds(other, condition, 1))) return true;
      if (at !== then && holds(then, condition, 0)) return true;
    }
  }
  return false;
}

const endsThere = (arm: ts.Node): boolean =>
  ts.isBlock(arm)
    ? arm.statements.length > 0 && endsThere(arm.statements.at(-1)!)
    : ts.isReturnStatement(arm) || ts.isContinueStatement(arm) || ts.isThrowStatement(arm);

/** Whoever comes there is refused: it serves for nothing. */
const isRefused = (arm: ts.Node): boolean =>
  ts.isBlock(arm)
    ? arm.statements.some(isRefused)
    : ts.isThrowStatement(arm) ||
      ((ts.isReturnStatement(arm) || ts.isExpressionStatement(arm)) && /(?:status|code)\(4\d\d\)/i.test(arm.getText()));

const behind = (statement: ts.Node): readonly ts.Node[] =>
  ts.isBlock(statement.parent) ? statement.parent.statements.slice(statement.parent.statements.indexOf(statement as ts.Statement) + 1) : [];

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

function isOperatorOf(node: ts.Node, whole: string): boolean {
  const member = memberIn(node);
  return member !== null && member.name.startsWith('$') && member.of.getText() === whole;
}

/** `own === value`, and not `value !== null`. */
const isCompared = (node: ts.Node, whole: string): boolean =>
  ts.isBinaryExpression(node) &&
  /^[!=]==?$/.test(node.operatorToken.getText()) &&
  [node.left, node.right].some((side) => side.getText() === whole) &&
  ![node.left, node.right].some((side) => /^(?:null|undefined|typeof\b.*)$/.test(side.getText()));

/** Whether something holds of a node, or of one within it. */
export const has = (node: ts.Node, holds: (node: ts.Node) => boolean): boolean =>
  holds(node) || (ts.forEachChild(node, (child) => has(child, holds) || undefined) ?? false);
