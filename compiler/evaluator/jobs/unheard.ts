import type { Value } from '@tool/scanner-sdk';
import { joinEscaped, type Escaped } from '../conditions/escaped.js';
import type { Obj } from '../values/values.js';

/** How many functions that wait for one another are asked. */
const MOST = 20;

/** An asynchronous function that has not ended: what it has thrown in some arm until now, and what it waits for where nothing of its own catches that. */
export interface Suspended {
  readonly thrown: readonly Escaped[];
  waitsFor: Value | null;
}

const known = new WeakMap<Value, Suspended>();

export function suspend(promise: Obj, thrown: readonly Escaped[]): Suspended {
  const suspended: Suspended = { thrown, waitsFor: null };
  known.set(promise, suspended);
  return suspended;
}

/**
 * What functions have thrown that nobody waits for any longer: whoever did goes on, and would have heard of it when they ended. What nobody knows of an
 * error says nothing.
 */
export function unheardOf(promise: Value): readonly Escaped[] {
  let found: readonly Escaped[] = [];
  let at = known.get(promise);
  for (let asked = 0; at && asked < MOST; asked++) {
    found = joinEscaped(
      found,
      at.thrown.filter(({ signal }) => signal.value.kind === 'object'),
    );
    at = at.waitsFor ? known.get(at.waitsFor) : undefined;
  }
  return found;
}
