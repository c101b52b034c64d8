import type { Behaviour, Span } from '@tool/ir';
import type { Value } from '@tool/scanner-sdk';
import { Alike } from '../../evaluator/index.js';
import type { Found, Leaves, Left } from './leaves.js';
import { MEMBER, type Run } from './observation-log.js';
import type { Observed } from '../tree/registered-functions.js';

/** What was found at some time. */
interface Then {
  readonly found: Found | undefined;
  readonly size: number;
}
const asOfNow = (found: Found | undefined): Then => ({ found, size: found?.size ?? 0 });

/** A run, and what there was on the request for it. */
interface Made {
  readonly entry: Observed;
  readonly run: Run;
  readonly found: readonly Then[];
  readonly unset: readonly string[];
  readonly behind: readonly (readonly Observed['id'][])[];
  /** Whether it leaves something that was made where the function is registered; unknown until that is asked. */
  leavesWhere?: boolean;
}

/**
 * Runs that stand for others: a function of the same code as one that has run, made of the same values and run in the same way does the same when it
 * finds the same on the request, and the same of requests before. What the one is said to do where it is registered the other does where it is registered
 * itself; only what it leaves is what it is.
 */
export class AlikeRuns {
  private readonly alike = new Alike();
  /** By what is the same for all that are alike. */
  private readonly made = new Map<string, Made[]>();
  /** What functions do that others stand for, by what these are said to do where they are registered. */
  private readonly elsewhere = new WeakMap<Behaviour, Behaviour>();
  constructor(
    private readonly leaves: Leaves,
    private readonly members: Leaves,
    private readonly behaviourOf: (id: Observed['id']) => Behaviour | undefined,
    private readonly errorsPass: (fn: Value) => boolean,
  ) {}

  /** The run that this one would repeat, with the same left by requests before; null when it has to be made. */
  find(entry: Observed, kept: string): Run | null {
    const made = entry.runsAs && this.made.get(this.markOf(entry))?.find((other) => other.run.kept === kept && this.repeats(entry, other));
    return made ? this.runAt(entry, made) : null;
  }

  private runAt({ site }: Observed, { entry, run }: Made): Run {
    const behaviour = site.node === entry.site.node ? run.behaviour : movedTo(site.span, entry.site.span, run.behaviour);
    if (behaviour === run.behaviour) return run;
    this.elsewhere.set(behaviour, run.behaviour);
    return { ...run, behaviour };
  }

  /** A run was made. */
  add(entry: Observed, run: Run): void {
    if (!entry.runsAs) return;
    const mark = this.markOf(entry);
    const made: Made = {
      entry,
      run,
      found: this.foundBy(entry, run),
      unset: this.unsetFor(entry, run),
      behind: this.callersOf(entry, run),
    };
    const known = this.made.get(mark);
    if (known) known.push(made);
    else this.made.set(mark, [made]);
  }

  private readonly marks = new WeakMap<Observed, string>();
  private markOf(entry: Observed): string {
    let mark = this.marks.get(entry);
    if (mark === undefined) this.marks.set(entry, (mark = `${entry.role} ${this.alike.mark(entry.value)}`));
    return mark;
  }

  private repeats(entry: Observed, made: Made): boolean {
    const { entry: other, run, found, unset, behind } = made;
    const [way, otherWay] = [entry.runsAs!(this.errorsPass), other.runsAs!(this.errorsPass)];
    return (
      (entry.site.node === other.site.node || !(made.leavesWhere ??= leaves(run, other.site.span))) &&
      way.length === otherWay.length &&
      way.every((each, index) => each === otherWay[index] || this.alike.of(each, otherWay[index])) &&
      this.foundBy(entry, run).every((now, index) => sameFound(now, found[index]!)) &&
      this.unsetFor(entry, run).join() === unset.join() &&
      this.callersOf(entry, run).every((now, index) => this.sameBehaviours(now, behind[index]!)) &&
      this.alike.of(other.value, entry.value) &&
      // What the one has left in places of its own the other leaves in others.
      !run.uses.written.some(({ place }) => this.alike.isOwn(place.holder))
    );
  }

  /** What functions in front of it left and set, of that what the run looked for. */
  private foundBy({ id }: Observed, { names }: Run): Then[] {
    return [...names].map((name) =>
      asOfNow(name.startsWith(MEMBER) ? this.members.find(id, name.slice(MEMBER.length), 'never') : this.leaves.find(id, name, 'unplaced')),
    );
  }

  /** Of these the members that nobody sets in some route of it. */
  private unsetFor({ id }: Observed, { names }: Run): string[] {
    return [...names].filter((name) => name.startsWith(MEMBER) && this.members.isBesideOthers(id, name.slice(MEMBER.length)));
  }

  /** Those that say who the caller is. */
  private callersOf({ id, role }: Observed, { callers }: Run): (readonly Observed['id'][])[] {
    return [...callers].map((name) => this.leaves.leftBy(id, name, role === 'middleware' ? 'unplaced' : 'never').slice());
  }
  private sameBehaviours(some: readonly Observed['id'][], others: readonly Observed['id'][]): boolean {
    const behaviourOf = (id: Observed['id']): Behaviour | undefined => {
      const behaviour = this.behaviourOf(id);
      return behaviour && (this.elsewhere.get(behaviour) ?? behaviour);
    };
    return sameSets(new Set(some.map(behaviourOf)), new Set(others.map(behaviourOf)));
  }
}

/** Whether something that a run leaves was made at this place. */
const leaves = ({ left, members }: Run, place: Span): boolean =>
  [...left.values(), ...members.values()].some(({ value }) => value.kind === 'object' && value.origin?.span === place);

/** The same with one place in the stead of another one; itself where it says nothing of that. */
function movedTo<Part>(place: Span, from: Span, part: Part): Part {
  if (part === (from as unknown)) return place as Part;
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) {
    const moved = part.map((each: unknown) => movedTo(place, from, each));
    return moved.some((each, index) => each !== part[index]) ? (moved as Part) : part;
  }
  const changed = Object.entries(part).flatMap(([name, member]: [string, unknown]) => {
    const moved = movedTo(place, from, member);
    return moved === member ? [] : [[name, moved] as const];
  });
  return changed.length > 0 ? { ...part, ...Object.fromEntries(changed) } : part;
}

const firstOf = ({ found, size }: Then): Set<Left> => new Set([...(found?.all ?? [])].slice(0, size));
const sameFound = (one: Then, other: Then): boolean =>
  one.size === other.size && (one.found === other.found || sameSets(firstOf(one), firstOf(other)));
const sameSets = (some: ReadonlySet<unknown>, others: ReadonlySet<unknown>): boolean =>
  some.size === others.size && [...some].every((element) => others.has(element));
