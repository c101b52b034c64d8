import type { Value } from '@tool/scanner-sdk';
import type { Guard } from '../context.js';
import { ThrowSignal } from '../signals.js';
import type { Escaped } from '../conditions/escaped.js';
import type { Evaluator } from '../evaluator.js';
import { ts } from '../language/syntax.js';
import { UNDEFINED, type Frame } from '../values/values.js';
import type { LeftError } from './rest-of-call.js';

/** Steps of what makes one error. */
const STEPS_OF_ERROR = 500;

const thrown = new WeakMap<Frame, readonly Escaped[]>();
const made = new WeakMap<LeftError, Value | null>();

/** Makes what a call that is left throws in the part that was not followed, whatever it depends on there that it does. */
export function makeLeftErrors(evaluator: Evaluator, left: Frame, errors: readonly LeftError[]): void {
  const escaped = escapedOf(evaluator, errors, left.guard);
  if (escaped.length > 0) thrown.set(left, escaped);
}

/** The errors, as thrown under these conditions. */
export const escapedOf = (evaluator: Evaluator, errors: readonly LeftError[], guard: Guard | null): readonly Escaped[] =>
  errors.flatMap((each) => {
    if (!made.has(each)) evaluator.fuel.beyondLimits(STEPS_OF_ERROR, () => made.set(each, errorOf(evaluator, each)));
    const error = made.get(each);
    return error ? [{ signal: new ThrowSignal(error, each.at, guard) }] : [];
  });

/** Errors of classes that nobody has made up for the program say nothing of how they are answered. */
function errorOf(evaluator: Evaluator, { parts, at, by }: LeftError): Value | null {
  const error = evaluator.looking(() => {
    const { of, args } = parts();
    if (!of || evaluator.ownProperty(evaluator.builtins.globalObject, evaluator.describe(of))?.value === of) return null;
    const context = evaluator.topContext(by.module);
    return ts.isNewExpression(by.node)
      ? evaluator.construct(of, args, context, by.node)
      : evaluator.call(of, UNDEFINED, args, context, by.node);
  });
  if (error?.kind !== 'object') return null;
  evaluator.raised(error, at);
  evaluator.observer?.followed(at.node, by.node);
  return error;
}

/** What a call that was left may have thrown: whoever called it goes on behind it, or catches that. */
export const thrownByLeft = (left: Frame): readonly Escaped[] => thrown.get(left) ?? [];
