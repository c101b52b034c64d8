import type { Shape } from '@tool/ir';
import { patternSource, webFile, type Primitive, type Tested, type Trace, type Unknown, type Value } from '@tool/scanner-sdk';
import type { BranchInfo } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { DIFFERS, EQUAL, MIRRORED, missingOf, nameOfTrace, truthCompared, type Missing } from './missing.js';
import { BOOLEAN, shaped } from './observation.js';
import { testOf } from './request-tests.js';
import { ts } from '../language/syntax.js';
import { isSecretSetting, testedOfLiteral, testedOfSetting, testedTogether } from './tested-texts.js';
import { ABSENT, type Obj, type Site } from '../values/values.js';

/**
 * What the truth of a value says of how values of a request look: where one is there and does not look like the shape, the value is `when`. It travels
 * with the value, as what is missing does: `/^a/.test(name)`, `age < 18`, `errors.length` where an error is added for each value that does not fit.
 */
export const testedOf = (value: Value): readonly Tested[] =>
  value.kind === 'unknown' || value.kind === 'oneOf' ? (value.tested ?? []) : [];

export const withTested = (value: Value, tested: readonly Tested[]): Value =>
  (value.kind === 'unknown' || value.kind === 'oneOf') && tested.length > 0 ? { ...value, tested } : value;

/** What a test says of whoever lacks a value: `names.includes(query.by)` is false. */
export function missingTested(value: Value): Missing | null {
  const required = testedOf(value).filter((each) => each.required);
  const when = required[0]?.when;
  const traces = required.filter((each) => each.when === when).map(({ trace }) => trace);
  return when === undefined ? null : { when, traces };
}

/** `!value`. */
export const notTested = (value: Value): readonly Tested[] => testedOf(value).map((each) => ({ ...each, when: !each.when }));

/** A truth value that is false where the value does not look like the shape. `required`: where it is not there either. */
export function testFor(evaluator: Evaluator, value: Value, shape: Shape, required: boolean, site: Site | null, when = false): Value {
  const answer = shaped(BOOLEAN, 'a test of a value', site);
  if (!evaluator.observer) return answer;
  if (shape.enum && isOfCaller(value)) return withTested(answer, [{ when, trace: value.trace ?? OF_NO_PART, shape }]);
  const found = subjectOf(value, shape);
  return found
    ? withTested(answer, [{ when, trace: found.trace, shape, ...((required || found.required) && { required: true }) }])
    : answer;
}

/** It did not come in with the request: what the server knows of the caller, from wherever (`request.user.role`, `(await find(id)).role`). */
export const isOfCaller = (value: Value): value is Unknown =>
  value.kind === 'unknown' && (!value.trace || value.trace.part === 'context') && !testOf(value);
export const OF_NO_PART: Trace = { part: 'context', path: [] };

/** What a regular expression is made of. */
export interface Pattern {
  readonly source: string;
  readonly flags: string;
  lastIndex: number;
}

export const patternOf = (value: Value): Pattern | null =>
  value.kind === 'object' && (value as Obj).cls === 'RegExp' ? ((value as Obj).internal as Pattern) : null;

/** Whether a value of the request is such a text: what is not there is tested as the word `undefined`. */
export function textTest(evaluator: Evaluator, regexp: Value, subject: Value, site: Site): Value {
  const pattern = patternOf(regexp);
  const source = patternSource(pattern);
  if (subject.kind === 'unknown' && subject.trace && pattern) evaluator.observer?.lookedFor(subject.trace, pattern.source);
  return source !== undefined
    ? testFor(evaluator, subject, { kind: 'string', pattern: source }, !matches(source, 'undefined'), site)
    : shaped(BOOLEAN, 'a test of text');
}

/** The value of the request that is tested. Where a constant stands in for it that fails the test, it has to be there. */
function subjectOf(value: Value, shape: Shape): { readonly trace: Trace; readonly required: boolean } | null {
  if (value.kind !== 'oneOf')
    return isIncoming(value, shape)
      ? { trace: incomingOf(value.trace!), required: value.instead !== undefined && fails(value.instead, shape) }
      : null;
  const incoming = value.values.filter((each) => isIncoming(each, shape));
  const [first, ...more] = incoming;
  if (!first || more.some((each) => each.trace!.path.join('\0') !== first.trace!.path.join('\0'))) return null;
  const stand = value.values.filter((each) => each !== ABSENT && !incoming.some((own) => own === each));
  if (!stand.every((each) => each.kind === 'const')) return null;
  return {
    trace: incomingOf(first.trace!),
    required: stand.length > 0 && stand.every((each) => each.kind === 'const' && fails(each.value, shape)),
  };
}

/** It came in, or is what came in without the blanks around it: limits of the one are limits of the other. */
const isIncoming = (value: Value, { enum: listed, pattern }: Shape): value is Unknown =>
  value.kind === 'unknown' &&
  value.trace !== undefined &&
  value.trace.part !== 'context' &&
  value.trace.path.length > 0 &&
  (!value.trace.derived || value.trace.but === 'blanks' || (value.trace.but === 'case' && !listed && pattern === undefined));

/** What came in, of which a text was made. */
export const incomingOf = (trace: Trace): Trace => (trace.but ? { part: trace.part, path: trace.path } : trace);

/** A constant surely does not look like the shape. */
function fails(value: Primitive, shape: Shape): boolean {
  if (value === undefined || value === null) return true;
  if (shape.enum) return !shape.enum.includes(value as string);
  if (value !== '') return false;
  return (shape.minLength ?? 0) > 0 || shape.format !== undefined || (shape.pattern !== undefined && !matches(shape.pattern, ''));
}

const matches = (pattern: string, text: string): boolean => {
  try {
    return new RegExp(pattern).test(text);
  } catch {
    return true;
  }
};

/** Whether the comparison is true of what is `below` the bound that it sets, and that bound: `x < 3` refuses, or lets through, 0 to 2. */
const BELOW: ReadonlyMap<ts.SyntaxKind, { readonly below: boolean; readonly step: 0 | 1 }> = new Map([
  [ts.SyntaxKind.LessThanToken, { below: true, step: 0 }],
  [ts.SyntaxKind.LessThanEqualsToken, { below: true, step: 1 }],
  [ts.SyntaxKind.GreaterThanEqualsToken, { below: false, step: 0 }],
  [ts.SyntaxKind.GreaterThanToken, { below: false, step: 1 }],
]);
/** What a comparison with a constant or a setting says: `name.length < 3`, `age >= 18`, `errors.length > 0`, `errors.length === 0`. */
export function testedOfComparison(operator: ts.SyntaxKind, left: Value, right: Value, isForm = false): readonly Tested[] {
  const tested = isSecretSetting(left) || isSecretSetting(right) ? [] : testedOfConstant(operator, left, right);
  // What is no text in a form is a file.
  if (isForm && left.kind === 'unknown' && left.typeOf?.part === 'body' && right.kind === 'const' && right.value === 'string')
    return [...tested, ...tested.map((each) => ({ ...each, when: !each.when, shape: webFile('File')! }))];
  if (tested.length > 0 || !(EQUAL.has(operator) || DIFFERS.has(operator))) return tested;
  return ofEachOther(left, right, DIFFERS.has(operator)) ?? testedOfSetting(left, right, DIFFERS.has(operator));
}

/** A test of one value of the request against another: `password !== confirmed`. */
export interface TestedLike extends Tested {
  readonly like?: readonly string[];
}
function ofEachOther(left: Value, right: Value, when: boolean): readonly TestedLike[] | null {
  const shape: Shape = { kind: 'any' };
  if (!isIncoming(left, shape) || !isIncoming(right, shape) || left.trace!.part !== right.trace!.part) return null;
  const trace = incomingOf(left.trace!);
  return [{ when, trace, shape, like: incomingOf(right.trace!).path }];
}

function testedOfConstant(operator: ts.SyntaxKind, left: Value, right: Value): readonly Tested[] {
  if (left.kind === 'const') return right.kind === 'const' ? [] : testedOfConstant(MIRRORED.get(operator) ?? operator, right, left);
  if (left.kind === 'oneOf' && left.tested && right.kind === 'const')
    return ofTruth(operator, left.tested, truthCompared(left, right.value));
  if (right.kind !== 'const') return [];
  if (left.kind === 'oneOf') {
    // Of what stands for a value that is not there the type is known.
    const [of, ...more] = left.values.filter((each) => each.kind !== 'const');
    const fails = left.values.every((each) => each.kind !== 'const' || each.value !== right.value);
    return of?.kind === 'unknown' && of.typeOf && more.length === 0 ? ofType(operator, of.typeOf, right.value, fails) : [];
  }
  if (left.kind !== 'unknown') return [];
  if (left.typeOf) return ofType(operator, left.typeOf, right.value);
  if (left.tested) return ofTruth(operator, left.tested, right.value);
  if (left.lengthOf && typeof right.value === 'number') return ofLength(operator, left.lengthOf, right.value);
  if (EQUAL.has(operator) || DIFFERS.has(operator)) return testedOfLiteral(left, right.value, DIFFERS.has(operator));
  if (typeof right.value !== 'number' || !Number.isFinite(right.value)) return [];
  return ofNumber(operator, left, right.value);
}

/** A value with a truth of its own against nothing: `valid === false`, `errors.length > 0`. */
function ofTruth(operator: ts.SyntaxKind, tested: readonly Tested[], given: Primitive): readonly Tested[] {
  const nothing = given === 0 || given === false || given === null || given === undefined,
    something = given === true;
  const keeps = DIFFERS.has(operator)
    ? nothing
      ? true
      : something
        ? false
        : null
    : EQUAL.has(operator)
      ? nothing
        ? false
        : something
          ? true
          : null
      : (operator === ts.SyntaxKind.GreaterThanToken && given === 0) || (operator === ts.SyntaxKind.GreaterThanEqualsToken && given === 1)
        ? true
        : (operator === ts.SyntaxKind.LessThanToken && given === 1) || (operator === ts.SyntaxKind.LessThanEqualsToken && given === 0)
          ? false
          : null;
  return keeps === null ? [] : tested.map((each) => ({ ...each, when: keeps ? each.when : !each.when }));
}

/** `typeof active !== 'boolean'`. */
function ofType(operator: ts.SyntaxKind, trace: Trace, given: Primitive, required = true): readonly Tested[] {
  const known = (given === 'string' || given === 'number' || given === 'boolean') && trace.part !== 'context' && trace.path.length > 0;
  return known && (EQUAL.has(operator) || DIFFERS.has(operator))
    ? [{ when: DIFFERS.has(operator), trace, shape: { kind: given }, ...(required && { required }) }]
    : [];
}

/** Of a text or of a list: which it is others say. */
function ofLength(operator: ts.SyntaxKind, trace: Trace, given: number): readonly Tested[] {
  const exact = EQUAL.has(operator) || DIFFERS.has(operator);
  // That a text is empty is said by what is missing.
  if (exact) return given <= 0 ? [] : [{ when: DIFFERS.has(operator), trace, shape: { kind: 'any', minLength: given, maxLength: given } }];
  const bound = BELOW.get(operator);
  if (!bound) return [];
  const least = given + bound.step;
  return [
    ...(least > 0 ? [{ when: bound.below, trace, shape: { kind: 'any', minLength: least } } as const] : []),
    ...(least > 1 ? [{ when: !bound.below, trace, shape: { kind: 'any', maxLength: least - 1 } } as const] : []),
  ];
}

/** A number that comes in, or one that was made of what comes in by reading it as one. What is not there is below and above nothing. */
function ofNumber(operator: ts.SyntaxKind, value: Unknown, given: number): readonly Tested[] {
  const bound = BELOW.get(operator);
  const { trace } = value;
  const isNumber = value.shape?.kind === 'number' || value.shape?.kind === 'integer';
  if (!bound || !trace || trace.part === 'context' || trace.path.length === 0 || (trace.derived && !isNumber) || (value.shape && !isNumber))
    return [];
  const kind = value.shape?.kind === 'integer' ? 'integer' : 'number';
  const own = { part: trace.part, path: trace.path };
  // `x > 3` lets 3 not through: of whole numbers that is 4, and of others no bound that holds.
  const least = bound.step === 0 ? given : kind === 'integer' ? given + 1 : undefined;
  const most = bound.step === 1 ? given : kind === 'integer' ? given - 1 : undefined;
  const says = (when: boolean, ends: Partial<Shape>): Tested => ({
    when,
    trace: own,
    shape: { kind, ...ends },
    ...(!when && { required: true }),
  });
  return [
    says(bound.below, least === undefined ? {} : { minimum: least }),
    says(!bound.below, most === undefined ? {} : { maximum: most }),
  ];
}

/** `left || right`: what makes either true makes it true. */
export const testedOfEither = (left: Value, right: Value): readonly Tested[] => [
  ...[...testedOf(left), ...testedOf(right)].filter(({ when }) => when),
  ...testedTogether(left, right, false),
];

/** `left && right`: what makes either false makes it false; `name && name.length < 3` and `kind !== 'a' && kind !== ''` speak of what is there. */
export function testedOfBoth(left: Value, right: Value): readonly Tested[] {
  const there = [left, right].flatMap((each) =>
    each.kind === 'unknown' && each.trace && !each.trace.derived
      ? [each.trace]
      : each.kind === 'unknown' && each.missing?.when === false && !each.missing.ofOthers
        ? each.missing.traces
        : [],
  );
  const present = ({ trace }: Tested): boolean => there.some((each) => nameOfTrace(each) === nameOfTrace(trace));
  return [
    ...[...testedOf(left), ...testedOf(right)].filter(({ when }) => !when),
    ...[...testedOf(left), ...testedOf(right)]
      .filter((each) => each.when && present(each))
      .map(({ when, trace, shape }) => ({ when, trace, shape })),
    ...testedTogether(left, right, true),
  ];
}

/** What is missing where both sides are `when`: `!price && price !== 0` is true, and `price || price === 0` false. */
export function missingInBoth(left: Value, right: Value, when: boolean): Missing | null {
  const absent = (value: Value): readonly Trace[] =>
    [missingOf(value), missingTested(value)].flatMap((each) => (each?.when === when ? each.traces : []));
  const others = absent(right).map(nameOfTrace);
  const traces = absent(left).filter((trace) => others.includes(nameOfTrace(trace)));
  return traces.length > 0 ? { when, traces } : null;
}

/** What a condition says of values of the request in each of its arms. */
export function noteTested(info: BranchInfo, condition: Value): void {
  const tested = testedOf(condition);
  if (tested.length > 0) info.tested = [tested.filter(({ when }) => when), tested.filter(({ when }) => !when)];
}
