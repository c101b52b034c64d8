import type { Behaviour } from '@tool/ir';
import { callGivenAway, noUses, observing, type Allowance, type Evaluator, type GivenAway, type Observer } from '../../evaluator/index.js';
import type { Run, TypeQuestionsAsked } from './observation-log.js';

/** For one such function, and steps for all of them. */
const ALLOWANCE: Allowance = { steps: 4_000, stepsOfCall: 2_000 };
const TOTAL_FUEL = 400_000;

/** They serve no request: what they do with values of one is nobody's affair. */
const UNHEARD: Observer = {
  ofNobody: false,
  told: 0,
  read: () => undefined,
  unread: () => undefined,
  isToken: () => undefined,
  thrown: () => undefined,
  caught: () => undefined,
  wentOn: () => undefined,
  returned: () => undefined,
  assigned: () => undefined,
  mergedInto: () => undefined,
  partsIn: () => undefined,
  replacedInCopy: () => undefined,
  unwritten: () => undefined,
  held: () => undefined,
  isAskedByName: () => false,
  typed: () => undefined,
  refined: () => undefined,
  askedFor: () => undefined,
  demanded: () => undefined,
  data: () => undefined,
  askedOfNothing: () => undefined,
  madeOfNothing: () => undefined,
  unless: () => undefined,
  compared: () => undefined,
  comparedWithSetting: () => undefined,
  lookedFor: () => undefined,
  looked: [],
  encoding: () => undefined,
  isForm: false,
  handedOver: () => undefined,
  spent: () => undefined,
  cut: () => undefined,
  followed: () => undefined,
};

/** What is needed of the program that is observed. */
interface Observed {
  readonly evaluator: Evaluator;
  readonly types: TypeQuestionsAsked;
}

/** Gives the functions that the set-up has given to signals, timers, events and packages, as long as there are steps for them. */
export function* givenAway({ evaluator }: Observed): Iterable<readonly [key: string, given: GivenAway]> {
  const { steps } = evaluator.fuel;
  for (const [index, given] of evaluator.background.functions.entries()) {
    if (evaluator.fuel.steps - steps >= TOTAL_FUEL) return;
    yield [`background ${index}`, given];
  }
}

const NOTHING: Behaviour = { reads: [], refinements: [], answers: [], failures: [], data: [], passesOn: false, leaves: [] };

/** Runs one of them for what it leaves in the program. */
export function backgroundRun({ evaluator, types }: Observed, given: GivenAway): Run {
  const uses = noUses();
  observing(evaluator, UNHEARD, uses, ALLOWANCE, () => {
    callGivenAway(evaluator, given);
  });
  // What it has registered when the set-up ran it is in the model: here it knows nothing of what it is given.
  if (!given.isOnlyLater) uses.registered.clear();
  return {
    behaviour: NOTHING,
    plain: NOTHING,
    left: new Map(),
    members: new Map(),
    errors: new Map(),
    given: null,
    names: new Set(),
    callers: new Set(),
    kept: '',
    uses,
    isCut: false,
    asked: types.take(),
  };
}
