import type { Tested, Trace, Value } from '@tool/scanner-sdk';
import { truthOf } from '../conditions/arms.js';
import type { Absence, BranchInfo, Guard } from '../context.js';
import { missingOf, nameOfTrace, union, type Missing } from './missing.js';
import { ts } from '../language/syntax.js';
import { testedOf } from './tested.js';

/** An arm of a condition that is taken. */
export interface Taken {
  readonly branch: BranchInfo;
  readonly arm: number;
}
/** A way to a place, with the value that something has there. `never`: an arm that, when it is taken, does not lead this way. */
export interface Way {
  readonly value: Value | null;
  readonly never: readonly Taken[];
}

/**
 * What the truth of a value that was set on several ways says of the request: `let ok = true; if (!name) ok = false;`. It is false when `name` is
 * missing if it is on every way false, false when `name` is missing, or the way is not gone then.
 */
export function saidByWays<Merged extends Value | null>(merged: Merged, ways: readonly Way[]): Merged {
  if (merged === null || !(merged.kind === 'unknown' || (merged.kind === 'oneOf' && !merged.preferred)) || !ways.some(saysSomething))
    return merged;
  const said = truthByWays(merged, ways);
  const then = merged.kind === 'oneOf' ? valuesByWays(ways) : [];
  if (then.length > 0) whatIsThen.set(said, then);
  return said;
}

/** What a value may be, where the request lacks one: `if (!name) return null; return name`. */
interface Then {
  readonly trace: Trace;
  readonly values: readonly Value[];
}
const whatIsThen = new WeakMap<Value, readonly Then[]>();

function valuesByWays(ways: readonly Way[]): readonly Then[] {
  const traces = union(ways.flatMap(({ never }) => never.flatMap(({ branch: { absence } }) => absence?.traces ?? [])));
  const notGone = ways.map(({ never }) => namesOf(never.flatMap(absentIn)));
  return traces.flatMap((trace) => {
    const values = ways.filter((_, index) => !notGone[index]!.has(nameOfTrace(trace))).map(({ value }) => value);
    return values.every((value) => value !== null && (value.kind === 'object' || (value.kind === 'const' && value.taint === null)))
      ? [{ trace, values: values as Value[] }]
      : [];
  });
}

/** Of arms that there is one of for each alternative of such a value the one that is taken where the request lacks what decides it. */
export function armWithout(value: Value, arms: readonly Value[]): Absence | null {
  const known = whatIsThen.get(value) ?? [];
  for (const [arm, taken] of arms.entries()) {
    const traces = taken.kind === 'const' ? known.filter(({ values }) => values.length > 0 && values.every((one) => one === taken)) : [];
    if (traces.length > 0) return { arm, traces: traces.map(({ trace }) => trace), isExact: false };
  }
  return null;
}

/** What a comparison of such a value with a constant comes to where the request lacks what decides it. */
export function missingOfAnswer(value: Value, holds: (one: Value) => boolean | null): Missing | null {
  const known = whatIsThen.get(value) ?? [];
  for (const when of [true, false]) {
    const traces = known.filter(({ values }) => values.length > 0 && values.every((one) => holds(one) === when)).map(({ trace }) => trace);
    if (traces.length > 0) return { when, traces };
  }
  return null;
}

function truthByWays<Merged extends Value>(merged: Merged, ways: readonly Way[]): Merged {
  for (const when of [false, true]) {
    const traces = missingBy(ways, when),
      tested = testedBy(ways, when);
    if (traces.length + tested.length > 0)
      return { ...merged, ...(traces.length > 0 && { missing: { when, traces } }), ...(tested.length > 0 && { tested }) };
  }
  return merged;
}

const saysSomething = ({ value, never }: Way): boolean =>
  (value !== null && (missingOf(value) !== null || testedOf(value).length > 0)) ||
  never.some(({ branch: { absence, tested } }) => (absence ?? tested) != null);

/** The ways of the arms of a condition: each with its number, and the value that something has behind it. */
export function waysOfArms(branch: BranchInfo, arms: readonly number[], values: readonly (Value | null)[]): readonly Way[] {
  // Of most conditions nothing is known of the request, whichever arm is not taken.
  const tells = (branch.absence ?? branch.tested) != null;
  const others = (taken: number | undefined): Taken[] =>
    [...Array(branch.arms).keys()].filter((arm) => arm !== taken).map((arm) => ({ branch, arm }));
  return values.map((value, index) => ({ value, never: tells ? others(arms[index]) : NOTHING }));
}
const NOTHING: readonly Taken[] = [];

/** What is missing where an arm is taken. */
const absentIn = ({ branch: { absence }, arm }: Taken): readonly Trace[] => (absence?.arm === arm ? absence.traces : []);
const namesOf = (traces: readonly Trace[]): ReadonlySet<string> => new Set(traces.map(nameOfTrace));
const isSure = (value: Value | null, when: boolean): boolean => {
  if (!value) return !when;
  const truth = truthOf(value);
  return truth.value === when && !truth.taint;
};

function missingBy(ways: readonly Way[], when: boolean): readonly Trace[] {
  const own = ways.map(({ value }) => {
    const missing = value && missingOf(value);
    return missing?.when === when ? missing.traces : [];
  });
  const not = ways.map(({ never }) => never.flatMap(absentIn));
  const unsure = ways.flatMap(({ value }, index) => (isSure(value, when) ? [] : [namesOf([...own[index]!, ...not[index]!])]));
  return union([...own, ...not].flat()).filter((trace) => unsure.every((known) => known.has(nameOfTrace(trace))));
}

function testedBy(ways: readonly Way[], when: boolean): readonly Tested[] {
  const own = ways.map(({ value }) => (value ? testedOf(value).filter((each) => each.when === when) : []));
  const not = ways.map(({ never }) => never.flatMap(({ branch, arm }) => branch.tested?.[arm] ?? []).map((each) => ({ ...each, when })));
  const all = [...own, ...not].flat();
  const alike = (one: Tested, other: Tested): boolean =>
    one.shape === other.shape && one.required === other.required && nameOfTrace(one.trace) === nameOfTrace(other.trace);
  const found = all
    .filter((each, index) => all.findIndex((other) => alike(each, other)) === index)
    .filter((each) =>
      ways.every(({ value }, index) => isSure(value, when) || [...own[index]!, ...not[index]!].some((other) => alike(other, each))),
    );
  // What says the same of several values that came out of no part of the request says it once: each round of a loop adds one.
  return found.length < 2 ? found : [...new Map([...found].reverse().map((each) => [textOf(each), each])).values()].reverse();
}

const textOf = ({ trace, shape, required }: Tested): string => `${nameOfTrace(trace)} ${required} ${JSON.stringify(shape)}`;

/** A `return` in an arm: which, and whether whoever takes that arm surely comes to it. */
export interface Exit extends Taken {
  readonly isSure: boolean;
}
interface Returned {
  readonly value: Value;
  readonly exit?: Exit;
}

/** Nothing but earlier returns stands between the beginning of a function and this place. */
export function isReachedAlways(now: Guard | null, start: Guard | null, earlier: readonly Returned[], node: ts.Node): boolean {
  for (let at: ts.Node = node; !ts.isFunctionLike(at) && !ts.isSourceFile(at); at = at.parent)
    if (ts.isIterationStatement(at, false)) return false;
  for (let at = now; at && at !== start; at = at.parent) if (!earlier.some(({ exit }) => exit?.branch === at.branch)) return false;
  return true;
}

/** The ways out of a function: its returns in arms, in their order, and its end; none where one of the returns has no arm of its own. */
export function waysOut(returned: readonly Returned[], end: Value): readonly Way[] {
  const exits = returned.flatMap(({ exit }) => exit ?? []);
  if (exits.length < returned.length) return [];
  const before = (index: number): readonly Taken[] => exits.slice(0, index).filter(({ isSure }) => isSure);
  return [
    ...returned.map(({ value }, index): Way => ({
      value,
      never: [...before(index), ...waysOfArms(exits[index]!.branch, [exits[index]!.arm], [value])[0]!.never],
    })),
    { value: end, never: before(exits.length) },
  ];
}
