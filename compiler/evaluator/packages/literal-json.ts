import type { Json } from '@tool/ir';
import type { Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { mayBeAbsent, plain, presentOrUndefined, type Obj } from '../values/values.js';

/** Literal JSON of a value; what is not literal is left out, and nothing is invented. Undefined when it is no literal or more than `budget` nodes. */
export function literalJson(evaluator: Evaluator, value: Value, budget = 200): Json | undefined {
  let left = budget;
  const convert = (item: Value, depth: number): Json | undefined => {
    if (--left < 0 || depth > 6) return undefined;
    const simple = plain(item);
    if (simple.kind === 'const' && typeof simple.value === 'string') return evaluator.host.portable(simple.value);
    if (simple.kind === 'const')
      return simple.value === null || typeof simple.value === 'boolean' || Number.isFinite(simple.value)
        ? (simple.value as Json)
        : undefined;
    if (simple.kind !== 'object') return undefined;
    const object = simple as Obj;
    if (object.fn || object.host || object.cls === 'Namespace') return undefined;
    if (object.elements)
      return object.elements
        .filter((element) => !mayBeAbsent(element))
        .map((element) => convert(presentOrUndefined(element), depth + 1))
        .filter((entry): entry is Json => entry !== undefined);
    if (object.cls !== 'Object') return undefined;
    const result: Record<string, Json> = {};
    for (const key of evaluator.keys(object)) {
      const own = evaluator.ownProperty(object, key);
      const entry = own && !own.get ? convert(own.value, depth + 1) : undefined;
      if (left < 0) return undefined;
      if (entry !== undefined && key !== '__proto__') result[key] = entry;
    }
    return result;
  };
  const result = convert(value, 0);
  return left < 0 ? undefined : result;
}
