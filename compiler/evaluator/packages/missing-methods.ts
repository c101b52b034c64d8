import type { Value } from '@tool/scanner-sdk';
import type { Context } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { isTried } from '../conditions/catching.js';
import { evaluate } from '../language/expressions.js';
import { shortText, skipOuter, ts } from '../language/syntax.js';
import type { Obj } from '../values/values.js';

/** Host objects that were given to somebody whom nobody sees, who may have added methods to them. */
const handedOut = new WeakSet<object>();
export const noteHandedOut = (object: Obj): void => {
  handedOut.add(object);
};

const OF_FUNCTIONS: ReadonlySet<string> = new Set(['call', 'apply', 'bind', 'toString', 'valueOf', 'hasOwnProperty', 'constructor']);

/** The set-up calls a method that an application does not have: said where its type says which ones there are. */
export function reportMissingMethod(evaluator: Evaluator, self: Value, context: Context, node: ts.Node): void {
  const { others, name: type } = (self.kind === 'object' && (self as Obj).host?.type) || {};
  if (evaluator.observer || !others || handedOut.has(self) || !ts.isCallExpression(node)) return;
  const target = skipOuter(node.expression);
  const isIndexed = ts.isElementAccessExpression(target);
  if (isTried(node) || !(isIndexed || ts.isPropertyAccessExpression(target))) return;
  const name = isIndexed ? nameAt(evaluator, context, target.argumentExpression) : target.name.text;
  if (others.includes(name) || OF_FUNCTIONS.has(name)) return;
  evaluator.host.report('missing-method', { object: shortText(target.expression) || type!, name }, evaluator.site(context, node));
}

/** `row.method` once more: looking at it changes nothing. */
function nameAt(evaluator: Evaluator, context: Context, index: ts.Expression): string {
  const isPlain = ts.isIdentifier(index) || (ts.isPropertyAccessExpression(index) && ts.isIdentifier(index.expression));
  const value = isPlain ? evaluate(evaluator, context, index) : null;
  return value?.kind === 'const' && typeof value.value === 'string' ? value.value : shortText(index);
}
