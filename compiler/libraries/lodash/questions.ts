import type { Shape } from '@tool/ir';
import type { Call, Transfer, Value } from '@tool/scanner-sdk';
import { isPlainObject, knownEntries } from '../support/deep-merge.js';
import { argument, configurable } from '../support/fallback.js';

/** `shape`: what a value of a request looks like of which it is true, or, with `when`, of which it is not. */
const test =
  (ask: (call: Call, value: Value) => boolean | null, shape?: Shape['kind'], when = false): Transfer =>
  (call) => {
    const value = argument(call, 0);
    if (value.kind === 'unknown' || value.kind === 'oneOf')
      return (
        (shape && call.testFor?.(value, { kind: shape } as Shape, { required: true, when })) ??
        call.unknown('a test of a value that is not known')
      );
    return answered(call, ask(call, value), value);
  };

/** An answer about a setting of the environment is as configurable as that. */
export function answered(call: Call, answer: boolean | null, ...of: readonly Value[]): Value {
  const taint = of.find((each) => each.kind === 'const' && each.taint !== null) as { readonly taint: string } | undefined;
  const said = answer === null ? call.unknown('a test of a value that is not known') : call.const(answer);
  return taint ? configurable(said, taint.taint) : said;
}

const typeTest = (type: 'string' | 'number' | 'boolean'): Transfer =>
  test((_call, value) => (value.kind === 'const' ? typeof value.value === type : value.kind === 'template' && type === 'string'), type);

const empty = (call: Call, value: Value): boolean | null => {
  if (value.kind === 'const') return typeof value.value !== 'string' || value.value === '';
  if (call.isOpen(value)) return null;
  const elements = call.elements(value) ?? knownEntries(call, value);
  return elements === null ? null : elements.length === 0;
};

/** What is not there is empty to lodash, and not to others. */
export const isEmpty = test(empty);

/** Levels of records that are compared. */
const DEEPEST = 200;

/** Whether two values are equal all the way down; null where that is not known. What is compared already, as in records that hold themselves, says nothing more. */
function equal(call: Call, one: Value, other: Value, compared = new Map<Value, Set<Value>>(), depth = 0): boolean | null {
  if (one === other) return one.kind === 'unknown' || one.kind === 'oneOf' ? null : true;
  if (one.kind === 'const' && other.kind === 'const') return one.value === other.value || Object.is(one.value, other.value);
  if (one.kind === 'const' && other.kind === 'object') return false;
  if (one.kind === 'object' && other.kind === 'const') return false;
  if (one.kind !== 'object' || other.kind !== 'object' || call.isOpen(one) || call.isOpen(other)) return null;
  if (depth > DEEPEST) return null;
  if (compared.get(one)?.has(other)) return true;
  compared.set(one, (compared.get(one) ?? new Set()).add(other));
  const [elements, others] = [call.elements(one), call.elements(other)];
  if ((elements === null) !== (others === null)) return false;
  if (elements && others)
    return (
      elements.length === others.length &&
      every(elements.map((element, index) => equal(call, element, others[index]!, compared, depth + 1)))
    );
  if (!isPlainObject(call, one) || !isPlainObject(call, other)) return null;
  const [entries, known] = [call.entries(one), new Map(call.entries(other) ?? [])];
  if (entries === null || call.entries(other) === null) return null;
  if (entries.length !== known.size || entries.some(([name]) => !known.has(name))) return false;
  return every(entries.map(([name, value]) => equal(call, value, known.get(name)!, compared, depth + 1)));
}

const every = (answers: readonly (boolean | null)[]): boolean | null =>
  answers.includes(false) ? false : answers.includes(null) ? null : true;

/** `isEqual(one, other)`. */
export const isEqual: Transfer = (call) => {
  const [one, other] = [argument(call, 0), argument(call, 1)];
  return answered(call, equal(call, one, other), one, other);
};

/** Questions about what a value is. */
export const questionFunctions: Readonly<Record<string, Transfer>> = {
  isFunction: test((call, value) => call.isFunction(value)),
  isArray: test((call, value) => call.elements(value) !== null, 'array'),
  isString: typeTest('string'),
  isNumber: typeTest('number'),
  isBoolean: typeTest('boolean'),
  isInteger: test((_call, value) => value.kind === 'const' && Number.isInteger(value.value), 'integer'),
  isUndefined: test((call, value) => call.isUndefined(value), 'any', true),
  isNull: test((_call, value) => value.kind === 'const' && value.value === null),
  isNil: test((_call, value) => value.kind === 'const' && value.value == null, 'any', true),
  isObject: test((_call, value) => value.kind === 'object'),
  isObjectLike: test((call, value) => value.kind === 'object' && !call.isFunction(value)),
  isPlainObject: test((call, value) => isPlainObject(call, value), 'object'),
  isEmpty: test(empty, 'any', true),
  isEqual,
  isRegExp: test((call, value) => call.pattern(value) !== null),
};
