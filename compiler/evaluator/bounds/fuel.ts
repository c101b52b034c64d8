import { isAside } from './asides.js';
import type { Evaluator } from '../evaluator.js';
import { FuelSignal, QuietSignal } from '../signals.js';
import { tellLeft } from './unfollowed.js';
import { isWrappedBy } from './wrappers.js';
import { namesHost } from './told-names.js';
import { carriedByAll, type Frame, type Obj, type Site } from '../values/values.js';

/** Steps of one entry. */
export const ENTRY_FUEL = 4_000_000;
/**
 * Steps without telling a host object anything after which a call is cut. Patience halves with every few cuts, so that a program that
 * does much beside its set-up costs a bounded amount.
 */
const QUIET_FUEL = 60_000;
const LEAST_QUIET_FUEL = 2_000;
const CUTS_TO_HALVE = 4;
/**
 * Steps of queued callbacks without telling a host object anything after which asynchronous functions far from the program's start are
 * not followed: what a server does once it runs, not its set-up. The patience with each is the longer the nearer it is to the start.
 */
const QUIET_JOBS = 200_000;
/** The same, and steps of a call, in a program that has made nothing to serve with, beside one that has: a worker, or a command. */
const QUIET_BESIDE_SERVER = 10_000;
/** Steps of the queue, whatever it tells, after which callbacks far from the start are left: each may queue the next, and there is no end to them. */
const MOST_OF_JOBS = 1_500_000;
/** Steps of what a function waits for that are not held against the function itself. */
const SPARED_FUEL = 500_000;
/** Steps without effect that a program may take for what ends: files that it reads to put its set-up together, lists that it sorts. */
const FUEL_FOR_WORK = 3_000_000;
const NEAR_THE_START = 12;
/**
 * Steps without effect after which a call that runs beside the set-up is left. What it makes only functions that serve requests read: where these
 * are run, it is followed for longer.
 */
const ASIDE_FUEL = 2_000;
const ASIDE_FUEL_FOR_REQUESTS = 100_000;
/** The same for what a function that serves requests leaves alone: the request does not wait for it. */
const ASIDE_FUEL_OF_REQUEST = 200;
/**
 * Calls that are left where a function that serves requests has come to its limit, and the share of its steps with which it goes on behind each: what such a
 * call gives is not known, but what follows it is still seen.
 */
const CUTS_OF_REQUEST = 3;
const SHARE_BEHIND_CUT = 0.25;
const SHARE_IN_THE_END = 0.1;
/** Steps of queued callbacks without effect after which calls beside the set-up are not begun, as a multiple of that. */
const ASIDES_BEFORE_TIRED = 5;
/** Calls from the top level of a program within which a suspended function goes on, however long others have run. */
const SHALLOW = 6;

/** What may still be spent on the program: steps in all, and steps without telling a host object anything. */
export class Fuel {
  steps = 0;
  private end = ENTRY_FUEL;
  /** No fuel of a callback's own goes beyond it: what serves requests is run for every endpoint, so that its cost has to have an end. */
  private limit = Infinity;
  /** Asked once, when a function that serves requests has come to its limit: how many steps it may take beyond. */
  private beyond: (() => number) | null = null;
  /** Calls that may still be left at the limit. */
  private cutsLeft = 0;
  private fuelOfRequest = 0;
  private effectsSeen = 0;
  private quietSince = 0;
  /** Steps when it was last asked which call is to blame for the quiet. */
  private quietChecked = 0;
  /** Steps when it was last asked whether a call runs beside the set-up. */
  private asidesChecked = 0;
  /** Steps when a host object was last told something. */
  private effectAt = 0;
  /** Steps when the queue that is being emptied began to be. */
  private drainingSince: number | null = null;
  private quietFuel = QUIET_FUEL;
  private quietCuts = 0;
  /** Steps without effect that a call may take when the program that runs has made something to serve with, where that is more than now. */
  private fuelOfServers: number | null = null;
  /** The patience that the set-up had with calls in the end. */
  private setUpPatience = QUIET_FUEL;
  /** Steps of the parts of suspended functions that have run. */
  private accounted = 0;
  private sparedWork = 0;
  private readonly filesSeen = new Set<string>();
  /** Steps when the function that serves a request was called: frames that are older are those of the set-up, which called nothing of it. */
  requestSince = 0;

  private asideFuel: number;

  constructor(private readonly evaluator: Evaluator) {
    this.asideFuel = evaluator.host.servesRequests ? ASIDE_FUEL_FOR_REQUESTS : ASIDE_FUEL;
  }

  step(site: Site | null): void {
    if (++this.steps > this.end) throw new FuelSignal(site);
    if (this.steps > this.limit && !this.goesBeyond()) {
      if (this.leavesForRest(site)) return;
      throw new FuelSignal(site);
    }
    const { effects } = this.evaluator;
    if (effects !== this.effectsSeen) {
      this.effectsSeen = effects;
      this.quietSince = this.quietChecked = this.effectAt = this.asidesChecked = this.steps;
      if (this.fuelOfServers !== null) this.regainPatience();
      return;
    }
    if (this.steps - this.quietChecked > this.quietFuel) this.cutQuiet(site);
    if (this.steps - this.asidesChecked > this.asideFuel) this.cutAside(site);
  }

  /** Runs something that may take at most so many steps. */
  within<Result>(steps: number, run: () => Result): Result {
    const { end } = this;
    this.end = this.steps + Math.min(steps, ENTRY_FUEL);
    try {
      return run();
    } finally {
      this.end = end;
    }
  }

  /** Runs something small for what is left of a call, which has come to its limit: at most so many steps, which nothing is charged with. */
  beyondLimits(steps: number, run: () => void): void {
    const { limit, quietFuel, asideFuel, end, evaluator } = this;
    const before = this.steps;
    Object.assign(this, { limit: Infinity, quietFuel: Infinity, asideFuel: Infinity });
    try {
      this.within(steps, run);
    } finally {
      const took = this.steps - before;
      Object.assign(this, { limit: limit + took, quietFuel, asideFuel, end: end + took });
      this.asidesChecked += took;
      this.excuse(before, evaluator.frame);
    }
  }

  /** It goes on from where it is: to run it once more, with more steps, would cost all that it has taken once more. */
  private goesBeyond(): boolean {
    this.limit += this.beyond?.() ?? 0;
    this.beyond = null;
    return this.steps <= this.limit;
  }

  /**
   * Runs a function that serves requests: at most `fuel` steps, and `quiet` of them for a call without effect. Nothing of it counts for the set-up.
   * @param beyond asked once when it has taken these: how many more it may take
   */
  ofRequest(fuel: number, quiet: number, beyond: () => number, run: () => void): void {
    const { limit, quietFuel, quietCuts, effectsSeen, requestSince, asideFuel, cutsLeft, fuelOfRequest } = this;
    Object.assign(this, { cutsLeft: CUTS_OF_REQUEST, fuelOfRequest: fuel });
    this.asideFuel = ASIDE_FUEL_OF_REQUEST;
    this.requestSince = this.steps;
    this.limit = this.steps + fuel;
    this.beyond = beyond;
    this.setUpPatience = quietFuel;
    this.quietFuel = quiet;
    this.quietSince = this.quietChecked = this.asidesChecked = this.effectAt = this.steps;
    try {
      run();
    } finally {
      Object.assign(this, { limit, quietFuel, quietCuts, effectsSeen, requestSince, asideFuel, cutsLeft, fuelOfRequest, beyond: null });
    }
  }

  /** The function that serves a request ends with the next step. */
  endRequest(): void {
    Object.assign(this, { limit: -Infinity, cutsLeft: -1, beyond: null });
  }

  /** Runs something beside the function that is observed: what that takes is not held against it. */
  ofOther(run: () => void): void {
    const { steps, beyond, asideFuel, evaluator } = this;
    try {
      run();
    } finally {
      this.beyond = beyond;
      this.asideFuel = asideFuel;
      this.limit += this.steps - steps;
      this.end += this.steps - steps;
      this.asidesChecked += this.steps - steps;
      this.excuse(steps, evaluator.frame);
    }
  }

  /**
   * A function that serves requests has come to its limit. Of the calls below it the innermost that took most of the steps is left, else the outermost: the
   * function goes on behind it, with a result that nobody knows. After a few of these it is left itself, and whoever called it goes on. Returns whether
   * what runs now goes on.
   */
  private leavesForRest(site: Site | null): boolean {
    if (this.cutsLeft < 0) return false;
    const running = new Set<Frame>();
    for (let { frame } = this.evaluator; frame && frame.enteredAt >= this.requestSince; frame = frame.below) running.add(frame);
    const calls: Frame[] = [];
    for (let { frame } = this.evaluator; frame; frame = this.callerOf(frame)) if (frame.fn) calls.push(frame);
    // What wraps the function that serves the request has nothing to go on with.
    const serving = calls.findIndex((frame) => this.serves(frame));
    if (serving >= 0) calls.length = serving + 1;
    const isLast = this.cutsLeft-- === 0 || calls.length < 2;
    const took = (frame: Frame): number => frame.quiet + (running.has(frame) ? this.steps - frame.enteredAt : 0);
    const inner = calls.slice(0, -1);
    const left = isLast
      ? calls.at(-1)
      : (inner.find((frame) => (running.has(frame) || frame.giveUp) && took(frame) > this.fuelOfRequest / 2) ?? inner.at(-1));
    const { evaluator } = this;
    tellLeft(evaluator, left, evaluator.frame, true);
    if (isLast) {
      evaluator.observer?.spent();
      this.cutsLeft = -1;
    }
    if (!left) return false;
    this.limit = this.steps + this.fuelOfRequest * (isLast ? SHARE_IN_THE_END : SHARE_BEHIND_CUT);
    left.isAtLimit = true;
    if (running.has(left)) throw new QuietSignal(left, site, evaluator.frame);
    if (!left.giveUp) return this.leavesForRest(site);
    // It is suspended: what waits for it goes on, and what runs now ran for it.
    this.giveUp(left, left.quiet);
    const below = calls.slice(0, calls.indexOf(left)).findLast((frame) => running.has(frame));
    if (below) {
      below.isAtLimit = true;
      throw new QuietSignal(below, site, evaluator.frame);
    }
    return true;
  }

  /** Runs set-up code that a function which serves requests is the first to need: with the patience of the set-up, and without cost for that function. */
  ofSetUp(run: () => void): void {
    const {
      steps,
      end,
      limit,
      effectsSeen,
      quietSince,
      quietChecked,
      effectAt,
      drainingSince,
      quietFuel,
      quietCuts,
      accounted,
      requestSince,
    } = this;
    Object.assign(this, {
      limit: Infinity,
      quietFuel: this.setUpPatience,
      quietSince: steps,
      quietChecked: steps,
      asidesChecked: steps,
      effectAt: steps,
      drainingSince: null,
      requestSince: 0,
    });
    try {
      run();
    } finally {
      Object.assign(this, {
        steps,
        end,
        limit,
        effectsSeen,
        quietSince,
        quietChecked,
        effectAt,
        drainingSince,
        quietFuel,
        quietCuts,
        accounted,
        requestSince,
      });
    }
  }

  /** Runs something that is only asked about, of every route anew: what that takes is not held against the set-up that asks. */
  ofQuestion(run: () => void): void {
    const { steps, requestSince, evaluator } = this;
    this.requestSince = steps;
    try {
      run();
    } finally {
      this.requestSince = requestSince;
      this.excuse(steps, evaluator.frame);
    }
  }

  /** From now on a call may take at most so many steps without effect. */
  limitQuiet(steps: number): void {
    this.quietFuel = Math.min(this.quietFuel, steps);
  }

  /** Modules are set up once, for everybody: what that took since `before` is not held against the calls that were the first to need them. */
  excuse(before: number, frame: Frame | null): void {
    const took = this.steps - before;
    for (let each = frame; each; each = each.below) each.enteredAt += took;
    this.accounted += took;
    this.quietSince = Math.min(this.quietSince + took, this.steps);
    this.quietChecked = Math.min(this.quietChecked + took, this.steps);
    this.effectAt = Math.min(this.effectAt + took, this.steps);
    if (this.drainingSince !== null) this.drainingSince = Math.min(this.drainingSince + took, this.steps);
  }

  /** A program starts: how long those before it have been quiet is not its affair. */
  startProgram(): void {
    this.quietSince = this.quietChecked = this.steps;
    this.filesSeen.clear();
    this.regainPatience();
    if (!this.evaluator.host.isBesideServer) return;
    this.fuelOfServers = this.quietFuel;
    this.limitQuiet(QUIET_BESIDE_SERVER);
  }

  /** The program has made something to serve with, or has ended: it is none beside a server any more. */
  regainPatience(): void {
    this.quietFuel = this.fuelOfServers ?? this.quietFuel;
    this.fuelOfServers = null;
  }

  /** A program that puts its set-up together from files has done something whenever it sees one for the first time. */
  sawFile(file: string): void {
    if (this.filesSeen.has(file)) return;
    this.filesSeen.add(file);
    this.spareWork();
  }

  /** What set-up code took until now has an end of its own: it is not held against it, within bounds. */
  spareWork(): void {
    const took = this.steps - this.quietSince;
    if (this.evaluator.observer || this.sparedWork + took > FUEL_FOR_WORK) return;
    this.sparedWork += took;
    this.quietSince = this.quietChecked = this.steps;
  }

  /** Work that is no step of the program but costs like some. */
  spend(cost: number): void {
    this.steps += cost >> 1;
  }

  /**
   * Nothing was registered for long. The call that is to blame is the innermost one that took most of the time by itself: it is cut, not its
   * callers, which may go on to register something.
   */
  private cutQuiet(site: Site | null): void {
    const { steps, quietSince, evaluator } = this;
    if (this.fuelOfServers !== null && !evaluator.host.isBesideServer) {
      this.regainPatience();
      if (steps - this.quietChecked <= this.quietFuel) return;
    }
    let spared = false;
    let inner: Frame | null = null;
    for (let { frame } = evaluator; frame; inner = frame.fn ? frame : inner, frame = frame.below) {
      if (frame.waits > 0) {
        spared = true;
        break;
      }
      const took = steps - Math.max(frame.enteredAt, quietSince);
      if (!frame.fn || took < this.quietFuel * 0.75) continue;
      // The function that serves the request has its own limit: until then it goes on behind what it calls.
      if (evaluator.observer && this.serves(frame)) break;
      if (took < this.patienceWith(frame) * 0.75) {
        spared = true;
        continue;
      }
      // What was given something to register on has more to do: what it calls without that took the steps, some of them a call before this one.
      let blamed: Frame = frame;
      if (inner && frame.spared < SPARED_FUEL && isGiven(frame) && !isGiven(inner)) {
        blamed = inner;
        frame.spared += took;
      }
      // What is cut is not held against those that wait for its caller.
      this.accounted += steps - Math.max(blamed.enteredAt, quietSince);
      this.quietSince = this.quietChecked = steps;
      this.becomeImpatient();
      tellLeft(evaluator, blamed, evaluator.frame, false);
      throw new QuietSignal(blamed, site, evaluator.frame);
    }
    // What is near the start is asked again soon; otherwise nobody is to blame, and the count begins anew.
    this.quietChecked = spared ? steps - this.quietFuel * 0.75 : steps;
    // A statement of a module makes what everything that imports the module needs.
    if (spared || (evaluator.frame === null && steps - quietSince < QUIET_FUEL)) return;
    this.quietSince = steps;
    if (evaluator.frame === null) throw new QuietSignal(null, site);
  }

  /** Leaves the outermost call that runs beside the set-up, where it has run long: what it would do further on does not matter. */
  private cutAside(site: Site | null): void {
    const { steps, evaluator } = this;
    this.asidesChecked = steps;
    let aside: Frame | null = null;
    for (let { frame } = evaluator; frame && frame.waits === 0; frame = frame.below)
      if (steps - Math.max(frame.enteredAt, this.effectAt) + frame.quiet > this.asideFuel / 2 && isAside(evaluator, frame)) aside = frame;
    if (aside) throw new QuietSignal(aside, site, evaluator.frame);
  }

  /** Queued callbacks have run so long without effect that calls beside the set-up are not begun any more. */
  leavesAsides(): boolean {
    return this.quietOfJobs() > this.asideFuel * ASIDES_BEFORE_TIRED;
  }

  /** The nearer a function is to the start of the program, the more may happen below it. */
  private patienceWith(frame: Frame): number {
    return this.evaluator.observer ? this.quietFuel : Math.max(this.quietFuel, (QUIET_FUEL * 8) >> Math.min(frame.depth, 20));
  }

  private becomeImpatient(): void {
    if (++this.quietCuts % CUTS_TO_HALVE === 0) this.limitQuiet(Math.max(LEAST_QUIET_FUEL, this.quietFuel / 2));
  }

  // ---- what is queued -----------------------------------------------------------------------------------------------

  /** Empties the queue: what runs from it without effect is counted from here. */
  draining(run: () => void): void {
    const outermost = this.drainingSince;
    this.drainingSince ??= this.steps;
    try {
      run();
    } finally {
      this.drainingSince = outermost;
    }
  }

  /** What runs now is a queued callback, or was called by one. */
  get isDraining(): boolean {
    return this.drainingSince !== null;
  }

  private get quietJobs(): number {
    return this.evaluator.host.isBesideServer ? QUIET_BESIDE_SERVER : QUIET_JOBS;
  }

  private quietOfJobs(): number {
    return this.drainingSince === null ? 0 : this.steps - Math.max(this.effectAt, this.drainingSince);
  }

  /** The queue has run so long without effect that what stands under the fewest conditions goes first. */
  wantsPlainJobs(): boolean {
    return this.quietOfJobs() > this.quietJobs / 2;
  }

  /** Steps that a queued callback may take; none when the queue has run for very long, or long without effect, save for what goes on near the start of the program. */
  ofJob(depth: number): number {
    if (depth > SHALLOW && this.steps - (this.drainingSince ?? this.steps) > MOST_OF_JOBS) return 0;
    const quiet = this.quietOfJobs();
    if (quiet > this.quietJobs * 4 && (depth > SHALLOW || this.evaluator.host.isBesideServer)) return 0;
    return quiet > this.quietJobs * 2 ? LEAST_QUIET_FUEL : ENTRY_FUEL / 4;
  }

  /** Whether an asynchronous function at this depth of calls is left out, because those before it have run long without effect. */
  tiredOf(depth: number): boolean {
    const quiet = this.quietOfJobs();
    return quiet > this.quietJobs && depth > NEAR_THE_START - quiet / this.quietJobs;
  }

  /**
   * Lets the queue run until what a function waits for has settled. Like a call, what runs from it long without effect is left: the function
   * goes on with a result that nobody knows.
   */
  waitingInPlace(frame: Frame | null, drain: (enough: () => boolean) => void): void {
    const since = this.steps;
    const patience = this.quietFuel / 2;
    const tooLong = (): boolean => this.steps - Math.max(since, this.effectAt) > patience;
    if (frame) frame.waits++;
    try {
      drain(tooLong);
    } finally {
      if (frame) frame.waits--;
    }
    const took = this.steps - since;
    for (let each = frame; each; each = each.below)
      if (each.spared < SPARED_FUEL) {
        each.spared += took;
        each.enteredAt += took;
      }
    if (tooLong()) this.becomeImpatient();
  }

  // ---- suspended functions ------------------------------------------------------------------------------------------

  /** Whether it is the function that serves the request, what that one wraps, or a part of it that something else runs: `transaction(async () => { … })`. */
  private serves(frame: Frame): boolean {
    const caller = this.callerOf(frame);
    return caller === null || (isWrappedBy(frame, caller) && this.serves(caller)) || this.isPartOfServing(frame);
  }

  private isPartOfServing(frame: Frame): boolean {
    if (!frame.fn || !namesHost(this.evaluator, frame.fn)) return false;
    for (let around = this.callerOf(frame); around; around = this.callerOf(around))
      if (isWrittenIn(frame.fn, around.fn)) return this.serves(around);
    return false;
  }

  /** The caller; null above the function that serves a request. */
  private callerOf({ parent }: Frame): Frame | null {
    const isOlder = parent && (parent.enteredAt > 0 || !parent.fn) && parent.enteredAt < this.requestSince;
    return isOlder ? null : parent;
  }

  /** The function that waits for a suspended one, as far as one does; the caller of any other. */
  private waitingFor(frame: Frame): Frame | null {
    return frame.isAwaited?.() === false ? null : this.callerOf(frame);
  }

  /**
   * Runs a part of a suspended function and counts what it takes. Of the functions that wait for one another the innermost that has taken
   * long without effect is given up: it is taken to be done, with a result that nobody knows, and those that wait for it go on. What nobody
   * waits for counts for itself, and what waits in place has a patience of its own.
   */
  accounting(frame: Frame, run: () => void): void {
    const { steps, accounted, end, evaluator } = this;
    const { effects } = evaluator;
    // What is near the start goes on, however long others have run.
    if (!evaluator.observer) this.end = Math.max(end, steps + (ENTRY_FUEL >> Math.min(frame.depth + 2, 20)));
    try {
      run();
    } finally {
      this.end = end;
      const own = Math.max(0, this.steps - steps - (this.accounted - accounted));
      this.accounted += own;
      const quiet = evaluator.effects === effects;
      for (let each: Frame | null = frame; each; each = this.waitingFor(each)) each.quiet = quiet ? each.quiet + own : 0;
      if (quiet) this.giveUpAbove(frame);
    }
  }

  /** What takes long by what it waits for is not given up itself, a few times: what it waits for is. */
  private giveUpAbove(frame: Frame): void {
    let below: Frame | null = null;
    let aside: Frame | null = null;
    for (let each: Frame | null = frame; each && each.waits === 0; each = this.waitingFor(each))
      if (each.giveUp && each.quiet > this.asideFuel && isAside(this.evaluator, each)) aside = each;
    if (aside) {
      this.giveUp(aside, aside.quiet);
      return;
    }
    for (let each: Frame | null = frame; each && each.waits === 0; each = this.waitingFor(each)) {
      // The function that serves the request has its own limit: until then it goes on behind what it calls.
      if (this.evaluator.observer && this.serves(each)) return;
      if (!each.giveUp) continue;
      if (each.quiet <= this.patienceWith(each)) {
        below = each;
        continue;
      }
      const blamed: Frame = below && each.spared < SPARED_FUEL ? below : each;
      const { quiet } = each;
      // What was given something to register on has more to do.
      const goesOn = !this.evaluator.observer && blamed.spared < SPARED_FUEL && isGiven(blamed);
      each.spared += quiet;
      if (goesOn) this.forgive(blamed, quiet);
      else this.giveUp(blamed, quiet);
      return;
    }
  }

  private forgive(frame: Frame, quiet: number): void {
    for (let each: Frame | null = frame; each; each = this.callerOf(each)) each.quiet = Math.max(0, each.quiet - quiet);
  }

  /** @param quiet the steps that are no longer held against those that wait for it */
  private giveUp(frame: Frame, quiet: number): void {
    const settle = frame.giveUp;
    this.forgive(frame, quiet);
    frame.gaveUp = true;
    frame.giveUp = null;
    this.becomeImpatient();
    settle?.();
  }

  /** Whether a function that a suspended one runs for, or it itself, has been given up. */
  hasGivenUp(frame: Frame): boolean {
    for (let each: Frame | null = frame; each; each = this.callerOf(each)) if (each.gaveUp) return true;
    return false;
  }
}

/** Whether a call was given something to register on. */
const isGiven = ({ args }: Frame): boolean => carriedByAll(args).length > 0;

/** Whether the source of one function holds that of another one. */
const isWrittenIn = ({ fn: inner }: Obj, around: Obj | null): boolean => {
  const outer = around?.fn;
  if (inner?.kind !== 'closure' || outer?.kind !== 'closure' || inner.module !== outer.module || inner.node === outer.node) return false;
  return outer.node.pos <= inner.node.pos && inner.node.end <= outer.node.end;
};
