import type { Trace, Value } from '@tool/scanner-sdk';
import type { Absence, BranchInfo, Context } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { evaluate } from '../language/expressions.js';
import { plainValue } from '../conditions/narrowing.js';
import { TEXT_TO_TEXT } from './methods.js';
import { traceOf } from './observation.js';
import { skipOuter, ts } from '../language/syntax.js';
import { ABSENT } from '../values/values.js';
import { missingOf, nameOfTrace, sentFor, union } from './missing.js';
import { noteTested } from './tested.js';

/** A condition that is true (or, negated, false) where values of the request are missing: `!name`, `name == null || name === ''`. */
export function absenceTested(evaluator: Evaluator, context: Context, condition: ts.Expression): Absence | null {
  const node = unnegated(condition);
  const negated = isNegation(node) && skipOuter(node.operand);
  if (negated && ts.isBinaryExpression(negated)) {
    const inner = absenceTested(evaluator, context, negated);
    return inner && { ...inner, arm: inner.arm === 0 ? 1 : 0 };
  }
  return (
    absenceIn(0, tests(evaluator, context, node, ts.SyntaxKind.BarBarToken, isMissingTest)) ??
    absenceIn(1, tests(evaluator, context, node, ts.SyntaxKind.AmpersandAmpersandToken, isPresentTest))
  );
}

function absenceIn(arm: number, tested: readonly (Trace | null)[]): Absence | null {
  const traces = tested.filter((trace) => trace !== null);
  return traces.length > 0 ? { arm, traces, isExact: traces.length === tested.length } : null;
}

const isNegation = (node: ts.Expression): node is ts.PrefixUnaryExpression =>
  ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken;

/** `!!name` is as true as `name`, and so is `Boolean(name)`. */
function unnegated(node: ts.Expression): ts.Expression {
  const outer = skipOuter(node);
  if (
    ts.isCallExpression(outer) &&
    ts.isIdentifier(outer.expression) &&
    outer.expression.text === 'Boolean' &&
    outer.arguments.length === 1
  )
    return unnegated(outer.arguments[0]!);
  const inner = isNegation(outer) ? skipOuter(outer.operand) : outer;
  return inner !== outer && isNegation(inner) ? unnegated(inner.operand) : outer;
}

/** The values that the parts of a condition ask for; null for a part that asks something else. */
function tests(
  evaluator: Evaluator,
  context: Context,
  node: ts.Expression,
  joint: ts.SyntaxKind,
  test: (node: ts.Expression) => ts.Expression | null,
): readonly (Trace | null)[] {
  const inner = unnegated(node);
  if (ts.isBinaryExpression(inner) && inner.operatorToken.kind === joint)
    return [...tests(evaluator, context, inner.left, joint, test), ...tests(evaluator, context, inner.right, joint, test)];
  const operand = test(inner);
  const traces = operand ? tracesOf(evaluator, context, operand, (value) => isOtherwise(inner, value)) : [];
  if (traces.length > 0) return traces;
  const asked = joint === ts.SyntaxKind.AmpersandAmpersandToken ? inner : isNegation(inner) ? skipOuter(inner.operand) : null;
  const members = asked ? membersAsked(evaluator, context, asked) : [];
  return members.length > 0 ? members : [null];
}

/** The members that are there where this is true; none where it asks for something else. */
function membersAsked(evaluator: Evaluator, context: Context, node: ts.Expression): readonly Trace[] {
  const missing = asksForMember(node) ? missingOf(evaluate(evaluator, context, node)) : null;
  return missing?.when === false ? missing.traces : [];
}

/** `'name' in body`, `body.hasOwnProperty('name')`, `Object.hasOwn(body, 'name')`, `has.call(body, 'name')`. */
function asksForMember(node: ts.Expression): boolean {
  const isGiven = (each: ts.Expression): boolean => ts.isStringLiteralLike(skipOuter(each)) || isPure(each);
  if (ts.isBinaryExpression(node)) return node.operatorToken.kind === ts.SyntaxKind.InKeyword && isGiven(node.left) && isGiven(node.right);
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    /^(?:hasOwn(?:Property)?|call)$/.test(node.expression.name.text) &&
    isPure(node.expression.expression) &&
    node.arguments.every(isGiven)
  );
}

/** Whether a constant that may stand there for a missing value is told apart from it: `null` in `given === undefined`. */
function isOtherwise(test: ts.Expression, value: Value): boolean {
  const standIn = value.kind === 'const' ? value.value : value.kind === 'unknown' ? value.instead : undefined;
  if (value.kind !== 'const' && standIn === undefined) return false;
  if (!ts.isBinaryExpression(test)) return Boolean(standIn);
  const { kind } = test.operatorToken;
  const sides = [skipOuter(test.left), skipOuter(test.right)];
  const given = sides.find(isNothing)!;
  if (ts.isStringLiteral(given) && given.text === '') return standIn !== '';
  const isStrict = kind === ts.SyntaxKind.EqualsEqualsEqualsToken || kind === ts.SyntaxKind.ExclamationEqualsEqualsToken;
  if (!isStrict && !sides.some(ts.isTypeOfExpression)) return standIn != null;
  return standIn !== (given.kind === ts.SyntaxKind.NullKeyword ? null : undefined);
}

/** By arm of a condition (true, false): the values of the request that are there. `name && …`, `kind === 'small'`, `typeof name !== 'string'`. */
export function presenceTested(
  evaluator: Evaluator,
  context: Context,
  condition: ts.Expression,
): readonly [readonly Trace[], readonly Trace[]] {
  const isThere = (node: ts.Expression): boolean => isSomething(node) || holdsSomething(context, node);
  const there = (holds: boolean): Trace[] =>
    statedPresent(condition, holds, isThere).flatMap((node) =>
      asksForMember(node) ? membersAsked(evaluator, context, node) : tracesOf(evaluator, context, node),
    );
  return [there(true), there(false)];
}

/** What is there in each clause of a `switch` over a value of the request: the value itself, where all its cases are constants. */
export function presenceInCases(
  evaluator: Evaluator,
  context: Context,
  node: ts.SwitchStatement,
  starts: readonly number[],
): readonly (readonly Trace[])[] {
  const traces = tracesOf(evaluator, context, skipOuter(node.expression));
  const { clauses } = node.caseBlock;
  return starts.map((start) => {
    if (start < 0) return [];
    let first = start;
    while (first > 0 && clauses[first - 1]!.statements.length === 0) first--;
    return clauses.slice(first, start + 1).every((clause) => ts.isCaseClause(clause) && isSomething(skipOuter(clause.expression)))
      ? traces
      : [];
  });
}

const isSomething = (node: ts.Expression): boolean =>
  ts.isNumericLiteral(node) ||
  node.kind === ts.SyntaxKind.TrueKeyword ||
  node.kind === ts.SyntaxKind.FalseKeyword ||
  (ts.isStringLiteralLike(node) && !isNothing(node));

/** A variable or a member that holds a constant which is something: `row.name` of a row of the program's own. */
function holdsSomething(context: Context, node: ts.Expression): boolean {
  const value = plainValue(context, node);
  return value?.kind === 'const' && value.taint === null && value.value != null && value.value !== '';
}

/** The expressions that must be there for a condition to hold, or not to hold. */
function statedPresent(condition: ts.Expression, holds: boolean, isThere: (node: ts.Expression) => boolean): ts.Expression[] {
  const node = unnegated(condition);
  if (isNegation(node)) return statedPresent(node.operand, !holds, isThere);
  if (asksForMember(node)) return holds ? [node] : [];
  if (!ts.isBinaryExpression(node)) return holds && (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)) ? [node] : [];
  const { kind } = node.operatorToken;
  if (kind === (holds ? ts.SyntaxKind.AmpersandAmpersandToken : ts.SyntaxKind.BarBarToken))
    return [...statedPresent(node.left, holds, isThere), ...statedPresent(node.right, holds, isThere)];
  const equal = kind === ts.SyntaxKind.EqualsEqualsEqualsToken || kind === ts.SyntaxKind.EqualsEqualsToken;
  const differs = kind === ts.SyntaxKind.ExclamationEqualsEqualsToken || kind === ts.SyntaxKind.ExclamationEqualsToken;
  if (!equal && !differs) return [];
  const [left, right] = [skipOuter(node.left), skipOuter(node.right)];
  if (holds ? equal : differs) return isThere(right) ? [untyped(left)] : isThere(left) ? [untyped(right)] : [];
  return isNothing(right) ? [untyped(left)] : isNothing(left) ? [untyped(right)] : [];
}

function tracesOf(
  evaluator: Evaluator,
  context: Context,
  node: ts.Expression,
  isOtherwise: (value: Value) => boolean = () => false,
): Trace[] {
  if (!isPure(node)) return [];
  const value = evaluate(evaluator, context, node);
  const alternatives = value.kind === 'oneOf' ? value.values.filter((alternative) => alternative !== ABSENT) : [value];
  if (alternatives.some(isOtherwise)) return [];
  const values = value.kind === 'oneOf' ? alternatives.filter(({ kind }) => kind !== 'const') : alternatives;
  const found = values
    .map((each) => {
      const trace = traceOf(each);
      return trace && each.kind === 'unknown' ? sentFor(each, trace) : trace;
    })
    .filter((trace) => trace !== null);
  if (found.length < values.length) return [];
  // A token of a cookie or of a header: neither has to be there.
  return found.length > 0 && found.every((each) => nameOfTrace(each) === nameOfTrace(found[0]!)) ? [found[0]!] : [];
}

/** Names, members and methods of texts: evaluating it once more does nothing. */
const isPure = (node: ts.Expression): boolean => {
  const inner = skipOuter(node);
  if (ts.isIdentifier(inner)) return true;
  if (ts.isPropertyAccessExpression(inner)) return isPure(inner.expression);
  if (ts.isElementAccessExpression(inner)) return isPure(inner.expression) && ts.isLiteralExpression(inner.argumentExpression);
  return (
    ts.isCallExpression(inner) &&
    inner.arguments.length === 0 &&
    ts.isPropertyAccessExpression(inner.expression) &&
    TEXT_TO_TEXT.has(inner.expression.name.text) &&
    isPure(inner.expression.expression)
  );
};

const isNothing = (node: ts.Expression): boolean =>
  node.kind === ts.SyntaxKind.NullKeyword ||
  (ts.isIdentifier(node) && node.text === 'undefined') ||
  (ts.isStringLiteral(node) && (node.text === '' || node.text === 'undefined'));
const untyped = (node: ts.Expression): ts.Expression => (ts.isTypeOfExpression(node) ? node.expression : node);

function isMissingTest(node: ts.Expression): ts.Expression | null {
  if (isNegation(node)) {
    const operand = unnegated(node.operand);
    return ts.isBinaryExpression(operand) ? isPresentTest(operand) : operand;
  }
  if (
    ts.isBinaryExpression(node) &&
    (node.operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken || node.operatorToken.kind === ts.SyntaxKind.EqualsEqualsToken)
  ) {
    if (isNothing(skipOuter(node.right))) return untyped(skipOuter(node.left));
    if (isNothing(skipOuter(node.left))) return untyped(skipOuter(node.right));
  }
  return null;
}

function isPresentTest(node: ts.Expression): ts.Expression | null {
  if (ts.isBinaryExpression(node)) {
    const differs =
      node.operatorToken.kind === ts.SyntaxKind.ExclamationEqualsEqualsToken ||
      node.operatorToken.kind === ts.SyntaxKind.ExclamationEqualsToken;
    return differs && isNothing(skipOuter(node.right)) ? untyped(skipOuter(node.left)) : null;
  }
  return ts.isIdentifier(node) || ts.isPropertyAccessExpression(node) ? node : null;
}

/** What the condition says of values of the request: by how it is written, else by what its value is made of. */
export function noteAbsence(evaluator: Evaluator, context: Context, info: BranchInfo, written: ts.Expression, condition: Value): void {
  const [whenTrue, whenFalse] = presenceTested(evaluator, context, written);
  const missing = missingOf(condition);
  const seen = absenceTested(evaluator, context, written);
  const told = missing && { arm: missing.when ? 0 : 1, traces: missing.traces, isExact: !missing.ofOthers };
  info.absence = seen && told?.arm === seen.arm ? { ...seen, traces: union([...seen.traces, ...told.traces]) } : (seen ?? told);
  for (const trace of info.absence?.traces ?? []) evaluator.observer?.askedFor(trace, written);
  noteTested(info, condition);
  info.present = missing?.when ? [whenTrue, [...whenFalse, ...missing.traces]] : [[...whenTrue, ...(missing?.traces ?? [])], whenFalse];
}
