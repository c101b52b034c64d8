import type { Behaviour, Endpoint, ErrorHandling, ErrorKind, Middleware, Program } from '@tool/ir';

type Node = Behaviour | ErrorKind | ErrorHandling;
type Asked = ReadonlyMap<string, Node | undefined>;

/** What functions do, which errors there are and what handlers make of them; whoever asks for one of these is noted to depend on it. */
export class AskedNodes {
  private readonly known = new Map<string, Node>();
  private asked = new Map<string, Node | undefined>();
  private askedForAll = false;

  constructor({ handlers, middlewares, errors = [], errorHandling = [] }: Program) {
    for (const { id, behaviour } of [...handlers, ...middlewares]) if (behaviour) this.known.set(id, behaviour);
    for (const kind of errors) this.known.set(kind.id, kind);
    for (const handling of errorHandling) {
      const key = `${handling.handler} ${handling.error}`;
      if (!this.known.has(key)) this.known.set(key, handling);
    }
  }

  private get(id: string): Node | undefined {
    const node = this.known.get(id);
    this.asked.set(id, node);
    return node;
  }
  /** @param id of a handler or a middleware */
  behaviour = (id: string): Behaviour | undefined => this.get(id) as Behaviour | undefined;
  errorKind = (id: ErrorKind['id']): ErrorKind | undefined => this.get(id) as ErrorKind | undefined;
  handling = (handler: ErrorHandling['handler'], error: ErrorKind['id']): ErrorHandling | undefined =>
    this.get(`${handler} ${error}`) as ErrorHandling | undefined;
  /** What is asked next depends on functions anywhere. */
  askForAll(): void {
    this.askedForAll = true;
  }

  /** What was asked for since the last time; null where it was all there is. */
  take(): Asked | null {
    const asked = this.askedForAll ? null : this.asked;
    this.asked = new Map();
    this.askedForAll = false;
    return asked;
  }
  isStill(asked: Asked): boolean {
    for (const [id, node] of asked) if (this.known.get(id) !== node) return false;
    return true;
  }
}

/** An endpoint with its contract, and all that it was made of beside the endpoint. */
interface Made {
  readonly routers: Program['routers'];
  readonly chain: readonly (Middleware | undefined)[];
  readonly asked: Asked;
  readonly result: Endpoint;
}

const made = new WeakMap<Endpoint, Made>();

/**
 * What `make` makes of an endpoint, or what it has made of it and the very same nodes before: after an edit nearly all nodes are those of the scan before
 * it (`compiler/shared.ts`). Functions and errors are to be asked for in `nodes` alone.
 */
export function madeOnce(
  endpoint: Endpoint,
  { routers }: Program,
  nodes: AskedNodes,
  middlewares: ReadonlyMap<string, Middleware>,
  make: () => Endpoint,
): Endpoint {
  const chain = endpoint.chain.map(({ middleware }) => middlewares.get(middleware));
  const known = made.get(endpoint);
  if (known?.routers === routers && known.chain.every((middleware, index) => middleware === chain[index]) && nodes.isStill(known.asked))
    return known.result;
  nodes.take();
  const result = make();
  const asked = nodes.take();
  if (asked) made.set(endpoint, { routers, chain, asked, result });
  return result;
}
