import type { Unknown, Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { Obj, currentSerial, oneOf, prop } from './values.js';

/**
 * What is known of members of values that nobody knows, while one request is served, each as a record that is there since the first arm began: what is
 * put into it is taken back with the arm.
 */
const holders = new WeakMap<object, WeakMap<Unknown, Obj>>();

/** Of values of requests, and of settings, others know more. */
export const mayHold = ({ observer }: Evaluator, value: Value): boolean =>
  observer !== null && value.kind === 'unknown' && !value.trace && value.taint === null;

export function heldMember({ observer }: Evaluator, value: Unknown, key: PropertyKey): Value | undefined {
  const own = observer ? holders.get(observer)?.get(value)?.props?.get(key) : undefined;
  return own?.conditional === null ? own.value : undefined;
}

/** The program sets the member: what its conditions have said of it before is so no more. */
export function forgetMember({ observer, journal }: Evaluator, value: Unknown, key: PropertyKey): void {
  const holder = observer ? holders.get(observer)?.get(value) : undefined;
  if (!holder?.props?.has(key)) return;
  journal?.prop(holder, key);
  holder.props.delete(key);
}

function holderOf({ observer, journal }: Evaluator, value: Unknown): Obj {
  let known = holders.get(observer!);
  if (!known) holders.set(observer!, (known = new WeakMap()));
  let holder = known.get(value);
  if (!holder) {
    holder = new Obj('Object', null, null);
    (holder as { serial: number }).serial = journal?.root.start ?? currentSerial();
    holder.props = new Map();
    known.set(value, holder);
  }
  return holder;
}

/** Reading the member again gives the same. */
export function keepMember(evaluator: Evaluator, value: Unknown, key: PropertyKey, member: Value): void {
  const { props } = holderOf(evaluator, value);
  if (!props!.has(key)) props!.set(key, prop(member));
}

/** In this arm the member is that. @param before what it is elsewhere */
export function holdMember(evaluator: Evaluator, value: Unknown, key: PropertyKey, before: Value, now: Value): void {
  keepMember(evaluator, value, key, before);
  const holder = holderOf(evaluator, value);
  evaluator.journal?.prop(holder, key);
  holder.props!.set(key, prop(now));
}

/** Constants that stand for a value that nobody knows, in arms where it is one of them, and such a value where its type is known. */
const narrowed = new WeakMap<Value, Unknown>();
export function noteNarrowed(kept: Value, whole: Unknown): Value {
  for (const each of kept.kind === 'oneOf' ? kept.values : [kept]) narrowed.set(each, whole);
  return kept;
}

export const isNarrowed = (value: Value): boolean => narrowed.has(value);

/** Where arms come together the value is what it was before. */
export function widened(value: Value): Value {
  if (value.kind !== 'oneOf' || value.preferred) return value;
  const wholes = new Set(value.values.map((each) => narrowed.get(each)));
  const [whole] = wholes;
  // What holds in one arm, and in the other one not.
  if (whole?.shape?.kind === 'boolean' && wholes.size === 1 && value.values.length === 2) return whole;
  const kept = value.values.filter((each) => !value.values.includes(narrowed.get(each)!));
  return kept.length === value.values.length ? value : oneOf(kept, value.condition);
}
