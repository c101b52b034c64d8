import type { Shape } from '@tool/ir';
import { webFile, type Provenance, type Value, type Unknown } from '@tool/scanner-sdk';
import type { Context } from '../context.js';
import { joinParts, originOf, withWritten } from './expressions.js';
import { notTested, testFor, testedOfComparison, withTested } from '../requests/tested.js';
import { whetherBrought } from '../requests/request-keys.js';
import { testInTable } from '../requests/tested-texts.js';
import { askedOfChosen } from '../requests/chosen.js';
import { askedByComparison, asksOf, choicesOf, not, withAsks } from '../requests/request-tests.js';
import { missingOfAnswer } from '../requests/ways.js';
import { missingOfComparison, notMissing, union, withMissing, type Missing } from '../requests/missing.js';
import { noteComparison } from '../requests/comparisons.js';
import { BIGINT, BOOLEAN, NUMBER, STRING, asCameIn, asNumber, isBigInt, shaped } from '../requests/observation.js';
import { ts } from './syntax.js';
import {
  ABSENT,
  Obj,
  bool,
  constant,
  isLacking,
  isNullish,
  isSomething,
  oneOf,
  tableOf,
  plain,
  taintOf,
  unknown,
  withTaint,
  Site,
} from '../values/values.js';
import type { Evaluator } from '../evaluator.js';
import { environmentVariable } from '../builtins/node.js';
import { isGiven } from '../builtins/runtime-globals.js';

const COMPARISONS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
]);

/** What `String(process.env.NAME)` says of a variable that is not set: good for comparing, no part of a text. */
export const UNSET = 'undefined';
export const isUnsetText = (value: Value): boolean => value.kind === 'const' && value.value === UNSET && value.taint !== null;

const NOT_SET = ', which is not set';
const REQUIRED = 'the environment variable ';

/** What a piece of a text waits for that the configuration leaves unset. */
export const whyUnset = (taint: string): string => taint + NOT_SET;

/** That a program demands a variable of the environment says nothing of its value. */
export const whyDemanded = (name: string): string => REQUIRED + name;

/** The variable of the environment that a value, or a piece of a text, waits for and nothing else; null for others. */
export function variableOf(value: Value): string | null {
  const why =
    value.kind === 'const'
      ? value.taint && (value.value === undefined || isUnsetText(value))
        ? whyUnset(value.taint)
        : ''
      : value.kind === 'unknown'
        ? value.why
        : '';
  if (why.startsWith(REQUIRED)) return why.slice(REQUIRED.length);
  return /^process\.env\.(\w+), which (?:is not set|has no default)$/.exec(why)?.[1] ?? null;
}

/** What may stand for something that is missing. */
const isEmpty = (value: Value): boolean => value.kind === 'const' && value.taint === null && (isNullish(value) || value.value === '');
/** What nobody knows is compared with what may be missing, and with no literal: `document.owner !== caller`. */
const mayBeOfNothing = (left: Value, right: Value, node: ts.Node): boolean =>
  (isEmpty(left) || isEmpty(right)) &&
  !(ts.isBinaryExpression(node) && [node.left, node.right].some((side) => /^(?:null|undefined|''|"")$/.test(side.getText())));

/** A value as a piece of a string: known text, or the value when it is not known. */
export function stringPart(evaluator: Evaluator, given: Value, context: Context, node: ts.Node): string | Value {
  const value = tableOf(given) ?? given;
  switch (value.kind) {
    // What configuration leaves unset would print as "undefined": a value is missing here, and only the configuration can give it.
    case 'const':
      if (isEmpty(value)) evaluator.observer?.madeOfNothing();
      return (value.taint && value.value === undefined) || isUnsetText(value)
        ? unknown(whyUnset(value.taint!), evaluator.site(context, node))
        : String(value.value);
    case 'object': {
      const object = value as Obj;
      if (object.cls === 'RegExp') {
        const pattern = object.internal as { source: string; flags: string };
        return `/${pattern.source}/${pattern.flags}`;
      }
      if (object.elements) {
        if (object.open) return unknown('a partly known list as text');
        const parts = object.elements.map((element) => (isNullish(element) ? '' : stringPart(evaluator, element, context, node)));
        return parts.every((part) => typeof part === 'string') ? parts.join(',') : unknown('a list as text');
      }
      if (object.internal && object.cls === 'URL') return (object.internal as { href: string }).href;
      const method = evaluator.get(object, Symbol.toPrimitive, context, node);
      if (method.kind === 'object' && (method as Obj).fn)
        return stringPart(evaluator, evaluator.call(method, object, [constant('string')], context, node), context, node);
      const toString = evaluator.get(object, 'toString', context, node);
      if (toString.kind === 'object' && saysText(evaluator, object, toString as Obj))
        return stringPart(evaluator, evaluator.call(toString, object, [], context, node), context, node);
      return object.host || object.open ? unknown('an object as text') : object.fn ? unknown('a function as text') : '[object Object]';
    }
    default:
      return value;
  }
}

/** Whether an object has a `toString` of its own kind: one of the program or of a package, not what every object has. */
const saysText = ({ builtins }: Evaluator, object: Obj, toString: Obj): boolean =>
  toString.fn?.kind === 'closure' ||
  (toString.fn !== null && object.fn === null && toString !== builtins.objectPrototype.props?.get('toString')?.value);

export function toNumber(value: Value): number | null {
  const simple = plain(value);
  return simple.kind === 'const' && typeof simple.value !== 'symbol' ? Number(simple.value) : null;
}

export function negate(evaluator: Evaluator, given: Value): Value {
  const value = asCameIn(given);
  if (value.kind === 'oneOf' && choicesOf(value))
    return withMissing(withAsks(shaped(BOOLEAN, value.condition), not(asksOf(value))), notMissing(value));
  if (value.kind === 'oneOf')
    return withTested(
      withMissing(
        oneOf(
          value.values.map((alternative) => negate(evaluator, alternative)),
          value.condition,
          value.preferred,
        ),
        notMissing(value),
      ),
      notTested(value),
    );
  const truth = evaluator.truth(value);
  return truth.value === null
    ? withAsks(
        withTested(
          withMissing(
            shaped(BOOLEAN, value.kind === 'unknown' ? value.why : 'a condition', null, truth.taint),
            evaluator.observer && notMissing(value),
          ),
          evaluator.observer ? notTested(value) : [],
        ),
        evaluator.observer ? not(asksOf(value)) : null,
      )
    : withTaint(bool(!truth.value), truth.taint);
}

const TYPES_OF_SHAPES: Readonly<Record<string, string>> = { string: 'string', number: 'number', boolean: 'boolean' };
/** What a request holds may be another thing than what it has to be. */
const TYPES_OF_OWN: Readonly<Record<string, string>> = {
  ...TYPES_OF_SHAPES,
  integer: 'number',
  array: 'object',
  object: 'object',
  null: 'object',
};

const typeOfShape = ({ shape, trace }: Unknown): string | undefined =>
  shape === BIGINT ? 'bigint' : shape && (trace ? TYPES_OF_SHAPES : TYPES_OF_OWN)[shape.kind];

export function typeOf(asked: Value): Value {
  const value = asCameIn(asked);
  switch (value.kind) {
    case 'const':
      return constant(typeof value.value === 'object' ? 'object' : typeof value.value, null, value.taint);
    case 'template':
      return constant('string');
    case 'object':
      return constant((value as Obj).fn ? 'function' : 'object');
    case 'oneOf':
      return oneOf(value.values.filter((alternative) => alternative !== ABSENT).map(typeOf), value.condition, value.preferred);
    case 'unknown':
      return isGiven(value)
        ? constant(value.given)
        : typeOfShape(value)
          ? constant(typeOfShape(value))
          : {
              ...shaped(STRING, 'the type of something unknown', null, value.taint),
              ...(value.trace && !value.trace.derived && { typeOf: value.trace }),
            };
  }
}

const isThere = (value: Value): boolean => value.kind === 'unknown' && (isGiven(value) || variableOf(value) !== null);
/** Whatever the configuration is, the one is something, and the other is nothing. */
const isMore = (one: Value, other: Value): boolean => isSomething(one) && other.kind === 'const' && !other.value && other.taint === null;

/** `===` and `==`; null when undecided. */
export function compare(left: Value, right: Value, loose: boolean): boolean | null {
  // oxlint-disable-next-line eqeqeq -- the program's own `==`
  if (left.kind === 'const' && right.kind === 'const') return loose ? left.value == right.value : left.value === right.value;
  if (left.kind === 'object' && right.kind === 'object') return left === right;
  if ((left.kind === 'object' && right.kind === 'const') || (left.kind === 'const' && right.kind === 'object')) {
    const other = left.kind === 'const' ? left : (right as Extract<Value, { kind: 'const' }>);
    return loose && other.value != null ? null : false;
  }
  if (left.kind === 'template' && right.kind === 'const') return templateEquals(left, right.value);
  if (right.kind === 'template' && left.kind === 'const') return templateEquals(right, left.value);
  return (isThere(left) && isNullish(right)) || (isThere(right) && isNullish(left)) ? false : null;
}

function templateEquals(value: Extract<Value, { kind: 'template' }>, other: unknown): boolean | null {
  if (typeof other !== 'string') return false;
  const first = value.parts[0];
  return typeof first === 'string' && !other.startsWith(first) ? false : null;
}

/** `list.length !== undefined`: every list has one. */
function countsList({ lengths }: Evaluator, value: Value, other: Value): boolean {
  const list = isNullish(other) ? lengths.get(value) : undefined;
  return list?.kind === 'object' || (list?.kind === 'unknown' && !list.trace && list.shape?.kind === 'array');
}

const isEquality = (operator: ts.SyntaxKind): boolean =>
  operator === ts.SyntaxKind.EqualsEqualsEqualsToken ||
  operator === ts.SyntaxKind.EqualsEqualsToken ||
  operator === ts.SyntaxKind.ExclamationEqualsEqualsToken ||
  operator === ts.SyntaxKind.ExclamationEqualsToken;

/** A request lacks what is compared with a setting, which it is not equal to, whatever that is. */
const isOfSetting = (left: Value, right: Value): boolean =>
  (isLacking(left) && taintOf(right) !== null) || (isLacking(right) && taintOf(left) !== null);

const both = (known: Missing | null, answer: Missing | null): Missing | null =>
  known && answer?.when === known.when ? { ...known, traces: union([...known.traces, ...answer.traces]) } : (known ?? answer);

/** Whether it is this constant, where what it depends on is missing in the request: `if (find(name) === null)`. */
function answered(operator: ts.SyntaxKind, value: Value, given: Value): Missing | null {
  const loose = operator === ts.SyntaxKind.EqualsEqualsToken || operator === ts.SyntaxKind.ExclamationEqualsToken;
  const wanted = operator === ts.SyntaxKind.EqualsEqualsEqualsToken || operator === ts.SyntaxKind.EqualsEqualsToken;
  return missingOfAnswer(value, (one) => {
    const equal = compare(one, given, loose);
    return equal === null ? null : equal === wanted;
  });
}

/** Comparisons of several values are as alike as one: what the first one says of the request (`header === undefined`) the others do not say. */
function ofAll(results: readonly Value[], together: Value): Value {
  if (results.length < 2 || together.kind !== 'unknown' || !(together.missing ?? together.tested)) return together;
  const { missing: _missing, tested: _tested, ...rest } = together;
  return rest;
}

const isNone = (value: Value): boolean => value.kind === 'const' && value.value === 0 && value.taint === null;
/** No length is less than zero. */
const lengthAgainstNone = (evaluator: Evaluator, operator: ts.SyntaxKind, length: Value): boolean | null => {
  if (!evaluator.lengths.has(length) && !(length.kind === 'unknown' && length.lengthOf)) return null;
  return operator === ts.SyntaxKind.LessThanToken ? false : operator === ts.SyntaxKind.GreaterThanEqualsToken ? true : null;
};

/** @param isTurned the operands are written the other way round */
export function binary(
  evaluator: Evaluator,
  operator: ts.SyntaxKind,
  left: Value,
  right: Value,
  context: Context,
  node: ts.Node,
  isTurned = false,
): Value {
  if (right.kind === 'oneOf' && left.kind !== 'oneOf' && isEquality(operator))
    return binary(evaluator, operator, right, left, context, node, !isTurned);
  if (left.kind === 'oneOf' && right.kind !== 'oneOf') {
    const results = left.values
      .filter((alternative) => alternative !== ABSENT)
      .map((alternative) => binary(evaluator, operator, alternative, right, context, node, isTurned));
    const together = oneOf(results, left.condition, left.preferred && left.values[0] !== ABSENT);
    // One of the values is another one under another configuration, and what is asked of it with that.
    const taint =
      together.kind === 'const' && together.taint === null ? (results.map(taintOf).find((each) => each !== null) ?? null) : null;
    const result = ofAll(results, withTaint(together, taint));
    const answer = evaluator.observer && isEquality(operator) && right.kind === 'const' ? answered(operator, left, right) : null;
    const tested = evaluator.observer ? testedOfComparison(operator, left, right, evaluator.observer.isForm) : [];
    return left.missing || answer || tested.length > 0
      ? withTested(withMissing(result, both(missingOfComparison(operator, left, right), answer)), tested)
      : isEquality(operator) || COMPARISONS.has(operator)
        ? askedOfChosen(result, left, (alternative) => binary(evaluator, operator, alternative, right, context, node))
        : result;
  }
  if (right.kind === 'oneOf') {
    const simple = left.kind === 'oneOf' ? left.values.filter((alternative) => alternative !== ABSENT) : [left];
    const result = oneOf(
      right.values
        .filter((alternative) => alternative !== ABSENT)
        .flatMap((alternative) => simple.map((one) => binary(evaluator, operator, one, alternative, context, node))),
      right.condition,
      right.preferred && simple.length === 1,
    );
    return (isEquality(operator) || COMPARISONS.has(operator)) && simple.length === 1
      ? askedOfChosen(result, right, (alternative) => binary(evaluator, operator, left, alternative, context, node))
      : result;
  }
  if (isEquality(operator)) {
    if (isNullish(right)) left = asCameIn(left);
    else if (isNullish(left)) right = asCameIn(right);
  }
  const taint = taintOf(left) ?? taintOf(right);
  switch (operator) {
    case ts.SyntaxKind.EqualsEqualsEqualsToken:
    case ts.SyntaxKind.EqualsEqualsToken:
    case ts.SyntaxKind.ExclamationEqualsEqualsToken:
    case ts.SyntaxKind.ExclamationEqualsToken: {
      const loose = operator === ts.SyntaxKind.EqualsEqualsToken || operator === ts.SyntaxKind.ExclamationEqualsToken;
      const equal = countsList(evaluator, left, right) || countsList(evaluator, right, left) ? false : compare(left, right, loose);
      const [first, second] = isTurned ? [right, left] : [left, right];
      if (equal === null) noteComparison(evaluator, first, second, evaluator.site(context, node));
      if (equal === null && evaluator.observer && mayBeOfNothing(left, right, node)) evaluator.observer.madeOfNothing();
      if (equal === null)
        return compared(evaluator, operator, left, right, shaped(BOOLEAN, 'a comparison', evaluator.site(context, node), taint));
      const wanted = operator === ts.SyntaxKind.EqualsEqualsEqualsToken || operator === ts.SyntaxKind.EqualsEqualsToken;
      if (isOfSetting(left, right)) return bool(!wanted);
      // Whatever the configuration sets, what has to be there is there.
      const isSure = isThere(left) || isThere(right) || isMore(left, right) || isMore(right, left);
      return withTaint(bool(equal === wanted), isSure ? null : taint);
    }
    case ts.SyntaxKind.PlusToken:
      return add(evaluator, left, right, context, node, taint);
    case ts.SyntaxKind.InstanceOfKeyword: {
      const verdict = instanceOf(evaluator, left, right, context, node);
      if (verdict !== null) return bool(verdict);
      return whetherFile(evaluator, left, right, evaluator.site(context, node)) ?? shaped(BOOLEAN, 'instanceof of something unknown');
    }
    case ts.SyntaxKind.InKeyword: {
      const key = evaluator.key(left);
      if (key === null && evaluator.observer) {
        const among = testInTable(evaluator, left, right, evaluator.site(context, node));
        if (among) return among;
      }
      const brought = whetherBrought(evaluator, right, key, context, node);
      return brought ?? withTaint(key === null ? unknown('in of something unknown') : isMember(evaluator, key, right), taintOf(left));
    }
  }
  if (left.kind !== 'const' || right.kind !== 'const') {
    const ofLength = isNone(right) ? lengthAgainstNone(evaluator, operator, left) : null;
    if (ofLength !== null) return bool(ofLength);
    // What is calculated with is taken for a number.
    if (evaluator.observer && !COMPARISONS.has(operator))
      for (const each of [left, right]) if (isOfAnyKind(each)) asNumber(evaluator, each, evaluator.site(context, node));
    // Big integers are calculated with one another only.
    const result = shaped(
      COMPARISONS.has(operator) ? BOOLEAN : isBigInt(left) || isBigInt(right) ? BIGINT : NUMBER,
      'a calculation with something unknown',
      evaluator.site(context, node),
      taint,
    );
    return COMPARISONS.has(operator) ? compared(evaluator, operator, left, right, result) : result;
  }
  const result = calculate(operator, left.value, right.value);
  return result === undefined ? unknown('a calculation') : constant(result, null, taint);
}

/** Whether an object, or one that it inherits from, has a member. */
export function isMember(evaluator: Evaluator, key: PropertyKey, asked: Value): Value {
  const of = asCameIn(asked);
  if (of.kind !== 'object') return unknown('in of something unknown');
  for (let object: Value | null = of; object?.kind === 'object'; object = (object as Obj).proto) {
    const { cls, open, host } = object as Obj;
    if (cls === 'Proxy') return unknown('in of a proxy');
    const own = evaluator.ownProperty(object as Obj, key);
    if (own?.conditional) return own.configured ? withTaint(bool(false), own.conditional) : unknown('in of something partly known');
    // What may be nothing in a request may not be there: `'picture' in request.files`.
    if (own) return evaluator.observer && mayBeUndefined(own.value) ? unknown('in of something partly known') : bool(true);
    if (cls === 'Namespace') return bool(evaluator.keys(object as Obj).includes(String(key)));
    // Members that nobody names are texts, of a list numbers: symbols of libraries are there only where those run.
    if (open && typeof key === 'string' && (cls !== 'Array' || /^\d+$/.test(key))) return unknown('in of something partly known');
    // What a package made has more members than its model names.
    if (host) return unknown('in of what a package made');
    if (cls === 'Environment' && typeof key === 'string') return presentInEnvironment(evaluator, key);
  }
  return bool(false);
}

const mayBeUndefined = (value: Value): boolean =>
  value.kind === 'oneOf' && value.values.some((each) => each.kind === 'const' && each.value === undefined);

/** `'NAME' in process.env`: as configurable as the variable. */
export function presentInEnvironment(evaluator: Evaluator, name: string): Value {
  const variable = evaluator.assumed(environmentVariable(evaluator, name));
  return variable.kind === 'const'
    ? constant(variable.value !== undefined, null, variable.taint)
    : unknown('in of the environment', null, null, [], taintOf(variable));
}

/** The result of a comparison, with what it says of a request. */
const compared = (evaluator: Evaluator, operator: ts.SyntaxKind, left: Value, right: Value, result: Value): Value =>
  evaluator.observer
    ? askedByComparison(
        withTested(
          withMissing(result, missingOfComparison(operator, left, right)),
          testedOfComparison(operator, left, right, evaluator.observer.isForm),
        ),
        operator,
        left,
        right,
      )
    : result;

function add(evaluator: Evaluator, left: Value, right: Value, context: Context, node: ts.Node, taint: string | null): Value {
  if (left.kind === 'const' && right.kind === 'const' && typeof left.value !== 'string' && typeof right.value !== 'string') {
    const sum = calculate(ts.SyntaxKind.PlusToken, left.value, right.value);
    return sum === undefined ? unknown('a sum') : constant(sum, null, taint);
  }
  // With a text it is a text, with anything else a big integer.
  if (isBigInt(left) && isBigInt(right)) return shaped(BIGINT, 'a sum', evaluator.site(context, node), taint);
  if (left.kind === 'unknown' && right.kind === 'unknown') {
    const kinds = [left.shape?.kind, right.shape?.kind];
    if (kinds.includes('string')) return shaped(STRING, 'a sum', evaluator.site(context, node), taint);
    if (kinds.every((kind) => kind === 'number' || kind === 'integer'))
      return shaped(NUMBER, 'a sum', evaluator.site(context, node), taint);
    return unknown('a sum', evaluator.site(context, node), null, [], taint);
  }
  if (evaluator.observer && isNumeric(left) && isNumeric(right)) return shaped(NUMBER, 'a sum', evaluator.site(context, node), taint);
  // A number, unless what nobody knows is a text.
  if (evaluator.observer && [left, right].some(isNumeric) && [left, right].some(isOfAnyKind))
    return unknown('a sum', evaluator.site(context, node), null, [], taint);
  const parts = [stringPart(evaluator, left, context, node), stringPart(evaluator, right, context, node)];
  // Of a fixed text and a varying one the varying one says where the whole comes from; literals of this very expression say nothing.
  const written =
    [right, left]
      .map((side) => (side.kind === 'const' && side.origin !== null && (side.origin as Site).node?.parent === node ? null : originOf(side)))
      .find((origin) => origin !== null) ?? null;
  return withTaint(withWritten(joinParts(evaluator, parts, evaluator.site(context, node)), written), taint);
}

const isOfAnyKind = (value: Value): boolean =>
  value.kind === 'unknown' && !isGiven(value) && (value.shape === undefined || value.shape.kind === 'any');

const isNumeric = (value: Value): boolean =>
  value.kind === 'const'
    ? typeof value.value === 'number'
    : value.kind === 'unknown' && (value.shape?.kind === 'number' || value.shape?.kind === 'integer');

function calculate(operator: ts.SyntaxKind, a: unknown, b: unknown): number | string | boolean | bigint | undefined {
  const left = a as number,
    right = b as number;
  try {
    switch (operator) {
      case ts.SyntaxKind.PlusToken:
        return left + right;
      case ts.SyntaxKind.MinusToken:
        return left - right;
      case ts.SyntaxKind.AsteriskToken:
        return left * right;
      case ts.SyntaxKind.SlashToken:
        return left / right;
      case ts.SyntaxKind.PercentToken:
        return left % right;
      case ts.SyntaxKind.AsteriskAsteriskToken:
        return left ** right;
      case ts.SyntaxKind.LessThanToken:
        return left < right;
      case ts.SyntaxKind.LessThanEqualsToken:
        return left <= right;
      case ts.SyntaxKind.GreaterThanToken:
        return left > right;
      case ts.SyntaxKind.GreaterThanEqualsToken:
        return left >= right;
      case ts.SyntaxKind.AmpersandToken:
        return left & right;
      case ts.SyntaxKind.BarToken:
        return left | right;
      case ts.SyntaxKind.CaretToken:
        return left ^ right;
      case ts.SyntaxKind.LessThanLessThanToken:
        return left << right;
      case ts.SyntaxKind.GreaterThanGreaterThanToken:
        return left >> right;
      case ts.SyntaxKind.GreaterThanGreaterThanGreaterThanToken:
        return left >>> right;
    }
  } catch {
    /* mixed big integers, symbols */
  }
  return undefined;
}

const OF_LANGUAGE: ReadonlySet<string> = new Set([
  'Object',
  'Error',
  'TypeError',
  'RangeError',
  'SyntaxError',
  'EvalError',
  'ReferenceError',
  'URIError',
  'Array',
  'Map',
  'Set',
]);

/** The class among the exports of a package that has run whose instances have this prototype: its name, and the package. */
function classOfPackage(evaluator: Evaluator, prototype: Obj): readonly [name: string, module: string] | null {
  for (const [module, exported] of evaluator.packages) {
    const name = exported.kind === 'object' ? nameAmong(exported as Obj, prototype) : null;
    if (name !== null) return [name, module];
  }
  return null;
}

/** The same among members of one object, or of what it holds by names: `Prisma.PrismaClientKnownRequestError`. */
function nameAmong({ props }: Obj, prototype: Obj, isWithin = false): string | null {
  for (const [name, { value }] of props ?? []) {
    if (value.kind !== 'object') continue;
    if ((value as Obj).props?.get('prototype')?.value === prototype) return String(name);
    const inner = isWithin || (value as Obj).fn ? null : nameAmong(value as Obj, prototype, true);
    if (inner !== null) return inner;
  }
  return null;
}

/** An object whose classes are all known, and none of which is this one of a package: a package that hands on another one's class keeps its name. */
function isOfOthers(evaluator: Evaluator, instance: Obj, { module, path }: Pick<Provenance, 'module' | 'path'>): boolean {
  let classes = 0;
  for (let object: Value | null = instance.proto, hops = 0; object; hops++) {
    if (object.kind !== 'object' || hops > 30) return false;
    const own = (object as Obj).props?.get('constructor')?.value as Partial<Obj> | undefined;
    const name = own?.props?.get('name')?.value;
    const isOfLanguage = own?.fn?.kind === 'native' && name?.kind === 'const' && OF_LANGUAGE.has(String(name.value));
    if (own?.fn?.kind === 'closure' || own?.fn?.kind === 'class') classes++;
    else if (!isOfLanguage) {
      const known = classOfPackage(evaluator, object as Obj);
      if (!known || known[1] === module || known[0] === path.split('.').at(-1)) return false;
      classes++;
    }
    object = (object as Obj).proto;
  }
  // What the program makes of a class of the language is of no package's; what a model makes says by its name what it stands for.
  return (
    classes > 0 ||
    isNewOfLanguage(instance.origin) ||
    !['HttpError', null].includes(path.endsWith('HttpError') ? null : modelledName(instance))
  );
}

/** `new Error('…')` */
const isNewOfLanguage = (origin: Value['origin']): boolean =>
  origin instanceof Site &&
  (ts.isNewExpression(origin.node) || ts.isCallExpression(origin.node)) &&
  ts.isIdentifier(origin.node.expression) &&
  OF_LANGUAGE.has(origin.node.expression.text);

/** The class that an error of a model stands for. */
function modelledName({ props, origin }: Obj): string | null {
  const name = props?.get('name')?.value;
  return name?.kind === 'const' && typeof name.value === 'string' && !isNewOfLanguage(origin) && !OF_LANGUAGE.has(name.value)
    ? name.value
    : null;
}

/** `field instanceof File`: a value of the request of which that is asked is uploaded. */
function whetherFile(evaluator: Evaluator, value: Value, cls: Value, site: Site): Value | null {
  const shape = cls.kind === 'unknown' && isGiven(cls) ? webFile(cls.named) : undefined;
  if (!shape || !evaluator.observer) return null;
  for (const each of value.kind === 'oneOf' ? value.values : [value])
    if (each.kind === 'unknown' && each.trace?.part === 'body' && !each.trace.derived)
      evaluator.observer.refined(each.trace, shape, 'code', site);
  return testFor(evaluator, value, shape, true, site);
}

/** `{ … }` and `[ … ]` are of no class of a package or of the runtime that nobody sees into; records and lists that come from elsewhere may stand for one of these, if it holds data. */
const isLiteral = ({ builtins }: Evaluator, { host, fn, proto, origin }: Obj, cls: Unknown): boolean =>
  !host &&
  !fn &&
  (proto === builtins.objectPrototype || proto === builtins.arrayPrototype) &&
  (notOfData(cls) !== null || isWritten(origin));
const isWritten = (origin: Value['origin']): boolean =>
  origin instanceof Site && (ts.isObjectLiteralExpression(origin.node) || ts.isArrayLiteralExpression(origin.node));

/** Whoever asks for these wants to know whether a handler has given data, or something that is sent otherwise. */
const NO_DATA = /^(?:StreamableFile|Buffer|Readable|Stream|ReadStream)$/;
const notOfData = (cls: Unknown): string | null => {
  const name = isGiven(cls) ? cls.named : (cls.provenance?.path.split('.').at(-1) ?? '');
  return NO_DATA.test(name) ? name : null;
};
const isData = ({ kind, properties, alternatives }: Shape): boolean =>
  kind === 'union'
    ? alternatives!.every(isData)
    : kind === 'object'
      ? (properties ?? []).length > 0
      : /^(?:null|boolean|number|integer|array)$/.test(kind);

/** Something that nobody knows is of a class of a package where that has made it, and of none of those where its type says that it is data. */
function isMadeBy(evaluator: Evaluator, value: Unknown, cls: Unknown): boolean | null {
  const { provenance, shape, trace } = value;
  if (provenance && cls.provenance?.module === provenance.module && provenance.path === `new ${cls.provenance.path}()`) return true;
  const name = notOfData(cls);
  if (!name || !evaluator.observer || (trace && trace.part !== 'context')) return null;
  const declared = evaluator.declaredAs.get(value) ?? [];
  if (declared.some((as) => as.node.getText().includes(name))) return null;
  const stated = shape ?? evaluator.host.typeOf?.(value, declared);
  return stated && isData(stated) ? false : null;
}

export function instanceOf(evaluator: Evaluator, left: Value, right: Value, context: Context, node: ts.Node): boolean | null {
  if (left.kind === 'const' || left.kind === 'template') return false;
  if (left.kind === 'unknown' && right.kind === 'unknown') return isMadeBy(evaluator, left, right);
  if (left.kind === 'object' && right.kind === 'unknown' && right.provenance) {
    const name = modelledName(left as Obj) ?? (left as Obj).host?.type.name;
    if (name !== undefined && name === right.provenance.path.split('.').at(-1)) return true;
    if (isOfOthers(evaluator, left as Obj, right.provenance)) return false;
  }
  // A class of the runtime, and what a package made: its kind has the name of the class, or is another one.
  if (left.kind === 'object' && right.kind === 'unknown' && isGiven(right) && (left as Obj).host)
    return (left as Obj).host!.type.name === right.named;
  if (left.kind !== 'object') return null;
  if (right.kind === 'unknown' && (right.provenance ?? isGiven(right)) && isLiteral(evaluator, left as Obj, right)) return false;
  if (right.kind === 'unknown' && isGiven(right) && isOfOthers(evaluator, left as Obj, { module: '', path: right.named })) return false;
  if (right.kind !== 'object') return null;
  const prototype = evaluator.get(right, 'prototype', context, node);
  // Classes that a model stands for say nothing of what their instances inherit.
  if (prototype.kind !== 'object') return null;
  for (let object: Value | null = (left as Obj).proto, hops = 0; object && hops < 60; hops++) {
    if (object === prototype) return true;
    if (object.kind !== 'object') return null;
    object = (object as Obj).proto;
  }
  return false;
}
