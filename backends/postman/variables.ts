import type { Endpoint, Model } from '../../schemas/index.js';
import { endpointName } from '../interchange/exported.js';
import { unused } from '../interchange/path-pieces.js';

/** A value that an answer holds and that later requests need. */
export interface Captured {
  readonly variable: string;
  /** Dotted path in the response body. */
  readonly field: string;
}

/** The collection variables: every credential and every produced value has one of its own. */
export interface Variables {
  /** In the order in which the collection lists them. */
  readonly all: Map<string, { readonly value: string; readonly description?: string }>;
  /** By scheme name: the variable that holds its credential. */
  readonly schemes: ReadonlyMap<string, string>;
  /** By endpoint: what its answer is asked for. */
  readonly captures: ReadonlyMap<string, readonly Captured[]>;
  /** The variable of a produced value: by producer and name of the model's variable. */
  readonly produced: ReadonlyMap<string, string>;
  /** The variable for the credential that a body field takes, made when it is first asked for. */
  readonly secret: (field: string) => string;
}

export const producedKey = (producer: string, variable: string): string => `${producer}\n${variable}`;

/** Names may hold letters, digits, `_`, `.` and `-`: `{{my token}}` would not be found. */
const nameOf = (text: string): string => text.replaceAll(/[^A-Za-z0-9_.-]+/g, '_') || 'value';

export function collectionVariables(model: Model): Variables {
  const taken = new Set(['baseUrl']);
  const [first, ...others] = model.environments;
  const all: Variables['all'] = new Map([
    [
      'baseUrl',
      {
        value: first?.baseUrl.replace(/\/+$/, '') ?? '',
        ...(others.length > 0 && {
          description: `Also: ${others.map((environment) => `${environment.name} ${environment.baseUrl}`).join(', ')}`,
        }),
      },
    ],
  ]);
  const schemes = new Map<string, string>();
  const captures = new Map<string, Captured[]>();
  const produced = new Map<string, string>();
  const capture = (endpoint: string, one: Captured): void => {
    captures.set(endpoint, [...(captures.get(endpoint) ?? []), one]);
  };

  for (const [name, scheme] of Object.entries(model.securitySchemes)) {
    const variable = unused(nameOf(name), taken);
    schemes.set(name, variable);
    all.set(variable, { value: '' });
    if (scheme.type === 'http' && scheme.scheme === 'basic') all.set(unused(`${variable}_user`, taken), { value: '' });
    if (scheme.obtainedFrom === undefined) continue;
    capture(scheme.obtainedFrom.endpoint, { variable, field: scheme.obtainedFrom.field });
  }
  for (const endpoint of model.endpoints) {
    for (const one of endpoint.produces ?? []) {
      const key = producedKey(endpointName(endpoint), one.variable);
      if (produced.has(key)) continue;
      // The credential of a scheme has its variable already.
      const known = captures.get(endpointName(endpoint))?.find((other) => other.field === one.responseField);
      const variable = known?.variable ?? unused(variableFor(endpoint, one.variable, taken), taken);
      produced.set(key, variable);
      if (known !== undefined) continue;
      all.set(variable, { value: '' });
      capture(endpointName(endpoint), { variable, field: one.responseField });
    }
  }
  const fields = new Map<string, string>();
  const secret = (field: string): string => {
    let variable = fields.get(field);
    if (variable === undefined) {
      fields.set(field, (variable = unused(nameOf(field), taken)));
      all.set(variable, { value: '' });
    }
    return variable;
  };
  return { all, schemes, captures, produced, secret };
}

/** Several endpoints produce an `id`: the second one takes the last name of its path into its own. */
function variableFor(endpoint: Endpoint, variable: string, taken: ReadonlySet<string>): string {
  const plain = nameOf(variable);
  const resource = endpoint.path
    .split('/')
    .filter((segment) => segment !== '' && !/^[:*]/.test(segment))
    .at(-1);
  return taken.has(plain) && resource !== undefined ? nameOf(`${resource}_${variable}`) : plain;
}
