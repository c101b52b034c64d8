import type { Behaviour, ErrorKind, ErrorKindId, Refinement } from '@tool/ir';
import type { Value } from '@tool/scanner-sdk';
import { HOPELESS_CUTS, areExchangeable, type Evaluator, type Statements, type Uses } from '../../evaluator/index.js';
import type { ts } from '../../typescript/index.js';
import type { Left } from './leaves.js';

/** An error that goes to error handlers, and what they find. */
export interface Given {
  readonly value: Value;
  readonly statements: Statements;
  readonly state?: Value;
}

/** A kind of error without its number, which depends on the order in which kinds are met. */
export interface DescribedError {
  readonly key: string;
  readonly kind: Omit<ErrorKind, 'id'>;
  readonly given: Given;
}

/** What one run of one function gave, and all that it depended on beside what the set-up made. */
export interface Run {
  readonly behaviour: Behaviour;
  /** The same as far as it does not depend on who sends the request. */
  readonly plain: Behaviour;
  readonly left: ReadonlyMap<string, Left>;
  /** Members of the request that it set. */
  readonly members: ReadonlyMap<string, Left>;
  /** The errors of its failures. */
  readonly errors: ReadonlyMap<ErrorKindId, DescribedError>;
  /** For a run of an error handler: the error. */
  readonly given: Given | null;
  /** Names under which it looked for what functions in front of it left, and of members that they may have set. */
  readonly names: ReadonlySet<string>;
  /** Of these the ones that say who the caller is. */
  readonly callers: ReadonlySet<string>;
  /** What it found of requests before. */
  readonly kept: string;
  readonly uses: Uses;
  readonly asked: Asked;
  /** It, or a call in it, was left, since it took too many steps. */
  readonly isCut: boolean;
  /** The package that answers in its place. */
  readonly answeredBy?: string;
}

/** Files whose types were asked for, in order; the generation of the answers afterwards; and whether anything was asked for the first time. */
export interface Asked {
  readonly files: readonly string[];
  readonly generation: number;
  readonly anew: boolean;
}

/** What the type checker was asked since the last time. */
export interface TypeQuestionsAsked {
  readonly generation: number;
  take(): Asked;
}

export interface ObservationLog {
  readonly runs: ReadonlyMap<string, Run>;
  /** That of the types in the end. */
  readonly generation: number;
  /** Whether every function was run: where fuel or kinds ran out, each run depends on all the others. */
  readonly complete: boolean;
}

/** The name of a member that is set, among those of what is left. */
export const MEMBER = 'set ';
export const memberKey = (name: string): string => MEMBER + name;

/** What is refused by errors, by the numbers that they have now. */
const renumbered =
  (numbers: ReadonlyMap<ErrorKindId, ErrorKindId>) =>
  <Fact extends Pick<Refinement, 'refusedBy'>>(fact: Fact): Fact =>
    fact.refusedBy ? { ...fact, refusedBy: fact.refusedBy.map((error) => numbers.get(error)!) } : fact;

/** The same with errors by the numbers that they have now. */
function withNumbers(numbers: ReadonlyMap<ErrorKindId, ErrorKindId>, behaviour: Behaviour): Behaviour {
  const { failures, strangers, reads, refinements } = behaviour;
  return {
    ...behaviour,
    failures: failures.map((failure) => ({ ...failure, error: numbers.get(failure.error)! })),
    ...(strangers && { strangers: { ...strangers, failures: strangers.failures.map((error) => numbers.get(error)!) } }),
    reads: reads.map(renumbered(numbers)),
    refinements: refinements.map(renumbered(numbers)),
  };
}

/** Names under which something else is left than before. What is said to be made at places of a body that has changed is something else. */
function leftOtherwise(now: ReadonlyMap<string, Left>, then: ReadonlyMap<string, Left> = new Map()): string[] {
  return [...new Set([...now.keys(), ...then.keys()])].filter((name) => !areExchangeable(now.get(name), then.get(name)));
}

/** Functions whose bodies are others now. */
export interface ChangedFunctions {
  has(node: ts.Node): boolean;
  /** The node stands, or stood, in one of them. */
  holds(node: ts.Node): boolean;
}

/**
 * Goes through the runs in their order and says which ones need not be made again. All that one run can leave to a later one is looked at: values on
 * the request, kinds of errors, how often a function was cut, modules that run for the first time, and programs of the type checker.
 */
export class Replay {
  private readonly runs = new Map<string, Run>();
  /** Names under which something else is left than before. */
  private readonly otherNames = new Set<string>();
  /** Files whose types were asked for so far: before, and now. */
  private readonly askedBefore = new Set<string>();
  private readonly askedNow = new Set<string>();
  /** Functions that were cut another number of times than before. */
  private readonly otherCuts = new Set<ts.Node>();
  private failed = false;

  constructor(
    private readonly evaluator: Evaluator,
    private readonly types: TypeQuestionsAsked,
    private readonly before?: { readonly log: ObservationLog; readonly changed: ChangedFunctions },
  ) {
    types.take();
    if (before && !before.log.complete) this.failed = true;
    // What the set-up had no patience with is what the program does beside it: requests wait for the same functions.
    for (const entry of evaluator.active.values()) entry.cuts = 0;
  }

  /** The run that was made before, when it would be the same now. */
  reuse(key: string, given: Given | null, kept: string): Run | null {
    const run = this.before?.log.runs.get(key);
    if (!run || this.failed || run.kept !== kept || run.given?.value !== given?.value || run.given?.state !== given?.state) return null;
    for (const name of run.names) if (this.otherNames.has(name)) return null;
    for (const node of run.uses.functions) if (this.before!.changed.has(node)) return null;
    return run;
  }

  /** Takes over a run that was made before; its errors may have other numbers now. */
  take(key: string, run: Run, numbers: ReadonlyMap<ErrorKindId, ErrorKindId>): void {
    this.countCuts(run);
    for (const file of run.asked.files) {
      this.askedBefore.add(file);
      this.askedNow.add(file);
    }
    const same = [...numbers].every(([old, now]) => old === now);
    const errors = new Map([...run.errors].map(([id, described]) => [numbers.get(id)!, described]));
    this.runs.set(
      key,
      same ? run : { ...run, errors, behaviour: withNumbers(numbers, run.behaviour), plain: withNumbers(numbers, run.plain) },
    );
  }

  private countCuts({ uses }: Run): void {
    for (const [node, count] of uses.cuts) {
      const active = this.evaluator.active.get(node);
      if (active) active.cuts += count;
    }
  }

  /** A run would do what another one of these has done. */
  repeat(key: string, run: Run): void {
    this.countCuts(run);
    this.ran(key, run);
  }

  /** A run was made. */
  ran(key: string, run: Run): void {
    this.runs.set(key, run);
    if (!this.before) return;
    const old = this.before.log.runs.get(key);
    for (const name of leftOtherwise(run.left, old?.left)) this.otherNames.add(name);
    for (const name of leftOtherwise(run.members, old?.members)) this.otherNames.add(memberKey(name));
    for (const node of this.cutOtherwise(run, old)) this.otherCuts.add(node);
    if (!this.sameQuestions(run, old)) this.failed = true;
  }

  /** What was taken over may not be what it would be now: everything has to be run, from the set-up on. */
  get hasFailed(): boolean {
    return this.failed;
  }

  behaviourOf(key: string): Behaviour {
    return this.runs.get(key)!.behaviour;
  }

  private cutOtherwise(run: Run, old: Run | undefined): ts.Node[] {
    const { changed } = this.before!;
    const nodes = new Set([...run.uses.cuts.keys(), ...(old?.uses.cuts.keys() ?? [])]);
    return [...nodes].filter((node) => !changed.holds(node) && run.uses.cuts.get(node) !== old?.uses.cuts.get(node));
  }

  /** Whether some function has been cut another number of times than before, and one of these is as many as makes a difference. */
  private cutsMatter(): boolean {
    return [...this.otherCuts].some((node) => {
      let then = 0;
      for (const { uses } of this.before!.log.runs.values()) then += uses.cuts.get(node) ?? 0;
      return Math.max(then, this.evaluator.active.get(node)?.cuts ?? 0) >= HOPELESS_CUTS;
    });
  }

  /** Types are answered from programs that grow with the questions: the same files have to be asked for, and the last generation be reached. */
  private sameQuestions({ asked }: Run, old: Run | undefined): boolean {
    const now = asked.files.filter((file) => !this.askedNow.has(file));
    const then = (old?.asked.files ?? []).filter((file) => !this.askedBefore.has(file));
    for (const file of now) this.askedNow.add(file);
    for (const file of then) this.askedBefore.add(file);
    const last = this.before!.log.generation;
    const answeredThen = !asked.anew || (old?.asked.generation ?? last) === last;
    return answeredThen && asked.generation === last && now.join('\0') === then.join('\0');
  }

  /** The log for the next time; null when what was taken over may not be what it would be now. */
  end(complete: boolean): ObservationLog | null {
    const needed = new Set<string>();
    for (const { uses } of this.runs.values()) for (const file of uses.modules) needed.add(file);
    // A module that no function needs any more would not have been run.
    if (this.before && (this.failed || !complete || this.cutsMatter() || [...this.evaluator.lateModules].some((file) => !needed.has(file))))
      return null;
    return { runs: this.runs, generation: this.types.generation, complete };
  }
}
