import type { Endpoint, EndpointSet } from '../nodes/endpoint-set.js';
import type { Program } from '../nodes/route-tree.js';
import { sameIds } from './traverse.js';
import type { InvariantId } from './violation.js';

/** An endpoint that a pass made, and what it was before; undefined when there was none or it is not to be trusted. */
export interface NewEndpoint {
  readonly endpoint: Endpoint;
  readonly old: Endpoint | undefined;
}

/** All that a rule has to look at. */
export const newEndpoints = (set: EndpointSet, earlier: Earlier | null): readonly NewEndpoint[] =>
  earlier?.newEndpoints(set) ?? set.endpoints.map((endpoint) => ({ endpoint, old: undefined }));

/**
 * What a pass was given and which rules were verified of it. Nodes are immutable, so a rule about a node that held before a pass
 * holds after it when all that the rule looks at is the very same: only what is new is looked at.
 */
export class Earlier {
  private newInSet: { readonly set: EndpointSet; readonly list: readonly NewEndpoint[] } | null = null;

  constructor(
    readonly ir: Program | EndpointSet,
    private readonly held: ReadonlySet<InvariantId>,
  ) {}

  get program(): Program {
    return this.ir.kind === 'program' ? this.ir : this.ir.program;
  }

  get set(): EndpointSet | null {
    return this.ir.kind === 'program' ? null : this.ir;
  }

  /** The IR before the pass as far as the rule held of it; otherwise the rule has to look at everything. */
  for(rule: InvariantId): Earlier | null {
    return this.held.has(rule) ? this : null;
  }

  /** The endpoints that are not the very same objects as before, with what they were. Passes keep ids, and most keep places. */
  newEndpoints(set: EndpointSet): readonly NewEndpoint[] {
    if (this.newInSet?.set === set) return this.newInSet.list;
    const before = this.set?.endpoints ?? [];
    const list: NewEndpoint[] = [];
    let byId: ReadonlyMap<string, Endpoint> | null = null;
    set.endpoints.forEach((endpoint, index) => {
      let old: Endpoint | undefined = before[index];
      if (old === endpoint) return;
      if (before.length > 0 && old?.id !== endpoint.id) old = (byId ??= new Map(before.map((each) => [each.id, each]))).get(endpoint.id);
      if (old !== endpoint) list.push({ endpoint, old });
    });
    this.newInSet = { set, list };
    return list;
  }

  /** Everything that references lead to has the same ids. */
  hasTheIdsOf(program: Program): boolean {
    const before = this.program;
    return (
      before.routers === program.routers && sameIds(before.handlers, program.handlers) && sameIds(before.middlewares, program.middlewares)
    );
  }
}
