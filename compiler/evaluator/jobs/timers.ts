import type { Value } from '@tool/scanner-sdk';
import { reachesHostBy } from '../bounds/asides.js';
import { tells } from '../bounds/told-names.js';
import type { Evaluator } from '../evaluator.js';
import type { JobKind } from './jobs.js';
import type { ts } from '../language/syntax.js';
import { maySettle } from '../packages/relevance.js';
import { areExchangeable } from '../values/alike.js';
import type { Obj, Site } from '../values/values.js';

/**
 * Rounds of a timer that starts itself again in which no host object is told anything, those of all arms together and those one behind another,
 * and the steps that they take: then it is left. Where every round starts it in two arms there are a thousand after ten.
 */
const OF_SET_UP = { rounds: 20, depth: 3, steps: 4_000 };
/** Of what promises call back more: folders and migrations are gone through so, and end. */
const OF_REACTIONS = { rounds: 100, depth: 12, steps: 60_000 };
/** How often one round starts the next: each of its arms does, and the next ones do the same as each other. In ten arms there are a thousand three deep. */
const ALL_ARMS = 3;
/** How often a timer is left that is started once more elsewhere, in each arm of what starts the server, before few of its rounds are looked at. */
const OFTEN_LEFT = 4;
const OF_LEFT = { rounds: 3, depth: 1, steps: 0 };
/** A function that serves requests has few steps: what its rounds take is missing for what it answers. */
const OF_REQUESTS = { rounds: 4, depth: 1, steps: 300 };

/** The rounds of a timer since a host object was told something, those of all arms, and the steps and effects when that began. */
interface Rounds {
  count: number;
  readonly since: number;
  readonly effects: number;
}

/** Rounds of all functions of the same code in one request. */
const ALL_ALIKE = 12;

/** What a request has given to timers of one code: all its rounds, and those of functions that may do different things. */
export interface Timed {
  readonly all: Rounds;
  readonly each: { readonly fn: Obj; readonly rounds: Rounds }[];
}

/** A timer that had to run so that something else does, by the place where it is started. */
export interface TimerRound {
  readonly node: ts.Node;
  readonly rounds: Rounds;
  /** How many of its rounds lie one behind another here. */
  readonly depth: number;
  /** How often it has started the next one. */
  started: number;
  /** The one in front of it. */
  readonly before: TimerRound | null;
}

/**
 * Runs something later, unless it is what a server does round after round once it runs: a timer whose callback, or what the callback waits for,
 * starts the timer again, and nothing of it tells a host object anything. Functions that wait for a timer of their own are no rounds of it.
 */
export function startTimer(evaluator: Evaluator, site: Site, kind: JobKind, fn: Value | undefined, run: () => void): void {
  const next = nextRound(evaluator, site, fn, OF_SET_UP);
  if (next)
    evaluator.ofTimer(next, () => {
      evaluator.later(run, kind);
    });
}

/**
 * Runs what a promise has called back, unless it is what the set-up does for each of a list of which nobody knows how long it is, and tells no host
 * object anything: null then.
 */
export function asReaction(evaluator: Evaluator, site: Site, fn: Value, run: () => Value): Value | null {
  if (evaluator.observer) return run();
  const next = nextRound(evaluator, site, fn, OF_REACTIONS);
  let given: Value | null = null;
  if (next)
    evaluator.ofTimer(next, () => {
      given = run();
    });
  return given;
}

/** Null where it is left, which is said. */
function nextRound(evaluator: Evaluator, site: Site, fn: Value | undefined, ofSetUp: typeof OF_SET_UP): TimerRound | null {
  const { timer, effects, fuel } = evaluator;
  const left = evaluator.observer ? 0 : (evaluator.timersLeft.get(site.node) ?? 0);
  let quietUpTo = evaluator.observer ? OF_REQUESTS : left < OFTEN_LEFT ? ofSetUp : OF_LEFT;
  const known = roundOf(timer, site.node);
  const quiet = known?.rounds.effects === effects ? known : null;
  const shared = evaluator.observer && roundsOfRequest(evaluator, fn);
  const rounds = shared ?? quiet?.rounds ?? { count: 0, since: fuel.steps, effects };
  const depth = quiet ? quiet.depth + 1 : 0;
  if (quiet && ++quiet.started > ALL_ARMS && !evaluator.observer && quietUpTo === ofSetUp) quietUpTo = OF_SET_UP;
  const isOneOfMany = quiet && quiet.started > ALL_ARMS;
  if (
    ++rounds.count > quietUpTo.rounds &&
    (shared || isOneOfMany || depth > quietUpTo.depth) &&
    fuel.steps - rounds.since >= quietUpTo.steps
  ) {
    if (!evaluator.observer) evaluator.timersLeft.set(site.node, left + 1);
    // Whoever asked has long been answered, or will be by somebody else.
    if (!evaluator.observer && mayRegisterLater(evaluator, fn)) evaluator.outOfFuel('a timer that starts itself again', site);
    return null;
  }
  return { node: site.node, rounds, depth, started: 0, before: without(timer, known) };
}

/**
 * The rounds that a request has started of a function, wherever and in whatever arm: a service that looks again and again is started by each of its
 * alternatives, and each time the same is done. What nobody waits for ends for all functions of its code at once. Null for what may answer the request
 * in a later round, and what has no code.
 */
function roundsOfRequest(evaluator: Evaluator, fn: Value | undefined): Rounds | null {
  const { effects, fuel, timed } = evaluator;
  const node = fn?.kind === 'object' ? codeOf(fn as Obj) : null;
  if (!node || holdsRequest(evaluator, fn as Obj)) return null;
  const begun = (): Rounds => ({ count: 0, since: fuel.steps, effects });
  let known = timed.get(node);
  if (known?.all.effects !== effects) timed.set(node, (known = { all: begun(), each: [] }));
  if (++known.all.count > ALL_ALIKE && !maySettle(fn as Obj)) return known.all;
  const same = known.each.find((each) => areExchangeable(each.fn, fn));
  if (same) return same.rounds;
  const rounds = begun();
  if (known.each.length < ALL_ALIKE) known.each.push({ fn: fn as Obj, rounds });
  return rounds;
}

function holdsRequest(evaluator: Evaluator, object: Obj): boolean {
  const { fn } = object;
  return fn?.kind === 'bound' ? [fn.target, fn.self, ...fn.args].some((part) => tells(evaluator, part)) : tells(evaluator, object);
}

function codeOf({ fn }: Obj): ts.Node | null {
  if (fn?.kind === 'bound') return fn.target.kind === 'object' ? codeOf(fn.target as Obj) : null;
  return fn?.kind === 'closure' ? fn.node : null;
}

/** A job that reaches nothing to register on, and that nobody waits for, registers nothing in any round. */
const mayRegisterLater = (evaluator: Evaluator, fn: Value | undefined): boolean =>
  fn?.kind !== 'object' || !(fn as Obj).fn || maySettle(fn as Obj) || reachesHostBy(evaluator, fn as Obj);

function roundOf(timer: TimerRound | null, node: ts.Node): TimerRound | null {
  for (let each = timer; each; each = each.before) if (each.node === node) return each;
  return null;
}

/** Each timer stands in the list once, so that it does not grow round by round. */
function without(timer: TimerRound | null, known: TimerRound | null): TimerRound | null {
  if (!timer || !known) return timer;
  return timer === known ? timer.before : { ...timer, before: without(timer.before, known) };
}
