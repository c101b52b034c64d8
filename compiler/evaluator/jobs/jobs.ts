import type { Guard } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import type { TimerRound } from './timers.js';

interface Job {
  readonly run: () => void;
  readonly guard: Guard | null;
  /** How many calls lie between the start of the program and a suspended function that goes on here. */
  readonly depth: number;
  /** The timers that it goes back to. */
  readonly timer: TimerRound | null;
}

/** In the order in which Node empties them: next ticks, promise reactions, files that imports read, timers and input, immediates. */
const JOB_KINDS = ['tick', 'microtask', 'import', 'timer', 'immediate'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** How many jobs are looked at for one that stands under few conditions. */
const LOOK_AHEAD = 200;

/**
 * Jobs of one kind that wait while more of them come from conditions that the source does not decide. Set-up code queues a few dozen; where every job
 * queues two, one for each arm, there is no end to them.
 */
const MOST_UNDECIDED = 1_000;

function plainest(jobs: readonly Job[]): number {
  let best = 0;
  for (let index = 1; index < jobs.length && index < LOOK_AHEAD && jobs[best]!.guard; index++)
    if ((jobs[index]!.guard?.depth ?? 0) < jobs[best]!.guard!.depth) best = index;
  return best;
}

/**
 * Ticks run until none is left, then reactions until none is left, and so on; imports, timers and immediates only when both are empty. A tick that a
 * reaction asks for waits for the other reactions.
 */
export class JobQueue {
  /** Every arm of a condition has a queue of its own, and hardly one queues anything. */
  private waiting: Record<JobKind, Job[]> | null = null;
  private get lists(): Record<JobKind, Job[]> {
    return (this.waiting ??= { tick: [], microtask: [], import: [], timer: [], immediate: [] });
  }
  /** Which of the two comes next. The evaluation of an ES module is itself a reaction. */
  private phase: 'tick' | 'microtask' = 'tick';
  /** The program that starts now is an ES module: reactions go before ticks when its top level has run. */
  startInReactions(): void {
    this.phase = 'microtask';
  }
  /** @returns false where it is left out: too many wait already */
  push(kind: JobKind, job: Job): boolean {
    const list = this.lists[kind];
    if (job.guard && list.length >= MOST_UNDECIDED) return false;
    list.push(job);
    return true;
  }
  /** @param plainFirst what stands under the fewest conditions comes first: said when a program runs long without effect */
  next(plainFirst = false): Job | null {
    if (!this.waiting) {
      this.phase = 'tick';
      return null;
    }
    const { tick, microtask, import: read, timer, immediate } = this.waiting;
    if ((this.phase === 'tick' ? tick : microtask).length === 0) this.phase = this.phase === 'tick' ? 'microtask' : 'tick';
    const list = this.phase === 'tick' ? tick : microtask;
    const job = plainFirst && list.length > 1 ? list.splice(plainest(list), 1)[0] : list.shift();
    if (job) return job;
    this.phase = 'tick';
    return tick.shift() ?? read.shift() ?? timer.shift() ?? immediate.shift() ?? null;
  }
  get hasTimers(): boolean {
    return this.waiting !== null && this.waiting.timer.length > 0;
  }
  /** Takes the jobs of another queue and puts them in front. */
  takeOlder(other: JobQueue): void {
    if (!other.waiting) return;
    for (const kind of JOB_KINDS) this.lists[kind].unshift(...other.waiting[kind].splice(0));
  }
  /** @returns false where some are left out */
  append(other: JobQueue): boolean {
    if (!other.waiting) return true;
    let isWhole = true;
    for (const kind of JOB_KINDS) for (const job of other.waiting[kind]) if (!this.push(kind, job)) isWhole = false;
    return isWhole;
  }
}

/** Some of what callbacks queue is not run. */
export const reportLeftOut = (evaluator: Evaluator): void => {
  if (!evaluator.observer) evaluator.outOfFuel('what callbacks queue', null);
};

/**
 * Runs a module that a queued callback is the first to need. Node has run it before the callback's own module, so that no older callback finds it half
 * made: those wait until it has run, or until it waits for one of them.
 */
export function beforeOlderJobs(evaluator: Evaluator, run: () => void): void {
  if (!evaluator.fuel.isDraining) {
    run();
    return;
  }
  const { queue, postponed } = evaluator;
  evaluator.queue = new JobQueue();
  evaluator.postponed = [...postponed, queue];
  try {
    run();
  } finally {
    if (!queue.append(evaluator.queue)) reportLeftOut(evaluator);
    evaluator.queue = queue;
    evaluator.postponed = postponed;
  }
}

/** Runs what is queued until something has settled; older callbacks only where it does not settle without them, and never in an arm. */
export function drainFor(evaluator: Evaluator, settled: () => boolean, enough: () => boolean): void {
  drain(evaluator, () => settled() || enough());
  if (evaluator.armDepth > 0) return;
  for (let index = evaluator.postponed.length - 1; index >= 0 && !settled() && !enough(); index--) {
    evaluator.queue.takeOlder(evaluator.postponed[index]!);
    drain(evaluator, () => settled() || enough());
  }
}

/** Runs what is queued, in order, to the end or until something has happened. Inside an arm only what the arm itself queued. */
export function drain(evaluator: Evaluator, until: () => boolean): void {
  const { fuel } = evaluator;
  const next = (): Job | null => (until() ? null : evaluator.queue.next(fuel.wantsPlainJobs()));
  fuel.draining(() => {
    for (let job = next(); job; job = next()) {
      const steps = fuel.ofJob(job.depth);
      if (steps === 0) {
        reportLeftOut(evaluator);
        continue;
      }
      const { guard } = evaluator;
      evaluator.guard = job.guard;
      try {
        evaluator.ofTimer(job.timer, () => {
          evaluator.guarded('a queued callback', null, steps, job.run);
        });
      } finally {
        evaluator.guard = guard;
      }
    }
  });
}
