import type { Value } from '@tool/scanner-sdk';
import { bySyntax, skipOuter, ts } from '../language/syntax.js';
import type { Obj } from '../values/values.js';

const NAMES: ReadonlySet<unknown> = new Set(['assert', 'ok']);
const checking = bySyntax<boolean>();

/**
 * A call that ends in an error unless its first argument is something, as `if (!argument) throw …` does: of a native called `assert` or `ok`, and, given
 * a condition, of a function of the program that throws and asks nothing of its first parameter but whether it is something, in front of all else.
 */
export function isAssertion(callee: Value, { arguments: [asked, reason], parent }: ts.CallExpression): boolean {
  const fn = callee.kind === 'object' ? (callee as Obj).fn : null;
  if (!fn || !asked || ts.isSpreadElement(asked) || !ts.isExpressionStatement(parent)) return false;
  if (fn.kind === 'native') {
    const name = (callee as Obj).props?.get('name')?.value;
    return name?.kind === 'const' && NAMES.has(name.value) && (isCondition(skipOuter(asked)) || isReason(reason));
  }
  if (fn.kind !== 'closure' || !isCondition(skipOuter(asked))) return false;
  let known = checking.get(fn.node);
  if (known === undefined) checking.set(fn.node, (known = asksFirst(fn.node)));
  return known;
}

/** What is said of something that is missing: no schema that it has to fit, as `assert` of validators is given. */
const isReason = (node: ts.Expression | undefined): boolean =>
  !node ||
  ts.isLiteralExpression(node) ||
  ts.isTemplateExpression(node) ||
  ts.isNewExpression(node) ||
  (ts.isCallExpression(node) && /err|exception/i.test(node.expression.getText()));

const isCondition = (node: ts.Expression): boolean =>
  ts.isBinaryExpression(node) || ts.isPrefixUnaryExpression(node) || ts.isCallExpression(node);

function asksFirst({ parameters: [parameter], body }: ts.FunctionLikeDeclaration): boolean {
  const first = body && ts.isBlock(body) ? body.statements[0] : undefined;
  if (!parameter || !ts.isIdentifier(parameter.name) || !first || !ts.isIfStatement(first)) return false;
  const { text } = parameter.name;
  const asked = skipOuter(first.expression);
  const bare = ts.isPrefixUnaryExpression(asked) ? skipOuter(asked.operand) : asked;
  let times = 0;
  let throws = false;
  const visit = (at: ts.Node): void => {
    if (ts.isIdentifier(at) && at.text === text) times++;
    throws ||= ts.isThrowStatement(at);
    ts.forEachChild(at, visit);
  };
  visit(body!);
  return ts.isIdentifier(bare) && bare.text === text && throws && times === 1;
}
