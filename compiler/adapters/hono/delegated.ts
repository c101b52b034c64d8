import type { BodyFacts, RouterId } from '@tool/ir';
import type { Call, Emit, Value } from '@tool/scanner-sdk';
import { asApplication, joinPaths, SYNTAX, type ApplicationData, type ApplicationState } from './application-data.js';
import { honoDiagnostics } from './diagnostics.js';

/** Members of a context, and of what is taken out of it, that are the request as it came in. */
const REQUEST = ['req.raw', 'raw'] as const;

/** Every route of an application as `[method, path]`, with those that it has from others; null when one of the paths is not known. */
function routesOf(state: ApplicationState, below = '', seen = new Set<ApplicationState>()): readonly (readonly [string, string])[] | null {
  if (seen.has(state)) return [];
  const inner = new Set([...seen, state]);
  const routes: (readonly [string, string])[] = [];
  for (const { method, path } of state.routes) {
    if (path === null) return null;
    routes.push([method, below + (path.startsWith('/') ? path : `/${path}`)]);
  }
  for (const { at, state: child } of state.children) {
    const own = at === null ? null : routesOf(child, below + at.replace(/\/$/, ''), inner);
    if (own === null) return null;
    routes.push(...own);
  }
  return routes;
}

/** Whether every request of a path comes to a handler that is registered on a pattern, as far as the pattern ends in a wildcard at most. */
function covers(pattern: string, path: string): boolean {
  const start = pattern.replace(/\*$/, '');
  if (/[:*{]/.test(start)) return false;
  return start === pattern ? path === pattern : path.startsWith(start) || path === start.replace(/\/$/, '');
}

/** The applications that a function hands its requests to. */
export function applicationsBehind(call: Call, value: Value): readonly ApplicationState[] {
  if (!call.isFunction(value)) return [];
  const found = (call.delegates?.(value, REQUEST) ?? []).flatMap(({ host }) => {
    const data = asApplication(host?.data) ?? asApplication((host?.data as { readonly application?: unknown } | null)?.application);
    return data ? [data.state] : [];
  });
  return [...new Set(found)];
}

/** What hands a request to another application lets it go on there. */
export const goingOn = (call: Call, value: Value): { readonly facts?: (found: BodyFacts) => BodyFacts } =>
  applicationsBehind(call, value).length > 0
    ? { facts: (found) => (found.continues === 'never' ? { ...found, continues: 'maybe' } : found) }
    : {};

/**
 * `app.use('/crew/*', (c) => crew.fetch(c.req.raw))`: the other application sees the request as it came in, so that its own paths say which
 * requests reach it. Its routes are known when the program has run; where they lie elsewhere as well, nothing is followed.
 * @param method that the handler is registered for; null for any
 */
export function handsOn(
  call: Call,
  emit: Emit,
  data: ApplicationData,
  router: RouterId,
  path: Value,
  value: Value,
  method: string | null,
): void {
  const pattern = call.text(joinPaths(call, data.basePath, path));
  if (pattern === null) return;
  const at = pattern.startsWith('/') ? pattern : `/${pattern}`;
  for (const state of applicationsBehind(call, value)) {
    if (state === data.state) continue;
    const slot = emit.router({ framework: 'hono', syntax: SYNTAX, caseSensitive: true, strict: state.strict });
    emit.mount(router, { path: emit.path('/', SYNTAX), target: slot, scope: 'encapsulate' });
    let filled = false;
    emit.atEnd(() => {
      const routes = filled ? null : routesOf(state);
      if (!routes?.every(([its, own]) => covers(at, own) && (method === null || method === 'ALL' || method === its))) return;
      filled = true;
      const approximate = emit.report(honoDiagnostics, 'delegated-application', { value: call.describe(value) || 'a function' });
      emit.mount(slot, { path: emit.path('/', SYNTAX), target: state.router, scope: 'encapsulate', approximate });
    });
  }
}
