import type { Model } from '../../schemas/index.js';

export interface GraphLink {
  readonly from: string;
  readonly to: string;
  readonly variable: string;
  readonly field?: string;
  readonly usedAs: string;
}

export interface FlowGraph {
  readonly nodes: readonly {
    readonly id: string;
    readonly method: string;
    readonly path: string;
    readonly produces: number;
    readonly consumes: number;
  }[];
  readonly links: readonly GraphLink[];
  /** Endpoints that neither give nor need anything. */
  readonly apart: number;
}

/** Who gives what to whom. */
export function graphOf(model: Model): FlowGraph {
  const byKey = new Map(model.endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint]));
  const links = model.endpoints.flatMap((endpoint) =>
    (endpoint.consumes ?? []).flatMap((use): GraphLink[] => {
      const producer = byKey.get(use.producedBy);
      if (producer === undefined) return [];
      const field = producer.produces?.find((produced) => produced.variable === use.variable)?.responseField;
      return [{ from: producer.id, to: endpoint.id, variable: use.variable, ...(field !== undefined && { field }), usedAs: use.usedAs }];
    }),
  );
  const linked = new Set(links.flatMap(({ from, to }) => [from, to]));
  const nodes = model.endpoints
    .filter(({ id }) => linked.has(id))
    .map(({ id, method, path, produces, consumes }) => ({
      id,
      method,
      path,
      produces: produces?.length ?? 0,
      consumes: consumes?.length ?? 0,
    }));
  return { nodes, links, apart: model.endpoints.length - nodes.length };
}
