import type { ChainEntry, Endpoint, EndpointSet, Middleware, MiddlewareId, RateLimit, Scheme, SecurityUse } from '@tool/ir';
import { evidenceOf, guardOf, sessionCookie, sessionName, type Guard } from './guards.js';
import { definePass } from './pass.js';
import { rateLimitOf } from './rate-limit.js';

/** See infer-security.md. */
export const inferSecurity = definePass({
  name: 'infer-security',
  from: 'endpoint-set',
  to: 'endpoint-set',
  requires: ['E4'],
  establishes: ['E5'],
  run: (set: EndpointSet): EndpointSet => {
    const facts = new Map(set.program.middlewares.map((middleware): [MiddlewareId, Facts] => [middleware.id, {
      middleware, guard: guardOf(middleware), session: sessionName(middleware),
      limit: middleware.type === 'rate-limit' ? rateLimitOf(middleware) : null,
    }]));
    const schemes = new Map<string, Scheme>();
    const endpoints = set.endpoints.map((endpoint) => secured(endpoint, facts, schemes));
    return { ...set, endpoints, schemes: [...set.schemes, ...schemes.values()] };
  },
});

interface Facts {
  readonly middleware: Middleware;
  readonly guard: Guard | null;
  readonly session: string | null;
  readonly limit: RateLimit | null;
}

function secured(endpoint: Endpoint, facts: ReadonlyMap<MiddlewareId, Facts>, schemes: Map<string, Scheme>): Endpoint {
  const uses = new Map<string, SecurityUse>();
  let session: string | null = null;
  let limit: RateLimit | null = null;
  for (const entry of endpoint.chain) {
    const known = facts.get(entry.middleware);
    if (!known || entry.phase === 'error') continue;
    session = known.session ?? session;
    // The limit nearest to the handler is the one made for this endpoint.
    limit = known.limit ?? limit;
    if (known.guard) use(known, known.guard, entry, uses, session, schemes);
  }
  if (uses.size === 0 && limit === null) return endpoint;
  return { ...endpoint, ...(uses.size === 0 ? {} : { security: [...uses.values()] }), ...(limit === null ? {} : { rateLimit: limit }) };
}

function use(known: Facts, guard: Guard, entry: ChainEntry, uses: Map<string, SecurityUse>, session: string | null, schemes: Map<string, Scheme>): void {
  const required = guard.required && entry.conditional !== true;
  const evidence = evidenceOf(known.middleware);
  const before = [...uses.keys()];
  if (guard.scheme === null && before.length > 0) {
    // It demands the login that guards before it have established, by whichever of them.
    for (const name of before) uses.set(name, merged(uses.get(name)!, { scheme: name, required, scopes: guard.scopes, evidence }));
    return;
  }
  const found = guard.scheme ?? (session === null ? null : sessionCookie(session));
  if (found === null) return; // what it demands is not known, so nothing is said
  const scheme = named(found, schemes);
  if (!schemes.has(scheme.name)) schemes.set(scheme.name, { ...scheme, evidence });
  const added: SecurityUse = { scheme: scheme.name, required, ...(guard.scopes.length === 0 ? {} : { scopes: guard.scopes }), evidence };
  const earlier = uses.get(scheme.name);
  uses.set(scheme.name, earlier ? merged(earlier, added) : added);
}

/** Two guards with one credential: it is required when either requires it, with the rights of both. */
function merged(one: SecurityUse, other: SecurityUse): SecurityUse {
  const scopes = [...new Set([...(one.scopes ?? []), ...(other.scopes ?? [])])];
  return { scheme: one.scheme, required: one.required || other.required, ...(scopes.length === 0 ? {} : { scopes }), evidence: one.evidence };
}

/** Two API keys in different headers are two schemes: the second one carries the name of its parameter. */
function named(scheme: Omit<Scheme, 'evidence'>, schemes: ReadonlyMap<string, Scheme>): Omit<Scheme, 'evidence'> {
  const taken = schemes.get(scheme.name);
  return taken === undefined || (taken.in === scheme.in && taken.parameter === scheme.parameter) ? scheme : { ...scheme, name: `${scheme.name}:${scheme.parameter}` };
}
