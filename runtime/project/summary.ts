import type { Endpoint, Model, Unresolved } from '../../schemas/index.js';

export interface Summary {
  readonly endpoints: {
    readonly total: number;
    readonly byMethod: Readonly<Record<string, number>>;
    readonly conditional: number;
    readonly shadowed: number;
    readonly manual: number;
    readonly stale: number;
  };
  readonly security: {
    readonly required: number;
    readonly optional: number;
    readonly open: number;
    readonly rateLimited: number;
    /** Of these the ones with a limit that only another configuration has. */
    readonly rateLimitedConditionally: number;
    readonly schemes: Readonly<Record<string, { readonly description: string; readonly endpoints: number }>>;
  };
  readonly unresolved: readonly Unresolved[];
  /** Number of losses of each kind; kinds without one are absent. */
  readonly loss: Readonly<Record<string, number>>;
}

/** How many endpoints a scan added, removed and changed. */
export interface ScanChanges {
  readonly added: number;
  readonly removed: number;
  /** Of the removed the ones that stay in the model, as stale. */
  readonly kept?: number;
  readonly renamed: number;
  readonly changed: number;
}

const METHOD_ORDER = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'ALL'];

/** Number of endpoints of each method, the usual methods first, then the others by name. */
export function methodsOf(endpoints: readonly { readonly method: string }[]): Record<string, number> {
  const numbers = new Map<string, number>();
  for (const { method } of endpoints) numbers.set(method, (numbers.get(method) ?? 0) + 1);
  const rank = (method: string): number => {
    const at = METHOD_ORDER.indexOf(method);
    return at < 0 ? METHOD_ORDER.length : at;
  };
  return Object.fromEntries([...numbers].sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1)));
}

/** What a scan changed, in a line. */
export const changesText = ({ added, removed, kept, changed, renamed }: ScanChanges): string =>
  added + removed + renamed + changed === 0
    ? 'none'
    : `${added} added, ${removed} removed${kept ? ` (${kept} of them kept for what people wrote into it)` : ''}, ${changed} changed${renamed > 0 ? `, ${renamed} under another path` : ''}`;

/** An endpoint is secured when some guard requires a credential, optional when guards only take one, else open. */
export function securityOf(endpoint: Pick<Endpoint, 'security'>): 'required' | 'optional' | 'open' {
  const uses = endpoint.security ?? [];
  if (uses.length === 0) return 'open';
  return uses.some((use) => use.required !== false) ? 'required' : 'optional';
}

export function summarise(model: Model): Summary {
  const { endpoints } = model;
  const having = (test: (endpoint: Endpoint) => boolean): number => endpoints.filter(test).length;
  const loss: Record<string, number> = {};
  const unresolved = model.unresolved ?? [];
  for (const one of unresolved) loss[one.loss] = (loss[one.loss] ?? 0) + 1;
  return {
    endpoints: {
      total: endpoints.length,
      byMethod: methodsOf(endpoints),
      conditional: having((endpoint) => endpoint.conditional === true),
      shadowed: having((endpoint) => endpoint.shadowedBy !== undefined),
      manual: having((endpoint) => endpoint.origin === 'manual'),
      stale: having((endpoint) => endpoint.stale === true),
    },
    security: {
      required: having((endpoint) => securityOf(endpoint) === 'required'),
      optional: having((endpoint) => securityOf(endpoint) === 'optional'),
      open: having((endpoint) => securityOf(endpoint) === 'open'),
      rateLimited: having((endpoint) => endpoint.rateLimit !== undefined),
      rateLimitedConditionally: having((endpoint) => endpoint.rateLimit?.conditional === true),
      schemes: Object.fromEntries(
        Object.entries(model.securitySchemes ?? {}).map(([name, scheme]) => [
          name,
          {
            description: [scheme.type, scheme.scheme, scheme.in && scheme.name ? `${scheme.in} ${scheme.name}` : scheme.in]
              .filter(Boolean)
              .join(' '),
            endpoints: having((endpoint) => (endpoint.security ?? []).some((use) => use.scheme === name)),
          },
        ]),
      ),
    },
    unresolved,
    loss,
  };
}
