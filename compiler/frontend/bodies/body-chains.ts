import { skipOuter, ts } from '../../evaluator/index.js';

/** `a.b['c']` as its root and the names of its members, outermost last; `?` for a member that is computed. */
export interface Chain {
  readonly root: ts.Expression;
  readonly members: readonly string[];
}

/** The text of a literal; null for whatever else. */
export const staticName = (expression: ts.Expression): string | null => (ts.isStringLiteralLike(expression) ? expression.text : null);

/** Any expression as a chain: where it has no members it is its own root. */
export function chainOf(expression: ts.Expression): Chain {
  const members: string[] = [];
  let current: ts.Expression = skipOuter(expression);
  for (;;) {
    if (ts.isPropertyAccessExpression(current)) members.unshift(current.name.text);
    else if (ts.isElementAccessExpression(current)) members.unshift(staticName(current.argumentExpression) ?? '?');
    else return { root: current, members };
    current = skipOuter(current.expression);
  }
}
