import {
  defineHostType,
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

/** What `compose([…])` of koa-compose makes. */
export const compositionType = middlewareType<{ readonly parts: Value }>('composition');

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

/** The router that a value is, or that its `routes()` was made from. */
export const asRouter = (data: unknown): RouterData | null =>
  typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'koa-router' ? (data as RouterData) : null;
