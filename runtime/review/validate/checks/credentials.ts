import type { Endpoint, Model } from '../../../../schemas/index.js';
import { endpointKey } from '../../../store/index.js';
import { pointerTo, type Check } from '../finding.js';

/** Every scheme that is named is defined, and what yields a credential exists and answers with it. */
export const credentials: Check = ({ endpoints, securitySchemes }, report) => {
  const known = Object.keys(securitySchemes);
  const help =
    known.length > 0
      ? `The model has ${known.map((name) => `"${name}"`).join(', ')}. Correct the name, or define the scheme in "securitySchemes".`
      : 'Define it in "securitySchemes".';
  for (const [index, endpoint] of endpoints.entries()) {
    const uses = [
      ...(endpoint.security ?? []).map(({ scheme }, at) => ({ scheme, at: ['security', at] })),
      ...endpoint.middleware.flatMap(({ scheme }, at) => (scheme === undefined ? [] : [{ scheme, at: ['middleware', at] }])),
    ];
    for (const { scheme, at } of uses) {
      if (!Object.hasOwn(securitySchemes, scheme))
        report({
          code: 'unknown-scheme',
          severity: 'error',
          pointer: pointerTo('endpoints', index, ...at, 'scheme'),
          message: `${endpointKey(endpoint)} needs the security scheme "${scheme}", which is not defined.`,
          help,
        });
    }
  }
  for (const [name, { type, scheme, obtainedFrom, in: place, name: key }] of Object.entries(securitySchemes)) {
    if (type === 'http' && scheme === undefined)
      report({
        code: 'incomplete-scheme',
        severity: 'warning',
        pointer: pointerTo('securitySchemes', name),
        part: 'key',
        message: `The security scheme "${name}" does not say how the credential is sent.`,
        help: 'Add "scheme": "bearer" or "basic".',
      });
    if (type === 'apiKey' && (place === undefined || key === undefined))
      report({
        code: 'incomplete-scheme',
        severity: 'warning',
        pointer: pointerTo('securitySchemes', name),
        part: 'key',
        message: `The security scheme "${name}" does not say where the key is sent.`,
        help: 'Add "in" and "name".',
      });
    if (obtainedFrom === undefined) continue;
    const producer = endpoints.find((endpoint) => endpointKey(endpoint) === obtainedFrom.endpoint);
    if (producer === undefined)
      report({
        code: 'unknown-producer',
        severity: 'error',
        pointer: pointerTo('securitySchemes', name, 'obtainedFrom', 'endpoint'),
        message: `The credential of "${name}" comes from ${obtainedFrom.endpoint}, which the model does not have.`,
        help: nearestTo(obtainedFrom.endpoint, endpoints),
      });
    else if (lacksField(producer, obtainedFrom.field))
      report({
        code: 'unknown-response-field',
        severity: 'error',
        pointer: pointerTo('securitySchemes', name, 'obtainedFrom', 'field'),
        message: `No response of ${obtainedFrom.endpoint} has the field "${obtainedFrom.field}".`,
        help: fieldsOf(producer),
      });
  }
};

/** Whether it is known that no successful response has a field: a response without a schema can have any. */
export function lacksField(endpoint: Endpoint, field: string): boolean {
  const successes = Object.entries(endpoint.responses ?? {})
    .filter(([status]) => /^(?:2|default)/.test(status))
    .map(([, { schema }]) => schema);
  if (successes.length === 0 || successes.some((schema) => schema === undefined || Object.keys(schema).length === 0)) return false;
  const generic = (path: string): string => path.replace(/\.\d+(?=\.|$)/g, '.0').replace(/^\d+(?=\.|$)/, '0');
  return successes.every(
    (schema) =>
      !Object.entries(schema!).some(
        ([path, type]) =>
          generic(path) === generic(field) ||
          generic(path).startsWith(`${generic(field)}.`) ||
          // Below an object or a list of unknown shape anything can be.
          (generic(field).startsWith(`${generic(path)}.`) &&
            ['object', 'array', 'unknown', 'any'].includes(type) &&
            !Object.keys(schema!).some((other) => generic(other).startsWith(`${generic(path)}.`))),
      ),
  );
}

export const fieldsOf = (endpoint: Endpoint): string => {
  const fields = [...new Set(Object.values(endpoint.responses ?? {}).flatMap(({ schema }) => Object.keys(schema ?? {})))];
  return fields.length > 0
    ? `Its responses have ${fields.slice(0, 8).join(', ')}${fields.length > 8 ? ', …' : ''}.`
    : 'Describe the response, or correct the name.';
};

/** Names endpoints that could be meant: the same path, or the same last segment. */
export function nearestTo(key: string, endpoints: Model['endpoints']): string {
  const [method, path = ''] = key.split(' ');
  const end = path.split('/').at(-1);
  const near = endpoints
    .filter((endpoint) => endpoint.path === path || (endpoint.method === method && endpoint.path.split('/').at(-1) === end))
    .map(endpointKey);
  return near.length > 0 ? `Did you mean ${near.slice(0, 3).join(' or ')}?` : 'Correct it, or add the endpoint.';
}
