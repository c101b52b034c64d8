import type { Value } from '@tool/scanner-sdk';
import type { Activation } from '../context.js';
import { mergeDeltas, type Delta } from '../values/journal.js';
import { askedByArms, askedSince } from '../requests/request-tests.js';
import { saidByWays, waysOut } from '../requests/ways.js';
import type { ts } from '../language/syntax.js';
import { oneOf, type Obj } from '../values/values.js';
import type { Evaluator } from '../evaluator.js';

/** Joins what arms returned early with what the function returned in the end. */
export function withPendingReturns(evaluator: Evaluator, activation: Activation, result: Value, node: ts.Node | null = null): Value {
  const { pending } = activation;
  if (pending.length === 0) return result;
  const preferred = pending.some((exit) => exit.preferred);
  // What a function makes (a middleware, a router) or says of a setting behind arms of other configurations is what the default one gives.
  if (pending.every((exit) => exit.elsewhere)) {
    mergeDeltas(
      [{ bindings: new Map(), objects: new Map() }, ...pending.map((exit) => exit.delta)],
      pending[0]!.condition,
      true,
      evaluator.journal,
    );
    return oneOf([result, ...pending.map((exit) => exit.value)], pending[0]!.condition, true);
  }
  const own = evaluator.observer ? returnedObjects([result, ...pending.map((exit) => exit.value)]) : new Set<Obj>();
  const others = evaluator.observer && !preferred ? (activation.earlyReturns.joined(evaluator, pending, result, node) ?? pending) : pending;
  for (const isOwn of others.length > 0 ? [true, false] : [])
    mergeDeltas(
      [NO_DELTA, ...others.map((exit) => partOf(exit.delta, own, isOwn))],
      pending[0]!.condition,
      !preferred && !isOwn,
      evaluator.journal,
    );
  const ordered = preferred
    ? [
        ...pending.filter((exit) => exit.preferred).map((exit) => exit.value),
        result,
        ...pending.filter((exit) => !exit.preferred).map((exit) => exit.value),
      ]
    : [...pending.map((exit) => exit.value), result];
  const value = askedByArms(evaluator, oneOf(ordered, pending[0]!.condition, preferred), pending, {
    value: result,
    when: askedSince(evaluator.guard, evaluator.frame?.guard ?? null),
  });
  return evaluator.observer ? saidByWays(value, waysOut(pending, result)) : value;
}

const NO_DELTA: Delta = { bindings: new Map(), objects: new Map() };

/** What is returned on a way is as that way has left it: the objects themselves, and those that are their members. */
function returnedObjects(values: readonly Value[]): ReadonlySet<Obj> {
  const found = new Set<Obj>();
  const add = (value: Value | null): void => {
    if (value?.kind === 'object' && !(value as Obj).host && !(value as Obj).fn) found.add(value as Obj);
  };
  for (const value of values) add(value);
  for (const object of [...found]) for (const { value } of object.props?.values() ?? []) add(value);
  return found;
}

const partOf = ({ bindings, objects }: Delta, own: ReadonlySet<Obj>, isOwn: boolean): Delta => ({
  bindings: isOwn ? NO_DELTA.bindings : bindings,
  objects: own.size === 0 ? (isOwn ? NO_DELTA.objects : objects) : new Map([...objects].filter(([object]) => own.has(object) === isOwn)),
});

/** The rest of a function threw, behind arms that had returned: as with arms, only those that do not throw go on. */
export function returnedBefore(evaluator: Evaluator, activation: Activation): Value {
  const { pending } = activation;
  const plainly = pending.filter((exit) => exit.preferred);
  const ordered = [...plainly, ...pending.filter((exit) => !exit.preferred)];
  const preferred = plainly.length > 0;
  mergeDeltas(
    ordered.map((exit) => exit.delta),
    pending[0]!.condition,
    preferred,
    evaluator.journal,
  );
  return oneOf(
    ordered.map((exit) => exit.value),
    pending[0]!.condition,
    preferred,
  );
}
