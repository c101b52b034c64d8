import type { Value } from '@tool/scanner-sdk';
import { adopted, joined, onSettled, settlePending, stateOf, type PromiseState } from '../builtins/promise.js';
import type { Evaluator } from '../evaluator.js';
import { drainFor } from './jobs.js';
import { addEscaped, type Escaped } from '../conditions/escaped.js';
import { unheardOf } from './unheard.js';
import { ThrowSignal } from '../signals.js';
import { ABSENT, oneOf, unknown, type Obj, type Site } from '../values/values.js';

const never = (): boolean => false;

/** `await` where the code around it cannot be suspended: what is queued runs until it would be resumed. */
export function awaitedInPlace(evaluator: Evaluator, value: Value): Value {
  let resumed = false;
  const promise = adopted(evaluator, value) ?? joined(evaluator, value) ?? value;
  if (stateOf(promise))
    onSettled(evaluator, promise, () => {
      resumed = true;
    });
  else
    evaluator.later(() => {
      resumed = true;
    });
  evaluator.fuel.waitingInPlace(evaluator.frame, (enough) => {
    drainFor(evaluator, () => resumed, enough);
  });
  return settled(evaluator, promise, 0);
}

/**
 * What a value resolves to once everything that is queued has run.
 * @param inTheEnd nothing else runs that could settle it: what is waited for settles as it can
 */
export function awaited(evaluator: Evaluator, value: Value, inTheEnd = false): Value {
  const thenable = adopted(evaluator, value) ?? joined(evaluator, value);
  evaluator.drain();
  const state = thenable && stateOf(thenable);
  if (state?.status === 'pending') drainFor(evaluator, () => state.status !== 'pending', never);
  if (inTheEnd && stateOf(thenable ?? value)?.status === 'pending') settlePending(evaluator);
  if (thenable) return settled(evaluator, thenable, 0);
  return settled(evaluator, value, 0);
}

/** The value of a promise that has settled; any other value is itself. Does not run the queue. */
export function settledNow(evaluator: Evaluator, value: Value): Value {
  return value.kind === 'object' || value.kind === 'oneOf' ? settled(evaluator, value, 0) : value;
}

/** Of several promises the rejected ones are what may be thrown, while the program goes on with the others. */
export function withoutRejected(value: Extract<Value, { kind: 'oneOf' }>, escaped: Escaped[]): Value {
  const rejected = value.values.filter((alternative) => stateOf(alternative)?.status === 'rejected');
  if (rejected.length === 0 || rejected.length === value.values.length) return value;
  for (const promise of rejected) {
    const error = stateOf(promise)!.value;
    escaped.push({ signal: new ThrowSignal(error, (error.origin ?? promise.origin) as Site | null) });
  }
  return oneOf(
    value.values.filter((alternative) => !rejected.includes(alternative)),
    value.condition,
    value.preferred,
  );
}

function settled(evaluator: Evaluator, value: Value, depth: number): Value {
  if (depth > 10) return unknown('a promise that resolves to itself');
  if (value.kind === 'oneOf') value = withoutRejected(value, evaluator.escaped ?? []);
  if (value.kind === 'oneOf') {
    const { values } = value;
    const results = values.map((alternative) => (alternative === ABSENT ? alternative : settled(evaluator, alternative, depth + 1)));
    // Without a promise among them it is itself, with what its truth says of a request.
    return results.every((result, index) => result === values[index]) ? value : oneOf(results, value.condition, value.preferred);
  }
  if (value.kind !== 'object') return value;
  const object = value as Obj;
  if (object.cls !== 'Promise') return value;
  const state = object.internal as PromiseState;
  if (state.mayReject && evaluator.escaped) addEscaped(evaluator.escaped, state.mayReject);
  if (state.status === 'rejected') throw new ThrowSignal(state.value, object.origin);
  if (state.status === 'fulfilled') return settled(evaluator, state.value, depth + 1);
  if (evaluator.escaped) addEscaped(evaluator.escaped, unheardOf(object));
  return state.expected ?? unknown('what a promise will resolve to', object.origin);
}
