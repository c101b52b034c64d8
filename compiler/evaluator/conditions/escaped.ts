import type { Value } from '@tool/scanner-sdk';
import { commonGuard } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { ThrowSignal } from '../signals.js';
import { isNarrowed } from '../values/held-members.js';
import type { Delta } from '../values/journal.js';
import type { Obj } from '../values/values.js';

/** Conditions under which one error was thrown that are kept apart: beyond, it was thrown under what they have in common. */
const MAX_CONDITIONS = 8;

/** Errors that some arm threw while the program goes on in another one. */
export interface Escaped {
  readonly signal: ThrowSignal;
  /** What the arm had done when it threw, and what was taken back with it. */
  readonly done?: Delta;
}

/**
 * Members that were set to constants before an error was thrown (`response.code = 404; throw error`) hold these where it is caught; and so do variables what
 * the condition says of them under which it was: `if (isEmpty) throw error`.
 */
export function putAsThrown(evaluator: Evaluator, caught: readonly Escaped[], error: Value): void {
  const thrown = caught.filter(({ signal }) => signal.value === error);
  for (const [binding, value] of (thrown.length === 1 && thrown[0]!.done?.bindings) || [])
    if (value && isNarrowed(value)) {
      evaluator.journal?.binding(binding);
      binding.value = value;
    }
  for (const { done } of thrown)
    for (const [object, { props }] of done?.objects ?? [])
      for (const [key, own] of props ?? [])
        if (own?.value.kind === 'const' && own.value.value != null) {
          evaluator.journal?.prop(object, key);
          (object.props ??= new Map()).set(key, own);
        }
}

/**
 * Both, each error under each condition once. What a promise may be rejected with reaches those that wait for it on several ways: callbacks of one `then`
 * settle the next, which is adopted, awaited and chained once more. Counted on each way it would be there as often as there are ways.
 */
export function joinEscaped(known: readonly Escaped[] | undefined, more: readonly Escaped[]): readonly Escaped[] {
  const all = [...(known ?? [])];
  addEscaped(all, more);
  return all;
}

/** The same, to a list that is gathered. */
export function addEscaped(gathered: Escaped[], more: readonly Escaped[]): void {
  if (more.length === 0) return;
  const known = new Map<unknown, Escaped[]>();
  const sameAs = (each: Escaped): Escaped[] => {
    const error = errorOf(each);
    let same = known.get(error);
    if (!same) known.set(error, (same = []));
    return same;
  };
  for (const each of gathered) sameAs(each).push(each);
  for (const each of more) {
    const same = sameAs(each);
    if (same.some(({ signal }) => signal.guard === each.signal.guard)) continue;
    if (same.length < MAX_CONDITIONS) gathered.push(each);
    else gathered.splice(0, gathered.length, ...gathered.filter((other) => !same.includes(other)), together([...same, each]));
    if (same.length < MAX_CONDITIONS) same.push(each);
    else same.splice(0, same.length, gathered.at(-1)!);
  }
}

/** Errors of which this is the same are one: of what a function throws that nobody sees into the place says which one it is. */
const errorOf = ({ signal: { value } }: Escaped): unknown =>
  value.kind === 'unknown' && value.hidden !== undefined ? value.origin : value;

function together(same: readonly Escaped[]): Escaped {
  const { value, site } = same[0]!.signal;
  return { signal: new ThrowSignal(value, site, same.map(({ signal }) => signal.guard).reduce(commonGuard)) };
}

/** Errors of different classes, or with different numbers in them (a status), that are followed however many there are of others. */
const MAX_KINDS = 80;

/** The first of many errors, and behind them the first of each kind: whoever answers it answers others of the kind alike. */
export function firstErrors(errors: readonly Value[], count: number): Value[] {
  if (errors.length <= count) return [...errors];
  const kinds = new Map<unknown, Set<string>>();
  let told = 0;
  return errors.filter((error, index) => {
    if (error.kind !== 'object') return index < count;
    const { proto, props } = error as Obj;
    const numbers = [...(props ?? [])].flatMap(([key, { value }]) =>
      value.kind === 'const' && typeof value.value === 'number' ? `${String(key)} ${value.value}` : [],
    );
    const alike = kinds.get(proto) ?? new Set();
    kinds.set(proto, alike);
    const isNew = !alike.has(numbers.join());
    alike.add(numbers.join());
    return (isNew && told++ < MAX_KINDS) || index < count;
  });
}
