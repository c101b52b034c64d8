import type { Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { stillChosen } from '../requests/chosen.js';
import { perhapsMissing } from '../requests/observation.js';
import { foundThere } from '../values/distinct.js';
import { ABSENT, UNDEFINED, isNullish, oneOf } from '../values/values.js';
import { ts } from './syntax.js';

/** What is read behind `?.` of something of which only its type can say whether it is there: the type is asked where it is sent. */
export const missingIfTyped = new WeakSet<Value>();

/** Whether an optional chain may have ended in front of a link, or the condition under which it has. */
export type Ended = boolean | 'typed' | { readonly condition: string };

/** Whether it may end at this value: it is known that it may be nothing, and not that one of several is the plain one. */
export function mayEnd(node: ts.PropertyAccessExpression | ts.ElementAccessExpression, self: Value): Ended {
  if (!ts.isOptionalChain(node)) return false;
  if (self.kind === 'oneOf')
    return !self.preferred && self.values.some((each) => each === ABSENT || isNullish(each)) && (!node.questionDotToken || self);
  return (
    perhapsMissing.has(self) || (self.kind === 'unknown' && !self.trace && (node.questionDotToken || missingIfTyped.has(self)) && 'typed')
  );
}

/** What a chain gives that may have ended before: more of it than what it looks like when it is there nobody knows. */
export function perhapsEnded(evaluator: Evaluator, value: Value, ended: Ended): Value {
  if (evaluator.observer && typeof ended === 'object' && value.kind !== 'unknown')
    return stillChosen(oneOf([value, UNDEFINED], ended.condition), value);
  if (!ended || !evaluator.observer || value.kind !== 'unknown' || perhapsMissing.has(value) || (ended === 'typed' && value.trace))
    return value;
  const given = { ...value };
  const declared = evaluator.declaredAs.get(value);
  if (declared) evaluator.declaredAs.set(given, declared);
  (ended === 'typed' ? missingIfTyped : perhapsMissing).add(given);
  return given;
}

/** A value that an object need not have had, and has; null where it is not known that it may be missing. */
export function asThere(value: Value): Value | null {
  if (value.kind !== 'unknown' || value.trace || !(perhapsMissing.has(value) || missingIfTyped.has(value))) return null;
  const found: Value = { ...value };
  foundThere.set(found, value);
  return found;
}
