import type { Value } from '@tool/scanner-sdk';
import type { Completion, Context } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { evaluate } from '../language/expressions.js';
import { ThrowSignal } from '../signals.js';
import { afterArms, executeBody } from '../language/statements.js';
import { ts } from '../language/syntax.js';
import { constant, type Obj } from '../values/values.js';

/** A module that is not there: what whoever loads it is thrown, and under which condition it is there. */
export interface AbsentModule {
  readonly error: Value;
  readonly condition: string;
}

/**
 * The module of a specifier when it is not there as the project stands: a file that does not exist, a package that no manifest lists.
 * Where something is done about that, this is what the program does; null when it is there, or may be.
 */
export function absentModule(evaluator: Evaluator, context: Context, node: ts.Node, specifier: string): AbsentModule | null {
  const resolution = evaluator.host.resolve(specifier, context.module.file, true);
  const isThere =
    resolution.kind === 'package' ? evaluator.host.mayBeInstalled(resolution.name, context.module.file) : resolution.kind !== 'missing';
  if (isThere) return null;
  const written = evaluator.host.portable(specifier);
  const error = evaluator.record([
    ['name', constant('Error')],
    ['code', constant('MODULE_NOT_FOUND')],
    ['message', constant(`Cannot find module '${written}'`)],
  ]);
  error.origin = evaluator.site(context, node);
  return { error, condition: `the module ${written} is there` };
}

const loads = new WeakMap<ts.Statement, readonly ts.CallExpression[]>();

/** The calls in a statement that load a module whenever it runs, and throw into it when there is none: `require(…)`, `require.resolve(…)`, `await import(…)`. */
function loadsIn(statement: ts.Statement): readonly ts.CallExpression[] {
  const known = loads.get(statement);
  if (known) return known;
  const found: ts.CallExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) || ts.isClassLike(node) || ts.isTypeNode(node) || ts.isConditionalExpression(node)) return;
    ts.forEachChild(node, visit);
    if (ts.isCallExpression(node) && node.arguments.length > 0 && (isAwaitedImport(node) || isRequire(node.expression))) found.push(node);
  };
  if (ts.isExpressionStatement(statement) || ts.isVariableStatement(statement) || ts.isReturnStatement(statement))
    ts.forEachChild(statement, visit);
  loads.set(statement, found);
  return found;
}

function isAwaitedImport(call: ts.CallExpression): boolean {
  if (call.expression.kind !== ts.SyntaxKind.ImportKeyword) return false;
  let { parent } = call;
  while (ts.isParenthesizedExpression(parent)) parent = parent.parent;
  return ts.isAwaitExpression(parent);
}

const isRequire = (callee: ts.Expression): boolean =>
  ts.isIdentifier(callee)
    ? callee.text === 'require'
    : ts.isPropertyAccessExpression(callee) && callee.name.text === 'resolve' && isRequire(callee.expression);

/** The expression can be evaluated once more: that does nothing. */
function isPlain(node: ts.Expression): boolean {
  if (ts.isStringLiteralLike(node) || ts.isIdentifier(node)) return true;
  if (ts.isPropertyAccessExpression(node) || ts.isParenthesizedExpression(node)) return isPlain(node.expression);
  if (ts.isElementAccessExpression(node)) return isPlain(node.expression) && isPlain(node.argumentExpression);
  if (ts.isBinaryExpression(node)) return node.operatorToken.kind === ts.SyntaxKind.PlusToken && isPlain(node.left) && isPlain(node.right);
  if (ts.isTemplateExpression(node)) return node.templateSpans.every((span) => isPlain(span.expression));
  return (
    ts.isCallExpression(node) &&
    /^(?:path\.)?(?:join|resolve)$/.test(node.expression.getText()) &&
    node.arguments.every((each) => isPlain(each))
  );
}

/** The module that a statement of a `try` is about to load and that is not there. */
export function absentIn(evaluator: Evaluator, context: Context, statement: ts.Statement): AbsentModule | null {
  if (evaluator.observer) return null;
  for (const call of loadsIn(statement)) {
    const argument = call.arguments[0]!;
    if (!isPlain(argument)) continue;
    if (ts.isIdentifier(call.expression) && !isTheRequire(evaluator, context, call.expression)) continue;
    const specifier = evaluator.constantOf(evaluate(evaluator, context, argument));
    const absent = typeof specifier === 'string' ? absentModule(evaluator, context, call, specifier) : null;
    if (absent) return absent;
  }
  return null;
}

function isTheRequire(evaluator: Evaluator, context: Context, name: ts.Identifier): boolean {
  const value = evaluate(evaluator, context, name);
  return value.kind === 'object' && (value as Obj).cls === 'Require';
}

/**
 * A `try` whose next statement loads what is not there: the program as it stands goes on with the `catch`, and with the rest of the block
 * where the module is there. A `catch` that ends the program leaves the rest alone.
 * @param rest of the block, the statement that loads first
 */
export function whereItIsAbsent(
  evaluator: Evaluator,
  block: Context,
  rest: readonly ts.Statement[],
  absent: AbsentModule,
  caught: (error: Value) => Completion,
): Completion {
  const info = evaluator.branchInfo(block, rest[0]!, absent.condition, 'configuration', 2, true, absent.condition);
  const arms = [
    (): Completion => caught(absent.error),
    (): Completion => {
      const guard = evaluator.guard;
      try {
        return executeBody(evaluator, block, rest);
      } catch (error) {
        if (!(error instanceof ThrowSignal)) throw error;
        evaluator.guard = guard;
        return caught(error.value);
      }
    },
  ];
  return afterArms(evaluator, block, info, evaluator.runArms(info, arms, true), true);
}
