import type { Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { endLayers } from '../conditions/early-returns.js';
import { Journal } from '../values/journal.js';
import { plainlyChanged, type Written } from '../requests/kept-state.js';
import { unknown, type Obj, type Site } from '../values/values.js';

/** Functions that are looked at. */
const MAX_FUNCTIONS = 400;

/** A function of the program that the set-up has given away, and where; `of`: the object that it is a method of. */
export interface GivenAway {
  readonly fn: Obj;
  readonly site: Site;
  readonly of?: Obj | undefined;
  /** The set-up has not run it itself. */
  readonly isOnlyLater?: true | undefined;
}

/**
 * What changes the state of the program while it serves, beside requests: functions that the set-up gives to signals, timers, events and packages.
 * Whether and when they run only run time knows.
 */
export class Background {
  readonly functions: GivenAway[] = [];
  /** What places held before a timer changed them: requests that come before it find that. */
  readonly before: Written[] = [];

  /** The set-up gives a function away; what functions that serve requests give away is theirs. */
  add(evaluator: Evaluator, fn: Value, site: Site, { of, isOnlyLater }: Pick<GivenAway, 'of' | 'isOnlyLater'> = {}): void {
    const object = fn.kind === 'object' ? (fn as Obj) : null;
    const kind = object?.fn?.kind;
    if (!object || evaluator.observer || (kind !== 'closure' && kind !== 'bound') || this.functions.length >= MAX_FUNCTIONS) return;
    if (!this.functions.some((each) => each.fn === object && each.of === of)) this.functions.push({ fn: object, site, of, isOnlyLater });
  }

  /** Runs what a timer of the set-up runs after some time. */
  timed(evaluator: Evaluator, run: () => void): void {
    const outer = evaluator.journal;
    const own = (evaluator.journal = new Journal(outer));
    try {
      run();
    } finally {
      endLayers(evaluator, own);
      evaluator.journal = outer;
      own.keep();
      if (!evaluator.observer) this.before.push(...plainlyChanged(own));
    }
  }
}

/** Calls such a function, on arguments of which nothing is known. */
export function callGivenAway(evaluator: Evaluator, { fn, site, of }: GivenAway): void {
  const context = evaluator.contextOf(site);
  const target = fn.fn?.kind === 'bound' ? (fn.fn.target as Obj) : fn;
  const parameters = target.fn?.kind === 'closure' ? target.fn.node.parameters : [];
  const args = parameters.map((parameter) =>
    unknown(`the argument ${parameter.name.getText()} of a callback`, evaluator.site(context, parameter)),
  );
  evaluator.call(fn, of ?? unknown('what a callback is called on', site), args, context, site.node);
}
