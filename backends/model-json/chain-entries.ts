import { printPlace, type ChainEntry, type Endpoint, type Middleware, type SecurityUse } from '@tool/ir';
import type { Middleware as ModelMiddleware } from '../../schemas/index.js';
import { literalConfig } from './literal-config.js';
import { location } from './place.js';

export type MiddlewareTable = ReadonlyMap<string, Middleware>;

/** The chain of an endpoint as the model shows it, in execution order. Hooks for a named parameter belong to the parameter, not to the chain. */
export function chainEntries(endpoint: Endpoint, middlewares: MiddlewareTable): ModelMiddleware[] {
  const entries = endpoint.chain.filter((entry) => !entry.phase?.startsWith('param:'));
  const guards = entries.filter((entry) => typeOf(entry, middlewares.get(entry.middleware)) === 'auth').length;
  return entries.flatMap((entry) => {
    const middleware = middlewares.get(entry.middleware);
    return middleware ? [modelMiddleware(entry, middleware, useOf(middleware, endpoint.security ?? [], guards))] : [];
  });
}

const typeOf = (entry: ChainEntry, middleware: Middleware | undefined): string =>
  middleware?.type ?? (entry.phase === 'error' ? 'error' : 'other');

/** By its type the same for every endpoint of a middleware. */
const configs = new WeakMap<Middleware, Map<string, Record<string, unknown> | undefined>>();
function configOf(type: string, middleware: Middleware): Record<string, unknown> | undefined {
  let known = configs.get(middleware);
  if (!known) configs.set(middleware, (known = new Map()));
  if (!known.has(type)) known.set(type, literalConfig(type, middleware));
  return known.get(type);
}

function modelMiddleware(entry: ChainEntry, middleware: Middleware, use: SecurityUse | undefined): ModelMiddleware {
  const type = typeOf(entry, middleware);
  const config = configOf(type, middleware);
  const source = location(middleware.place);
  return {
    name: middleware.name,
    type,
    ...(type === 'auth' && use && { scheme: use.scheme, ...(use.scopes && use.scopes.length > 0 && { scopes: [...use.scopes] }) }),
    ...(config && { config }),
    ...(entry.conditional && { conditional: true }),
    ...(source && { source }),
    ...(middleware.origin && { origin: middleware.origin.module }),
  };
}

/** The scheme that a guard demands: the one with the guard as its evidence, or the only scheme of the only guard. */
const useOf = (middleware: Middleware, uses: readonly SecurityUse[], guards: number): SecurityUse | undefined =>
  uses.find((use) => printPlace(use.evidence.place) === printPlace(middleware.place)) ??
  (guards === 1 && uses.length === 1 ? uses[0] : undefined);
