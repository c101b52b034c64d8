import type { HandlerId, MiddlewareId } from '@tool/ir';
import type { Value } from '@tool/scanner-sdk';
import type { Statements } from '../evaluator/index.js';
import type { RouteChain } from './route-chains.js';

/** What a function leaves on the request under a name, with what was stated of it. */
export interface Left {
  readonly value: Value;
  readonly statements: Statements;
}

/** What functions leave on a request, for the ones behind them. */
export class Leaves {
  private readonly values = new Map<string, Map<MiddlewareId | HandlerId, Left>>();
  /** For a function the ones in front of it in routes of which it is a part, and the ones that run for all requests of their routers. */
  private readonly before = new Map<MiddlewareId | HandlerId, Set<MiddlewareId | HandlerId>>();
  private readonly around = new Map<MiddlewareId | HandlerId, Set<ReadonlySet<MiddlewareId | HandlerId>>>();
  /** The routes of a function that stands in several, with its place in each. */
  private readonly routes = new Map<MiddlewareId | HandlerId, { readonly chain: RouteChain; readonly index: number }[]>();

  constructor(chains: readonly RouteChain[]) {
    for (const chain of chains)
      chain.functions.forEach((id, index) => {
        const { functions, around } = chain;
        const routes = this.routes.get(id);
        if (routes) routes.push({ chain, index });
        else this.routes.set(id, [{ chain, index }]);
        const outer = this.around.get(id) ?? new Set();
        this.around.set(id, outer);
        for (const set of around) outer.add(set);
        if (index === 0) return;
        let known = this.before.get(id);
        if (!known) this.before.set(id, (known = new Set()));
        for (const other of functions.slice(0, index)) known.add(other);
      });
  }

  add(by: MiddlewareId | HandlerId, name: string, value: Left): void {
    const known = this.values.get(name);
    if (known) known.set(by, value);
    else this.values.set(name, new Map([[by, value]]));
  }

  /**
   * What functions of the same route leave goes before what any other does: those may belong to other routes.
   * @param others whether these count: `never`, `always` (what outlives a request), or for a function of which no route is known (`unplaced`)
   */
  find(id: MiddlewareId | HandlerId, name: string, others: 'never' | 'unplaced' | 'always'): readonly Left[] | undefined {
    return this.entries(id, name, others)?.map(([, value]) => value);
  }

  /** Whether there is a route of the function in which nobody in front of it leaves something under the name. */
  isBesideOthers(id: MiddlewareId | HandlerId, name: string): boolean {
    const all = this.values.get(name);
    const leaves = (other: MiddlewareId | HandlerId): boolean => all?.has(other) === true;
    return (this.routes.get(id) ?? []).some(
      ({ chain, index }) => !chain.functions.slice(0, index).some(leaves) && !chain.around.some((set) => [...set].some(leaves)),
    );
  }

  /** The functions of the same route, or around it, that leave something under the name. `others`: as in `find`. */
  leftBy(id: MiddlewareId | HandlerId, name: string, others: 'never' | 'unplaced' = 'never'): readonly (MiddlewareId | HandlerId)[] {
    return this.entries(id, name, others)?.map(([by]) => by) ?? [];
  }

  private entries(
    id: MiddlewareId | HandlerId,
    name: string,
    others: 'never' | 'unplaced' | 'always',
  ): readonly (readonly [MiddlewareId | HandlerId, Left])[] | undefined {
    const all = this.values.get(name);
    if (!all) return undefined;
    const before = this.before.get(id);
    const own = before ? [...all].filter(([by]) => before.has(by)) : [];
    if (own.length > 0) return own;
    const around = [...(this.around.get(id) ?? [])];
    const outer = around.length > 0 ? [...all].filter(([by]) => around.some((set) => set.has(by))) : [];
    if (outer.length > 0) return outer;
    return others === 'always' || (others === 'unplaced' && around.length === 0) ? [...all] : undefined;
  }
}
