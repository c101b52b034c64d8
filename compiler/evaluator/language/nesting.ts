import type { Value } from '@tool/scanner-sdk';
import type { Context } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { shortText, ts } from './syntax.js';
import { unknown } from '../values/values.js';

/**
 * How deep statements and expressions of one function are followed. People write less than fifty; the stack of the scanner holds
 * some thousand, and how many is not the same in each run: a limit that is counted gives the same model each time.
 */
export const MAX_NESTING = 250;
/** From here on, long chains (`a + b + c…`, `a.b().c()…`) are evaluated from their beginning, so that they nest no deeper. */
export const DEEP = 100;

/** What lies deeper is unknown, and said once for the statement around it. */
export function tooDeep(evaluator: Evaluator, context: Context, node: ts.Node): Value {
  let around = node.parent;
  while ((!ts.isStatement(around) || ts.isBlock(around)) && !ts.isSourceFile(around)) around = around.parent;
  evaluator.host.report('too-deep', { what: `“${shortText(around)}”` }, evaluator.site(context, around));
  return unknown('code that nests deeper than the scan follows', evaluator.site(context, node));
}

/** The part of an expression that is evaluated before everything else of it and may be a chain itself. Not of optional chains: they end where they like. */
function beginning(node: ts.Expression): ts.Expression | null {
  if (ts.isBinaryExpression(node)) return node.left;
  if (ts.isOptionalChain(node)) return null;
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) return node.expression;
  if (!ts.isCallExpression(node)) return null;
  const callee = node.expression;
  return (ts.isPropertyAccessExpression(callee) || ts.isElementAccessExpression(callee)) && !ts.isOptionalChain(callee)
    ? callee.expression
    : null;
}

/** The chain that an expression ends: what comes before it, the first link last. Links with a known value end it. */
export function chainBefore(node: ts.Expression, known: ReadonlyMap<ts.Node, Value>): readonly ts.Expression[] {
  const links: ts.Expression[] = [];
  for (let link = beginning(node); link && beginning(link) && !known.has(link); link = beginning(link)) links.push(link);
  return links;
}
