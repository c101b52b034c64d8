import type { Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import type { Obj } from '../values/values.js';

/** What has no JSON that is known. */
export const NOT_PLAIN: unique symbol = Symbol('not plain');

/** The JSON of a value: plain data, `undefined` for what JSON leaves out, `NOT_PLAIN` for what is not wholly known. */
export function toJson(evaluator: Evaluator, value: Value, depth = 0): unknown {
  if (depth > 30) return NOT_PLAIN;
  if (value.kind === 'const') return typeof value.value === 'symbol' || typeof value.value === 'bigint' ? undefined : value.value;
  if (value.kind !== 'object') return NOT_PLAIN;
  const object = value as Obj;
  if (object.fn) return undefined;
  if (object.open || object.host) return NOT_PLAIN;
  if (object.elements) {
    const list = object.elements.map((element) => toJson(evaluator, element, depth + 1));
    return list.includes(NOT_PLAIN) ? NOT_PLAIN : list;
  }
  const result: Record<string, unknown> = {};
  for (const key of evaluator.keys(object)) {
    const own = evaluator.ownProperty(object, key);
    if (!own || own.get) return NOT_PLAIN;
    const item = toJson(evaluator, own.value, depth + 1);
    if (item === NOT_PLAIN) return NOT_PLAIN;
    if (item !== undefined && key !== '__proto__') result[key] = item;
  }
  return result;
}
