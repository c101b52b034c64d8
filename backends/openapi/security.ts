import { demandsOf, type Endpoint, type Model, type SecurityScheme } from '../../schemas/index.js';
import { unused } from '../interchange/path-pieces.js';

export interface Schemes {
  /** Component by its name, for the document. */
  readonly components: Readonly<Record<string, object>>;
  /** Name of the component for a scheme name of the model. */
  readonly names: ReadonlyMap<string, string>;
}

/** Component names may hold letters, digits, `.`, `_` and `-` only. */
export function securitySchemes(model: Model): Schemes {
  const taken = new Set<string>();
  const names = new Map<string, string>();
  const components: [string, object][] = [];
  for (const [name, scheme] of Object.entries(model.securitySchemes)) {
    const component = unused(name.replaceAll(/[^A-Za-z0-9._-]/g, '-') || 'scheme', taken);
    names.set(name, component);
    components.push([component, schemeObject(scheme)]);
  }
  return { components: Object.fromEntries(components), names };
}

function schemeObject(scheme: SecurityScheme): object {
  const from = scheme.obtainedFrom;
  const common =
    from === undefined
      ? {}
      : {
          description: `The credential is \`${from.field}\` in the answer of ${from.endpoint}.`,
          'x-tool-obtained-from': { endpoint: from.endpoint, field: from.field },
        };
  switch (scheme.type) {
    case 'apiKey':
      return { type: 'apiKey', name: scheme.name ?? 'Authorization', in: scheme.in ?? 'header', ...common };
    // The model does not know the addresses that the flows and the discovery document need; sent is a bearer token in both.
    case 'oauth2':
    case 'openIdConnect':
      return { type: 'http', scheme: 'bearer', ...common, 'x-tool-scheme-type': scheme.type };
    default:
      return { type: 'http', scheme: scheme.scheme ?? 'bearer', ...common };
  }
}

/**
 * The requirement of one endpoint: its schemes are alternatives, those of several demands go together. One that is not required may be sent beside any that
 * is; where none is required, the empty alternative says so. An endpoint without a guard says so with an empty list.
 */
export function requirements(endpoint: Endpoint, schemes: Schemes): object[] {
  const uses = (endpoint.security ?? []).filter((use) => schemes.names.has(use.scheme));
  const named = (some: typeof uses): object =>
    Object.fromEntries(some.map((use) => [schemes.names.get(use.scheme)!, [...new Set(use.scopes ?? [])]]));
  const optional = uses.filter((use) => use.required === false);
  const demands = demandsOf({ security: uses });
  if (demands.length === 0) return optional.length === 0 ? [] : [...optional.map((use) => named([use])), {}];
  const required = demands.reduce<(typeof uses)[]>((ways, demand) => ways.flatMap((way) => demand.map((use) => [...way, use])), [[]]);
  return [...required.map(named), ...(optional.length > 0 ? required.map((way) => named([...way, ...optional])) : [])];
}
