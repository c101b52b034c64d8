import type { Value } from '@tool/scanner-sdk';
import type { ts } from '../language/syntax.js';
import { settlePending, type PromiseState } from '../builtins/promise.js';
import type { Evaluator } from '../evaluator.js';
import { JobQueue } from '../jobs/jobs.js';
import { Journal } from '../values/journal.js';
import { writtenIn, type Written } from './kept-state.js';
import { Gathered } from './missing.js';
import type { Escaped } from '../conditions/escaped.js';
import type { Observer } from './observation.js';
import { ThrowSignal } from '../signals.js';
import { countFor, noteReads, type Obj, type Reads, type Site } from '../values/values.js';

/** Steps of a module that a function which serves requests is the first to need. */
const LATE_MODULE_FUEL = 60_000;

/** What a function that serves requests ran and read: with the same it does the same. */
export interface Uses {
  /** Functions that were called, or whose bodies were read. */
  readonly functions: Set<ts.Node>;
  /** Modules of which something was imported. */
  readonly modules: Set<string>;
  /** How often a function was cut for running long without effect. */
  readonly cuts: Map<ts.Node, number>;
  /** What it found to hold a plain value or nothing. */
  readonly read: Reads;
  /** What it put into variables and members that were there before. */
  readonly written: Written[];
  /** What it registered on routers of the set-up, as the user may read it, by the place. */
  readonly registered: Map<Site, string>;
}

export const noUses = (): Uses => ({
  functions: new Set(),
  modules: new Set(),
  cuts: new Map(),
  read: new Map(),
  written: [],
  registered: new Map(),
});

/** What a run of a function that serves requests may take. */
export interface Allowance {
  /** It ends after so many steps. */
  readonly steps: number;
  /** A call in it that takes so many of them is cut before, and the function goes on. */
  readonly stepsOfCall: number;
  /** Asked once when its steps are spent: for how many more it goes on. */
  readonly beyond?: () => number;
  /** What follows a value that is one of several is not followed for each of them. */
  readonly together?: boolean;
}

/**
 * Runs a function that serves requests, tells the observer what it does with them, and takes back what it changed. Returns what it throws,
 * in some arm or in the end; `uses` takes what it ran.
 */
export function observing(
  evaluator: Evaluator,
  observer: Observer,
  uses: Uses,
  { steps, stepsOfCall, beyond = () => 0, together = false }: Allowance,
  run: () => void,
): readonly Escaped[] {
  const { guard, journal, queue, frame } = evaluator;
  const escaped: Escaped[] = [];
  const counted = countFor('request');
  const noted = noteReads(uses.read);
  const mine = new Journal(null);
  const touchedPromises = new Map<Obj, PromiseState>();
  // What the set-up has given up to wait for nobody waits for here: one that the function does wait for is among its own.
  const pending = evaluator.pendingPromises.splice(0);
  // What one function says of a value that many share is nothing that another one knows.
  Object.assign(evaluator, {
    observer,
    uses,
    escaped,
    touchedPromises,
    splits: 0,
    splitDepth: together ? Infinity : 0,
    gathered: new Gathered(),
    thrownUnder: new WeakMap(),
    raisedAt: new WeakMap(),
    returnedUnder: new WeakMap(),
    declaredAs: new WeakMap(),
    leftUnder: null,
    waysOut: null,
    timed: new Map(),
    journal: mine,
    guard: null,
    queue: new JobQueue(),
  } satisfies Partial<Evaluator>);
  evaluator.unknownCalls.clear();
  evaluator.leftAlone.clear();
  try {
    evaluator.fuel.ofRequest(steps, stepsOfCall, beyond, () => {
      evaluator.guarded('a function that serves requests', null, Infinity, () => {
        try {
          run();
        } catch (error) {
          if (!(error instanceof ThrowSignal)) throw error;
          escaped.push({ signal: error });
        }
        evaluator.drain();
        settlePending(evaluator);
      });
    });
  } finally {
    const delta = mine.rollback();
    countFor(counted);
    uses.written.push(...writtenIn(delta));
    noteReads(noted);
    for (const [promise, { mayReject, ...state }] of touchedPromises) Object.assign(promise.internal as PromiseState, state, { mayReject });
    evaluator.pendingPromises.splice(0, Infinity, ...pending);
    Object.assign(evaluator, {
      journal,
      guard,
      queue,
      frame,
      observer: null,
      escaped: null,
      gathered: null,
      touchedPromises: null,
      uses: null,
    } satisfies Partial<Evaluator>);
  }
  return escaped;
}

/**
 * Runs a function apart from the one that is observed, to find something out of it: it has an observer and steps of its own, and nothing of it is left but
 * what that observer was told. `uses` takes what it ran. Returns the errors that something in it has handled.
 */
export function observingApart(evaluator: Evaluator, observer: Observer, uses: Uses, fuel: number, run: () => void): ReadonlySet<Value> {
  const outer = stateOf(evaluator);
  const unknownCalls = [...evaluator.unknownCalls],
    leftAlone = [...evaluator.leftAlone];
  const pending = evaluator.pendingPromises.splice(0);
  const counted = countFor('request');
  const noted = noteReads(null);
  const handled = new Set<Value>();
  Object.assign(evaluator, { armDepth: 0, frame: null, handledErrors: handled } satisfies Partial<Evaluator>);
  try {
    evaluator.fuel.ofOther(() => {
      observing(evaluator, observer, uses, { steps: fuel, stepsOfCall: fuel }, run);
    });
  } finally {
    noteReads(noted);
    countFor(counted);
    evaluator.pendingPromises.splice(0, Infinity, ...pending);
    Object.assign(evaluator, outer);
    for (const [node, known] of unknownCalls) evaluator.unknownCalls.set(node, known);
    for (const [node, known] of leftAlone) evaluator.leftAlone.set(node, known);
    forgetCuts(evaluator, uses);
  }
  return handled;
}

/** That a run has cut functions is nothing by which others follow them less. */
export function forgetCuts(evaluator: Evaluator, { cuts }: Uses): void {
  for (const [node, count] of cuts) {
    const active = evaluator.active.get(node);
    if (active) active.cuts -= count;
  }
}

/** A promise is about to change: while observing, one of the set-up is what it was again when the function has run. */
export function keepPromise(evaluator: Evaluator, promise: Obj): void {
  const { touchedPromises } = evaluator;
  if (!touchedPromises || touchedPromises.has(promise) || !isOlder(evaluator, promise)) return;
  const state = promise.internal as PromiseState;
  touchedPromises.set(promise, { ...state, reactions: [...state.reactions] });
}

/** Made before the function that is observed began to run. */
export function isOlder(evaluator: Evaluator, object: Obj): boolean {
  let root = evaluator.journal;
  while (root?.parent) root = root.parent;
  return root?.isOlder(object.serial) ?? false;
}

/**
 * Set-up code that a function which serves requests is the first to need: a module that nothing has run before. It runs as it would have run
 * then, is no part of what is observed, and what it does stays. So it does not matter which function comes first.
 */
export function apart(evaluator: Evaluator, run: () => void): void {
  const outer = stateOf(evaluator);
  const pending = evaluator.pendingPromises.splice(0);
  const counted = countFor('set-up');
  const noted = noteReads(null);
  Object.assign(evaluator, {
    uses: null,
    gathered: null,
    observer: null,
    escaped: null,
    journal: null,
    guard: null,
    queue: new JobQueue(),
    armDepth: 0,
    frame: null,
    touchedPromises: null,
  } satisfies Partial<Evaluator>);
  try {
    evaluator.fuel.ofSetUp(() => {
      evaluator.guarded('a module', null, LATE_MODULE_FUEL, () => {
        run();
        evaluator.drain();
        settlePending(evaluator);
      });
    });
  } finally {
    countFor(counted);
    noteReads(noted);
    evaluator.pendingPromises.splice(0, Infinity, ...pending);
    Object.assign(evaluator, outer);
  }
}

/** What belongs to one function that is observed, and is another one's while that runs. */
const OF_ONE = [
  'uses',
  'gathered',
  'observer',
  'escaped',
  'journal',
  'guard',
  'queue',
  'frame',
  'armDepth',
  'splits',
  'splitDepth',
  'thrownUnder',
  'raisedAt',
  'returnedUnder',
  'declaredAs',
  'leftUnder',
  'waysOut',
  'timed',
  'touchedPromises',
  'earlyExits',
  'handledErrors',
] as const satisfies readonly (keyof Evaluator)[];
const stateOf = (evaluator: Evaluator): Partial<Evaluator> => Object.fromEntries(OF_ONE.map((key) => [key, evaluator[key]]));
