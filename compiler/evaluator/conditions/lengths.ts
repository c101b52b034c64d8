import type { Value } from '@tool/scanner-sdk';
import type { Context } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { skipOuter, ts } from '../language/syntax.js';
import { Obj } from '../values/values.js';
import { constantIn } from './flags.js';

const { SyntaxKind } = ts;
/** By operator: of which numbers a length, compared with them, is more than zero where that holds, and where it does not. */
const MORE_THAN_NONE: ReadonlyMap<ts.SyntaxKind, readonly [holds: (than: number) => boolean, fails: (than: number) => boolean]> = (() => {
  const never = (): boolean => false;
  const none = (than: number): boolean => than === 0;
  const some = (than: number): boolean => than > 0;
  const any = (than: number): boolean => than >= 0;
  return new Map([
    [SyntaxKind.EqualsEqualsToken, [some, none]],
    [SyntaxKind.EqualsEqualsEqualsToken, [some, none]],
    [SyntaxKind.ExclamationEqualsToken, [none, some]],
    [SyntaxKind.ExclamationEqualsEqualsToken, [none, some]],
    [SyntaxKind.GreaterThanToken, [any, never]],
    [SyntaxKind.GreaterThanEqualsToken, [some, never]],
    [SyntaxKind.LessThanToken, [never, some]],
    [SyntaxKind.LessThanEqualsToken, [never, any]],
  ]);
})();

/** What is asked for its length where that says that it is not zero: `rows.length > 0`, `!rows.length` in the arm of those that have some, `result.rowCount`. */
function askedForLength(tested: ts.Expression, holds: boolean): ts.Expression | null {
  if (!ts.isBinaryExpression(tested)) return holds ? tested : null;
  const than = constantIn(skipOuter(tested.right));
  const isMore = MORE_THAN_NONE.get(tested.operatorToken.kind)?.[holds ? 0 : 1];
  return isMore && than?.kind === 'const' && typeof than.value === 'number' && isMore(than.value) ? skipOuter(tested.left) : null;
}

/** In an arm that only lists with elements lead to, the list has a first one. @param valueOf what a path of names holds */
export function narrowLength(
  evaluator: Evaluator,
  context: Context,
  condition: ts.Expression,
  holds: boolean,
  valueOf: (context: Context, path: ts.Expression) => Value | null,
  admits: (tested: ts.Expression) => boolean,
): void {
  const of = evaluator.observer && askedForLength(condition, holds);
  if (!of) return;
  const length = valueOf(context, of);
  const isOwn = ts.isPropertyAccessExpression(of) && of.name.text === 'length';
  const list = isOwn ? valueOf(context, skipOuter(of.expression)) : length && evaluator.lengths.get(length);
  if (!(list instanceof Obj) || !list.mayBeEmpty || !admits(of)) return;
  evaluator.journal?.open(list);
  list.mayBeEmpty = false;
}
