import { NO_FACTS, type BodyFacts } from '@tool/ir';
import type { Value } from '@tool/scanner-sdk';
import { Scope, sameValue, surroundingThis, type Binding, type Closure, type Obj, type StandIn, type ts } from '../../evaluator/index.js';
import type { Chain } from './body-chains.js';
import { calleeAround, unbound, type Callee, type Surroundings } from './body-callees.js';
import { factsOf } from './body-facts.js';

/** The scope of a closure that takes note of what is looked up in it. */
class WatchedScope extends Scope {
  readonly found = new Map<string, Binding | null>();
  constructor(inner: Scope) {
    super(inner, false);
  }
  override find(name: string): Binding | null {
    const binding = super.find(name);
    this.found.set(name, binding);
    return binding;
  }
}

/** The facts of one closure, and all that they depend on beside its code. */
interface Known {
  readonly closure: Closure;
  readonly self: Value | null;
  readonly found: ReadonlyMap<string, Binding | null>;
  readonly callees: ReadonlyMap<Chain, Callee>;
  readonly facts: BodyFacts;
}

/** Closures of the same code are held against so many others. */
const MAX_KNOWN = 4;

/**
 * What the bodies of functions do, for a program that has come to its end. Of closures of the same code, as a factory makes them for each route, one is walked
 * through where what the walk looks up is the same for all.
 */
export class FactsOfBodies {
  private readonly known = new WeakMap<ts.Node, Known[]>();
  /** How many bodies were walked through. */
  walks = 0;

  constructor(private readonly program: Surroundings) {}

  of(fn: Obj): BodyFacts | undefined {
    const { target, self = null } = unbound(fn);
    if (target.fn?.kind === 'native' && target.fn.standsFor) return this.ofStandIn(target.fn.standsFor);
    return target.fn?.kind === 'closure' ? this.ofClosure(target.fn, surroundingThis(target) ?? self) : undefined;
  }

  private ofClosure(closure: Closure, self: Value | null): BodyFacts {
    const known = this.known.get(closure.node) ?? [];
    this.known.set(closure.node, known);
    const same = known.find((each) => this.repeats(closure, self, each));
    if (same) return same.facts;
    this.walks++;
    const scope = new WatchedScope(closure.scope);
    const callees = new Map<Chain, Callee>();
    const facts = factsOf({ ...this.program, watched: { closure, callees } }, { ...closure, scope }, self);
    known.unshift({ closure, self, found: scope.found, callees, facts });
    known.splice(MAX_KNOWN);
    return facts;
  }

  private repeats(closure: Closure, self: Value | null, { closure: other, self: otherSelf, found, callees }: Known): boolean {
    return (
      self === otherSelf &&
      closure.home === other.home &&
      [...found].every(([name, binding]) => isSame(closure.scope.find(name), binding)) &&
      [...callees].every(([chain, callee]) => calls(calleeAround(this.program, { closure, self, depth: 0 }, chain), callee))
    );
  }

  /** The framework goes on or refuses by itself: whether the function it runs takes a continuation says nothing. */
  private ofStandIn({ of, also, statuses }: StandIn): BodyFacts | undefined {
    const facts = this.of(of);
    const all = [facts ?? NO_FACTS, ...also.map((each) => this.of(each) ?? NO_FACTS)];
    const union = <T>(of: (each: BodyFacts) => readonly T[]): T[] => [...new Set(all.flatMap(of))];
    return (
      facts && {
        ...facts,
        ...(also.length > 0 && {
          headers: union((each) => each.headers),
          cookies: union((each) => each.cookies),
          query: union((each) => each.query),
          calls: union((each) => each.calls),
          sets: union((each) => each.sets),
          reads: union((each) => each.reads),
        }),
        statuses: [...union((each) => each.statuses), ...statuses],
        continues: facts.continues === 'always' && statuses.length === 0 ? 'always' : 'maybe',
        parameters: Math.min(facts.parameters, 3),
      }
    );
  }
}

/** The same function, or both nothing that could be followed; of what it was found in only the package counts, where the function is not the program's. */
const calls = (one: Callee, other: Callee): boolean =>
  one.value === other.value
    ? one.receiver === other.receiver || (!isFollowed(one) && packageOf(one.receiver) === packageOf(other.receiver))
    : one.value !== null && other.value !== null && one.value.kind !== 'object' && sameValue(one.value, other.value);
const isFollowed = ({ value }: Callee): boolean => value?.kind === 'object' && ['closure', 'bound'].includes((value as Obj).fn?.kind ?? '');
const packageOf = (receiver: Value | null): string | undefined => (receiver?.kind === 'object' ? receiver.host?.type.module : undefined);

/** One variable, or two that hold the same. */
const isSame = (one: Binding | null, other: Binding | null): boolean =>
  one === other ||
  (one !== null &&
    other !== null &&
    one.lazy === null &&
    other.lazy === null &&
    one.value !== null &&
    other.value !== null &&
    (one.value === other.value || (one.value.kind === 'const' && sameValue(one.value, other.value))));
