import { shortText, ts } from './syntax.js';
import type { ObjectValue, Primitive, Provenance, Unknown, Value } from '@tool/scanner-sdk';
import { Bug } from '@tool/ir';
import { Activation, Context, Guard, type BranchInfo } from './context.js';
import type { EvaluatorHost } from './host.js';
import { Journal, mergeDeltas, type Delta } from './journal.js';
import { ExitSignal, FuelSignal, QuietSignal, isSignal, isStackFull, ThrowSignal, type Signal } from './signals.js';
import {
  ABSENT, FALSE, Frame, NULL, Obj, Site, TRUE, UNDEFINED, bool, carriedBy, constant, isNullish, oneOf, plain, prop, taintOf, unknown, withTaint,
  type Closure, type ModuleRecord, type Native, type Prop, type UnsetMembers,
} from './values.js';
import { callClosure, constructClosure } from './calls.js';
import { constructClass } from './classes.js';
import { namespaceMember, namespaceKeys } from './modules.js';
import type { IteratorState } from './iterate.js';
import type { DeclaredAs } from './declared-types.js';
import { mayRegister } from './relevance.js';
import { Gathered, missingOfLength, withMissing } from './missing.js';
import { callOfMember, isInArm, isMember, memberOfTraced, shaped, takenAs, uniformList, INTEGER, type Escaped, type Observer } from './observation.js';
import { environmentVariable, installBuiltins, type Builtins } from './builtins/index.js';

import { adopted, onSettled, settlePending, stateOf, type PromiseState } from './builtins/promise.js';

/** Steps of one entry and of one callback given to an unknown callee. */
const ENTRY_FUEL = 4_000_000;
const CALLBACK_FUEL = 60_000;
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
const NEAR_THE_START = 12;
/** Steps of a module that a function which serves requests is the first to need. */
const LATE_MODULE_FUEL = 60_000;
/** Calls from the top level of a program within which a suspended function goes on, however long others have run. */
const SHALLOW = 6;

interface Job {
  readonly run: () => void;
  readonly guard: Guard | null;
  /** How many calls lie between the start of the program and a suspended function that goes on here. */
  readonly depth: number;
}

/** In the order in which Node empties them: next ticks, promise reactions, timers and input, immediates. */
const JOB_KINDS = ['tick', 'microtask', 'timer', 'immediate'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** Whether a call is one of those that run on when another one ends. */
function runsBelow(call: Frame, other: Frame | null): boolean {
  for (let frame = other; frame; frame = frame.below) if (frame === call) return true;
  return false;
}

/** How many jobs are looked at for one that stands under few conditions. */
const LOOK_AHEAD = 200;

function plainest(jobs: readonly Job[]): number {
  let best = 0;
  for (let index = 1; index < jobs.length && index < LOOK_AHEAD && jobs[best]!.guard; index++) if ((jobs[index]!.guard?.depth ?? 0) < jobs[best]!.guard!.depth) best = index;
  return best;
}

/**
 * Ticks run until none is left, then reactions until none is left, and so on; timers and immediates only when both are empty. A tick that a
 * reaction asks for waits for the other reactions.
 */
class JobQueue {
  private readonly lists: Record<JobKind, Job[]> = { tick: [], microtask: [], timer: [], immediate: [] };
  /** Which of the two comes next. The evaluation of an ES module is itself a reaction. */
  phase: 'tick' | 'microtask' = 'tick';
  push(kind: JobKind, job: Job): void { this.lists[kind].push(job); }
  /** @param plainFirst what stands under the fewest conditions comes first: said when a program runs long without effect */
  next(plainFirst = false): Job | null {
    const { tick, microtask, timer, immediate } = this.lists;
    if ((this.phase === 'tick' ? tick : microtask).length === 0) this.phase = this.phase === 'tick' ? 'microtask' : 'tick';
    const list = this.phase === 'tick' ? tick : microtask;
    const job = plainFirst && list.length > 1 ? list.splice(plainest(list), 1)[0] : list.shift();
    if (job) return job;
    this.phase = 'tick';
    return tick.shift() ?? timer.shift() ?? immediate.shift() ?? null;
  }
  append(other: JobQueue): void { for (const kind of JOB_KINDS) this.lists[kind].push(...other.lists[kind]); }
}

/** What a function that serves requests ran and read: with the same it does the same. */
export interface Uses {
  /** Functions that were called, or whose bodies were read. */
  readonly functions: Set<ts.Node>;
  /** Modules of which something was imported. */
  readonly modules: Set<string>;
  /** How often a function was cut for running long without effect. */
  readonly cuts: Map<ts.Node, number>;
}

export const noUses = (): Uses => ({ functions: new Set(), modules: new Set(), cuts: new Map() });

export interface Arm<Result> {
  readonly run: () => Result;
}

export type ArmResult<Result> =
  | { readonly ok: true; readonly value: Result; readonly delta: Delta; readonly exited: boolean }
  | { readonly ok: false; readonly error: Signal; readonly delta: Delta };

/** A condition as far as the source decides it. */
export interface Truth {
  /** null: undecided. */
  readonly value: boolean | null;
  /** The configuration value that could make it the opposite. */
  readonly taint: string | null;
}

/**
 * The abstract interpreter: runs set-up code on abstract values. It knows JavaScript and nothing of frameworks;
 * what host objects do is in natives that the host puts into modules.
 */
export class Evaluator {
  builtins!: Builtins;
  readonly modules = new Map<string, ModuleRecord>();
  readonly packages = new Map<string, Value>();
  guard: Guard | null = null;
  journal: Journal | null = null;
  /** Set while a function that serves requests is run. */
  observer: Observer | null = null;
  /** While observing: how often the rest of a function was run once for each value of a variable. */
  splits = 0;
  /** While observing: the conditions under which an error was thrown, for whoever is handed it later. */
  thrownUnder = new WeakMap<Value, Guard>();
  /** While observing: what lists and records were given under conditions. */
  gathered: Gathered | null = null;
  /** While observing: errors of arms beside which the program goes on, for whoever catches them. */
  escaped: Escaped[] | null = null;
  /** While observing: the types that the program states for unknown values, the innermost first. */
  declaredAs = new WeakMap<Value, DeclaredAs[]>();
  /** While observing: what the function uses that may change with the sources. */
  uses: Uses | null = null;
  /** Functions whose bodies were read and not run outside of observations, and what was found in them. */
  readonly consulted = new Map<ts.Node, readonly { readonly closure: Closure; readonly found: readonly ObjectValue[] }[]>();
  /** Functions and classes of which it was asked what they mention. */
  readonly summarized = new Set<ts.Node>();
  /** Modules that a function which serves requests was the first to need. */
  readonly lateModules = new Set<string>();
  /** While observing: promises of the set-up that were settled or waited for, as they were. */
  private touchedPromises: Map<Obj, PromiseState> | null = null;
  /** The patience that the set-up had with calls in the end. */
  private setUpPatience = QUIET_FUEL;
  /** Counts what host objects were told; loops and recursion without effect are cut early. */
  effects = 0;
  steps = 0;
  private effectsSeen = 0;
  private quietSince = 0;
  /** Steps when it was last asked which call is to blame for the quiet. */
  private quietChecked = 0;
  /** Steps when a host object was last told something. */
  private effectAt = 0;
  /** Steps when the queue that is being emptied began to be. */
  private drainingSince: number | null = null;
  private quietFuel = QUIET_FUEL;
  private quietCuts = 0;
  /** Steps of the parts of suspended functions that have run. */
  private accounted = 0;
  /** The innermost call that runs. */
  frame: Frame | null = null;
  private fuelEnd = ENTRY_FUEL;
  /** No fuel of a callback's own goes beyond it: what serves requests is run for every endpoint, so that its cost has to have an end. */
  private limit = Infinity;
  private queue: JobQueue = new JobQueue();
  private branchIds = 0;
  /** Set when an arm left a function, loop or iteration early; the rest of it runs under a guard. */
  earlyExits = 0;
  /** How deep what is evaluated now nests in its function (see `nesting.ts`). */
  nesting = 0;
  /** Links of long chains that were evaluated before the chain is. */
  readonly ahead = new Map<ts.Node, Value>();
  /** Depth of arms, whether undecided or default: `process.exit()` ends the arm only there. */
  armDepth = 0;
  readonly active = new Map<ts.Node, { readonly node: ts.Node; count: number; effects: number; guard: Guard | null; returns: Value[]; cuts: number }>();
  private readonly unknownCalls = new Map<ts.Node, { runs: number; quiet: boolean }>();
  /** Functions that were called, so that exports nobody called can be told. */
  readonly called = new Set<ts.Node>();
  readonly requiredEnvironment = new Set<string>();
  /** Promises that something waits for and that nothing has resolved yet. */
  readonly pendingPromises: Obj[] = [];
  readonly imports: { readonly from: ModuleRecord; readonly file: string; readonly names: readonly string[]; read: boolean }[] = [];

  constructor(readonly host: EvaluatorHost) {
    installBuiltins(this);
  }

  // ---- values -------------------------------------------------------------------------------------------------------

  site(context: Context, node: ts.Node): Site {
    return new Site(node, context.module, context.frame, this.spanOf);
  }
  private readonly spanOf = (site: Site): Site['span'] => this.host.spanOf(site);

  object(origin: Site | null = null): Obj { return new Obj('Object', this.builtins.objectPrototype, origin); }

  list(elements: Value[], origin: Site | null = null): Obj {
    const list = new Obj('Array', this.builtins.arrayPrototype, origin);
    list.elements = elements;
    return list;
  }

  native(name: string, call: Native, length = 0): Obj {
    const fn = new Obj('Function', this.builtins?.functionPrototype ?? null, null);
    fn.fn = { kind: 'native', call };
    fn.props = new Map([['name', prop(constant(name), false)], ['length', prop(constant(length), false)]]);
    return fn;
  }

  record(entries: Iterable<readonly [string, Value]>, origin: Site | null = null): Obj {
    const record = this.object(origin);
    record.props = new Map();
    for (const [key, value] of entries) record.props.set(key, prop(value));
    return record;
  }

  /** An iterator over known elements; `open` when there may be more. */
  iterator(elements: readonly Value[], open: boolean, origin: Site | null = null, result: Value = UNDEFINED): Obj {
    const iterator = new Obj('Generator', this.builtins.generatorPrototype, origin);
    iterator.open = open;
    let at = 0;
    iterator.internal = { next: () => (at < elements.length ? { value: elements[at++]!, done: false } : { value: open ? unknown('an element of a partly known list') : result, done: true }) } satisfies IteratorState;
    return iterator;
  }

  promise(value: Value, origin: Site | null = null): Obj {
    const promise = new Obj('Promise', this.builtins.promisePrototype, origin);
    promise.internal = { status: 'fulfilled', value, reactions: [] } satisfies PromiseState;
    return promise;
  }

  truth(value: Value): Truth {
    switch (value.kind) {
      case 'const': return { value: Boolean(value.value), taint: value.taint };
      case 'object': return { value: true, taint: null };
      case 'template': return { value: value.parts.some((part) => typeof part === 'string' && part.length > 0) ? true : null, taint: null };
      case 'unknown': return { value: value === ABSENT ? false : value.provenance && isFactoryResult(value.provenance) ? true : null, taint: value.taint };
      case 'oneOf': {
        const truths = value.values.map((alternative) => this.truth(alternative));
        if (truths.every((truth) => truth.value !== null && truth.value === truths[0]!.value && !truth.taint)) return truths[0]!;
        if (value.preferred) return { value: truths[0]!.value, taint: value.condition };
        return { value: null, taint: null };
      }
    }
  }

  // ---- conditions ---------------------------------------------------------------------------------------------------

  branchInfo(context: Context, node: ts.Node, condition: string, cause: BranchInfo['cause'], arms: number, exhaustive: boolean, taint: string | null = null): BranchInfo {
    return { id: this.branchIds++, condition, cause, taint, node, module: context.module, arms, exhaustive };
  }

  /** A value as it is where the program runs: in the arm of another configuration, what that configuration decides is not the default. */
  assumed(value: Value): Value {
    if (this.guard === null || value.kind !== 'const' || value.taint === null) return value;
    for (let guard: Guard | null = this.guard; guard; guard = guard.parent) if (guard.branch.taint === value.taint)
      return typeof value.value === 'boolean' ? constant(!value.value, value.origin, value.taint) : unknown(value.taint, value.origin, null, [], value.taint);
    return value;
  }

  /**
   * Runs the arms of a condition that the source does not decide, each from the same state, and takes every arm's changes back.
   * With `preferred` the first arm is what the default configuration does: it runs without a guard, unless it ends the program.
   */
  runArms<Result>(info: BranchInfo, arms: readonly (() => Result)[], preferred: boolean): ArmResult<Result>[] {
    const outer = this.journal;
    const guard = this.guard;
    const results: ArmResult<Result>[] = [];
    let plainArm = preferred ? 0 : -1;
    this.armDepth++;
    try {
      for (let index = 0; index < arms.length; index++) {
        this.journal = new Journal(outer);
        this.guard = index === plainArm ? guard : new Guard(guard, info, index);
        const queue = this.queue;
        this.queue = new JobQueue();
        const exits = this.earlyExits;
        const journal = this.journal;
        try {
          const value = arms[index]!();
          results.push({ ok: true, value, delta: journal.rollback(), exited: this.earlyExits > exits });
        } catch (error) {
          if (!isSignal(error)) { journal.rollback(); throw error; }
          results.push({ ok: false, error, delta: journal.rollback() });
          // The default configuration ends the program here, so the server that we model runs under another one: that arm is the plain one.
          if (index === plainArm) plainArm = index + 1;
        } finally {
          queue.append(this.queue);
          this.queue = queue;
        }
      }
    } finally {
      this.journal = outer;
      this.guard = guard;
      this.armDepth--;
    }
    if (this.escaped) this.letEscape(results);
    return results;
  }

  /** What arms threw while another goes on reaches whoever catches it; of arms that all throw the first is thrown by the caller. */
  private letEscape(results: readonly ArmResult<unknown>[]): void {
    const goes = results.some((result) => result.ok);
    let first = true;
    for (const result of results) {
      if (result.ok || !(result.error instanceof ThrowSignal)) continue;
      if (goes || !first) this.escaped!.push({ signal: result.error });
      first = false;
    }
  }

  /** Runs arms for their values and joins states and values. Throws when every arm throws. */
  join(info: BranchInfo, arms: readonly (() => Value)[], preferred: boolean): Value {
    const results = this.runArms(info, arms, preferred);
    const going = results.filter((result) => result.ok);
    if (going.length === 0) { const first = results[0]!; throw first.ok ? new Bug('evaluator', 'an arm neither went on nor threw') : first.error; }
    const stillPreferred = preferred && results[0]!.ok;
    this.spend(mergeDeltas(going.map((result) => result.delta), info.condition, stillPreferred, this.journal));
    return oneOf(going.map((result) => result.value), info.condition, stillPreferred);
  }

  /** For each alternative of a value, under an arm of its own when there are several. Absent alternatives run nothing. */
  eachAlternative(context: Context, node: ts.Node, value: Value, run: (alternative: Value) => Value): Value {
    if (value.kind !== 'oneOf') return value === ABSENT ? UNDEFINED : run(value);
    const info = this.branchInfo(context, node, value.condition, value.preferred ? 'configuration' : 'unknown', value.values.length, !value.values.includes(ABSENT));
    return this.join(info, value.values.map((alternative) => () => (alternative === ABSENT ? UNDEFINED : run(alternative))), value.preferred);
  }

  // ---- jobs and fuel ------------------------------------------------------------------------------------------------

  step(site: Site | null = null): void {
    if (++this.steps > this.fuelEnd) throw new FuelSignal(site);
    if (this.effects !== this.effectsSeen) { this.effectsSeen = this.effects; this.quietSince = this.quietChecked = this.effectAt = this.steps; } else if (this.steps - this.quietChecked > this.quietFuel) this.cutQuiet(site);
  }

  /** From now on a call may take at most so many steps without effect. */
  limitQuiet(steps: number): void { this.quietFuel = Math.min(this.quietFuel, steps); }

  /** Work that is no step of the program but costs like some. */
  spend(cost: number): void { this.steps += cost >> 1; }

  /**
   * Nothing was registered for long. The call that is to blame is the innermost one that took most of the time by itself: it is cut, not its
   * callers, which may go on to register something.
   */
  private cutQuiet(site: Site | null): void {
    const { steps, quietSince } = this;
    let spared = false;
    for (let frame: Frame | null = this.frame; frame; frame = frame.below) {
      const took = steps - Math.max(frame.enteredAt, quietSince);
      if (!frame.fn || took < this.quietFuel * 0.75) continue;
      if (took < this.patienceWith(frame) * 0.75) { spared = true; continue; }
      this.quietSince = this.quietChecked = steps;
      this.becomeImpatient();
      throw new QuietSignal(frame, site);
    }
    // What is near the start is asked again soon; otherwise nobody is to blame, and the count begins anew.
    this.quietChecked = spared ? steps - this.quietFuel * 0.75 : steps;
    if (spared) return;
    this.quietSince = steps;
    if (this.frame === null) throw new QuietSignal(null, site);
  }

  /** Queues what Node runs after the current top level: promise reactions, timers, events. */
  later(run: () => void, when: JobKind = 'microtask', depth = Infinity): void { this.queue.push(when, { run, guard: this.guard, depth }); }

  /** The program that starts now is an ES module: reactions go before ticks when its top level has run. */
  startInReactions(): void { this.queue.phase = 'microtask'; }

  /** Runs what is queued, in order, to the end or until something has happened. Inside an arm only what the arm itself queued. */
  drain(until: () => boolean = () => false): void {
    const outermost = this.drainingSince;
    this.drainingSince ??= this.steps;
    try {
      const tired = (): boolean => this.steps - Math.max(this.effectAt, this.drainingSince!) > QUIET_JOBS / 2;
      for (let job = until() ? null : this.queue.next(tired()); job; job = until() ? null : this.queue.next(tired())) {
        const quiet = this.steps - Math.max(this.effectAt, this.drainingSince);
        if (quiet > QUIET_JOBS * 4 && job.depth > SHALLOW) { this.host.report('out-of-fuel', { what: 'what callbacks queue' }, null); continue; }
        const guard = this.guard;
        this.guard = job.guard;
        const { run } = job;
        try { this.guarded('a queued callback', null, quiet > QUIET_JOBS * 2 ? LEAST_QUIET_FUEL : ENTRY_FUEL / 4, run); } finally { this.guard = guard; }
      }
    } finally { this.drainingSince = outermost; }
  }

  /**
   * Runs a part of a suspended function and counts what it takes. Of the functions that wait for one another the innermost that has taken
   * long without effect is given up: it is taken to be done, with a result that nobody knows, and those that wait for it go on.
   */
  accounting(frame: Frame, run: () => void): void {
    const { steps, accounted, effects, fuelEnd } = this;
    // What is near the start goes on, however long others have run.
    if (!this.observer) this.fuelEnd = Math.min(Math.max(fuelEnd, steps + (ENTRY_FUEL >> Math.min(frame.depth + 2, 20))), this.limit);
    try { run(); } finally {
      this.fuelEnd = fuelEnd;
      const own = this.steps - steps - (this.accounted - accounted);
      this.accounted += own;
      const quiet = this.effects === effects;
      for (let each: Frame | null = frame; each; each = each.parent) each.quiet = quiet ? each.quiet + own : 0;
      for (let each: Frame | null = quiet ? frame : null; each; each = each.parent) if (each.giveUp && each.quiet > this.patienceWith(each)) { this.giveUp(each, each.giveUp); break; }
    }
  }

  /** The nearer a function is to the start of the program, the more may happen below it. */
  private patienceWith(frame: Frame): number { return this.observer ? this.quietFuel : Math.max(this.quietFuel, QUIET_FUEL * 8 >> Math.min(frame.depth, 20)); }

  private giveUp(frame: Frame, settle: () => void): void {
    const { quiet } = frame;
    for (let each: Frame | null = frame; each; each = each.parent) each.quiet = Math.max(0, each.quiet - quiet);
    frame.gaveUp = true;
    frame.giveUp = null;
    this.becomeImpatient();
    settle();
  }

  /** Whether a function that a suspended one runs for, or it itself, has been given up. */
  hasGivenUp(frame: Frame): boolean {
    for (let each: Frame | null = frame; each; each = each.parent) if (each.gaveUp) return true;
    return false;
  }

  private becomeImpatient(): void { if (++this.quietCuts % CUTS_TO_HALVE === 0) this.quietFuel = Math.max(LEAST_QUIET_FUEL, this.quietFuel / 2); }

  /** Whether an asynchronous function at this depth of calls is left out, because those before it have run long without effect. */
  tiredOf(depth: number): boolean {
    if (this.drainingSince === null) return false;
    const quiet = this.steps - Math.max(this.effectAt, this.drainingSince);
    return quiet > QUIET_JOBS && depth > NEAR_THE_START - quiet / QUIET_JOBS;
  }

  /** Runs something with fuel of its own; what it throws ends it and nothing else. */
  guarded(what: string, site: Site | null, fuel: number, run: () => void): boolean {
    const end = this.fuelEnd;
    const depth = this.armDepth;
    const frame = this.frame;
    const { nesting } = this;
    this.fuelEnd = Math.min(this.steps + fuel, this.steps + ENTRY_FUEL, this.limit);
    try { run(); return true; } catch (error) {
      this.armDepth = depth;
      if (error instanceof ThrowSignal) this.host.report('uncaught-throw', { what: this.describe(error.value) || 'an error' }, error.site ?? site);
      else if (error instanceof QuietSignal && error.frame && runsBelow(error.frame, frame)) throw error;
      else if (error instanceof ExitSignal) { /* the program said so */ }
      else if (error instanceof FuelSignal || error instanceof QuietSignal) this.host.report('out-of-fuel', { what }, error.site ?? site);
      else this.crash(what, site, error);
      return false;
    } finally { this.fuelEnd = end; this.frame = frame; this.nesting = nesting; }
  }

  /**
   * Runs a function that serves requests, tells the observer what it does with them, and takes back what it changed. Returns what it throws,
   * in some arm or in the end; `uses` takes what it ran. It ends after `fuel` steps; a call in it that takes `quiet` of them is cut before, and the function goes on.
   */
  observing(observer: Observer, uses: Uses, fuel: number, quiet: number, run: () => void): readonly Escaped[] {
    const { journal, guard, queue, limit, quietFuel, quietCuts, frame, effectsSeen } = this;
    const escaped: Escaped[] = [];
    this.observer = observer;
    this.splits = 0;
    this.escaped = escaped;
    this.gathered = new Gathered();
    this.journal = new Journal(null);
    this.guard = null;
    this.queue = new JobQueue();
    this.limit = this.steps + fuel;
    this.setUpPatience = quietFuel;
    this.quietFuel = quiet;
    this.quietSince = this.quietChecked = this.effectAt = this.steps;
    this.unknownCalls.clear();
    // What one function says of a value that many share is nothing that another one knows.
    this.thrownUnder = new WeakMap();
    this.declaredAs = new WeakMap();
    this.touchedPromises = new Map();
    this.uses = uses;
    const pending = [...this.pendingPromises];
    const mine = this.journal;
    try {
      this.guarded('a function that serves requests', null, fuel, () => {
        try { run(); } catch (error) { if (!(error instanceof ThrowSignal)) throw error; escaped.push({ signal: error }); }
        this.drain();
        settlePending(this);
      });
    } finally {
      mine.rollback();
      for (const [promise, { mayReject, ...state }] of this.touchedPromises) Object.assign(promise.internal as PromiseState, state, { mayReject });
      this.pendingPromises.splice(0, Infinity, ...pending);
      Object.assign(this, { journal, guard, queue, limit, quietFuel, quietCuts, frame, effectsSeen, observer: null, escaped: null, gathered: null, touchedPromises: null, uses: null });
    }
    return escaped;
  }

  /** A promise is about to change: while observing, one of the set-up is what it was again when the function has run. */
  keep(promise: Obj): void {
    const { touchedPromises } = this;
    if (!touchedPromises || touchedPromises.has(promise) || !this.isOlder(promise)) return;
    const state = promise.internal as PromiseState;
    touchedPromises.set(promise, { ...state, reactions: [...state.reactions] });
  }
  /** Made before the function that is observed began to run. */
  private isOlder(object: Obj): boolean { let root = this.journal; while (root?.parent) root = root.parent; return root?.isOlder(object.serial) ?? false; }

  /**
   * Set-up code that a function which serves requests is the first to need: a module that nothing has run before. It runs as it would have run
   * then, is no part of what is observed, and what it does stays. So it does not matter which function comes first.
   */
  apart(run: () => void): void {
    const { uses, gathered, observer, escaped, journal, guard, queue, limit, quietFuel, quietCuts, quietSince, quietChecked, accounted, effectAt, effectsSeen, fuelEnd, frame, armDepth, steps, splits, thrownUnder, declaredAs, touchedPromises, drainingSince, earlyExits } = this;
    const pending = this.pendingPromises.splice(0);
    Object.assign(this, { uses: null, gathered: null, observer: null, escaped: null, journal: null, guard: null, queue: new JobQueue(), limit: Infinity, quietFuel: this.setUpPatience, quietSince: steps, quietChecked: steps, effectAt: steps, armDepth: 0, frame: null, touchedPromises: null, drainingSince: null });
    try {
      this.guarded('a module', null, LATE_MODULE_FUEL, () => { run(); this.drain(); settlePending(this); });
    } finally {
      this.pendingPromises.splice(0, Infinity, ...pending);
      Object.assign(this, { uses, gathered, observer, escaped, journal, guard, queue, limit, quietFuel, quietCuts, quietSince, quietChecked, accounted, effectAt, effectsSeen, fuelEnd, frame, armDepth, steps, splits, thrownUnder, declaredAs, touchedPromises, drainingSince, earlyExits });
    }
  }

  /** A function is called. */
  use(node: ts.Node): void { (this.uses ? this.uses.functions : this.called).add(node); }

  reportThrow(error: Signal, site: Site | null): void {
    if (error instanceof ThrowSignal) this.host.report('uncaught-throw', { what: this.describe(error.value) || 'an error' }, error.site ?? site);
  }

  /** A failure of our own ends the call it happened in, and is reported as what it is. */
  crash(what: string, site: Site | null, error: unknown): void {
    if (error instanceof Bug) throw error;
    if (isStackFull(error)) { this.host.report('too-deep', { what }, site); return; }
    this.host.report('crash', { what, error: error instanceof Error ? `${error.name}: ${error.message.split('\n')[0]}` : String(error) }, site);
    if (process_debug) process_debug(error);
  }

  // ---- calls --------------------------------------------------------------------------------------------------------

  call(callee: Value, self: Value, args: readonly Value[], context: Context, node: ts.Node): Value {
    this.step();
    if (callee.kind === 'oneOf') return this.eachAlternative(context, node, callee, (alternative) => this.call(alternative, self, args, context, node));
    if (callee.kind === 'object') {
      const object = callee as Obj;
      const data = object.fn;
      if (data) {
        switch (data.kind) {
          case 'native': return this.native_(object, data.call, self, args, this.site(context, node), null);
          case 'closure': return callClosure(this, object, data, self, args, context, node);
          case 'bound': return this.call(data.target, data.self, [...data.args, ...args], context, node);
          case 'class': return this.callUnknown(unknown('a class called without new'), self, args, context, node);
        }
      }
      return this.callUnknown(object.open ? unknown('call of something unknown', null, (object.internal as { provenance?: Provenance } | null)?.provenance ?? null) : unknown('call of something that is no function'), self, args, context, node);
    }
    if (isNullish(callee)) return this.callUnknown(unknown('call of undefined', null, null, [], taintOf(callee)), self, args, context, node);
    return this.callUnknown(callee, self, args, context, node);
  }

  private native_(fn: Obj, call: Native, self: Value, args: readonly Value[], site: Site, newTarget: Value | null): Value {
    try { return call(this, self, args, site, newTarget); } catch (error) {
      if (isSignal(error) || error instanceof FuelSignal || error instanceof QuietSignal || error instanceof Bug) throw error;
      if (isStackFull(error)) throw new FuelSignal(site);
      this.crash(`the call of ${this.describe(fn) || 'a function'}`, site, error);
      return unknown('the scanner failed here', site);
    }
  }

  construct(callee: Value, args: readonly Value[], context: Context, node: ts.Node, newTarget: Value = callee): Value {
    this.step();
    if (callee.kind === 'oneOf') return this.eachAlternative(context, node, callee, (alternative) => this.construct(alternative, args, context, node, newTarget === callee ? alternative : newTarget));
    if (callee.kind === 'object') {
      const object = callee as Obj;
      const data = object.fn;
      switch (data?.kind) {
        case 'native': {
          const made = this.native_(object, data.call, UNDEFINED, args, this.site(context, node), newTarget);
          if (newTarget !== callee && made.kind === 'object' && newTarget.kind === 'object') (made as Obj).proto = this.get(newTarget, 'prototype', context, node);
          return made;
        }
        case 'closure': return constructClosure(this, object, data, args, context, node, newTarget);
        case 'class': return constructClass(this, object, data, args, context, node, newTarget);
        case 'bound': return this.construct(data.target, [...data.args, ...args], context, node, newTarget === callee ? data.target : newTarget);
      }
    }
    const result = this.callUnknown(callee.kind === 'unknown' && callee.provenance ? { ...callee, provenance: { ...callee.provenance, path: `new ${callee.provenance.path}` } } : callee, UNDEFINED, args, context, node);
    if (newTarget !== callee && newTarget.kind === 'object') {
      const instance = new Obj('Object', this.get(newTarget, 'prototype', context, node), this.site(context, node));
      instance.open = true;
      instance.internal = { provenance: result.kind === 'unknown' ? result.provenance : null };
      return instance;
    }
    return result;
  }

  /**
   * A call into what nobody can see. Functions among the arguments that can register something are called with unknown arguments,
   * host objects among them travel with the result.
   */
  callUnknown(callee: Value, self: Value, args: readonly Value[], context: Context, node: ts.Node): Value {
    if (isMember(callee)) { const result = callOfMember(this, callee, self, args, context, node); if (result) return result; }
    const site = this.site(context, node);
    const carries = new Set<ObjectValue>();
    if (callee.kind === 'unknown') for (const host of callee.carries) carries.add(host);
    for (const arg of args) for (const host of carriedBy(arg)) carries.add(host);
    const seen = new Set<Value>();
    let mapped: Value | null = null;
    const visit = (arg: Value, depth: number): void => {
      if (seen.has(arg)) return;
      seen.add(arg);
      if (arg.kind === 'oneOf') { arg.values.forEach((alternative) => visit(alternative, depth)); return; }
      if (arg.kind !== 'object') return;
      const object = arg as Obj;
      if (object.host?.type.handedOut && callee.kind === 'unknown' && callee.provenance) this.builtins.handedOut(this, object, callee.provenance, site);
      if (object.fn) {
        if (object.fn.kind === 'class' || object.host) return;
        const result = this.callBack(object, context, node);
        mapped ??= result;
        if (result) for (const host of carriedBy(result)) carries.add(host);
        return;
      }
      if (depth === 0 || object.host) return;
      if (object.elements) object.elements.forEach((element) => visit(element, depth - 1));
      else if (object.cls === 'Object' && object.props && object.props.size <= 30) for (const entry of object.props.values()) if (!entry.get) visit(entry.value, depth - 1);
    };
    for (const arg of args) visit(arg, 2);
    this.reportLost(callee, args, site);
    // Whatever it is that has a `map`: with a function it gives a list of what the function gives.
    if (this.observer && mapped && ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === 'map') return uniformList(this, mapped, site);
    const provenance = callee.kind === 'unknown' && callee.provenance
      ? { module: callee.provenance.module, path: `${callee.provenance.path}()`, args } : null;
    const why = callee.kind === 'unknown' ? (provenance ? `result of ${provenance.module}` : callee.why) : 'call of something unknown';
    if (provenance && this.observer) this.host.argumentShapes?.(provenance.module, provenance.path)?.forEach((taken, index) => { const arg = args[index]; if (arg) takenAs(this, arg, taken, site); });
    const shape = provenance && this.observer ? this.host.resultShape?.(provenance.module, provenance.path) : undefined;
    const result = unknown(why, site, provenance, [...carries], callee.kind === 'unknown' ? callee.taint : null);
    return shape ? { ...result, shape } : result;
  }

  /** A host object goes where nobody can follow it: what is done to it there is missing, and that is said. */
  private reportLost(callee: Value, args: readonly Value[], site: Site): void {
    const fromPackage = callee.kind === 'unknown' ? callee.provenance : null;
    // Of a package the object's own model may know more, and says so itself.
    if (!args.some((arg) => arg.kind === 'object' && arg.host && isReachable(arg) && !(fromPackage && arg.host.type.handedOut))) return;
    if (fromPackage) this.host.report('object-into-package', { what: fromPackage.module }, site);
    else this.host.report('object-into-unknown', { what: callee.kind === 'unknown' ? callee.why : 'something that is no function' }, site);
  }

  /** Calls a function that was handed to an unknown callee; null when it was not worth it or could register nothing. */
  callBack(fn: Obj, context: Context, node: ts.Node): Value | null {
    const data = fn.fn;
    if (!data || data.kind === 'class') return null;
    if (data.kind === 'bound') { if (data.target.kind !== 'object') return null; }
    else if (data.kind === 'native') return null;
    const target = data.kind === 'bound' ? (data.target as Obj) : fn;
    if (target.fn?.kind !== 'closure') return null;
    const closure = target.fn;
    const memo = this.unknownCalls.get(closure.node);
    if (memo && (memo.quiet || memo.runs >= 20) && !this.observer) return null;
    if (!this.observer && !mayRegister(this, target)) return null;
    const entry = memo ?? { runs: 0, quiet: false };
    this.unknownCalls.set(closure.node, entry);
    entry.runs++;
    const before = this.effects;
    const parameters = closure.node.parameters;
    const args: Value[] = parameters.map((parameter, index) => {
      const name = parameter.name.getText();
      // Node's convention: a callback's first parameter is the error, and set-up goes on when there is none.
      if (index === 0 && parameters.length > 0 && !this.observer && /^_?(err|error|e)$/i.test(name)) return NULL;
      return unknown(`the argument ${name} of a callback`, this.site(context, parameter));
    });
    const errorFirst = args[0] === NULL;
    let result: Value | null = null;
    const run = (): void => {
      this.guarded(`a callback of ${shortText(node)}`, this.site(context, node), CALLBACK_FUEL, () => { result = this.call(fn, UNDEFINED, args, context, node); });
      if (this.effects === before && parameters.length === 0 && !this.observer) entry.quiet = true;
    };
    if (errorFirst) { this.later(run, 'timer'); return null; }
    run();
    if (result && (result as Value).kind === 'object' && ((result as Obj).internal as PromiseState | null)?.status === 'pending') this.guarded('a callback', null, CALLBACK_FUEL, () => { result = this.awaited(result!); });
    return result;
  }

  // ---- properties ---------------------------------------------------------------------------------------------------

  get(value: Value, key: PropertyKey, context: Context, node: ts.Node): Value {
    switch (value.kind) {
      case 'object': return this.getFrom(value as Obj, key, value, context, node);
      case 'const': {
        if (value.value == null) return unknown(`${String(key)} of ${String(value.value)}`, this.site(context, node), null, [], value.taint);
        if (typeof value.value === 'string') {
          if (key === 'length') return constant(value.value.length, null, value.taint);
          if (typeof key === 'string' && /^\d+$/.test(key)) return constant(value.value[Number(key)], value.origin, value.taint);
        }
        const proto = this.builtins.prototypeOfPrimitive(value.value);
        return proto ? this.getFrom(proto, key, value, context, node) : UNDEFINED;
      }
      case 'template': return key === 'length' ? unknown('length of a partly known string') : this.getFrom(this.builtins.stringPrototype, key, value, context, node);
      case 'oneOf': return oneOf(value.values.filter((alternative) => alternative !== ABSENT).map((alternative) => this.get(alternative, key, context, node)), value.condition, value.preferred && value.values[0] !== ABSENT);
      case 'unknown': return this.memberOfUnknown(value, key, context, node);
    }
  }

  memberOfUnknown(value: Unknown, key: PropertyKey, context: Context, node: ts.Node): Value {
    if ((value.trace || value.shape || value.hidden) && typeof key === 'string') { const member = memberOfTraced(this, value, key, this.site(context, node)); if (member) return member; }
    const provenance = value.provenance ? { module: value.provenance.module, path: value.provenance.path === 'default' && key === 'default' ? 'default' : `${value.provenance.path}.${String(key)}`, args: null } : null;
    return unknown(provenance ? `${provenance.path} of ${provenance.module}` : value.why, this.site(context, node), provenance, value.carries, value.taint);
  }

  private getFrom(start: Obj, key: PropertyKey, receiver: Value, context: Context, node: ts.Node): Value {
    let object: Value | null = start;
    let open = false;
    let provenance: Provenance | null = null;
    for (let hops = 0; object && hops < 60; hops++) {
      if (object.kind === 'unknown') return this.memberOfUnknown(object, key, context, node);
      if (object.kind === 'oneOf') object = object.values[0]!;
      if (object.kind !== 'object') break;
      const current: Obj = object as Obj;
      if (current.cls === 'Proxy' && typeof key === 'string') {
        const trap = current.internal as { target: Value; handler: Value; get: Value | null };
        if (trap.get) return this.call(trap.get, trap.handler, [trap.target, constant(key), receiver], context, node);
      }
      const own = this.ownProperty(current, key);
      if (own) return this.readProp(own, receiver, context, node);
      if (current.cls === 'Environment' && typeof key === 'string') return this.assumed(environmentVariable(this, key));
      if (current.cls === 'Namespace') { const member = namespaceMember(this, current, key); return member ?? UNDEFINED; }
      if (current.open) { open = true; provenance ??= (current.internal as { provenance?: Provenance } | null)?.provenance ?? null; }
      object = current.proto;
    }
    const missing = start.host?.type.missing;
    if (missing && typeof key === 'string') { const value = this.builtins.missing(this, start, key, this.site(context, node)); if (value) return value; }
    if (open && typeof key === 'string' && start.rest) return this.memberOfUnknown(start.rest, key, context, node);
    if (open && typeof key === 'string') return unknown(`${key} of something partly known`, this.site(context, node), provenance && { module: provenance.module, path: `${provenance.path}.${key}`, args: null });
    const unset = typeof key === 'string' ? (start.internal as UnsetMembers | null)?.unset : undefined;
    return unset === undefined ? UNDEFINED : withTaint(UNDEFINED, `${unset} ${key as string}`);
  }

  ownProperty(object: Obj, key: PropertyKey): Prop | undefined {
    if (object.elements) {
      if (key === 'length') return prop(object.open || (this.observer && object.elements.length > 0 && madeAtTopLevel(object)) || object.elements.some(mayBeAbsent) ? this.lengthOf(object) : constant(object.elements.length), false);
      if (typeof key === 'string' && /^\d+$/.test(key)) {
        const element = object.elements[Number(key)];
        if (element) return prop(presentOrUndefined(element));
        if (object.open) return prop(object.uniform && object.elements[0] ? presentOrUndefined(object.elements[0]) : unknown('an element of a partly known list'));
        return undefined;
      }
    }
    const own = object.props?.get(key);
    if (own) return own;
    if (key === 'prototype' && object.fn && (object.fn.kind === 'class' || (object.fn.kind === 'closure' && !isArrow(object.fn.node)))) {
      const prototype = new Obj('Object', this.builtins.objectPrototype, object.origin);
      prototype.props = new Map([['constructor', prop(object, false)]]);
      const made = prop(prototype, false);
      (object.props ??= new Map()).set('prototype', made);
      return made;
    }
    return undefined;
  }

  private lengthOf(list: Obj): Value { const length = shaped(INTEGER, 'length of a partly known list'); return list.elements!.every(mayBeAbsent) ? withMissing(length, missingOfLength(this, list)) : length; }

  private readProp(own: Prop, receiver: Value, context: Context, node: ts.Node): Value {
    if (own.get) return this.call(own.get, receiver, [], context, node);
    if (own.set) return UNDEFINED;
    if (own.conditional && own.configured) return oneOf([UNDEFINED, own.value], own.conditional, true);
    return own.conditional ? oneOf([own.value, UNDEFINED], own.conditional) : this.assumed(own.value);
  }

  set(target: Value, key: PropertyKey, value: Value, context: Context, node: ts.Node): void {
    if (target.kind === 'oneOf') { for (const alternative of target.values) this.set(alternative, key, value, context, node); return; }
    if (target.kind === 'unknown' && target.trace && this.observer && typeof key === 'string') { this.observer.assigned({ part: target.trace.part, path: [...target.trace.path, key] }, value, this.guard !== null && isInArm(node)); return; }
    if (target.kind !== 'object') return;
    const object = target as Obj;
    if (key === '__proto__') { object.proto = value.kind === 'object' || value.kind === 'unknown' ? value : null; return; }
    let holder: Value | null = object;
    for (let hops = 0; holder && holder.kind === 'object' && hops < 60; hops++) {
      const own: Prop | undefined = (holder as Obj).props?.get(key);
      if (own) {
        if (own.set) { this.call(own.set, target, [value], context, node); return; }
        if (own.get) return;
        break;
      }
      holder = (holder as Obj).proto;
    }
    this.define(object, key, object.host?.type.assign && typeof key === 'string' ? this.builtins.assigned(this, object, key, value, this.site(context, node)) : value);
  }

  /** Sets an own property, bypassing setters. */
  define(object: Obj, key: PropertyKey, value: Value, enumerable = true): void {
    if (object.elements) {
      if (key === 'length') { this.journal?.elements(object); if (value.kind === 'const' && typeof value.value === 'number') object.elements.length = Math.min(object.elements.length, value.value); return; }
      if (typeof key === 'string' && /^\d+$/.test(key) && Number(key) < 100_000) {
        this.journal?.elements(object);
        const index = Number(key);
        while (object.elements.length < index) object.elements.push(UNDEFINED);
        object.elements[index] = value;
        return;
      }
    }
    this.journal?.prop(object, key);
    if (this.guard) this.gathered?.under(object, this.guard);
    const props = (object.props ??= new Map());
    const own = props.get(key);
    if (own && !own.get && !own.set && this.journal === null) { own.value = value; own.conditional = null; return; }
    props.set(key, prop(value, own?.enumerable ?? enumerable));
  }

  defineAccessor(object: Obj, key: PropertyKey, kind: 'get' | 'set', fn: Value, enumerable: boolean): void {
    this.journal?.prop(object, key);
    const props = (object.props ??= new Map());
    const own = props.get(key);
    const base = own && (own.get || own.set) ? { ...own } : { value: UNDEFINED, get: null, set: null, enumerable, conditional: null };
    base[kind] = fn;
    props.set(key, base);
  }

  /** A property whose name only run time knows: kept under a name of its own, and the object is open from now on. */
  setUnknownKey(target: Value, value: Value): void {
    if (target.kind !== 'object') return;
    const object = target as Obj;
    if (object.elements) { this.pushElements(object, [value]); this.setOpen(object); return; }
    this.define(object, Symbol('unknown key'), value);
    this.setOpen(object);
  }

  setOpen(object: Obj): void { if (!object.open) { this.journal?.open(object); object.open = true; } }

  pushElements(list: Obj, values: readonly Value[]): void {
    if (this.guard) this.gathered?.under(list, this.guard);
    this.journal?.elements(list);
    for (const value of values) list.elements!.push(value);
  }

  remove(target: Value, key: PropertyKey): void {
    if (target.kind !== 'object') return;
    const object = target as Obj;
    this.journal?.prop(object, key);
    object.props?.delete(key);
  }

  /** Own enumerable keys in order. Unknown-named properties appear under their symbol only with `symbols`. */
  keys(object: Obj): string[] {
    if (object.cls === 'Namespace') return namespaceKeys(this, object);
    const keys: string[] = [];
    if (object.elements) for (let index = 0; index < object.elements.length; index++) keys.push(String(index));
    if (object.props) {
      const names: string[] = [];
      for (const [key, own] of object.props) if (typeof key === 'string' && own.enumerable) names.push(key);
      const integers = names.filter((name) => /^(0|[1-9]\d*)$/.test(name)).sort((a, b) => Number(a) - Number(b));
      keys.push(...integers, ...names.filter((name) => !/^(0|[1-9]\d*)$/.test(name)));
    }
    return keys;
  }

  /** Values whose names only run time knows. */
  unknownKeyed(object: Obj): Value[] {
    const values: Value[] = [];
    if (object.props) for (const [key, own] of object.props) if (typeof key === 'symbol' && key.description === 'unknown key') values.push(own.value);
    return values;
  }

  key(value: Value): PropertyKey | null {
    const simple = plain(value);
    if (simple.kind !== 'const') return null;
    return typeof simple.value === 'symbol' ? simple.value : String(simple.value);
  }

  // ---- descriptions -------------------------------------------------------------------------------------------------

  /** Short text for names and messages. */
  describe(value: Value): string {
    switch (value.kind) {
      case 'const': return typeof value.value === 'string' ? value.value : String(value.value);
      case 'template': return value.parts.map((part) => (typeof part === 'string' ? part : '{?}')).join('');
      case 'oneOf': return this.describe(value.values.find((alternative) => alternative !== ABSENT) ?? UNDEFINED);
      case 'unknown': return value.provenance ? `${value.provenance.module}` : value.why;
      case 'object': {
        const object = value as Obj;
        const message = object.cls === 'Error' ? object.props?.get('message')?.value : undefined;
        if (message) return this.describe(message);
        const name = object.props?.get('name')?.value;
        return name?.kind === 'const' && typeof name.value === 'string' ? name.value : '';
      }
    }
  }

  constantOf(value: Value): Primitive {
    const simple = plain(value);
    return simple.kind === 'const' ? simple.value : undefined;
  }

  /** The state of a module's top level or of an entry: no function, no arm. */
  topContext(module: ModuleRecord): Context {
    return new Context(new Activation(UNDEFINED, null, null, null, []), module.scope, new Frame(null, null, null, module, null), module);
  }

  /** The context a native needs to call back into the program from its call. */
  contextOf(site: Site): Context {
    return new Context(this.builtins.nowhere.context.activation, site.module.scope, site.frame ?? this.builtins.nowhere.context.frame, site.module);
  }

  /** `await` where the code around it cannot be suspended: what is queued runs until it would be resumed. */
  awaitedInPlace(value: Value): Value {
    let resumed = false;
    const promise = adopted(this, value) ?? value;
    if (stateOf(promise)) onSettled(this, promise, () => { resumed = true; });
    else this.later(() => { resumed = true; });
    this.drain(() => resumed);
    return this.settled(promise, 0);
  }

  /** What a value resolves to once everything that is queued has run. */
  awaited(value: Value): Value {
    const thenable = adopted(this, value);
    this.drain();
    if (thenable) return this.settled(thenable, 0);
    return this.settled(value, 0);
  }

  /** The value of a promise that has settled; any other value is itself. Does not run the queue. */
  settledNow(value: Value): Value { return value.kind === 'object' || value.kind === 'oneOf' ? this.settled(value, 0) : value; }

  private settled(value: Value, depth: number): Value {
    if (depth > 10) return unknown('a promise that resolves to itself');
    if (value.kind === 'oneOf') return oneOf(value.values.map((alternative) => (alternative === ABSENT ? alternative : this.settled(alternative, depth + 1))), value.condition, value.preferred);
    if (value.kind !== 'object') return value;
    const object = value as Obj;
    if (object.cls !== 'Promise') return value;
    const state = object.internal as PromiseState;
    if (state.mayReject && this.escaped) this.escaped.push(...state.mayReject);
    if (state.status === 'rejected') throw new ThrowSignal(state.value, object.origin);
    if (state.status === 'fulfilled') return this.settled(state.value, depth + 1);
    return state.expected ?? unknown('what a promise will resolve to', object.origin);
  }
}

/**
 * The result of a package's factory (`helmet()`, `rateLimit(…)`) is an object or a function. Calls that by their name ask a question
 * may answer anything.
 */
function isFactoryResult(provenance: Provenance): boolean {
  if (!/^(?:new )?[\w$]+\(\)$/.test(provenance.path) || provenance.module.startsWith('node:')) return false;
  const name = provenance.path.startsWith('default') ? provenance.module.split('/').pop()! : provenance.path;
  return !/^(?:is|has|should|can|exists|get|find|includes|some|every|test|match|validate|check|equal|contains|ok|parse|load|read|env|which|detect|compare|semver|satisfies)(?![a-z])|^(?:is|has)-/i.test(name);
}

/** Objects of a model with data of their own can be registered on; the exports of a package cannot. */
const isReachable = (value: ObjectValue): boolean => value.host !== null && value.host.data !== null && !value.host.type.inert;

/** What a module made when it was loaded; until a request comes a list of it may have grown or shrunk. */
const madeAtTopLevel = (object: Obj): boolean => object.origin !== null && object.origin.frame !== null && object.origin.frame.fn === null;

export const mayBeAbsent = (value: Value): boolean => value.kind === 'oneOf' && value.values.includes(ABSENT);
export const presentOrUndefined = (value: Value): Value =>
  (mayBeAbsent(value) && value.kind === 'oneOf' ? oneOf(value.values.map((alternative) => (alternative === ABSENT ? UNDEFINED : alternative)), value.condition, value.preferred) : value);
const isArrow = (node: ts.Node): boolean => ts.isArrowFunction(node) || ts.isMethodDeclaration(node);

let process_debug: ((error: unknown) => void) | null = null;
/** Development aid: sees the errors that become `evaluator/crash`. */
export function onCrash(listener: ((error: unknown) => void) | null): void { process_debug = listener; }

export { TRUE, FALSE, bool, withTaint };
