import type { Value } from '@tool/scanner-sdk';
import { ThrowSignal } from '../signals.js';
import type { Escaped } from '../conditions/escaped.js';
import type { Evaluator } from '../evaluator.js';
import type { Frame } from '../values/values.js';
import type { LeftError } from './rest-of-call.js';

/** Steps of what makes one error. */
const STEPS_OF_ERROR = 500;

const thrown = new WeakMap<Frame, readonly Escaped[]>();
const made = new WeakMap<LeftError, Value | null>();

/** Makes what a call that is left throws in the part that was not followed, whatever it depends on there that it does. */
export function makeLeftErrors(evaluator: Evaluator, left: Frame, errors: readonly LeftError[]): void {
  const escaped = errors.flatMap((each): Escaped[] => {
    if (!made.has(each)) evaluator.fuel.beyondLimits(STEPS_OF_ERROR, () => made.set(each, errorOf(evaluator, each)));
    const error = made.get(each);
    return error ? [{ signal: new ThrowSignal(error, each.at, left.guard) }] : [];
  });
  if (escaped.length > 0) thrown.set(left, escaped);
}

function errorOf(evaluator: Evaluator, { of, args, at, by }: LeftError): Value | null {
  const error = evaluator.looking(() => evaluator.construct(of, args, evaluator.topContext(by.module), by.node));
  if (error?.kind !== 'object') return null;
  evaluator.raised(error, at);
  return error;
}

/** What a call that was left may have thrown: whoever called it goes on behind it, or catches that. */
export const thrownByLeft = (left: Frame): readonly Escaped[] => thrown.get(left) ?? [];
