import { defineHostType, HTTP_METHODS, type Emit, type Call, type Transfer, type Value } from '@tool/scanner-sdk';
import { handlers, type Item } from './arguments.js';
import { registerRoute } from './register-route.js';
import type { RoutingData } from './routing-data.js';

/** What `route(path)` returns: handlers of several methods on one path. `owner` is null for a `new Route(path)` that no router has. */
export interface RouteData {
  readonly owner: RoutingData | null;
  readonly path: Value;
  /** In order; `method` is null for `all`. A request runs the layers of its method, so each is in the chain of those after it. */
  readonly layers: { readonly method: string | null; readonly items: readonly Item[] }[];
}

const layer =
  (method: string | null): Transfer =>
  (call: Call, emit: Emit) => {
    const data = call.data(call.receiver, routeType);
    if (!data) return call.receiver;
    const name = method ?? 'ALL';
    const own = handlers(call, emit, call.args, `${name} ${call.describe(data.path)}`);
    if (own.length === 0) return call.receiver;
    // Groups of different calls must not be taken for alternatives of each other.
    const earlier = data.layers
      .filter((entry) => entry.method === null || entry.method === method)
      .flatMap((entry) => entry.items.map((item) => ({ ...item, group: -1 })));
    data.layers.push({ method, items: own });
    if (data.owner) registerRoute(call, emit, data.owner, name, data.path, [...earlier, ...own], earlier.length, data);
    return call.receiver;
  };

export const routeType = defineHostType<RouteData>({
  name: 'Route',
  methods: {
    ...Object.fromEntries(HTTP_METHODS.map((method) => [method.toLowerCase(), layer(method)])),
    all: layer(null),
    dispatch: () => undefined,
  },
  getters: { stack: (call) => call.unknown('the layers of a route', { module: 'express', path: 'Route().stack' }) },
});
