import type { Const, Value } from '@tool/scanner-sdk';
import type { Context } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { bySyntax, skipOuter, ts } from '../language/syntax.js';
import type { Binding } from '../values/scope.js';
import { FALSE, NULL, TRUE, constant, oneOf } from '../values/values.js';

const assignments = bySyntax<ReadonlyMap<string, readonly Const[]>>();

/** Variables that a block sets to constants where it has come to them: `let done = false; try { await send(); done = true; } catch { … }`. */
export class Flags {
  private constructor(
    private readonly before: readonly { readonly binding: Binding; readonly value: Value; readonly set: readonly Const[] }[],
  ) {}

  /** Those of a block that is about to run, as they are in front of it; null where it has none. */
  static of({ scope }: Context, block: ts.Block): Flags | null {
    const before = [...assignedIn(block)].flatMap(([name, set]) => {
      const binding = scope.find(name);
      return binding?.value ? [{ binding, value: binding.value, set }] : [];
    });
    return before.length > 0 ? new Flags(before) : null;
  }

  /** Somewhere in the block it ended by an error: each is what it was before, or one of what it is set to there. */
  putAnywhere(evaluator: Evaluator): void {
    for (const { binding, value, set } of this.before) {
      evaluator.journal?.binding(binding);
      binding.value = oneOf([binding.value ?? value, value, ...set], 'how far a block has come');
    }
  }
}

function assignedIn(block: ts.Block): ReadonlyMap<string, readonly Const[]> {
  const known = assignments.get(block);
  if (known) return known;
  const found = new Map<string, Const[]>();
  const declared = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) || ts.isClassLike(node)) return;
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken && ts.isIdentifier(node.left)) {
      const value = constantIn(skipOuter(node.right));
      if (value) found.set(node.left.text, [...(found.get(node.left.text) ?? []), value]);
    }
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) declared.add(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(block);
  // A variable of the block itself is another one than that of the same name around it.
  for (const name of declared) found.delete(name);
  assignments.set(block, found);
  return found;
}

/** What a literal stands for: a text, a number, a truth value, nothing. */
export function constantIn(node: ts.Expression): Const | null {
  if (ts.isStringLiteralLike(node)) return constant(node.text);
  if (ts.isNumericLiteral(node)) return constant(Number(node.text));
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken && ts.isNumericLiteral(node.operand))
    return constant(-Number(node.operand.text));
  return node.kind === ts.SyntaxKind.TrueKeyword
    ? TRUE
    : node.kind === ts.SyntaxKind.FalseKeyword
      ? FALSE
      : node.kind === ts.SyntaxKind.NullKeyword
        ? NULL
        : null;
}
