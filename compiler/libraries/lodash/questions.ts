import type { Call, Transfer, Value } from '@tool/scanner-sdk';
import { isPlainObject, knownEntries } from '../support/deep-merge.js';
import { argument } from '../support/fallback.js';

const test =
  (ask: (call: Call, value: Value) => boolean | null): Transfer =>
  (call) => {
    const value = argument(call, 0);
    if (value.kind === 'unknown' || value.kind === 'oneOf') return call.unknown('a test of a value that is not known');
    const answer = ask(call, value);
    return answer === null ? call.unknown('a test of a value that is not known') : call.const(answer);
  };

const typeTest = (type: string): Transfer =>
  test((_call, value) => (value.kind === 'const' ? typeof value.value === type : value.kind === 'template' && type === 'string'));

const isEmpty: Transfer = test((call, value) => {
  if (value.kind === 'const') return typeof value.value !== 'string' || value.value === '';
  if (call.isOpen(value)) return null;
  const elements = call.elements(value) ?? knownEntries(call, value);
  return elements === null ? null : elements.length === 0;
});

/** Questions about what a value is. */
export const questionFunctions: Readonly<Record<string, Transfer>> = {
  isFunction: test((call, value) => call.isFunction(value)),
  isArray: test((call, value) => call.elements(value) !== null),
  isString: typeTest('string'),
  isNumber: typeTest('number'),
  isBoolean: typeTest('boolean'),
  isUndefined: test((call, value) => call.isUndefined(value)),
  isNull: test((_call, value) => value.kind === 'const' && value.value === null),
  isNil: test((_call, value) => value.kind === 'const' && value.value == null),
  isObject: test((_call, value) => value.kind === 'object'),
  isObjectLike: test((call, value) => value.kind === 'object' && !call.isFunction(value)),
  isPlainObject: test((call, value) => isPlainObject(call, value)),
  isEmpty,
  isRegExp: test((call, value) => call.pattern(value) !== null),
};
