import type { Shape } from '@tool/ir';
import { webFile, type Const, type OneOf, type Primitive, type Unknown, type Value } from '@tool/scanner-sdk';
import { isBare, noteTruth, truthOf } from './arms.js';
import { constantIn } from './flags.js';
import { asIncoming, isIncoming, isOfRequestItself, ofKind } from './incoming.js';
import { narrowLength } from './lengths.js';
import { stillChosen } from '../requests/chosen.js';
import type { Context } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { evaluate } from '../language/expressions.js';
import { typeOf } from '../language/operators.js';
import { asThere } from '../language/optional-chains.js';
import { assigns, declaresWithin, loopAround, skipOuter, ts } from '../language/syntax.js';
import { triedBy } from './tried.js';
import { holdMember, keepMember, mayHold, noteNarrowed } from '../values/held-members.js';
import { memberOfUnknown } from '../values/properties.js';
import { narrowTogether } from '../values/joined-together.js';
import type { Binding } from '../values/scope.js';
import { ABSENT, Obj, constant, isNullish, isOfRequest, alternativesOf, oneOf, taintOf, unknown } from '../values/values.js';

/**
 * In an arm of a condition the variables and members that it tests are what has that truth: `if (!watch.keeper) return` leaves a keeper. Taken back
 * with the arm.
 */
export function narrow(evaluator: Evaluator, context: Context, condition: ts.Expression, holds: boolean): void {
  // What was asked is not what is there any more: `if (row && (row = next()))`.
  if (!assigns(condition)) narrowTested(evaluator, context, condition, holds, withTruth);
}

/**
 * The same where the default configuration ends the program: the server that runs has other settings, of which it is known that they are there:
 * `if (!options.key) process.exit(1)`.
 */
export function narrowSettings(evaluator: Evaluator, context: Context, condition: ts.Expression, holds: boolean): void {
  if (!assigns(condition)) narrowTested(evaluator, context, condition, holds, settingWithTruth);
}

/** The same in the arm that another configuration takes: of several values those that it gives. */
export function narrowConfigured(evaluator: Evaluator, context: Context, condition: ts.Expression, holds: boolean): void {
  if (!assigns(condition)) narrowTested(evaluator, context, condition, holds, configuredWithTruth);
}

/**
 * The same behind a condition of which the other arm has left the round of a loop: for good where each round has the variable anew, and to the end of
 * the round for one from around the loop.
 */
export function narrowRest(evaluator: Evaluator, context: Context, condition: ts.Expression, holds: boolean): void {
  if (assigns(condition)) return;
  narrowTested(evaluator, context, condition, holds, withTruth, (tested) => isOfRound(tested) || keepForRound(evaluator, context, tested));
}

/** What follows a condition of which the other arm has returned finds its values as the condition has left them. */
export function noteRest(evaluator: Evaluator, context: Context, condition: ts.Expression, holds: boolean): void {
  const note: Narrowed = (value, truth) => {
    noteTruth(value, truth);
    return null;
  };
  if (!assigns(condition)) narrowTested(evaluator, context, condition, holds, note);
}

/** Variables that rounds of a loop find narrowed no more when they begin. */
export interface NarrowedInRound {
  readonly body: ts.Statement;
  readonly before: { readonly binding: Binding; readonly value: Value }[];
}

/** Notes what a variable is that is about to be narrowed; false where nobody would take that back. */
function keepForRound(evaluator: Evaluator, context: Context, tested: ts.Expression): boolean {
  const { narrowedInRound: round } = evaluator;
  const loop = round && ts.isIdentifier(tested) ? loopAround(tested) : null;
  const binding =
    loop && round?.body === (loop as ts.IterationStatement).statement ? context.scope.find((tested as ts.Identifier).text) : null;
  if (!round || !binding?.value || binding.lazy) return false;
  round.before.push({ binding, value: binding.value });
  return true;
}

/** Runs a round of a loop; what its conditions have left of variables from around it is taken back, unless it has assigned to them. */
export function narrowingForRound<Result>(evaluator: Evaluator, body: ts.Statement, run: () => Result): Result {
  if (evaluator.observer) return run();
  const outer = evaluator.narrowedInRound;
  const round: NarrowedInRound = (evaluator.narrowedInRound = { body, before: [] });
  try {
    return run();
  } finally {
    evaluator.narrowedInRound = outer;
    for (const { binding, value } of round.before.reverse()) {
      const isNarrowed = value.kind === 'oneOf' && binding.value !== null && isPartOf(binding.value, value);
      if (!isNarrowed) continue;
      evaluator.journal?.binding(binding);
      binding.value = value;
    }
  }
}

/** One of the alternatives of a value, or several of them. */
const isPartOf = (part: Value, whole: OneOf): boolean =>
  part.kind === 'oneOf' ? part.values.every((each) => whole.values.includes(each)) : whole.values.includes(part);

/** A variable that the loop around it declares. */
function isOfRound(tested: ts.Expression): boolean {
  const loop = ts.isIdentifier(tested) ? loopAround(tested) : null;
  return loop !== null && declaresWithin(loop, (tested as ts.Identifier).text);
}

type Narrowed = (value: Value, holds: boolean) => Value | null;

function narrowTested(
  evaluator: Evaluator,
  context: Context,
  condition: ts.Expression,
  holds: boolean,
  narrowed: Narrowed,
  admits: (tested: ts.Expression) => boolean = () => true,
): void {
  const tested = skipOuter(condition);
  if (narrowed === withTruth) narrowLength(evaluator, context, tested, holds, plainValue, admits);
  if (ts.isPrefixUnaryExpression(tested) && tested.operator === ts.SyntaxKind.ExclamationToken)
    narrowTested(evaluator, context, tested.operand, !holds, narrowed, admits);
  else if (ts.isBinaryExpression(tested)) {
    const { kind } = tested.operatorToken;
    narrowTried(evaluator, context, tested, holds);
    const among = holds ? amongConstants(context, tested) : null;
    if (among) {
      if (admits(among.of)) narrowAt(evaluator, context, among.of, (value) => oneOfConstants(value, among.values));
      return;
    }
    const typed = typeTested(tested, holds);
    if (typed) {
      if (admits(typed.of)) narrowAt(evaluator, context, typed.of, (value) => ofType(value, typed) ?? ofForm(evaluator, value, typed));
      return;
    }
    const compared = withNothing(tested, holds);
    if (compared) {
      if (admits(compared.of)) narrowAt(evaluator, context, compared.of, (value) => withoutOrOnly(value, compared));
      return;
    }
    const equal = EQUALITIES.get(kind);
    const given = equal === undefined ? null : (constantIn(skipOuter(tested.right)) ?? plainValue(context, skipOuter(tested.right)));
    if (given?.kind === 'const' && given.taint === null) {
      const of = skipOuter(tested.left);
      if (admits(of)) narrowAt(evaluator, context, of, (value) => withConstant(value, given.value, equal === holds));
      return;
    }
    const order = narrowed === withTruth ? ORDERS.get(kind) : undefined;
    const bound = order && constantIn(skipOuter(tested.right));
    if (order && bound?.kind === 'const' && typeof bound.value === 'number') {
      const of = skipOuter(tested.left);
      if (admits(of))
        narrowAt(evaluator, context, of, (value) => withNumber(value, (each) => order(each, bound.value as number) === holds));
      return;
    }
    const isBoth = kind === ts.SyntaxKind.AmpersandAmpersandToken;
    if (!isBoth && kind !== ts.SyntaxKind.BarBarToken) return;
    // Of two that do not both hold, it is the one that fails beside one that holds.
    for (const [side, other] of [
      [tested.left, tested.right],
      [tested.right, tested.left],
    ] as const)
      if (isBoth === holds || truthOfPlain(evaluator, context, other) === isBoth)
        narrowTested(evaluator, context, side, holds, narrowed, admits);
  } else {
    narrowTried(evaluator, context, tested, holds);
    const among = holds && ts.isCallExpression(tested) ? listedConstants(context, tested) : null;
    if (among && admits(among.of))
      narrowAt(evaluator, context, among.of, (value) =>
        among.isKept ? asIncoming(value, among.values) : oneOfConstants(value, among.values),
      );
    const list = holds && ts.isCallExpression(tested) ? askedWhetherList(tested) : null;
    if (list && admits(list)) narrowAt(evaluator, context, list, (value) => (isIncoming(value) ? ofKind(value, 'array') : null));
    if (!admits(tested)) return;
    const isAnswer = narrowed === withTruth && ts.isIdentifier(tested);
    narrowAt(evaluator, context, tested, (value) => {
      const kept = narrowed(value, holds);
      return isAnswer && isYesOrNo(value) ? noteNarrowed(constant(holds), value) : kept;
    });
  }
}

/** What a call has said, and no request. */
const isYesOrNo = (value: Value): value is Unknown =>
  value.kind === 'unknown' && value.shape?.kind === 'boolean' && !value.trace && value.taint === null;

function narrowTried(evaluator: Evaluator, context: Context, tested: ts.Expression, holds: boolean): void {
  const tried = triedBy(evaluator, context, tested, holds);
  if (tried) narrowAt(evaluator, context, tried.of, (value) => someOf(value as OneOf, (each) => tried.mayBe(each)));
}

/** Whether a variable or a member of an object, or its negation, holds; null where that is not decided. */
function truthOfPlain(evaluator: Evaluator, context: Context, tested: ts.Expression): boolean | null {
  const node = skipOuter(tested);
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
    const inner = truthOfPlain(evaluator, context, node.operand);
    return inner === null ? null : !inner;
  }
  const value = plainValue(context, node);
  return value && evaluator.truth(value).value;
}

/** What a variable or a member holds, without asking for it. */
export function plainValue(context: Context, node: ts.Expression): Value | null {
  if (ts.isIdentifier(node)) {
    const binding = context.scope.find(node.text);
    return binding && !binding.lazy ? binding.value : null;
  }
  const object = ts.isPropertyAccessExpression(node) ? plainValue(context, node.expression) : null;
  const member = object instanceof Obj && !object.host ? object.props?.get((node as ts.PropertyAccessExpression).name.text) : undefined;
  return member && !member.get && member.conditional === null ? member.value : null;
}

/** A variable, or a member of an object, holds what is left of it. */
function narrowAt(evaluator: Evaluator, context: Context, tested: ts.Expression, narrowed: (value: Value) => Value | null): void {
  if (ts.isIdentifier(tested)) {
    const binding = context.scope.find(tested.text);
    const kept = binding?.value && !binding.lazy ? narrowed(binding.value) : null;
    if (!binding || !kept) return;
    const before = binding.value!;
    evaluator.journal?.binding(binding);
    binding.value = kept;
    narrowTogether(evaluator.journal, before, kept);
  } else if (ts.isPropertyAccessExpression(tested) && isPlainPath(tested.expression)) {
    const object = evaluate(evaluator, context, tested.expression);
    const name = tested.name.text;
    const cameIn = evaluator.observer !== null && object.kind === 'unknown' && isOfRequestItself(object);
    if (object.kind === 'unknown' && (cameIn || mayHold(evaluator, object))) {
      const before = memberOfUnknown(evaluator, object, name, context, tested);
      const kept = narrowed(before);
      if (!kept || !(cameIn ? kept.kind === 'unknown' : alternativesOf(kept).every(({ kind }) => kind === 'const'))) return;
      keepPath(evaluator, context, tested.expression, object);
      holdMember(evaluator, object, name, before, kept);
      return;
    }
    const member = object instanceof Obj ? object.props?.get(name) : undefined;
    const kept = member && !member.get && !member.set ? narrowed(member.value) : null;
    if (!(object instanceof Obj) || !member || !kept) return;
    evaluator.journal?.prop(object, name);
    const isThere = !(kept.kind === 'const' && kept.value == null);
    object.props!.set(name, { ...member, value: kept, conditional: isThere ? null : member.conditional });
    narrowTogether(evaluator.journal, member.value, kept);
  }
}

/** Reading a member of what nobody knows gives this value from now on, so that what is known of that is found again. */
function keepPath(evaluator: Evaluator, context: Context, node: ts.Expression, value: Value): void {
  const at = skipOuter(node);
  if (!ts.isPropertyAccessExpression(at)) return;
  const object = evaluate(evaluator, context, at.expression);
  if (object.kind !== 'unknown' || !mayHold(evaluator, object)) return;
  keepPath(evaluator, context, at.expression, object);
  keepMember(evaluator, object, at.name.text, value);
}

/** `typeof x === 'string'`, and whether that is so in the arm. */
interface TypeTested {
  readonly of: ts.Expression;
  readonly type: string;
  readonly is: boolean;
}

function typeTested({ left, right, operatorToken }: ts.BinaryExpression, holds: boolean): TypeTested | null {
  const asked = skipOuter(left);
  const equal = EQUALITIES.get(operatorToken.kind);
  return ts.isTypeOfExpression(asked) && ts.isStringLiteralLike(right) && equal !== undefined
    ? { of: skipOuter(asked.expression), type: right.text, is: equal === holds }
    : null;
}

/** What is no text in a form is a file. */
const ofForm = (evaluator: Evaluator, value: Value, { type, is }: TypeTested): Value | null =>
  !is && type === 'string' && value.kind === 'unknown' && !value.shape && value.trace?.part === 'body' && evaluator.observer?.isForm
    ? noteNarrowed({ ...value, shape: webFile('File')! }, value)
    : null;

/** Of the alternatives of a shape those of the type, or of others. */
function ofType(value: Value, { type, is }: TypeTested): Value | null {
  const fits = (each: Value): boolean => {
    const said = typeOf(each);
    return said.kind !== 'const' || (said.value === type) === is;
  };
  const scalar = (each: Unknown): Value | null =>
    type === 'string' || type === 'number' || type === 'boolean' ? ofKind(each, type) : null;
  if (is && value.kind === 'oneOf' && value.values.some(isIncoming))
    return stillChosen(
      oneOf(
        value.values.filter(fits).map((each) => (isIncoming(each) ? (scalar(each) ?? each) : each)),
        value.condition,
      ),
      value,
    );
  if (isPerhaps(value)) return someOf(value, fits);
  if (is && isIncoming(value)) return scalar(value);
  if (value.kind !== 'unknown' || value.trace || value.shape?.kind !== 'union') return null;
  const kept = value.shape.alternatives!.filter((shape) => fits({ ...value, shape }));
  if (kept.length === 0 || kept.length === value.shape.alternatives!.length) return null;
  const shape: Shape = kept.length === 1 ? kept[0]! : { ...value.shape, alternatives: kept };
  return shape.kind === 'null' ? constant(null) : { ...value, shape };
}

/** Something that nobody knows yet, or nothing: what a column or a member holds that may be empty. */
const isPerhaps = (value: Value): value is OneOf =>
  value.kind === 'oneOf' &&
  !value.preferred &&
  value.values.every((each) => (each.kind === 'unknown' ? !each.trace && each.shape !== undefined : isNullish(each)));

const someOf = (value: OneOf, fits: (each: Value) => boolean): Value | null => {
  const kept = value.values.filter(fits);
  return kept.length === 0 || kept.length === value.values.length ? null : stillChosen(oneOf(kept, value.condition), value);
};

const EQUALITIES: ReadonlyMap<ts.SyntaxKind, boolean> = new Map([
  [ts.SyntaxKind.EqualsEqualsToken, true],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, true],
  [ts.SyntaxKind.ExclamationEqualsToken, false],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, false],
]);

/** What is compared with `null` or `undefined`. */
interface Compared {
  readonly of: ts.Expression;
  readonly loose: boolean;
  readonly nothing: null | undefined;
  /** It is that, in the arm. */
  readonly is: boolean;
}

function withNothing({ left, right, operatorToken }: ts.BinaryExpression, holds: boolean): Compared | null {
  const { kind } = operatorToken;
  const equal = EQUALITIES.get(kind);
  const isNull = right.kind === ts.SyntaxKind.NullKeyword;
  if (!isNull && !(ts.isIdentifier(right) && right.text === 'undefined')) return null;
  if (equal === undefined) return null;
  const loose = kind === ts.SyntaxKind.EqualsEqualsToken || kind === ts.SyntaxKind.ExclamationEqualsToken;
  return { of: skipOuter(left), loose, nothing: isNull ? null : undefined, is: equal === holds };
}

/** Of several values those that are a constant, or others: `status !== 200`. */
const withConstant = (value: Value, given: Primitive, is: boolean): Value | null =>
  value.kind === 'unknown'
    ? is && isBare(value) && (typeof given === 'number' || typeof given === 'string')
      ? noteNarrowed({ ...constant(given) }, value)
      : null
    : value.kind === 'oneOf' && !value.preferred
      ? someOf(value, (each) => (each.kind === 'const' ? (each.value === given) === is : each.kind !== 'object' || !is))
      : null;

const ORDERS: ReadonlyMap<ts.SyntaxKind, (one: number, other: number) => boolean> = new Map([
  [ts.SyntaxKind.LessThanToken, (one, other) => one < other],
  [ts.SyntaxKind.LessThanEqualsToken, (one, other) => one <= other],
  [ts.SyntaxKind.GreaterThanToken, (one, other) => one > other],
  [ts.SyntaxKind.GreaterThanEqualsToken, (one, other) => one >= other],
]);

/** Of several numbers those that fit: a place that was found is not below zero. */
const withNumber = (value: Value, fits: (each: number) => boolean): Value | null =>
  value.kind === 'oneOf' && !value.preferred && value.values.every((each) => each.kind === 'const' && typeof each.value === 'number')
    ? someOf(value, (each) => fits((each as Const).value as number))
    : null;

/** In an arm that only these lead to: `switch (x) { case 404: case 410: … }`. */
export function narrowToOneOf(evaluator: Evaluator, context: Context, of: ts.Expression, values: readonly Value[]): void {
  const tested = skipOuter(of);
  if (
    evaluator.observer &&
    values.length > 0 &&
    isPlainPath(tested) &&
    values.every((each) => each.kind === 'const' && each.taint === null)
  )
    narrowAt(evaluator, context, tested, (value) => oneOfConstants(value, values));
}

/** What is one of several constants, and these. */
interface Among {
  readonly of: ts.Expression;
  readonly values: readonly Value[];
  /** They are in a list or a set that the program keeps, and may be many. */
  readonly isKept?: boolean;
}
const oneOfConstants = (value: Value, values: readonly Value[]): Value | null =>
  value.kind === 'unknown' && isBare(value)
    ? noteNarrowed(
        oneOf(
          values.map((each) => ({ ...each })),
          'which one it is',
        ),
        value,
      )
    : asIncoming(value, values);

/** `Array.isArray(x)` */
const askedWhetherList = ({ expression, arguments: [of] }: ts.CallExpression): ts.Expression | null =>
  of && expression.getText() === 'Array.isArray' && isPlainPath(skipOuter(of)) ? skipOuter(of) : null;

/** `x === 404 || x === 410` */
function amongConstants(context: Context, { left, right, operatorToken }: ts.BinaryExpression): Among | null {
  if (operatorToken.kind !== ts.SyntaxKind.BarBarToken) return null;
  const parts = [left, right].map((side): Among | null => {
    const tested = skipOuter(side);
    if (!ts.isBinaryExpression(tested)) return null;
    if (EQUALITIES.get(tested.operatorToken.kind) !== true) return amongConstants(context, tested);
    const given = constantIn(skipOuter(tested.right)) ?? plainValue(context, skipOuter(tested.right));
    return given?.kind === 'const' && given.taint === null ? { of: skipOuter(tested.left), values: [given] } : null;
  });
  const [one, other] = parts;
  return one && other && isPlainPath(one.of) && one.of.getText() === other.of.getText()
    ? { of: one.of, values: [...one.values, ...other.values] }
    : null;
}

/** `[404, 410].includes(x)`, `names.includes(x)`, `names.has(x)` */
function listedConstants(context: Context, { expression, arguments: [of] }: ts.CallExpression): Among | null {
  if (!of || !ts.isPropertyAccessExpression(expression) || !isPlainPath(of)) return null;
  const list = skipOuter(expression.expression);
  const values = ts.isArrayLiteralExpression(list)
    ? expression.name.text === 'includes'
      ? list.elements.map((each) => constantIn(skipOuter(each)) ?? plainValue(context, skipOuter(each)))
      : []
    : listedIn(plainValue(context, list), expression.name.text);
  return values.length > 0 && values.every((each) => each?.kind === 'const' && each.taint === null)
    ? { of, values: values as Value[], isKept: !ts.isArrayLiteralExpression(list) }
    : null;
}

/** What a list is searched for, or a set, where nothing else is in it. */
function listedIn(list: Value | null, method: string): readonly (Value | null)[] {
  if (!(list instanceof Obj) || list.open || list.mayBeEmpty) return [];
  if (list.cls === 'Set') return method === 'has' ? [...(list.entries?.values() ?? [])].map(([key]) => key) : [];
  return list.elements && method === 'includes' ? list.elements : [];
}

/** A shape without null; the same where it is none that may be null. */
function withoutNull(shape: Shape): Shape {
  const rest = (shape.alternatives ?? []).filter(({ kind }) => kind !== 'null');
  if (shape.kind !== 'union' || rest.length === 0 || rest.length === shape.alternatives!.length) return shape;
  return rest.length === 1 ? rest[0]! : { ...shape, alternatives: rest };
}

const isNullable = (value: Value): boolean =>
  value.kind === 'unknown' && value.shape !== undefined && withoutNull(value.shape) !== value.shape;

/** Whether a value is `null` or `undefined`, or, if loose, either; null where nobody knows. */
function isNothing(value: Value, loose: boolean, nothing: null | undefined): boolean | null {
  if (value === ABSENT) return loose || nothing === undefined;
  if (value.kind === 'const') return loose ? value.value === null || value.value === undefined : value.value === nothing;
  if (value.kind !== 'unknown') return false;
  return value.trace || value.shape === undefined || isNullable(value) ? null : false;
}

/** What may be nothing is nothing, or something; of a nullable shape that is what is left of the shape. */
function withoutOrOnly(value: Value, { loose, nothing, is }: Omit<Compared, 'of'>): Value | null {
  if (value.kind === 'oneOf' && (!value.preferred || isOfRequest()))
    return someOf(value, (each) => (isNothing(each, loose, nothing) ?? is) === is);
  if (!is && (loose || nothing === undefined)) {
    const known = asThere(value);
    if (known && !isNullable(value)) return known;
  }
  if (value.kind !== 'unknown' || value.trace || !value.shape || (!loose && nothing === undefined)) return null;
  const left = withoutNull(value.shape);
  return left === value.shape ? null : is ? constant(null) : { ...value, shape: left };
}

/** Those of several values that may have the truth; null where these are none or all of them. */
function withTruth(value: Value, holds: boolean): Value | null {
  if (value.kind === 'oneOf' && !value.preferred) return ofTruth(value, holds);
  noteTruth(value, holds);
  return holds ? (withoutOrOnly(value, { loose: true, nothing: null, is: false }) ?? asThere(value)) : null;
}

/** A setting that is there, where by default it is not: what another configuration states. */
function settingWithTruth(value: Value, holds: boolean): Value | null {
  const taint = taintOf(value);
  if (!holds || taint === null || truthOf(value).value !== false) return null;
  const kept = value.kind === 'oneOf' ? ofTruth(value, true) : null;
  return kept ?? unknown(`${taint}, which is not set`, value.origin, null, [], taint);
}

/** Of several values those that another configuration gives; a setting that it may have set is one of them. */
function configuredWithTruth(value: Value, holds: boolean): Value | null {
  const kept = value.kind === 'oneOf' ? ofTruth(value, holds) : null;
  const unset = kept && holds ? (value as OneOf).values.find((each) => each.kind === 'const' && each.taint && !each.value) : undefined;
  const setting = unset && settingWithTruth(unset, true);
  return kept && setting ? oneOf([setting, kept], (value as OneOf).condition) : kept;
}

function ofTruth(value: OneOf, holds: boolean): Value | null {
  const kept = value.values.filter((each) => truthOf(each).value !== !holds);
  return kept.length === 0 || kept.length === value.values.length ? null : stillChosen(oneOf(kept, value.condition), value);
}

/** `a`, `this` and `a.b` of them: what reading them again does, of getters, is taken back with the arm. */
const isPlainPath = (node: ts.Expression): boolean =>
  ts.isIdentifier(node) || node.kind === ts.SyntaxKind.ThisKeyword || (ts.isPropertyAccessExpression(node) && isPlainPath(node.expression));
