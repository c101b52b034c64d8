import {
  defineHostType,
  isAbsent,
  routerOf,
  type Call,
  type Emit,
  type HostType,
  type MiddlewareType,
  type Observe,
  type Transfer,
  type Value,
} from '@tool/scanner-sdk';
import type { ApplicationData, DispatchData, RouterData } from './routing-data.js';

/** A function that Koa calls with a context; what it is made of is in its data. */
const middlewareType = <Data>(name: string, call: Transfer = () => undefined, getters: HostType<Data>['getters'] = {}): HostType<Data> =>
  defineHostType<Data>({ name, methods: {}, getters, call });

/** What `router.routes()` makes. It leads back to its router, as `dispatch.router` does. */
export const dispatchType = middlewareType<DispatchData>('dispatch');

interface Composition {
  readonly parts: Value;
}

/** The program calls a composition itself: `await show(ctx)`. One part runs in the other, the last one in front of the `next` that is given. */
const runParts: Transfer = (call) => {
  const composed = call.data(call.receiver, compositionType);
  const [context, next] = call.args;
  const parts = composed ? (call.elements(composed.parts) ?? []).filter((part) => !isAbsent(part)) : [];
  const resolved = (at: Call, result: Value): Value => {
    const promises = at.global?.('Promise');
    return promises ? at.invoke(at.get(promises, 'resolve'), [result], promises) : result;
  };
  const step = (at: Call, index: number): Value => {
    const part = parts[index] ?? next;
    if (!part || at.isUndefined(part)) return resolved(at, at.const(undefined));
    return resolved(at, at.invoke(part, [context ?? at.const(undefined), at.fn('next', (inner) => step(inner, index + 1))]));
  };
  return step(call, 0);
};

/** What `compose([…])` of koa-compose makes. */
export const compositionType: HostType<Composition> = middlewareType<Composition>('composition', runParts);

/** What `mount(prefix, app)` of koa-mount makes. */
export const mountedType = middlewareType<{ readonly prefix: Value | null; readonly target: Value }>('mounted');

/** What `route.get(path, handler)` of koa-route makes. */
export const singleRouteType = middlewareType<{ readonly method: string; readonly path: Value; readonly handler: Value }>('route');

/** A middleware that a package puts beside those of the program. */
export const servedType = middlewareType<{ readonly name: string; readonly type: MiddlewareType; readonly observe: Observe }>('served');

/** A server asks this with a request: the application answers it. */
const answer: Transfer = (call: Call, emit: Emit): void => {
  const request = call.args[0];
  const router = routerOf(call.receiver);
  if (router !== null && request?.kind === 'object' && request.host?.type.name === 'IncomingMessage') emit.root(router);
};

/** What `app.callback()` makes: a listener for any server of Node. */
export const listenerType = middlewareType<ApplicationData>('listener', answer);

/** An application, or what its `callback()` made. */
export const asApplication = (data: unknown): ApplicationData | null =>
  typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'koa' ? (data as ApplicationData) : null;

/** The router that a value is, or that its `routes()` was made from. */
export const asRouter = (data: unknown): RouterData | null =>
  typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'koa-router' ? (data as RouterData) : null;
