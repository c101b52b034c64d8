import type { HandlerId, MiddlewareId } from '@tool/ir';
import type { Value } from '@tool/scanner-sdk';
import { Alternatives, oneOf, recall, type Evaluator, type Statements } from '../../evaluator/index.js';
import type { RouteChain } from '../tree/route-chains.js';

/** What a function leaves on the request under a name, with what was stated of it. */
export interface Left {
  readonly value: Value;
  readonly statements: Statements;
  /** What it leaves there where the request says nothing of who sends it, if that is something else. */
  readonly ofNobody?: Pick<Left, 'value' | 'statements'>;
}

type FunctionId = MiddlewareId | HandlerId;

/**
 * What a function finds under a name: what those in front of it have left there, each once. One that many functions share grows while more of them
 * run, so that what has been looked at need not be looked at again for each.
 */
export class Found {
  /** Those that left it. */
  readonly by: FunctionId[] = [];
  private readonly lefts = new Set<Left>();
  private readonly alternatives = new Alternatives();
  private readonly stated: Statements[] = [];
  /** How many of all that were left under the name have been looked at for it. */
  lookedAt = 0;

  add(by: FunctionId, left: Left): void {
    this.by.push(by);
    if (this.lefts.has(left)) return;
    this.lefts.add(left);
    this.alternatives.add(left.value);
    if (left.statements.length > 0) this.stated.push(left.statements);
  }

  get size(): number {
    return this.lefts.size;
  }

  get areTooMany(): boolean {
    return this.alternatives.areTooMany;
  }

  /** Whether something else is left there where nobody says who he is. */
  get tellsCallers(): boolean {
    return [...this.lefts].some(({ ofNobody }) => ofNobody);
  }

  /** What is found by those who say nothing of who they are. `others`: in place of what is left to everybody. */
  ofNobody(evaluator: Evaluator, others: Value | null, condition: string): Value {
    const lefts = [...this.lefts].map((left) => left.ofNobody ?? (others ? { value: others, statements: [] } : left));
    for (const { statements } of lefts) recall(evaluator, statements);
    return oneOf(
      lefts.map(({ value }) => value),
      condition,
    );
  }

  /** What was left, as it is now. */
  get all(): ReadonlySet<Left> {
    return this.lefts;
  }

  /** What it is, or else one of these. What was stated of it holds from then on. */
  value(evaluator: Evaluator, others: readonly Value[], condition: string): Value {
    if (!this.areTooMany) for (const statements of this.stated) recall(evaluator, statements);
    return this.alternatives.with(others, condition);
  }
}

/** What functions left under one name, in the order in which they did. */
class Named {
  private readonly values = new Map<FunctionId, Left>();
  private readonly order: FunctionId[] = [];
  private readonly places = new Map<FunctionId, number>();
  private readonly everything = new Found();
  /** By the sets of functions around the one that asks. */
  private readonly around = new Map<string, Found>();
  /** Sets of which it is known whether one of them left it: until which place that was looked at. */
  private readonly inSets = new Map<ReadonlySet<FunctionId>, { found: boolean; lookedAt: number }>();

  add(by: FunctionId, value: Left): void {
    if (this.values.has(by)) return;
    this.values.set(by, value);
    this.places.set(by, this.order.length);
    this.order.push(by);
  }

  has(by: FunctionId): boolean {
    return this.values.has(by);
  }

  of(functions: ReadonlySet<FunctionId>): Found | null {
    const { values, places, order } = this;
    const by = functions.size < order.length ? [...functions].filter((id) => values.has(id)) : order.filter((id) => functions.has(id));
    if (by.length === 0) return null;
    const found = new Found();
    for (const id of by.sort((a, b) => places.get(a)! - places.get(b)!)) found.add(id, values.get(id)!);
    return found;
  }

  /** @param key  the same for the same sets */
  ofSets(sets: readonly ReadonlySet<FunctionId>[], key: string): Found | null {
    let found = this.around.get(key);
    if (!found) this.around.set(key, (found = new Found()));
    this.bring(found, (id) => sets.some((set) => set.has(id)));
    return found.size > 0 ? found : null;
  }

  get all(): Found {
    this.bring(this.everything, () => true);
    return this.everything;
  }

  private bring(found: Found, isOne: (id: FunctionId) => boolean): void {
    for (; found.lookedAt < this.order.length; found.lookedAt++) {
      const id = this.order[found.lookedAt]!;
      if (isOne(id)) found.add(id, this.values.get(id)!);
    }
  }

  isIn(set: ReadonlySet<FunctionId>): boolean {
    let known = this.inSets.get(set);
    if (!known) this.inSets.set(set, (known = { found: false, lookedAt: 0 }));
    for (; !known.found && known.lookedAt < this.order.length; known.lookedAt++) known.found = set.has(this.order[known.lookedAt]!);
    return known.found;
  }
}

/** The sets of functions around one, and what tells them from those around another. */
interface Around {
  readonly sets: Set<ReadonlySet<FunctionId>>;
  key: string | null;
  isServed: boolean;
}

/** What every request brings: what some route has made of it is there in that route only. */
const PARTS = /^(?:body|query|params|headers|cookies|signedCookies)$/;

/** What functions leave on a request, for the ones behind them. */
export class Leaves {
  private readonly names = new Map<string, Named>();
  /** For a function the ones in front of it in routes of which it is a part, and the ones that run for all requests of their routers. */
  private readonly before = new Map<FunctionId, Set<FunctionId>>();
  private readonly around = new Map<FunctionId, Around>();
  private readonly numbers = new Map<ReadonlySet<FunctionId>, number>();
  /** The routes of a function that stands in several, with its place in each. */
  private readonly routes = new Map<FunctionId, { readonly chain: RouteChain; readonly index: number }[]>();

  constructor(chains: readonly RouteChain[]) {
    for (const chain of chains)
      chain.functions.forEach((id, index) => {
        const { functions, around, isServed = false } = chain;
        const routes = this.routes.get(id);
        if (routes) routes.push({ chain, index });
        else this.routes.set(id, [{ chain, index }]);
        const outer = this.around.get(id) ?? { sets: new Set(), key: null, isServed };
        outer.isServed ||= isServed;
        this.around.set(id, outer);
        for (const set of around) outer.sets.add(set);
        if (index === 0) return;
        let known = this.before.get(id);
        if (!known) this.before.set(id, (known = new Set()));
        for (const other of functions.slice(0, index)) known.add(other);
      });
  }

  add(by: FunctionId, name: string, value: Left): void {
    let known = this.names.get(name);
    if (!known) this.names.set(name, (known = new Named()));
    known.add(by, value);
  }

  /**
   * What functions of the same route leave goes before what any other does: those may belong to other routes. What stands around a route counts where none of
   * its own functions leaves anything.
   * @param others whether these count: `never`, `always` (what outlives a request), or for a function of which no route is known (`unplaced`)
   */
  find(id: FunctionId, name: string, others: 'never' | 'unplaced' | 'always'): Found | undefined {
    const named = this.names.get(name);
    if (!named) return undefined;
    const before = this.before.get(id);
    const own = before && named.of(before);
    if (own && !this.isWithout(id, named)) return own;
    const around = this.around.get(id);
    const isPlaced = around !== undefined && (around.sets.size > 0 || around.isServed);
    const outer = isPlaced && named.ofSets([...around.sets], this.keyOf(around));
    if (own) return (outer ? named.of(new Set([...own.by, ...outer.by])) : null) ?? own;
    if (outer) return outer;
    return others === 'always' || (others === 'unplaced' && !isPlaced && !PARTS.test(name)) ? named.all : undefined;
  }

  /** Functions, each behind those that are known to stand in front of it and those around it; of what goes in a circle as it was. */
  inOrder(ids: Iterable<FunctionId>): Iterable<FunctionId> {
    const order = new Set<FunctionId>();
    const met = new Set<FunctionId | ReadonlySet<FunctionId>>();
    const put = (id: FunctionId): void => {
      if (met.has(id)) return;
      met.add(id);
      // A function that stands in one route among those around it is still behind those in front of it there.
      for (const set of this.around.get(id)?.sets ?? []) putAll(set.has(id) ? [...set].slice(0, [...set].indexOf(id)) : set);
      putAll(this.before.get(id) ?? []);
      order.add(id);
    };
    const putAll = (set: ReadonlySet<FunctionId> | readonly FunctionId[]): void => {
      if (set instanceof Set && met.has(set)) return;
      if (set instanceof Set) met.add(set);
      for (const id of set) put(id);
    };
    for (const id of ids) put(id);
    return order;
  }

  private keyOf(around: Around): string {
    return (around.key ??= [...around.sets].map((set) => this.numberOf(set)).join(' '));
  }
  private numberOf(set: ReadonlySet<FunctionId>): number {
    const number = this.numbers.get(set) ?? this.numbers.size;
    this.numbers.set(set, number);
    return number;
  }

  /** Whether there is a route of the function none of whose functions in front of it leaves anything under the name. */
  private isWithout(id: FunctionId, named: Named): boolean {
    return (this.routes.get(id) ?? []).some(({ chain, index }) => !chain.functions.slice(0, index).some((other) => named.has(other)));
  }

  /** Whether there is a route of the function in which nobody in front of it leaves something under the name. */
  isBesideOthers(id: FunctionId, name: string): boolean {
    const named = this.names.get(name);
    return (this.routes.get(id) ?? []).some(
      ({ chain, index }) =>
        !named || (!chain.functions.slice(0, index).some((other) => named.has(other)) && !chain.around.some((set) => named.isIn(set))),
    );
  }

  /** The functions of the same route, or around it, that leave something under the name. `others`: as in `find`. */
  leftBy(id: FunctionId, name: string, others: 'never' | 'unplaced' = 'never'): readonly FunctionId[] {
    return this.find(id, name, others)?.by ?? [];
  }
}
