import type { Answer, Behaviour, ErrorHandling, ErrorKind, HandlerId, MiddlewareId } from '@tool/ir';
import type { Observe } from '@tool/scanner-sdk';
import { gistOf, outlineOf, type Evaluator, type HostRealm, type Kept } from '../../evaluator/index.js';
import { AlikeRuns } from './alike-runs.js';
import { backgroundRun, givenAway } from './background-runs.js';
import { ErrorKinds, MAX_KINDS } from './error-kinds.js';
import { KeptPlaces } from './kept-places.js';
import { Leaves, type Left } from './leaves.js';
import {
  memberKey,
  Replay,
  type ChangedFunctions,
  type Given,
  type ObservationLog,
  type Run,
  type TypeQuestionsAsked,
} from './observation-log.js';
import { OneRun } from './one-run.js';
import { looksLike } from './recorder.js';
import { functionsOfLost, type RouteChain } from '../tree/route-chains.js';
import type { Observed } from '../tree/registered-functions.js';

/**
 * Steps for all functions: some ten times what the largest applications of the corpus take. What goes on without end in thousands of handlers takes all of
 * them, and the scan ends in minutes nevertheless.
 */
const TOTAL_FUEL = 15_000_000;
/** Of these as many as there is patience with single functions. */
const SHARE_OF_PATIENCE = 0.4;
/** Of these as many as middlewares may take together: what handlers do is most of what is asked for. */
const SHARE_OF_MIDDLEWARES = 0.5;
/** How many requests before one are looked at that each need what another one has left. */
const MAX_ROUNDS = 3;

/** What functions do with requests, found by running each on a request of which nothing is known. */
export interface Behaviours {
  readonly of: ReadonlyMap<MiddlewareId | HandlerId, Behaviour>;
  readonly errors: readonly ErrorKind[];
  readonly handling: readonly ErrorHandling[];
  /** Functions that were not run, since those before them had taken all steps. */
  readonly unobserved: readonly Observed[];
  /** Functions that were left, or calls in them, when they had taken too many steps. */
  readonly cut: readonly Observed[];
  /** Those that let a package answer. */
  readonly elsewhere: readonly (Pick<Observed, 'site' | 'value'> & { readonly by: string })[];
  readonly log: ObservationLog;
}

/** What a run needs from outside the evaluator. */
export interface ObservedProgram {
  readonly evaluator: Evaluator;
  readonly realm: HostRealm;
  readonly functions: readonly Observed[];
  /** Functions that are not run, each with the one that stands for it. */
  readonly repeated?: ReadonlyMap<Observed['id'], Observed['id']>;
  /** The functions of each route, in the order in which they run. */
  readonly chains: readonly RouteChain[];
  readonly types: TypeQuestionsAsked;
  /** Steps for all functions together; by itself 15 million. */
  readonly fuel?: number | undefined;
}

/** What was observed at an earlier time, and what has changed since. */
interface Before {
  readonly log: ObservationLog;
  readonly changed: ChangedFunctions;
}

/**
 * Runs every function that serves requests. With the log of an earlier time and what has changed since, only those that depend on that are run, and
 * the others do what they did; null when it is not certain that all of it is what it would be without the log.
 */
export const observeAll = (program: ObservedProgram, before?: Before): Behaviours | null => new Observation(program, before).all();

class Observation {
  private readonly of = new Map<MiddlewareId | HandlerId, Behaviour>();
  private readonly errors: ErrorKinds;
  private readonly replay: Replay;
  private readonly alike: AlikeRuns;
  private readonly limits: Readonly<Record<Observed['role'], number>>;
  private readonly places = new KeptPlaces();
  private leaves: Leaves;
  private members: Leaves;
  /** What the function that is run finds of requests before. */
  private kept: readonly Kept[] = [];
  private readonly runs = new Map<Observed, Run>();
  /** Those that are run. */
  private readonly functions: readonly Observed[];

  constructor(
    private readonly program: ObservedProgram,
    before: Before | undefined,
  ) {
    const { evaluator, functions, repeated, chains, types, fuel = TOTAL_FUEL } = program;
    const { steps } = evaluator.fuel;
    const lost = functionsOfLost(chains);
    this.functions = functions.filter(({ id }) => !repeated?.has(id) && !lost.has(id));
    this.errors = new ErrorKinds(evaluator);
    this.replay = new Replay(evaluator, types, before);
    this.leaves = new Leaves(chains);
    this.members = new Leaves(chains);
    this.alike = new AlikeRuns(
      this.leaves,
      this.members,
      (id) => this.of.get(id),
      (fn) => this.errors.areKnownToPass(fn),
    );
    this.limits = { middleware: steps + fuel * SHARE_OF_MIDDLEWARES, handler: steps + fuel };
  }

  all(): Behaviours | null {
    const { errors, replay } = this;
    const { evaluator, fuel = TOTAL_FUEL } = this.program;
    const unobserved = this.firstRequests();
    this.inBackground();
    this.laterRequests();
    const handling = this.repeated(this.errorHandling());
    const complete = evaluator.fuel.steps < this.limits.handler - fuel / 2 && errors.kinds.length < MAX_KINDS;
    const log = replay.end(complete);
    const cut = [...this.runs].flatMap(([entry, { isCut }]) => (isCut ? [entry] : []));
    const elsewhere = [...this.runs].flatMap(([{ site, value }, { answeredBy: by }]) => (by ? [{ site, value, by }] : []));
    return log && { of: this.of, errors: errors.kinds, handling, unobserved, cut, elsewhere, log };
  }

  private goesOn(role: Observed['role']): boolean {
    return this.program.evaluator.fuel.steps < this.limits[role] && !this.replay.hasFailed;
  }

  private hasPatience(): boolean {
    const { evaluator, fuel = TOTAL_FUEL } = this.program;
    return evaluator.fuel.steps < this.limits.handler - fuel * (1 - SHARE_OF_PATIENCE) && this.goesOn('handler');
  }

  /** What middlewares leave on the request is there when handlers run. Returns the functions that are not run. */
  private firstRequests(): Observed[] {
    const unobserved: Observed[] = [];
    for (const role of ['middleware', 'handler'] as const)
      for (const entry of this.inOrder()) {
        if (entry.role !== role || !entry.observe) continue;
        if (!this.goesOn(role)) {
          unobserved.push(entry);
          continue;
        }
        const made = this.runOf(entry.id, entry, entry.observe, null);
        this.of.set(entry.id, this.replay.behaviourOf(entry.id));
        this.leave(entry, made);
        this.runs.set(entry, made);
        this.places.add(entry.id, made, []);
      }
    return unobserved;
  }

  /** Each behind those that stand in front of it, wherever they are registered: `app.use(visits)` behind `router.get('/', needsVisit, …)`. */
  private inOrder(): readonly Observed[] {
    const { functions } = this;
    const places = new Map([...this.leaves.inOrder(functions.map(({ id }) => id))].map((id, index) => [id, index]));
    return [...functions].sort((one, other) => places.get(one.id)! - places.get(other.id)!);
  }

  /** What signals, timers and events change, later requests find as well. */
  private inBackground(): void {
    const { replay, places, program } = this;
    const { background } = program.evaluator;
    places.left('timers', background.before);
    for (const [key, given] of givenAway(program)) {
      if (!this.goesOn('handler')) return;
      const known = replay.reuse(key, null, '');
      const run = known ?? backgroundRun(program, given);
      if (known) replay.take(key, known, new Map());
      else replay.ran(key, run);
      places.left(key, run.uses.written);
    }
  }

  /** The first request finds what the set-up made, and later ones what requests before them have left there: what they leave others find. */
  private laterRequests(): void {
    for (let round = 1; round <= MAX_ROUNDS && this.laterRound(round); round++);
    this.kept = [];
  }

  /** Runs the functions that find something else than they have found; whether there were any. */
  private laterRound(round: number): boolean {
    const otherNames = new Set<string>();
    let isOther = false;
    for (const [entry, made] of this.runs) {
      this.kept = this.places.for(entry.id);
      const findsTheSame = ![...made.names].some((name) => otherNames.has(name));
      if ((findsTheSame && outlineOfKept(this.kept) === made.kept) || !this.goesOn(entry.role)) continue;
      const key = `${entry.id} later ${round}`;
      const later = this.runOf(key, entry, entry.observe!, null, findsTheSame ? made : undefined);
      isOther = true;
      this.places.add(entry.id, later, this.kept);
      // With more to look at it got less far: what the first request finds is what some later one finds, too.
      if (!saysAll(later.behaviour, made.behaviour) || !leavesAll(later, made)) {
        this.runs.set(entry, { ...made, kept: later.kept });
        continue;
      }
      this.of.set(entry.id, this.replay.behaviourOf(key));
      // It says all that the first one says: what was cut of one of them alone is not missing.
      this.runs.set(entry, { ...later, isCut: later.isCut && made.isCut });
      const names = namesLeftOtherwise(made, later);
      for (const name of names) otherNames.add(name);
      if (names.length > 0) this.leaveAll();
    }
    return isOther;
  }

  private leave(entry: Observed, { left, members }: Run): void {
    for (const [name, value] of left) this.leaves.add(entry.id, name, value);
    for (const [name, value] of members) this.members.add(entry.id, name, value);
  }

  private leaveAll(): void {
    this.leaves = new Leaves(this.program.chains);
    this.members = new Leaves(this.program.chains);
    for (const [entry, run] of this.runs) this.leave(entry, run);
  }

  /** What an error handler hands on is one more kind for the ones behind it. */
  private errorHandling(): ErrorHandling[] {
    const { errors, replay } = this;
    const handling: ErrorHandling[] = [];
    const handlers = this.functions.filter((entry) => entry.observeError);
    for (let index = 0; index < errors.kinds.length && index < MAX_KINDS; index++)
      for (const entry of handlers) {
        if (!this.goesOn('handler')) continue;
        const kind = errors.kinds[index]!;
        const key = `${entry.id} ${errors.keyOf(kind.id)}`;
        this.runOf(key, entry, entry.observeError!(errors.value(kind.id)), errors.given(kind.id));
        const { answers, failures, passesOn } = replay.behaviourOf(key);
        handling.push({ handler: entry.id as MiddlewareId, error: kind.id, answers, failures, ...(passesOn && { passesOn }) });
      }
    return handling;
  }

  /** What functions do that others stand for. */
  private repeated(handling: readonly ErrorHandling[]): ErrorHandling[] {
    const repeated = [...(this.program.repeated ?? [])];
    for (const [id, by] of repeated) {
      const behaviour = this.of.get(by);
      if (behaviour) this.of.set(id, behaviour);
    }
    return [
      ...handling,
      ...repeated.flatMap(([id, by]) =>
        handling.filter(({ handler }) => handler === by).map((each) => ({ ...each, handler: id as MiddlewareId })),
      ),
    ];
  }

  /**
   * The run as it was, as another function's was, or once more.
   * @param earlier one that found the same on the request
   */
  private runOf(key: string, entry: Observed, observe: Observe, given: Given | null, earlier?: Run): Run {
    const { replay, alike, errors } = this;
    const kept = outlineOfKept(this.kept);
    const known = replay.reuse(key, given, kept);
    if (known) {
      replay.take(key, known, errors.again(known));
      if (given === null) alike.add(entry, known);
      return known;
    }
    const same = given === null ? alike.find(entry, kept) : null;
    if (same) {
      replay.repeat(key, { ...same, asked: this.program.types.take() });
      return same;
    }
    const made = this.made(entry, observe, given, kept, earlier);
    if (given === null) alike.add(entry, made);
    replay.ran(key, made);
    return made;
  }

  private made(entry: Observed, observe: Observe, given: Given | null, kept: string, earlier: Run | undefined): Run {
    const { evaluator, realm, types } = this.program;
    const { errors, leaves, members, of } = this;
    const run = new OneRun(
      { evaluator, realm, errors, leaves, members, kept: this.kept, of, hasPatience: () => this.hasPatience() },
      entry,
      observe,
      given,
    );
    const { recorder } = run;
    const left = recorder.leftValues(),
      set = recorder.setMembers();
    const { behaviour, plain } = run.behaviours(earlier);
    return {
      behaviour,
      plain,
      left: run.leaving(left, behaviour),
      members: set,
      errors: errors.describe([...behaviour.failures, ...(behaviour.strangers?.failures ?? []).map((error) => ({ error }))]),
      given,
      names: recorder.names,
      callers: recorder.callers,
      kept,
      uses: recorder.used,
      asked: types.take(),
      ...(recorder.answeredBy !== undefined && { answeredBy: recorder.answeredBy }),
      // Of what was left otherwise, and has come to its answer in spite of that or handed on, all that matters is known.
      isCut: recorder.mayDoMore || (recorder.isCut && !(entry.role === 'handler' ? recorder.hasServed : behaviour.passesOn)),
    };
  }
}

/** Names under which one run leaves something that looks other than what another one does. */
function namesLeftOtherwise(made: Run, later: Run): string[] {
  const gist = (left: Left | undefined): string => (left ? gistOf(left.value) : '');
  const differing = (one: ReadonlyMap<string, Left>, other: ReadonlyMap<string, Left>): string[] =>
    [...new Set([...one.keys(), ...other.keys()])].filter((name) => gist(one.get(name)) !== gist(other.get(name)));
  return [...differing(made.left, later.left), ...differing(made.members, later.members).map(memberKey)];
}

/** Whether one behaviour has every way to end that the other one has. Of answers that look alike only the place of the first is known. */
function saysAll(one: Behaviour, other: Behaviour): boolean {
  const answerOf = ({ status, place }: Answer): string => JSON.stringify([status, place]);
  return (
    other.answers.every((answer) => one.answers.some((each) => answerOf(each) === answerOf(answer) || looksLike(each, answer))) &&
    other.failures.every(({ error }) => one.failures.some((each) => each.error === error))
  );
}

/** Whether one run leaves something under every name under which the other one does. */
const leavesAll = (one: Run, other: Run): boolean =>
  [...other.left.keys()].every((name) => one.left.has(name)) && [...other.members.keys()].every((name) => one.members.has(name));

/** What was found of requests before, to be compared. */
const outlineOfKept = (kept: readonly Kept[]): string => kept.map(({ place, value }) => `${place.name} ${outlineOf(value)}`).join('\n');
