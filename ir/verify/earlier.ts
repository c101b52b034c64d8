import type { Endpoint, EndpointSet } from '../nodes/endpoint-set.js';
import type { Program } from '../nodes/route-tree.js';
import { sameIds } from './traverse.js';
import type { InvariantId } from './violation.js';

/**
 * What a pass was given and which rules were verified of it. Nodes are immutable, so a rule about a node that held before a pass
 * holds after it when all that the rule looks at is the very same: only what is new is looked at.
 */
export class Earlier {
  private byId: ReadonlyMap<string, Endpoint> | null = null;

  constructor(readonly ir: Program | EndpointSet, private readonly held: ReadonlySet<InvariantId>) {}

  get program(): Program { return this.ir.kind === 'program' ? this.ir : this.ir.program; }

  get set(): EndpointSet | null { return this.ir.kind === 'program' ? null : this.ir; }

  /** The IR before the pass as far as the rule held of it; otherwise the rule has to look at everything. */
  for(rule: InvariantId): Earlier | null { return this.held.has(rule) ? this : null; }

  /** The endpoint as it was before; passes keep ids. `index` is where it most likely stood. */
  endpoint(endpoint: Endpoint, index: number): Endpoint | undefined {
    const endpoints = this.set?.endpoints;
    if (endpoints === undefined) return undefined;
    const same = endpoints[index];
    if (same?.id === endpoint.id) return same;
    this.byId ??= new Map(endpoints.map((each) => [each.id, each]));
    return this.byId.get(endpoint.id);
  }

  /** Everything that references lead to has the same ids. */
  hasTheIdsOf(program: Program): boolean {
    const before = this.program;
    return before.routers === program.routers && sameIds(before.handlers, program.handlers) && sameIds(before.middlewares, program.middlewares);
  }
}
