import type { Behaviour, ErrorHandling, ErrorKind, HandlerId, MiddlewareId, Read } from '@tool/ir';
import type { Observe } from '@tool/scanner-sdk';
import { noUses, observing, putKept, recall, shapeOf, type Evaluator, type HostRealm, type Kept, type Uses } from '../evaluator/index.js';
import { AlikeRuns } from './alike-runs.js';
import { ErrorKinds, MAX_KINDS } from './error-kinds.js';
import { KeptPlaces } from './kept-places.js';
import { Leaves } from './leaves.js';
import {
  memberKey,
  Replay,
  type ChangedFunctions,
  type Given,
  type ObservationLog,
  type Run,
  type TypeQuestionsAsked,
} from './observation-log.js';
import { Recorder } from './recorder.js';
import type { RouteChain } from './route-chains.js';
import type { Observed } from './tree-builder.js';

/**
 * Steps for one function, for one call in it, and for all functions. Of the handlers of large applications 99 of 100 take less than 4,500; the few
 * beyond took more time than all others together.
 */
const FUNCTION_FUEL = 12_000;
const CALL_FUEL = 5_000;
const TOTAL_FUEL = 30_000_000;
/** Of these as many as middlewares may take together: what handlers do is most of what is asked for. */
const SHARE_OF_MIDDLEWARES = 0.5;
/** Steps for a handler that said nothing of what it answers before its own were spent: on what it logs, or checks. */
const PATIENT_FUEL = 80_000;

/** What functions do with requests, found by running each on a request of which nothing is known. */
export interface Behaviours {
  readonly of: ReadonlyMap<MiddlewareId | HandlerId, Behaviour>;
  readonly errors: readonly ErrorKind[];
  readonly handling: readonly ErrorHandling[];
  /** Functions that were not run, since those before them had taken all steps. */
  readonly unobserved: readonly Observed[];
  readonly log: ObservationLog;
}

/** What a run needs from outside the evaluator. */
export interface ObservedProgram {
  readonly evaluator: Evaluator;
  readonly realm: HostRealm;
  readonly functions: readonly Observed[];
  /** The functions of each route, in the order in which they run. */
  readonly chains: readonly RouteChain[];
  readonly types: TypeQuestionsAsked;
  /** Steps for all functions together; by itself 30 million. */
  readonly fuel?: number | undefined;
}

/**
 * Runs every function that serves requests. With the log of an earlier time and what has changed since, only those that depend on that are run, and
 * the others do what they did; null when it is not certain that all of it is what it would be without the log.
 */
export function observeAll(
  program: ObservedProgram,
  before?: { readonly log: ObservationLog; readonly changed: ChangedFunctions },
): Behaviours | null {
  const { evaluator, realm, functions, types } = program;
  const of = new Map<MiddlewareId | HandlerId, Behaviour>();
  const errors = new ErrorKinds(evaluator);
  let leaves = new Leaves(program.chains),
    members = new Leaves(program.chains);
  const replay = new Replay(evaluator, types, before);
  const alike = new AlikeRuns(leaves, members, (id) => of.get(id));
  const { fuel = TOTAL_FUEL } = program;
  const start = evaluator.fuel.steps;
  const limits = { middleware: start + fuel * SHARE_OF_MIDDLEWARES, handler: start + fuel };
  const places = new KeptPlaces();
  /** What the function that is run finds of requests before. */
  let kept: readonly Kept[] = [];
  let isLater = false;
  const run = (entry: Observed, observe: Observe, given: Given | null): Recorder => {
    const { steps } = evaluator.fuel;
    const uses = noUses();
    const recorder = runWithin(FUNCTION_FUEL, uses, entry, observe, given);
    const spent = evaluator.fuel.steps - steps >= FUNCTION_FUEL;
    return spent && entry.role === 'handler' && !given && !recorder.hasServed && goesOn('handler')
      ? runWithin(PATIENT_FUEL, uses, entry, observe, given)
      : recorder;
  };
  const runWithin = (fuel: number, uses: Uses, entry: Observed, observe: Observe, given: Given | null, forStranger = false): Recorder => {
    const recorder = new Recorder(
      evaluator,
      errors,
      {
        left: (name) => leaves.find(entry.id, name, 'unplaced'),
        set: (name, kept) => members.find(entry.id, name, kept ? 'always' : 'never'),
        isUnset: (name) => members.isBesideOthers(entry.id, name),
      },
      entry.site,
      given?.state,
      forStranger,
    );
    const escaped = observing(evaluator, recorder, uses, fuel, CALL_FUEL, () => {
      if (given) recall(evaluator, given.statements);
      putKept(evaluator, kept);
      realm.observe(observe, recorder, entry.site);
    });
    for (const error of escaped) recorder.failEscaped(error);
    recorder.used = uses;
    return recorder;
  };
  /** Names under which only functions that let everybody pass leave who the caller is. */
  const leniently = (entry: Observed, { callers }: Recorder): string[] =>
    [...callers].filter((name) => {
      const by = leaves.leftBy(entry.id, name, entry.role === 'middleware' ? 'unplaced' : 'never');
      return by.length > 0 && by.every((id) => letsPass(of.get(id)));
    });
  /** What a function does with those whom the guards in front of it do not know but let pass; nothing where it serves some of them. */
  const strangersOf = (entry: Observed, observe: Observe, { used }: Recorder): Behaviour['strangers'] => {
    const { steps } = evaluator.fuel;
    const { answers, failures, passesOn } = runWithin(FUNCTION_FUEL, used, entry, observe, null, true).behaviour();
    if (evaluator.fuel.steps - steps >= FUNCTION_FUEL) return undefined;
    const statuses = answers.map(({ status }) => status);
    if (passesOn || answers.length + failures.length === 0 || !statuses.every((status) => status !== null && status >= 400))
      return undefined;
    return { answers: [...new Set(statuses as number[])], failures: [...new Set(failures.map(({ error }) => error))] };
  };
  /** What a handler or a middleware does with strangers. Of a handler that serves nobody, as far as can be seen, it is not known whom it does not serve. */
  const toStrangers = (entry: Observed, observe: Observe, recorder: Recorder): Pick<Behaviour, 'strangers' | 'reads'> => {
    const behaviour = recorder.behaviour();
    const names = (entry.role === 'handler' ? recorder.hasServed : behaviour.passesOn) ? leniently(entry, recorder) : [];
    const strangers = names.length > 0 ? strangersOf(entry, observe, recorder) : undefined;
    if (!strangers || entry.role === 'handler') return { reads: behaviour.reads, ...(strangers && { strangers }) };
    // A middleware that refuses them asks for what was left, by whatever way it looks at it.
    const asked = names.filter((name) => !behaviour.reads.some(({ part, path }) => part === 'context' && path.join('.') === name));
    return {
      reads: [
        ...behaviour.reads,
        ...asked.map((name): Read => ({ part: 'context', path: [name], source: 'code', place: entry.site.span, required: true })),
      ],
    };
  };
  /** The run as it was, or once more. */
  const runOf = (key: string, entry: Observed, observe: Observe, given: Given | null): Run => {
    const foundKept = markOf(entry);
    const known = replay.reuse(key, given, foundKept);
    if (known) {
      replay.take(key, known, errors.again(known));
      if (!given && !isLater && isShared(known)) alike.add(entry, known);
      return known;
    }
    const same = given || isLater ? null : alike.find(entry);
    if (same) {
      replay.repeat(key, { ...same, asked: types.take() });
      return same;
    }
    const recorder = run(entry, observe, given);
    const left = recorder.leftValues(),
      set = recorder.setMembers();
    const { strangers, reads } = given ? recorder.behaviour() : toStrangers(entry, observe, recorder);
    const behaviour = { ...recorder.behaviour(), reads, ...(strangers && { strangers }) };
    const made: Run = {
      behaviour,
      left,
      members: set,
      errors: errors.describe([...behaviour.failures, ...(strangers?.failures ?? []).map((error) => ({ error }))]),
      given,
      names: recorder.names,
      callers: recorder.callers,
      kept: foundKept,
      uses: recorder.used,
      asked: types.take(),
    };
    if (!given && !isLater && isShared(made)) alike.add(entry, made);
    replay.ran(key, made);
    return made;
  };
  /** What it finds of requests before, to be compared. */
  const markOf = ({ site }: Observed): string =>
    kept
      .map(({ place, value }) => `${place.name} ${JSON.stringify(shapeOf(evaluator, value, evaluator.contextOf(site), site.node))}`)
      .join('\n');
  const goesOn = (role: Observed['role']): boolean => evaluator.fuel.steps < limits[role] && !replay.hasFailed;
  const unobserved: Observed[] = [];
  const runs = new Map<Observed, Run>();
  const leave = (entry: Observed, { left, members: set }: Run): void => {
    for (const [name, value] of left) leaves.add(entry.id, name, value);
    for (const [name, value] of set) members.add(entry.id, name, value);
  };
  // What middlewares leave on the request is there when handlers run.
  for (const role of ['middleware', 'handler'] as const)
    for (const entry of functions)
      if (entry.role === role && entry.observe) {
        if (!goesOn(role)) {
          unobserved.push(entry);
          continue;
        }
        const made = runOf(entry.id, entry, entry.observe, null);
        of.set(entry.id, replay.behaviourOf(entry.id));
        leave(entry, made);
        runs.set(entry, made);
        places.add(entry.id, made);
      }
  // The first request finds what the set-up made, and later ones what requests before them have left there.
  isLater = true;
  const otherNames = new Set<string>();
  for (const [entry, made] of runs) {
    kept = places.for(entry.id, made);
    if ((kept.length === 0 && ![...made.names].some((name) => otherNames.has(name))) || !goesOn(entry.role)) continue;
    const key = `${entry.id} later`;
    const later = runOf(key, entry, entry.observe!, null);
    of.set(entry.id, replay.behaviourOf(key));
    runs.set(entry, later);
    const names = [made, later].flatMap(({ left, members: set }) => [...left.keys(), ...[...set.keys()].map(memberKey)]);
    for (const name of names) otherNames.add(name);
    if (names.length === 0) continue;
    leaves = new Leaves(program.chains);
    members = new Leaves(program.chains);
    for (const [other, run] of runs) leave(other, run);
  }
  kept = [];
  // What an error handler hands on is one more kind for the ones behind it.
  const handling: ErrorHandling[] = [];
  const handlers = functions.filter((entry) => entry.observeError);
  for (let index = 0; index < errors.kinds.length && index < MAX_KINDS; index++)
    for (const entry of handlers)
      if (goesOn('handler')) {
        const kind = errors.kinds[index]!;
        const key = `${entry.id} ${errors.keyOf(kind.id)}`;
        runOf(key, entry, entry.observeError!(errors.value(kind.id)), errors.given(kind.id));
        const { answers, failures } = replay.behaviourOf(key);
        handling.push({ handler: entry.id as MiddlewareId, error: kind.id, answers, failures });
      }
  const complete = evaluator.fuel.steps < start + fuel / 2 && errors.kinds.length < MAX_KINDS;
  const log = replay.end(complete);
  return log && { of, errors: errors.kinds, handling, unobserved, log };
}

/** What it did others of the same code do as well: it left nothing in places that each has by itself. */
const isShared = ({ uses }: Run): boolean => uses.written.length === 0;

/** Whether requests without a credential pass a function: it refuses nobody, or nobody whose credential is missing. */
const letsPass = (behaviour: Behaviour | undefined): boolean =>
  behaviour?.passesOn === true &&
  (behaviour.answers.length + behaviour.failures.length === 0 || behaviour.reads.some(({ spared }) => spared === true));
