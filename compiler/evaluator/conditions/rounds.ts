import type { Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { ABSENT, currentSerial, mayBeAbsent, oneOf, type Obj } from '../values/values.js';

/** A round of which only run time knows whether there is one: what it does outside of arms of its own, it does this deep in arms; objects no younger than this are older than it. */
export interface UndecidedRound {
  readonly since: number;
  readonly armDepth: number;
}

/** Runs a round of a loop over what only run time knows, while a function that serves requests is run: there may be none. */
export function asRound<Result>(evaluator: Evaluator, undecided: boolean, run: () => Result): Result {
  if (!undecided || !evaluator.observer) return run();
  const { round: outer, armDepth } = evaluator;
  evaluator.round = { since: currentSerial(), armDepth };
  try {
    return run();
  } finally {
    evaluator.round = outer;
  }
}

/** What is added to a list: to one that is older than the round, an element that it may have. Under a condition of the round the arms say that by themselves. */
export function addedIn(evaluator: Evaluator, list: Obj, values: readonly Value[]): readonly Value[] {
  const { round } = evaluator;
  if (!round || list.open || list.serial > round.since) return values;
  list.filled = true;
  if (evaluator.armDepth !== round.armDepth) return values;
  return values.map((value) => oneOf([ABSENT, value], 'the loop has a round'));
}

/** What any element is of a list that has none but what rounds have added: there may be more of them than it has. */
export const filledWith = ({ filled, open, elements }: Obj): Value | null =>
  filled && !open && elements!.length > 0 && elements!.every(mayBeAbsent)
    ? oneOf(
        [...new Set(elements!.flatMap((each) => (each.kind === 'oneOf' ? each.values.filter((one) => one !== ABSENT) : [])))],
        'which of many',
      )
    : null;
