import type { Guard } from '../../evaluator/index.js';
import { ts } from '../../typescript/index.js';

const EQUAL: ReadonlySet<ts.SyntaxKind> = new Set([ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.EqualsEqualsToken]);
const LOGICAL: ReadonlySet<ts.SyntaxKind> = new Set([ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken]);

/** Conditions keep what these are given. */
const keepsTruth = (node: ts.Node): boolean =>
  ts.isParenthesizedExpression(node) ||
  ts.isAsExpression(node) ||
  ts.isNonNullExpression(node) ||
  ts.isAwaitExpression(node) ||
  (ts.isBinaryExpression(node) && LOGICAL.has(node.operatorToken.kind));

/** Who is refused in an arm of a condition on a comparison: those of whom it holds, all others, or, as far as can be seen, nobody for it. */
export function refusedIn({ branch, arm, others }: Guard, nodes: readonly ts.Node[]): 'equal' | 'others' | null {
  const condition = branch.node;
  const index = nodes.findIndex(
    (each) => each.pos >= condition.pos && each.end <= condition.end && each.getSourceFile() === condition.getSourceFile(),
  );
  if (index < 0) return null;
  const truth = truthWhereEqual(nodes.slice(0, index + 1), condition);
  if (truth !== undefined) return others.length === 0 && truth === (arm === 0) ? 'equal' : 'others';
  return isWhereNoneIsFound(nodes[index]!, branch, arm, index > 0) ? 'others' : null;
}

/**
 * To which truth of a condition two values that are equal contribute: true for `a === b` and `x && !(a !== b)`, false for `a !== b || x`; undefined
 * where the condition is not written so.
 * @param nodes the comparison, and the calls that have led to it, the innermost first; the last one stands in the condition
 */
function truthWhereEqual(nodes: readonly ts.Node[], condition: ts.Node): boolean | undefined {
  const { parent: decides } = condition;
  if (
    !(ts.isIfStatement(decides) ? decides.expression === condition : ts.isConditionalExpression(decides) && decides.condition === condition)
  )
    return undefined;
  const [comparison] = nodes;
  if (!comparison || !(ts.isBinaryExpression(comparison) || ts.isCallExpression(comparison))) return undefined;
  let truth = ts.isCallExpression(comparison) || EQUAL.has(comparison.operatorToken.kind);
  for (const node of nodes)
    for (let at = node; at !== condition; at = at.parent) {
      const { parent } = at;
      if (node !== nodes.at(-1) && (ts.isReturnStatement(parent) || (ts.isArrowFunction(parent) && parent.body === at))) break;
      if (ts.isPrefixUnaryExpression(parent) && parent.operator === ts.SyntaxKind.ExclamationToken) truth = !truth;
      else if (!keepsTruth(parent)) return undefined;
    }
  return truth;
}

/**
 * Whether it is the arm in which a comparison does not hold of anything that was looked through by it, as far as that is written out: `list.find((each) => each.by === me)`.
 * @param inside the comparison is in a function that is called there: what a call is handed to says nothing of it (`Promise.resolve(handle(req)).catch(next)`)
 */
function isWhereNoneIsFound(node: ts.Node, { node: condition, arms }: Guard['branch'], arm: number, inside: boolean): boolean {
  let holds = !(ts.isBinaryExpression(node) && !EQUAL.has(node.operatorToken.kind));
  for (let at = node; at !== condition;) {
    const { parent } = at;
    if (ts.isArrowFunction(parent) && isLookedFor(parent.parent)) at = parent.parent;
    // What is found is one of the first alternatives, and that nothing is the last one.
    else if (ts.isVariableDeclaration(parent) && ts.isCallExpression(at) && at !== node) return !holds || arm === arms - 1;
    else if (ts.isPrefixUnaryExpression(parent) && parent.operator === ts.SyntaxKind.ExclamationToken) [at, holds] = [parent, !holds];
    else if (keepsTruth(parent)) at = parent;
    else return !(inside && ts.isCallExpression(parent));
  }
  return arms !== 2 || arm === (holds ? 1 : 0);
}
const isLookedFor = (node: ts.Node): boolean =>
  ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && /^(?:find|findLast|some)$/.test(node.expression.name.text);
