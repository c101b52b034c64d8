import type { Evaluator } from '../evaluator.js';
import { ts } from '../language/syntax.js';
import type { Frame } from '../values/values.js';

/** Errors that whoever called a function catches: all, or those of some classes. */
export type Caught = 'all' | readonly string[];
export const NONE: Caught = [];
export const both = (one: Caught, other: Caught): Caught => (one === 'all' || other === 'all' ? 'all' : [...new Set([...one, ...other])]);

/** What callers catch and let nobody know of. */
export function caughtAbove({ callNode, parent }: Frame): Caught {
  const caught = callNode ? caughtAt(callNode, true) : NONE;
  return parent ? both(caught, caughtAbove(parent)) : caught;
}

/** Nobody hears of what is thrown here: not the function itself, and none of those that have called it. */
export const isSwallowed = ({ frame }: Evaluator, node: ts.Node): boolean =>
  caughtAt(node, true) === 'all' || (frame !== null && caughtAbove(frame) === 'all');

/**
 * What the `try` statements around a node catch.
 * @param isRunning the clause behind it is not looked through: only one that does nothing lets nobody know
 * @param within the block up to which it is asked
 */
export function caughtAt(node: ts.Node, isRunning: boolean, within: ts.Node | null = null): Caught {
  let caught = NONE;
  for (let at = node; at !== within && at.parent && !ts.isFunctionLike(at); at = at.parent) {
    const { parent } = at;
    if (!ts.isTryStatement(parent) || parent.tryBlock !== at || !parent.catchClause) continue;
    const { catchClause } = parent;
    if (!isRunning) caught = both(caught, throwsAgain(catchClause) ? classesAskedFor(catchClause) : 'all');
    else if (swallows(catchClause)) caught = 'all';
  }
  return caught;
}

/** It throws what was caught, or what a function makes of that; an error of its own is seen where it is thrown. */
function throwsAgain({ block, variableDeclaration }: ts.CatchClause): boolean {
  const name = variableDeclaration?.name.getText();
  const mentions = (node: ts.Node): boolean | undefined => (ts.isIdentifier(node) && node.text === name) || ts.forEachChild(node, mentions);
  const visit = (node: ts.Node): boolean | undefined =>
    !ts.isFunctionLike(node) &&
    ((ts.isThrowStatement(node) && !ts.isNewExpression(node.expression) && mentions(node.expression)) || ts.forEachChild(node, visit));
  return visit(block) === true;
}

/** `if (error instanceof NoSuchBoat) …; else throw error`. */
function classesAskedFor({ block }: ts.CatchClause): string[] {
  const classes: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword) classes.push(node.right.getText());
    ts.forEachChild(node, visit);
  };
  visit(block);
  return classes;
}

/** What a function catches of what the function throws that it is given: `attempt(() => parse(text))`. */
export function caughtOfParameter(fn: ts.FunctionLikeDeclaration, index: number): Caught {
  const name = fn.parameters[index]?.name;
  let caught = NONE;
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && name && node.expression.getText() === name.getText()) caught = both(caught, caughtAt(node, false));
    ts.forEachChild(node, visit);
  };
  if (fn.body) visit(fn.body);
  return caught;
}

/** What was caught: what threw it counts by itself. */
export function isThrownAgain({ expression, parent }: ts.ThrowStatement): boolean {
  if (!ts.isIdentifier(expression)) return false;
  for (let at: ts.Node = parent; at.parent && !ts.isFunctionLike(at); at = at.parent)
    if (ts.isCatchClause(at)) return at.variableDeclaration?.name.getText() === expression.text;
  return false;
}

/** It writes the error down, at most, for somebody who is not the client, or that there is nothing, and goes on: `request.user = null`, `return next()`. */
const swallows = ({ block }: ts.CatchClause): boolean =>
  block.statements.every(
    (statement) =>
      (ts.isExpressionStatement(statement) || ts.isReturnStatement(statement)) &&
      (!statement.expression || saysNothing(statement.expression)),
  );
function saysNothing(node: ts.Expression): boolean {
  if (ts.isBinaryExpression(node)) return node.operatorToken.kind === ts.SyntaxKind.EqualsToken && saysNothing(node.right);
  if (!ts.isCallExpression(node)) return /^(?:null|undefined|false)$/.test(node.getText());
  return ts.isPropertyAccessExpression(node.expression) ? LOGS.has(node.expression.name.text) : node.arguments.length === 0;
}

const LOGS = new Set(['log', 'error', 'warn', 'info', 'debug', 'trace', 'verbose', 'fatal']);
