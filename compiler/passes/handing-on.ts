import type { Handler, Middleware, MiddlewareId, MiddlewareType, Program, Route } from '@tool/ir';
import { isPreflight, isRedirect, statedBy, statusesOfErrors } from './guards.js';
import { leavesOf } from './items.js';

/** What middlewares of packages are for that hand every request on or refuse it. */
const HANDING_ON: ReadonlySet<MiddlewareType> = new Set([
  'cors',
  'parser',
  'auth',
  'rate-limit',
  'validation',
  'upload',
  'session',
  'csrf',
  'helmet',
  'compression',
  'logging',
]);
/** Their routers match once, whatever a handler does. */
const MATCHING_ONCE: ReadonlySet<string> = new Set(['fastify', '@nestjs/core', 'trpc']);

/** A route that only hands on, with the functions that it has of its own. */
export interface HandingOn {
  readonly functions: readonly MiddlewareId[];
  /** One of them says that something is not there: it looks for what is asked for, and is a part of answering. It runs for the routes that it was registered together with. */
  readonly looksUp: boolean;
}

/**
 * Routes that answer no request except to refuse it: `router.post(path, guard)` in front of `router.post(path, handler)`, `app.all('/admin/*', guard)`.
 * Where something behind them answers they are middlewares that a method and a path limit.
 */
export function routesHandingOn(program: Program, middlewares: readonly Middleware[]): ReadonlyMap<Route, HandingOn> {
  const byId = new Map(middlewares.map((middleware) => [middleware.id, middleware]));
  const statuses = statusesOfErrors(program);
  const known = new Map<MiddlewareId, Does>();
  const doesOf = (id: MiddlewareId, method: string): Does => {
    const middleware = byId.get(id)!;
    // What allows a request answers the question that a browser asks before it.
    if (method === 'OPTIONS' && allows(middleware)) return 'answers';
    let does = known.get(id);
    if (does === undefined) known.set(id, (does = whatItDoes(middleware, statuses)));
    return does;
  };
  const found = new Map<Route, HandingOn>();
  for (const router of program.routers) {
    if (MATCHING_ONCE.has(router.framework)) continue;
    for (const item of leavesOf(router.items)) {
      if (item.kind !== 'route' || item.asMiddleware === undefined) continue;
      const all = [...item.chain.map(({ middleware }) => middleware), item.asMiddleware];
      const does = new Set(all.map((id) => doesOf(id, item.method)));
      if (!does.has('answers')) found.set(item, { functions: all.slice(item.inFront ?? 0), looksUp: does.has('looks up') });
    }
  }
  return found;
}

const allows = ({ type, behaviour }: Middleware): boolean => type === 'cors' || behaviour?.answers.some(isPreflight) === true;

type Does = 'hands on' | 'looks up' | 'answers';

/** What it does not hand on it refuses, else it answers. An error is a refusal, whatever handlers answer to it. */
function whatItDoes({ type, origin, facts, behaviour }: Middleware, statuses: ReturnType<typeof statusesOfErrors>): Does {
  const isFor = type !== undefined && HANDING_ON.has(type);
  if (facts?.parameters === 4) return 'answers';
  if (!behaviour) return (origin ? isFor : facts?.continues === 'always') ? 'hands on' : 'answers';
  if (!behaviour.passesOn || behaviour.mayAnswer) return 'answers';
  const answered = behaviour.answers.filter((answer) => !isPreflight(answer)).map(statedBy);
  if (isFor)
    return answered.every((status) => isRefusing(status) || (type === 'auth' && status !== null && isRedirect(status)))
      ? 'hands on'
      : 'answers';
  if (!answered.every(isRefusing)) return 'answers';
  const all = [...answered, ...behaviour.failures.flatMap(({ error }) => statuses.get(error) ?? [])];
  return all.some((status) => status === 404 || status === 410) ? 'looks up' : 'hands on';
}

const isRefusing = (status: number | null): boolean => status !== null && status >= 400;

/** A handler that hands on whatever it does not refuse: behind nothing else it is no more an answer than the ones in front of it. */
export const isSilent = ({ behaviour }: Handler): boolean =>
  behaviour?.passesOn === true && behaviour.answers.every((answer) => isRefusing(statedBy(answer)));
