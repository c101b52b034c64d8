import type { Activation, Completion } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { ts } from '../language/syntax.js';
import { unknown } from '../values/values.js';
import { isAssignment } from '../packages/relevance.js';

/** Rounds of an endless loop in which no host object is told anything, and the steps that these take, after which the loop is left. */
const QUIET_ROUNDS = 3;
const QUIET_STEPS = 4_000;
/** Rounds that have each returned in an arm, and those of a loop that counts, after which the loop is left. */
const TRIES = 2;
const COUNTED_TRIES = 6;

/**
 * Loops that only a condition which nobody knows ends, or nothing: `while (true) { await work(); }`. What they do round after round is what
 * a server does once it runs.
 */
export class EndlessLoop {
  private rounds = 0;
  private since: number;
  private effects: number;
  private isLeft = false;
  private readonly returned: number;
  private readonly escaped: number;
  private tries = 0;

  /**
   * @param activation the function that the loop stands in
   * @param waits      whether a round waits for something
   */
  constructor(
    private readonly evaluator: Evaluator,
    private readonly loop: ts.IterationStatement,
    private readonly activation: Activation,
    private readonly waits: boolean,
  ) {
    this.returned = activation.pending.length;
    this.escaped = evaluator.escaped?.length ?? 0;
    this.effects = evaluator.effects;
    this.since = evaluator.fuel.steps;
  }

  /** How the loop ends after this round; null: it goes on. */
  ends(guardBefore: unknown, guardAfter: unknown): { readonly completion: Completion } | null {
    const { evaluator } = this;
    const { effects, fuel } = evaluator;
    this.isLeft ||= guardBefore !== guardAfter;
    if (effects !== this.effects) {
      this.effects = effects;
      this.rounds = 0;
      this.since = fuel.steps;
      return null;
    }
    // A round that has returned in an arm does so again: work that is tried until it succeeds, or fails for good in another arm, or too often.
    const { pending } = this.activation;
    const again = pending.length > this.returned && !mayLeave(this.loop.statement, ts.isBreakStatement) ? pending.at(-1)! : null;
    const hasFailed = (evaluator.escaped?.length ?? 0) > this.escaped;
    if (again && ++this.tries >= (mayLeave(this.loop.statement, counts) ? COUNTED_TRIES : hasFailed ? 1 : TRIES))
      return { completion: { kind: 'return', value: again.value } };
    if (++this.rounds < QUIET_ROUNDS || fuel.steps - this.since < QUIET_STEPS || !(this.waits || this.isLeft)) return null;
    // What is behind a loop that nothing leaves is never reached; whoever waits for the function goes on all the same.
    return {
      completion: this.isLeft || mayLeave(this.loop.statement) ? null : { kind: 'return', value: unknown('what an endless loop leaves') },
    };
  }
}

const counts = (node: ts.Node): boolean =>
  (ts.isBinaryExpression(node) &&
    (node.operatorToken.kind === ts.SyntaxKind.PlusEqualsToken || node.operatorToken.kind === ts.SyntaxKind.MinusEqualsToken)) ||
  ((ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) && isStep(node.operator));
const leaves = (node: ts.Node): boolean => ts.isBreakStatement(node) || ts.isReturnStatement(node);
const mayLeave = (node: ts.Node, by = leaves): boolean =>
  by(node) ||
  (!ts.isFunctionLike(node) && !ts.isClassLike(node) && ts.forEachChild(node, (child) => mayLeave(child, by) || undefined) === true);

const endless = new WeakMap<ts.Node, boolean>();

/** `while (true)`, `for (;;)`, `while (this.running)` where no round assigns `running`: the loop itself never says that it is over. */
export function hasNoEnd(loop: ts.IterationStatement, condition: ts.Expression | undefined): boolean {
  let known = endless.get(loop);
  if (known === undefined) endless.set(loop, (known = !condition || isSteady(condition, loop)));
  return known;
}

/** Nothing in the loop makes its condition another one. */
function isSteady(condition: ts.Expression, loop: ts.IterationStatement): boolean {
  const names = new Set<string>();
  if (!namesIn(condition, names)) return false;
  const assigns = (node: ts.Node): boolean => {
    const target =
      ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)
        ? node.left
        : (ts.isPrefixUnaryExpression(node) && isStep(node.operator)) || ts.isPostfixUnaryExpression(node)
          ? node.operand
          : null;
    // What a pattern assigns is not looked at closely.
    if (target && (names.has(lastName(target) ?? '') || (lastName(target) === null && /^[[{(]/.test(target.getText())))) return true;
    return ts.forEachChild(node, (child) => assigns(child) || undefined) === true;
  };
  return names.size === 0 || !assigns(loop);
}

const isStep = (operator: ts.PrefixUnaryOperator): boolean =>
  operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken;

const lastName = (target: ts.Node): string | null =>
  ts.isIdentifier(target) ? target.text : ts.isPropertyAccessExpression(target) ? target.name.text : null;

/** Collects what a condition reads; false when it calls something, which may be another each time. */
function namesIn(node: ts.Node, names: Set<string>): boolean {
  if (
    ts.isCallExpression(node) ||
    ts.isNewExpression(node) ||
    ts.isElementAccessExpression(node) ||
    ts.isAwaitExpression(node) ||
    ts.isYieldExpression(node) ||
    ts.isFunctionLike(node)
  )
    return false;
  if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) return false;
  if ((ts.isPrefixUnaryExpression(node) && node.operator !== ts.SyntaxKind.ExclamationToken) || ts.isPostfixUnaryExpression(node))
    return false;
  // What a collection holds changes without an assignment.
  if (ts.isIdentifier(node) && (node.text === 'length' || node.text === 'size')) return false;
  if (ts.isIdentifier(node)) names.add(node.text);
  return ts.forEachChild(node, (child) => (namesIn(child, names) ? undefined : true)) !== true;
}
