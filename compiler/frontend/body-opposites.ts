import { skipOuter, ts } from '../evaluator/index.js';
import { chainOf } from './body-chains.js';
import type { Found } from './body-found.js';
import type { BodyNames } from './body-names.js';

/** What a condition asks for: all of the chains, or (`negated`) that they are not all there. */
interface Held {
  readonly negated: boolean;
  readonly chains: readonly ts.Expression[];
}

/** What lets a request pass only when it is missing asks for the opposite: a page for those who are not logged in. Such reads become `!name`, one of several `?name`. */
export function markOpposites(block: ts.Block, continuation: ReadonlySet<string>, names: BodyNames, found: Found): void {
  for (const [index, statement] of block.statements.entries()) {
    if (!ts.isIfStatement(statement)) continue;
    const held = heldBy(statement.expression);
    if (held === null || !passesOnlyWithout(statement, held, block.statements.slice(index + 1), continuation)) continue;
    for (const name of namesHeld(held, names)) {
      for (const written of [name, name.replace(/\(\)$/, '')]) found.reads.delete(written);
      found.reads.add(`${held.chains.length > 1 ? '?' : '!'}${name}`);
    }
  }
}

/** Whether control is passed on where what is asked for is absent, and not where it is present. */
function passesOnlyWithout(
  { thenStatement, elseStatement }: ts.IfStatement,
  { negated }: Held,
  behind: readonly ts.Statement[],
  continuation: ReadonlySet<string>,
): boolean {
  // Whatever the condition is, the statements behind it are reached.
  if (!elseStatement && !leaves(thenStatement)) return false;
  const then = callsAny(thenStatement, continuation);
  const otherwise = (elseStatement ? [elseStatement] : behind).some((each) => callsAny(each, continuation));
  return negated ? then && !otherwise : otherwise && !then;
}

/** The parts of the request among what is asked for: `session.user`, `isAuthenticated()`. */
function namesHeld({ chains }: Held, names: BodyNames): readonly string[] {
  return chains.flatMap((expression) => {
    const called = ts.isCallExpression(expression);
    const { root, members } = chainOf(called ? expression.expression : expression);
    const path = [...names.baseOf(root), ...members];
    return names.isRequest(root) && path.length > 0 ? [path.slice(0, 2).join('.') + (called ? '()' : '')] : [];
  });
}

/** Nothing behind it is reached. */
function leaves(statement: ts.Statement): boolean {
  const last = ts.isBlock(statement) ? statement.statements.at(-1) : statement;
  return (
    last !== undefined &&
    (ts.isReturnStatement(last) ||
      ts.isThrowStatement(last) ||
      (ts.isIfStatement(last) && last.elseStatement !== undefined && leaves(last.thenStatement) && leaves(last.elseStatement)))
  );
}

/** What has to be there for a condition to hold (`negated`: to fail); null when it is more than members and calls joined by `&&`. */
function heldBy(condition: ts.Expression): Held | null {
  const node = skipOuter(condition);
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    const inner = heldBy(node.operand);
    return inner && { negated: !inner.negated, chains: inner.chains };
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) {
    const [left, right] = [heldBy(node.left), heldBy(node.right)];
    return left && right && !left.negated && !right.negated ? { negated: false, chains: [...left.chains, ...right.chains] } : null;
  }
  return ts.isPropertyAccessExpression(node) || ts.isIdentifier(node) || (ts.isCallExpression(node) && node.arguments.length === 0)
    ? { negated: false, chains: [node] }
    : null;
}

/** Whether a call of one of the names stands in the node. */
const callsAny = (node: ts.Node, names: ReadonlySet<string>): boolean =>
  (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && names.has(node.expression.text)) ||
  (ts.forEachChild(node, (child) => callsAny(child, names) || undefined) ?? false);
