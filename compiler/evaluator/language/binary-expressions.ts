import { orNothing } from './parameters.js';
import { noteAbsence } from '../requests/request-conditions.js';
import type { Unknown, Value } from '@tool/scanner-sdk';
import { stillChosen } from '../requests/chosen.js';
import type { BranchInfo, Context } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { evaluate, choose, isNoneYet } from './expressions.js';
import { missingOf, missingOfEither, withMissing } from '../requests/missing.js';
import { missingInBoth, testedOf, testedOfBoth, testedOfEither, withTested } from '../requests/tested.js';
import { defaulted } from '../requests/defaults.js';
import { shaped, isBigInt, BIGINT, BOOLEAN, NUMBER, asNumber, perhapsMissing } from '../requests/observation.js';
import { askedByDefault, asksOf, not } from '../requests/request-tests.js';
import { binary, negate, toNumber } from './operators.js';
import { everyRequestHas } from '../conditions/arms.js';
import { assign, namedValue } from './patterns.js';
import { asThere } from './optional-chains.js';
import { ts, shortText, skipOuter } from './syntax.js';
import {
  isOfMany,
  withTaint,
  FALSE,
  UNDEFINED,
  oneOf,
  ABSENT,
  constant,
  taintOf,
  isLacking,
  lacking,
  asConfigured,
  asSomething,
  type Obj,
} from '../values/values.js';

export function evaluateBinary(evaluator: Evaluator, context: Context, node: ts.BinaryExpression): Value {
  const value = evaluateOperator(evaluator, context, node);
  return evaluator.observer && JOINTS.has(node.operatorToken.kind) ? evaluator.written.joined(node, value) : value;
}

const NULLISH: ReadonlySet<ts.SyntaxKind> = new Set([ts.SyntaxKind.QuestionQuestionToken, ts.SyntaxKind.QuestionQuestionEqualsToken]);
const JOINTS: ReadonlySet<ts.SyntaxKind> = new Set([ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken]);

function evaluateOperator(evaluator: Evaluator, context: Context, node: ts.BinaryExpression): Value {
  const operator = node.operatorToken.kind;
  switch (operator) {
    case ts.SyntaxKind.EqualsToken: {
      const name = ts.isIdentifier(node.left) ? node.left.text : ts.isPropertyAccessExpression(node.left) ? node.left.name.text : '';
      if (ts.isObjectLiteralExpression(node.left) || ts.isArrayLiteralExpression(node.left)) {
        const value = evaluate(evaluator, context, node.right);
        assign(evaluator, context, node.left, value);
        return value;
      }
      const value = namedValue(evaluator, context, node.right, isModuleExports(node.left) ? '' : name);
      assign(evaluator, context, node.left, value);
      return value;
    }
    case ts.SyntaxKind.CommaToken:
      evaluate(evaluator, context, node.left);
      return evaluate(evaluator, context, node.right);
    case ts.SyntaxKind.AmpersandAmpersandToken: {
      const looked = evaluator.observer?.looked.length;
      const left = evaluate(evaluator, context, node.left);
      let right: Value | null = null;
      evaluator.written.note(node.left, left);
      const chosen = choose(
        evaluator,
        context,
        node.left,
        left,
        () => evaluator.written.note(node.right, (right = evaluate(evaluator, context, node.right))),
        () => falsySide(evaluator, left, right),
      );
      const isUndecided = evaluator.observer !== null && evaluator.truth(left).value === null;
      // `name && mail`: false when either is missing.
      const missing = isUndecided ? missingOfEither(left, right, false) : null;
      const absent = evaluator.observer && isTruth(right) ? missingInBoth(left, right, true) : null;
      const tested = isUndecided && isTruth(right) ? testedOfBoth(left, right) : [];
      if (tested.length > 0 || absent)
        return withTested(withMissing(shaped(BOOLEAN, shortText(node), evaluator.site(context, node)), absent ?? missing), tested);
      const isFalse = left.kind === 'unknown' && (right as Value | null)?.kind === 'const' && evaluator.truth(right!).value === false;
      if (evaluator.observer && isFalse) {
        // It makes no difference what the left side looks for.
        evaluator.observer.looked.length = looked!;
        return right!;
      }
      if (chosen.kind === 'oneOf' && !chosen.missing) return withMissing(chosen, missing);
      // Under another configuration it is the left side: a constant of the right one is as configurable.
      return chosen.kind === 'const' ? withTaint(chosen, evaluator.truth(left).taint) : chosen;
    }
    case ts.SyntaxKind.BarBarToken: {
      const left = evaluator.written.note(node.left, evaluate(evaluator, context, node.left));
      return fallback(evaluator, context, node, left, evaluator.truth(left));
    }
    case ts.SyntaxKind.QuestionQuestionToken: {
      const left = evaluate(evaluator, context, node.left);
      return fallback(evaluator, context, node, left, present(left));
    }
    case ts.SyntaxKind.BarBarEqualsToken:
    case ts.SyntaxKind.QuestionQuestionEqualsToken:
    case ts.SyntaxKind.AmpersandAmpersandEqualsToken: {
      const left = evaluate(evaluator, context, node.left);
      if (operator === ts.SyntaxKind.AmpersandAmpersandEqualsToken) {
        return choose(
          evaluator,
          context,
          node.left,
          left,
          () => {
            const value = evaluate(evaluator, context, node.right);
            assign(evaluator, context, node.left, value);
            return value;
          },
          () => left,
        );
      }
      const truth = operator === ts.SyntaxKind.BarBarEqualsToken ? evaluator.truth(left) : present(left);
      if (truth.value === true) return left;
      const value = fallback(evaluator, context, node, left, truth);
      assign(evaluator, context, node.left, value);
      return value;
    }
    default: {
      const left = evaluate(evaluator, context, node.left);
      const right = evaluate(evaluator, context, node.right);
      const assignment = compoundOperators.get(operator);
      if (assignment !== undefined) {
        const value = binary(evaluator, assignment, left, right, context, node);
        assign(evaluator, context, node.left, value);
        return value;
      }
      return binary(evaluator, operator, left, right, context, node);
    }
  }
}

const isTruth = (value: Value | null): value is Value => value?.kind === 'unknown' && value.shape?.kind === 'boolean';

const isModuleExports = (node: ts.Expression): boolean =>
  ts.isPropertyAccessExpression(node) &&
  node.name.text === 'exports' &&
  ts.isIdentifier(node.expression) &&
  node.expression.text === 'module';

/** What a value of a kind is where it does not hold: an empty text, none, nothing. With a truth on the right it is none that goes on. */
function nothingOf(left: Unknown, right: Value | null): Value {
  const kind = left.shape?.kind ?? 'any';
  const isTold = right?.kind === 'const' ? typeof right.value === 'boolean' : isTruth(right);
  if (isTold || kind === 'boolean' || kind === 'union' || (kind === 'any' && (!left.trace || left.trace.derived))) return FALSE;
  if (kind !== 'string' && kind !== 'number' && kind !== 'integer') return UNDEFINED;
  const none = constant(kind === 'string' ? '' : 0);
  return left.trace || perhapsMissing.has(left) ? oneOf([UNDEFINED, none], 'nothing') : none;
}

const falsySide = (evaluator: Evaluator, left: Value, right: Value | null): Value =>
  left.kind === 'unknown'
    ? evaluator.observer
      ? nothingOf(left, right)
      : FALSE
    : left.kind === 'oneOf'
      ? oneOf(
          // Of a truth value that does not hold nothing is left open.
          left.values.filter((value) => evaluator.truth(value).value !== true).map((value) => (isTruth(value) ? FALSE : value)),
          left.condition,
          false,
        )
      : left;

const makesRecord = (node: ts.Expression): boolean =>
  ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node) || ts.isNewExpression(node);

const isOfPath = (value: Value): boolean => value.kind === 'unknown' && value.trace?.part === 'path';

/** `left || right` and `left ?? right`. What configuration leaves unset takes the default, which is then configurable. */
function fallback(
  evaluator: Evaluator,
  context: Context,
  node: ts.BinaryExpression,
  first: Value,
  truth: { value: boolean | null; taint: string | null },
): Value {
  const left = evaluator.observer && truth.value === null ? orNothing(first) : first;
  if (isNoneYet(left) && makesRecord(skipOuter(node.right))) return evaluate(evaluator, context, node.right);
  // What is written as JSON is a text.
  if (truth.value === true || (left.kind === 'unknown' && left.json)) return left;
  if (truth.value === false) {
    const right = evaluate(evaluator, context, node.right);
    if (isLacking(left) && right.kind === 'const' && !right.taint && !right.value) return lacking(right);
    if (!truth.taint) return right;
    // Functions and objects that another configuration has instead may register something.
    const others = left.kind === 'oneOf' ? left.values.filter((value) => value.kind === 'object') : [];
    if (others.length > 0 && right.kind === 'object') return oneOf([right, ...others], truth.taint, true);
    const value = asConfigured(right, truth.taint);
    return node.operatorToken.kind === ts.SyntaxKind.BarBarToken && taintOf(right) === null ? asSomething(value) : value;
  }
  const operator = NULLISH.has(node.operatorToken.kind) ? '??' : '||';
  if (left.kind === 'oneOf') {
    const kept = left.values.filter((value) => evaluator.truth(value).value !== false).map((value) => asThere(value) ?? value);
    const info = evaluator.branchInfo(context, node, left.condition, 'unknown', 2, true);
    noteUnless(evaluator, info, left);
    let given: Value = ABSENT;
    const right = evaluator.join(info, [() => (given = evaluate(evaluator, context, node.right)), () => ABSENT], false);
    const rights = right.kind === 'oneOf' ? right.values.filter((value) => value !== ABSENT) : [right];
    const value = oneOf([...kept, ...rights], left.condition, left.preferred && evaluator.truth(left.values[0]!).value !== false);
    const [only] = rights.length === 1 ? rights : [];
    const isBehindPath = evaluator.observer && only && !isOfPath(only) && left.values.every(isOfPath);
    const chosen = stillChosen(isBehindPath ? withMissing(value, missingOf(only)) : value, left, only, operator);
    // `!mail || !isEmail(mail)` of what was set on several ways: what makes the right side true makes the whole one true.
    const isAsked = evaluator.observer && node.operatorToken.kind === ts.SyntaxKind.BarBarToken;
    if (!isAsked) return chosen;
    return withTested(withMissing(chosen, missingOfEither(left, given, true)), [
      ...testedOf(chosen),
      ...[left, given].flatMap((each) => testedOf(each).filter(({ when }) => when)),
    ]);
  }
  const right = guardedRight(evaluator, context, node, left);
  // Nobody comes back from there, or nobody takes what does: `body.name || (errors.name = 'missing')`.
  if (right === ABSENT || (evaluator.observer && ts.isExpressionStatement(node.parent))) return left;
  const isStated = evaluator.observer && left.kind === 'unknown' && left.missing?.when === true;
  // `!name || !mail`: true when either is missing.
  const tested = evaluator.observer && left.kind === 'unknown' && left.shape?.kind === 'boolean' ? testedOfEither(left, right) : [];
  if (tested.length > 0 || isStated)
    return withTested(
      withMissing(shaped(BOOLEAN, shortText(node), evaluator.site(context, node)), missingOfEither(left, right, true)),
      tested,
    );
  // One of two truth values is the whole one: `!session || !session.user`.
  if (left.kind === 'unknown' && left.shape?.kind === 'boolean' && right.kind === 'const' && right.value === true) return right;
  if (evaluator.observer && left.kind === 'unknown') {
    const value = defaulted(evaluator, (asThere(left) as Unknown | null) ?? left, right, evaluator.site(context, node));
    // Where what stands behind a parameter of the path is looked for, the path has none: it is the whole.
    const absent = left.trace?.part === 'path' && !left.missing ? missingOf(right) : missingInBoth(left, right, false);
    const whole = withMissing(value, absent);
    return askedByDefault(whole, left, right, operator);
  }
  // Of a value nobody knows and a known default, the default is what the source says.
  if (left.kind === 'unknown' && left.carries.length === 0 && right.kind === 'const')
    return isOfMany(left) ? left : { ...right, taint: right.taint ?? shortText(node.left) };
  if (left.kind === 'unknown' && left.carries.length === 0 && !left.provenance && right.kind === 'object') return right;
  // A default without elements says that it is a list, of which nothing is known.
  if (left.kind === 'unknown' && left.carries.length === 0 && isEmptyList(node.right, right)) {
    (right as Obj).open = true;
    return right;
  }
  return oneOf([left, right], shortText(node.left));
}

/** `[]`, written where it is used: nobody else has this list. */
const isEmptyList = (node: ts.Expression, value: Value): boolean =>
  ts.isArrayLiteralExpression(node) && value.kind === 'object' && (value as Obj).elements?.length === 0;

/** The first of two arms is for requests that lack the value: `params.id || body.id`. */
function noteUnless({ observer }: Evaluator, info: BranchInfo, value: Value): void {
  const asks = observer && asksOf(value);
  if (asks !== null) info.asks = [not(asks), asks];
}

function guardedRight(evaluator: Evaluator, context: Context, node: ts.BinaryExpression, left: Value): Value {
  const isAsked = evaluator.observer !== null;
  const info = evaluator.branchInfo(context, node, shortText(node.left), 'unknown', isAsked ? 2 : 1, isAsked);
  if (isAsked) {
    noteAbsence(evaluator, context, info, node.left, left);
    // The right side is for whom the left one does not hold.
    info.absence &&= { ...info.absence, arm: 1 - info.absence.arm };
    info.tested &&= [...info.tested].reverse();
    info.present &&= [...info.present].reverse();
  }
  noteUnless(evaluator, info, left);
  const value = evaluator.join(
    info,
    [() => evaluator.written.note(node.right, evaluate(evaluator, context, node.right)), () => ABSENT],
    false,
  );
  return value.kind === 'oneOf'
    ? oneOf(
        value.values.filter((alternative) => alternative !== ABSENT),
        value.condition,
      )
    : value;
}

function present(value: Value): { value: boolean | null; taint: string | null } {
  switch (value.kind) {
    case 'const':
      return { value: value.value != null, taint: value.taint };
    case 'object':
    case 'template':
      return { value: true, taint: null };
    case 'unknown':
      return { value: everyRequestHas(value) || value.json !== undefined || null, taint: null };
    case 'oneOf': {
      const states = value.values.map((alternative) => present(alternative).value);
      if (states.every((state) => state === states[0])) return { value: states[0]!, taint: null };
      return value.preferred ? { value: states[0]!, taint: value.condition } : { value: null, taint: null };
    }
  }
}

const compoundOperators = new Map<ts.SyntaxKind, ts.SyntaxKind>([
  [ts.SyntaxKind.PlusEqualsToken, ts.SyntaxKind.PlusToken],
  [ts.SyntaxKind.MinusEqualsToken, ts.SyntaxKind.MinusToken],
  [ts.SyntaxKind.AsteriskEqualsToken, ts.SyntaxKind.AsteriskToken],
  [ts.SyntaxKind.SlashEqualsToken, ts.SyntaxKind.SlashToken],
  [ts.SyntaxKind.PercentEqualsToken, ts.SyntaxKind.PercentToken],
  [ts.SyntaxKind.AsteriskAsteriskEqualsToken, ts.SyntaxKind.AsteriskAsteriskToken],
  [ts.SyntaxKind.BarEqualsToken, ts.SyntaxKind.BarToken],
  [ts.SyntaxKind.AmpersandEqualsToken, ts.SyntaxKind.AmpersandToken],
  [ts.SyntaxKind.CaretEqualsToken, ts.SyntaxKind.CaretToken],
  [ts.SyntaxKind.LessThanLessThanEqualsToken, ts.SyntaxKind.LessThanLessThanToken],
  [ts.SyntaxKind.GreaterThanGreaterThanEqualsToken, ts.SyntaxKind.GreaterThanGreaterThanToken],
  [ts.SyntaxKind.GreaterThanGreaterThanGreaterThanEqualsToken, ts.SyntaxKind.GreaterThanGreaterThanGreaterThanToken],
]);

/** What a counter is after `++` or `--`. */
export function counted(before: Value, operator: ts.PrefixUnaryOperator): Value {
  if (isBigInt(before))
    return before.kind === 'const'
      ? constant((before.value as bigint) + (operator === ts.SyntaxKind.PlusPlusToken ? 1n : -1n))
      : shaped(BIGINT, 'a counter');
  const number = toNumber(before);
  return number === null ? shaped(NUMBER, 'a counter') : constant(operator === ts.SyntaxKind.PlusPlusToken ? number + 1 : number - 1);
}

export function evaluatePrefix(evaluator: Evaluator, context: Context, node: ts.PrefixUnaryExpression): Value {
  const operand = evaluate(evaluator, context, node.operand);
  switch (node.operator) {
    case ts.SyntaxKind.ExclamationToken:
      return evaluator.written.negated(node, negate(evaluator, operand));
    case ts.SyntaxKind.PlusPlusToken:
    case ts.SyntaxKind.MinusMinusToken: {
      const value = counted(operand, node.operator);
      assign(evaluator, context, node.operand, value);
      return value;
    }
    default: {
      if (isBigInt(operand) && node.operator !== ts.SyntaxKind.PlusToken)
        return operand.kind !== 'const'
          ? operand
          : constant(node.operator === ts.SyntaxKind.MinusToken ? -(operand.value as bigint) : ~(operand.value as bigint));
      const number = toNumber(operand);
      if (number === null)
        return node.operator === ts.SyntaxKind.TildeToken
          ? shaped(NUMBER, 'a number')
          : asNumber(evaluator, operand, evaluator.site(context, node));
      const value = node.operator === ts.SyntaxKind.MinusToken ? -number : node.operator === ts.SyntaxKind.TildeToken ? ~number : number;
      return constant(value, null, taintOf(operand));
    }
  }
}
