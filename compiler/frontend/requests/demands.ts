import type { ErrorKindId, Refinement, Shape, Span } from '@tool/ir';
import type { Trace, Value } from '@tool/scanner-sdk';
import { askedSince, type BranchInfo, type Guard, type TestedLike } from '../../evaluator/index.js';
import type { ts } from '../../typescript/index.js';
import { NO_ARMS, armsTaken, type Arms } from './arms-taken.js';
import { asksOfMethod } from './validations.js';

/** A way through a function: which arm each undecided condition took, and what is and is not there on it. */
interface Way {
  readonly arms: Arms;
  readonly present: ReadonlySet<string>;
  /** Who goes this way lacks them. */
  readonly absent: ReadonlySet<string>;
  /** Who lacks them goes this way, and maybe others. */
  readonly lacking: ReadonlySet<string>;
  /** It ends within an arm that others go on behind: by returning, or by an error. */
  readonly isEarly?: true;
}

/** A way to a refusal, and the conditions on it that say the value is missing. */
interface Refusal extends Way {
  readonly missing: ReadonlySet<BranchInfo>;
  /** The error that it ends in, where only those who handle it say that it is a refusal. */
  readonly by?: ErrorKindId | undefined;
}

/** A condition that leads to a refusal where a value does not look like something, the conditions around it, and the place that says so. */
interface Test extends TestedLike {
  readonly branch: BranchInfo;
  readonly arm: number;
  readonly around: ReadonlySet<BranchInfo>;
  readonly place: Span;
  readonly by?: ErrorKindId | undefined;
}

/** Conditions that are looked at arm by arm to find out whether a value is demanded in each. */
const MAX_CASES = 4;

/** Ways that one place may have been reached on, where conditions before it go on in several arms or end some of them. */
const MAX_WAYS = 32;

/** What stands for a part of the request: two traces of one key are of the same value. */
export const keyOf = ({ part, path }: Pick<Trace, 'part' | 'path'>): string => `${part}\0${path.join('\0')}`;

/**
 * Which values of a request a function demands: those without which every request is refused. A refusal behind a condition demands nothing while
 * requests that go the other way are served without the value.
 */
export class Demands {
  private readonly refusals = new Map<string, Refusal[]>();
  private readonly refused: Way[] = [];
  /** Arms in which requests are refused where the condition says nothing but that these values are there. */
  private readonly shown = new Map<string, Guard>();
  private readonly tested: Test[] = [];
  /** Conditions on the caller that lead to a refusal, and the texts of which he is one there. */
  private readonly denials: { readonly arms: ReadonlyMap<BranchInfo, number>; readonly texts: readonly unknown[] }[] = [];
  /** The conditions under which requests are served, and when that was said last. */
  private readonly served = new Map<Guard | null, number>();
  private readonly answered = new Set<Guard | null>();
  private readonly handedOn = new Set<Guard | null>();
  /** Until when what is served is served on other ways: an error that is caught ends nothing behind its `catch`. */
  private readonly ended = new Map<Guard, number>();
  /** Where each error was thrown, and thrown on. */
  private readonly endedBy = new Map<Value, Set<Guard>>();
  /** Values of which the program asks whether they are there, by where it does. */
  private readonly asked = new Map<ts.Node, Set<string>>();
  private moment = 0;
  private waysOn: readonly Way[] | null = null;

  askedFor(trace: Trace, by: ts.Node): void {
    const known = this.asked.get(by);
    if (known) known.add(keyOf(trace));
    else this.asked.set(by, new Set([keyOf(trace)]));
  }

  /** What a type says of values without what the program asks for itself: it goes on without it, or refuses who lacks it. */
  asAsked(of: Refinement): Refinement {
    // Who asks that of whatever there is, to copy or to log it, expects nothing of any.
    const asked = new Set([...this.asked.values()].flatMap((keys) => (keys.size === 1 ? [...keys] : [])));
    const unasked = (shape: Shape, path: readonly string[]): Shape => ({
      ...shape,
      ...(shape.properties && {
        properties: shape.properties.map((property) => {
          const at = [...path, property.name];
          const key = keyOf({ part: of.part, path: at });
          const { required: _, ...loose } = property;
          return { ...(asked.has(key) && !this.refusals.has(key) ? loose : property), shape: unasked(property.shape, at) };
        }),
      }),
    });
    return of.source === 'type' && asked.size > 0 ? { ...of, shape: unasked(of.shape, of.path) } : of;
  }

  /** Something is answered under these conditions, well or ill. */
  answeredUnder(guard: Guard | null): void {
    this.answered.add(guard);
  }

  /** A request is refused under these conditions. Gives the values that one of them says are missing. */
  refusedUnder(guard: Guard | null, place: Span, by?: ErrorKindId): readonly Trace[] {
    for (let at = guard; at; at = at.parent) {
      const { branch, arm } = at;
      if (at.others.length === 0)
        for (const each of branch.tested?.[arm] ?? [])
          if (each.trace.part !== 'context') this.tested.push({ ...each, branch, arm, around: conditionsOf(at), place, by });
      if (at.others.length === 0)
        for (const { trace, shape } of branch.tested?.[1 - arm] ?? [])
          if (trace.part === 'context' && shape.enum) this.denials.push({ arms: armsOf(at), texts: shape.enum });
    }
    const { branch, arm } = guard ?? {};
    if (guard && branch?.absence?.arm === 1 - arm! && guard.others.length === 0 && asksNothingElse(branch))
      for (const trace of branch.absence.traces) this.shown.set(keyOf(trace), guard);
    const all: Trace[] = [];
    const ways = waysTo(guard);
    if (by === undefined) this.refused.push(...ways);
    const missing = new Map<string, Set<BranchInfo>>();
    for (let at = guard; at; at = at.parent)
      if (at.branch.absence?.arm === at.arm)
        for (const trace of at.branch.absence.traces) {
          if (trace.part === 'context' || trace.path.length === 0) continue;
          const key = keyOf(trace);
          const known = missing.get(key);
          if (known) {
            known.add(at.branch);
            continue;
          }
          missing.set(key, new Set([at.branch]));
          all.push(trace);
        }
    // Nobody comes here on a way on which an earlier condition has found the value.
    for (const [key, branches] of missing)
      for (const way of ways) if (!way.present.has(key)) this.remember(key, { ...way, missing: branches, by });
    return all;
  }

  private remember(key: string, refusal: Refusal): void {
    const known = this.refusals.get(key);
    if (known) known.push(refusal);
    else this.refusals.set(key, [refusal]);
  }

  /** A request is served under these conditions, or handed on. @param behind  by who called the function: where in it that was decided is not seen */
  servedUnder(guard: Guard | null, behind: boolean, handedOn = false): void {
    if (handedOn) this.handedOn.add(guard);
    const last = this.served.get(guard) ?? -1;
    this.served.set(guard, behind ? last : this.moment++);
    this.waysOn = null;
  }

  /** What follows under these conditions is not seen: it may be that the request is served. */
  leftUnder(guard: Guard | null): void {
    if (guard !== null) this.servedUnder(guard, false);
  }

  /**
   * An error was thrown under these conditions: what is done under conditions around them is done for the other ways. A handler whose result
   * the framework sends, or a guard that lets pass by returning, is seen to serve only behind its call, where no condition is left.
   */
  endedUnder(guard: Guard | null, error: Value): void {
    if (guard === null) return;
    this.ended.set(guard, Infinity);
    const known = this.endedBy.get(error);
    if (known) known.add(guard);
    else this.endedBy.set(error, new Set([guard]));
    this.waysOn = null;
  }

  /** The `catch` of the error has come to its end: whoever comes to where it was thrown goes on behind that. */
  wentOn(error: Value): void {
    for (const guard of this.endedBy.get(error) ?? []) if (this.ended.get(guard) === Infinity) this.ended.set(guard, this.moment);
    this.waysOn = null;
  }

  /** Whoever comes to where an error was thrown comes to where it is caught. */
  private isThrownThere({ branch, arm, parent }: Guard): boolean {
    const error = branch.errors?.[arm];
    return error !== null && error !== undefined && parent !== null && this.endedBy.get(error)?.has(parent) === true;
  }

  /** Whoever comes here has it. */
  isThere(guard: Guard | null, key: string): boolean {
    const over = [...this.ended].flatMap(([end, until]) => (until === Infinity ? [end] : []));
    return this.countWays([guard], undefined, over).every((way) => way.present.has(key));
  }

  /** The ways on which requests are served. */
  private ways(): readonly Way[] {
    return (this.waysOn ??= this.countWays([...this.served.keys()]));
  }

  /** @param among  the conditions that matter; all without it */
  private countWays(places: readonly (Guard | null)[], among?: ReadonlySet<BranchInfo>, over: Iterable<Guard> = this.ended.keys()): Way[] {
    // What says that a value is missing decides about demands, the rest only divides the ways: it comes last, for as long as they can be counted.
    const ended = [...over].filter((end) => !among || [...armsOf(end).keys()].every((branch) => among.has(branch)));
    const missing = new Set(ended.filter(saysMissing));
    const ends = [...missing, ...ended.filter((end) => !missing.has(end))];
    return places.flatMap((place) => {
      const chains = ends.flatMap((end) => {
        const chain = this.served.get(place)! >= (this.ended.get(end) ?? Infinity) ? null : chainTo(end, place);
        return chain ? [chain.filter((link) => !this.isThrownThere(link))] : [];
      });
      // Of what ends a whole arm nothing is left to be divided by what ends parts of it.
      if (among) chains.sort((a, b) => a.length - b.length);
      return chains
        .reduce(dividedBy, waysTo(place, null, among))
        .filter((way) => !way.isEarly || !chains.some((chain) => comesTo(way, chain)));
    });
  }

  /** Whether a value is the very thing that is refused: no request with it is served. */
  unwanted(): (value: Pick<Trace, 'part' | 'path'>) => boolean {
    return (value) => {
      const key = keyOf(value);
      // The ways on are many, and seldom asked for: most values are refused nowhere.
      if (!this.refused.some((way) => way.present.has(key))) return false;
      const served = this.ways();
      return served.length > 0 && served.every((way) => way.absent.has(key));
    };
  }

  /** Whether a value that is looked at in one place alone is refused for being there, and nobody for not having it. @param read where it is looked at */
  isRefusedWhereShown(value: Pick<Trace, 'part' | 'path'>, read: ts.Node): boolean {
    const key = keyOf(value);
    const guard = this.shown.get(key);
    let at: ts.Node | undefined = read;
    while (at && at !== guard?.branch.node) at = at.parent;
    return (
      guard !== undefined &&
      at !== undefined &&
      !this.served.has(null) &&
      !this.refusals.has(key) &&
      [...this.served.keys()].every((place) => armsOf(place).get(guard.branch) !== guard.arm)
    );
  }

  /** Whether every request that is served has passed one of the places, each under these conditions. @param ofMethods  of those whose methods come there */
  isOnEveryWay(places: readonly (Guard | null)[], ofMethods = false): boolean {
    const place = places.flatMap((place) => waysTo(place)).map((way): Refusal => ({ ...way, missing: new Set() }));
    return this.ways().every(({ arms }) =>
      (ofMethods ? places.map((each) => withMethod(arms, each)) : [arms]).every((each) => !each || refusedBefore(each, place, MAX_CASES)),
    );
  }

  /** The same, where under no condition at all is always. */
  isAlwaysUnder(guards: readonly (Guard | null)[]): boolean {
    return guards.includes(null) || this.isOnEveryWay(guards);
  }

  /** Whether a request without a value is let through: on a way that depends on nothing but what is missing, with nothing in its place. */
  spared(): (value: Pick<Trace, 'part' | 'path'>) => boolean {
    let ways: readonly Way[] | null = null;
    return (value) => {
      const key = keyOf(value);
      if (this.handedOn.has(null) && this.endsBehind(key)) return true;
      if (![...this.handedOn, ...this.ended.keys()].some((guard) => mentions(guard, key))) return false;
      // Whoever was answered is not let through, although the function goes on behind the answer.
      ways ??= this.waysOnBeside([...this.ended.keys(), ...this.answered].filter((each) => each !== null));
      return ways.some((way) => way.lacking.has(key) && way.present.size === 0 && !way.arms.some((branch) => !asksNothingElse(branch)));
    };
  }

  /** The ways on which requests are handed on, without those that come to one of these places. */
  private waysOnBeside(ends: readonly Guard[]): readonly Way[] {
    const ways = this.countWays([...this.handedOn], undefined, new Set(ends));
    const conditions = ends.map((end) => chainTo(end, null) ?? []);
    return ways.filter((way) => !conditions.some((chain) => comesTo(way, chain)));
  }

  /** Whether one condition on a value lets everything that is answered, refused or thrown be behind its presence: who returns early is let through. */
  private endsBehind(key: string): boolean {
    const [first, ...others] = [...this.answered, ...this.ended.keys()].map(armsOf);
    return (
      first !== undefined &&
      [...first].some(
        ([branch, arm]) =>
          branch.absence?.traces.length === 1 &&
          keyOf(branch.absence.traces[0]!) === key &&
          arm !== branch.absence.arm &&
          asksNothingElse(branch) &&
          others.every((arms) => arms.get(branch) === arm),
      )
    );
  }

  /** How values look in every request that is served: each way on went by the test, or by one of the same kind, or without the value. */
  refinements(): readonly Refinement[] {
    const places = [...this.served.keys()];
    const among = new Map<ReadonlySet<BranchInfo>, readonly Way[]>();
    const kinds = new Map<string, readonly Test[]>();
    for (const test of this.tested) kinds.set(kindOf(test), [...(kinds.get(kindOf(test)) ?? []), test]);
    const rounds = new Map([...kinds.values()].map((tests) => [tests, new Set(tests.flatMap(({ around }) => [...around]))]));
    const found = this.tested.flatMap((test): readonly Refinement[] => {
      const { trace, shape, required, place, by, like } = test;
      const [part, path] = [trace.part, trace.path];
      // A list may have no elements at all, and a record that is looked at key by key none of those.
      const mayBeEmpty = path.at(-1) === '0' || shape.kind === 'object';
      /** Only the conditions around tests decide who comes to them: of the others there may be too many to tell all ways apart. */
      const holdsBy = (tests: readonly Test[], around: ReadonlySet<BranchInfo>): { readonly required: boolean } | null => {
        let served = among.get(around);
        if (!served) among.set(around, (served = this.countWays(places, around)));
        const passes = ({ arms }: Way): boolean => {
          const taken = tests.filter(({ branch }) => arms.has(branch));
          return taken.length === 0 ? mayBeEmpty : taken.some(({ branch, arm }) => arms.get(branch) !== arm);
        };
        if (served.length === 0 || !served.every((way) => passes(way) || way.absent.has(keyOf(trace)))) return null;
        return { required: served.every(passes) };
      };
      const alike = kinds.get(kindOf(test))!;
      const holds = holdsBy([test], test.around) ?? (alike.length > 1 ? holdsBy(alike, rounds.get(alike)!) : null);
      if (!holds || (like && !holds.required)) return [];
      return [
        {
          part,
          path,
          shape: stated(shape),
          ...(required && path.at(-1) !== '0' && holds.required && { required }),
          narrows: true,
          ...(like && { like }),
          ...(by !== undefined && { refusedBy: [by] }),
          source: 'code',
          place,
        },
      ];
    });
    return found.filter(
      (each, index) =>
        found.findIndex(
          (other) =>
            JSON.stringify([other.part, other.path, other.shape, other.required, other.refusedBy, other.like]) ===
            JSON.stringify([each.part, each.path, each.shape, each.required, each.refusedBy, each.like]),
        ) === index,
    );
  }

  /** Texts that refuse the caller who is called one of them: `if (denied.includes(user.role))` in front of a refusal, and nobody served there. */
  denied(): readonly string[] {
    const places = [...this.served.keys()];
    const found = this.denials.filter(({ arms }) => {
      const served = this.countWays(places, new Set(arms.keys()));
      return (
        served.length > 0 && served.every((way) => [...arms].some(([branch, arm]) => way.arms.has(branch) && way.arms.get(branch) !== arm))
      );
    });
    return [...new Set(found.flatMap(({ texts }) => texts.filter((text) => typeof text === 'string')))];
  }

  /** Whether a value is demanded, from everything that was said so far; the errors, where it is as far as they are refusals. */
  test(): (value: Pick<Trace, 'part' | 'path'>) => boolean | readonly ErrorKindId[] {
    if (this.refusals.size === 0) return () => false;
    const served = this.ways();
    // Nobody is served, whatever is there.
    const refused = served.length > 0 ? [] : this.refused.map((way): Refusal => ({ ...way, missing: new Set() }));
    if (refusedBefore(NO_ARMS, refused, MAX_CASES)) return () => false;
    const demanded = new Map<string, true | readonly ErrorKindId[]>();
    for (const [key, refusals] of this.refusals) {
      const isDemanded = (by: readonly Refusal[]): boolean =>
        by.length > 0 && served.every((way) => way.present.has(key) || refusedBefore(way.arms, by, MAX_CASES));
      if (isDemanded(refusals.filter(({ by }) => by === undefined))) demanded.set(key, true);
      else if (isDemanded(refusals)) demanded.set(key, [...new Set(refusals.flatMap(({ by }) => by ?? []))]);
    }
    // What a demanded member is a member of has to be there; the elements of a list need not.
    for (const [key, by] of [...demanded])
      for (let at = key; !at.endsWith('\0' + '0') && at.split('\0').length > 2;) {
        at = at.slice(0, at.lastIndexOf('\0'));
        if (!demanded.has(at)) demanded.set(at, by);
      }
    return (value) => demanded.get(keyOf(value)) ?? false;
  }
}

/** What a test says of which value: another arm may have its own, and where a function goes on in several arms each has its copy. */
const kindOf = ({ trace, shape, by, like }: Test): string => JSON.stringify([keyOf(trace), shape, by, like]);

/** That a text is not the empty one is said by what has to be there. */
const stated = (shape: Shape): Shape => {
  if (shape.minLength !== 1) return shape;
  const { minLength: _one, ...rest } = shape;
  return rest;
};

/** Whether a condition is about what is missing alone: whoever takes the other arm has it. With `isPublic(path) && !token` some of those have none. */
function asksNothingElse({ absence, present, asks }: BranchInfo): boolean {
  if (!absence || asks) return false;
  const others = (present ?? []).flatMap((traces, arm) => (arm === absence.arm ? [] : (traces ?? []))).map(keyOf);
  return absence.traces.every((trace) => others.includes(keyOf(trace)));
}

/** Some condition took one arm on the one way and another on the other: who goes the one does not come to the other. */
const part = (arms: Arms, refusal: Way): boolean =>
  refusal.arms.some((branch, arm) => {
    const other = arms.get(branch);
    return other !== undefined && other !== arm;
  });

/** Whoever goes this way without the value is refused on it: at once, or in every arm of what the refusals beside depend on. */
function refusedBefore(arms: Arms, refusals: readonly Refusal[], cases: number): boolean {
  const fitting = refusals.filter((refusal) => !part(arms, refusal));
  let open: BranchInfo | undefined;
  for (const refusal of fitting) {
    const others = refusal.arms.branches().filter((branch) => !arms.has(branch) && !refusal.missing.has(branch));
    if (others.length === 0) return true;
    // The nearest to the refusal.
    open ??= others[0];
  }
  if (!open || cases === 0) return false;
  // Where none of the arms may run, that is one more way on.
  return Array.from({ length: open.arms + (open.exhaustive ? 0 : 1) }, (_, arm) => arm).every((arm) =>
    refusedBefore(arms.with(open, arm), fitting, cases - 1),
  );
}

/** A way as requests go it that have the method which comes to a place; null where none of these do. */
function withMethod(arms: Arms, place: Guard | null): Arms | null {
  for (let at = place; at; at = at.parent) {
    if (!asksOfMethod(askedSince(at, at.parent))) continue;
    const taken = arms.get(at.branch);
    if (taken === undefined && at.others.length === 0) arms = arms.with(at.branch, at.arm);
    else if (taken !== undefined && taken !== at.arm && !at.others.includes(taken)) return null;
  }
  return arms;
}

function saysMissing(guard: Guard): boolean {
  for (let at: Guard | null = guard; at; at = at.parent) if (at.branch.absence?.arm === at.arm) return true;
  return false;
}

function armsOf(guard: Guard | null): ReadonlyMap<BranchInfo, number> {
  const arms = new Map<BranchInfo, number>();
  for (let at = guard; at; at = at.parent) if (at.others.length === 0 && !arms.has(at.branch)) arms.set(at.branch, at.arm);
  return arms;
}

/** The conditions in front of a place: one and the same set for each, so that what is found out among them is found by it. */
function conditionsOf(guard: Guard): ReadonlySet<BranchInfo> {
  let known = knownConditions.get(guard);
  if (!known) knownConditions.set(guard, (known = new Set(armsOf(guard).keys())));
  return known;
}
const knownConditions = new WeakMap<Guard, ReadonlySet<BranchInfo>>();

/** A condition in front of a place says that the value is missing. */
function mentions(guard: Guard | null, key: string): boolean {
  for (let at: Guard | null = guard; at; at = at.parent) if (at.branch.absence?.traces.some((trace) => keyOf(trace) === key)) return true;
  return false;
}

/**
 * The conditions from a place (null: the function itself) to one inside it, or from what both stand under to one that was asked before the place's own,
 * outermost first; null for others.
 */
function chainTo(end: Guard, place: Guard | null): readonly Guard[] | null {
  const around = new Map<Guard | null, Guard | null>([[place, null]]);
  for (let at = place; at; at = at.parent) around.set(at.parent, at);
  const chain: Guard[] = [];
  let at: Guard | null = end;
  for (; !around.has(at); at = at!.parent) chain.unshift(at!);
  // Whoever asks for something else behind that has not come there.
  const beside = around.get(at);
  return chain.length > 0 && (!beside || chain[0]!.branch.id < beside.branch.id) ? chain : null;
}

/** Whoever goes the way comes to the end of the chain. */
const comesTo = ({ arms }: Way, chain: readonly Guard[]): boolean =>
  chain.every(({ branch, arm, others }) => others.length === 0 && arms.get(branch) === arm);

/** The parts of ways that do not come to the end of a chain; the ways as they are when those would be too many to count. */
function dividedBy(ways: Way[], chain: readonly Guard[]): Way[] {
  const divided: Way[] = [];
  for (const way of ways) {
    for (const each of beside(way, chain)) divided.push(each);
    if (divided.length > MAX_WAYS) return ways;
  }
  return divided;
}

/** The parts of a way that do not come to the end of the chain. */
function beside(way: Way, chain: readonly Guard[], isWithin = false): readonly Way[] {
  const takes = ({ arm, others }: Guard, other: number): boolean => arm === other || others.includes(other);
  if (
    chain.some((link) => {
      const taken = way.arms.get(link.branch);
      return taken !== undefined && !takes(link, taken);
    })
  )
    return [way];
  const found: Way[] = [];
  let { arms, present } = way;
  for (const link of chain) {
    const { branch } = link;
    if (!arms.has(branch))
      for (let other = 0; other < branch.arms; other++)
        if (!takes(link, other)) {
          const { absent, lacking } = missingIn(branch, other);
          found.push({
            ...way,
            arms: arms.with(branch, other),
            present: withTraces(present, branch.present?.[other]),
            absent: together(absent, way.absent),
            lacking: together(lacking, way.lacking),
          });
        }
    // Of an arm a part of which has ended before, that part.
    for (const [other, end] of link.ends ?? [])
      if (!arms.has(branch))
        for (const early of beside(joined({ ...way, arms, present }, through(link, other)), chainTo(end, link.parent)!, true))
          found.push({ ...early, isEarly: true });
    // What several arms come to says nothing of which one was taken.
    if (link.others.length > 0) continue;
    arms = arms.with(branch, link.arm);
    present = withTraces(present, branch.present?.[link.arm]);
  }
  return found.length > 0 || isWithin ? found : [way];
}

function withTraces(known: ReadonlySet<string>, traces: readonly Trace[] | undefined): ReadonlySet<string> {
  if (!traces || traces.length === 0) return known;
  const all = new Set(known);
  for (const trace of traces) all.add(keyOf(trace));
  return all;
}

const NO_KEYS: ReadonlySet<string> = new Set();
const NONE_MISSING: Pick<Way, 'absent' | 'lacking'> = { absent: NO_KEYS, lacking: NO_KEYS };
const NOTHING: Way = { arms: NO_ARMS, present: NO_KEYS, ...NONE_MISSING };

/** What is missing in an arm, where that is one value. */
function missingIn({ absence }: BranchInfo, arm: number): Pick<Way, 'absent' | 'lacking'> {
  if (absence?.arm !== arm || absence.traces.length !== 1) return NONE_MISSING;
  const lacking = new Set([keyOf(absence.traces[0]!)]);
  return { lacking, absent: absence.isExact ? lacking : NO_KEYS };
}

/** @param outer  how far out the ways are told apart; @param among  the conditions that matter, all without it */
function waysTo(guard: Guard | null, outer: Guard | null = null, among?: ReadonlySet<BranchInfo>): Way[] {
  let ways: Way[] = [NOTHING];
  for (let at = guard; at && at !== outer; at = at.parent) {
    // What was said of a condition nearer to the place holds.
    if (at.branch.aside || (among && !among.has(at.branch)) || ways[0]!.arms.has(at.branch)) continue;
    const own = waysThrough(at, among);
    const more = ways.length * own.length > MAX_WAYS ? [through(at, at.arm)] : own;
    ways = ways.flatMap((way) => more.map((each) => joined(way, each)));
  }
  return ways;
}

/** The ways through a condition to what follows it: by each arm that goes on, and by what in that arm goes on. */
function waysThrough(at: Guard, among?: ReadonlySet<BranchInfo>): readonly Way[] {
  if (!at.ends) return countThrough(at, among);
  const all = among ?? EVERY;
  let known = knownThrough.get(all);
  if (!known) knownThrough.set(all, (known = new WeakMap()));
  let ways = known.get(at);
  if (!ways) known.set(at, (ways = countThrough(at, among)));
  return ways;
}
/**
 * Everything that follows a condition stands under it, and arms end under conditions behind others: counted anew for each, they would be counted over
 * and over. By the conditions that matter.
 */
const knownThrough = new WeakMap<ReadonlySet<BranchInfo>, WeakMap<Guard, readonly Way[]>>();
const EVERY: ReadonlySet<BranchInfo> = new Set();
const countThrough = (at: Guard, among?: ReadonlySet<BranchInfo>): readonly Way[] =>
  [at.arm, ...at.others].flatMap((arm) => {
    const end = at.ends?.get(arm);
    return end
      ? waysTo(end, at.parent, among).map((way) => (way.arms.has(at.branch) ? way : joined(way, through(at, arm))))
      : [through(at, arm)];
  });

const through = ({ branch }: Guard, arm: number): Way => ({
  arms: NO_ARMS.with(branch, arm),
  present: withTraces(NOTHING.present, branch.present?.[arm]),
  ...missingIn(branch, arm),
});

const joined = (near: Way, far: Way): Way => ({
  ...near,
  arms: armsTaken(near.arms, far.arms),
  present: together(near.present, far.present),
  absent: together(near.absent, far.absent),
  lacking: together(near.lacking, far.lacking),
});
const together = (one: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> =>
  other.size === 0 ? one : one.size === 0 ? other : new Set([...one, ...other]);
