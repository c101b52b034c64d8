import { endpointKey } from '../../../store/index.js';
import { pointerTo, type Check } from '../finding.js';
import { fieldsOf, lacksField, nearestTo } from './credentials.js';

/** What one endpoint takes from another exists there. */
export const links: Check = ({ endpoints }, report) => {
  const byKey = new Map(endpoints.map((endpoint) => [endpointKey(endpoint), endpoint]));
  for (const [index, endpoint] of endpoints.entries()) {
    const key = endpointKey(endpoint);
    for (const [position, { variable, producedBy, usedAs }] of (endpoint.consumes ?? []).entries()) {
      const at = (field: string): string => pointerTo('endpoints', index, 'consumes', position, field);
      const producer = byKey.get(producedBy);
      if (producer === undefined)
        report({
          code: 'unknown-producer',
          severity: 'error',
          pointer: at('producedBy'),
          message: `${key} takes "${variable}" from ${producedBy}, which the model does not have.`,
          help: nearestTo(producedBy, endpoints),
        });
      else if (!producer.produces?.some((entry) => entry.variable === variable))
        report({
          code: 'unknown-variable',
          severity: 'warning',
          pointer: at('variable'),
          message: `${key} takes "${variable}" from ${producedBy}, which does not list it under "produces".`,
          help: `Add it there, or correct the name${producer.produces ? ` (${producer.produces.map((entry) => entry.variable).join(', ')})` : ''}.`,
        });
      const [kind, name = ''] = [usedAs.slice(0, usedAs.indexOf(':')), usedAs.slice(usedAs.indexOf(':') + 1)];
      if (!['header', 'path', 'query', 'body', 'cookie'].includes(kind) || name === '')
        report({
          code: 'unknown-use',
          severity: 'error',
          pointer: at('usedAs'),
          message: `${key} uses "${variable}" as "${usedAs}", which says no place in a request.`,
          help: 'Write header:<Name>, path:<parameter>, query:<name> or body:<dotted field>.',
        });
      else if (
        kind === 'path' &&
        !endpoint.path
          .split('/')
          .some((segment) => segment === `:${name}` || segment.startsWith(`:${name}.`) || segment.includes(`:${name}`))
      )
        report({
          code: 'unknown-path-parameter',
          severity: 'error',
          pointer: at('usedAs'),
          message: `${key} has no ":${name}" in its path.`,
          help: 'Correct the name.',
        });
    }
    for (const [position, { responseField }] of (endpoint.produces ?? []).entries()) {
      if (lacksField(endpoint, responseField))
        report({
          code: 'unknown-response-field',
          severity: 'warning',
          pointer: pointerTo('endpoints', index, 'produces', position, 'responseField'),
          message: `No response of ${key} has the field "${responseField}".`,
          help: fieldsOf(endpoint),
        });
    }
  }
};
