import { endpointKey } from '../../../store/index.js';
import { pointerTo, type Check } from '../finding.js';

/** Method and path identify an endpoint; environments and ids are named once. */
export const routes: Check = ({ endpoints, environments }, report) => {
  const keys = new Map<string, number>();
  const ids = new Map<string, number>();
  const shapes = new Map<string, number>();
  for (const [index, endpoint] of endpoints.entries()) {
    const key = endpointKey(endpoint);
    const first = keys.get(key);
    if (first !== undefined) {
      report({
        code: 'duplicate-route',
        severity: 'error',
        pointer: pointerTo('endpoints', index, 'path'),
        message: `${key} is there twice; the other one is endpoint ${first + 1}.`,
        help: 'Delete one of them. A merge of two branches can leave both: a scan unites them.',
      });
      continue;
    }
    keys.set(key, index);
    const twin = ids.get(endpoint.id);
    if (twin !== undefined)
      report({
        code: 'duplicate-id',
        severity: 'error',
        pointer: pointerTo('endpoints', index, 'id'),
        message: `${key} has the id of ${endpointKey(endpoints[twin]!)}: ${endpoint.id}.`,
        help: `Give it its own id, such as "${key}".`,
      });
    else ids.set(endpoint.id, index);
    const shape = `${endpoint.method} ${endpoint.path.replace(/:[\w$]+/g, ':')}`;
    const same = shapes.get(shape);
    const other = same === undefined ? undefined : endpoints[same]!;
    if (
      other &&
      !endpoint.shadowedBy &&
      !other.shadowedBy &&
      !endpoint.conditional &&
      !other.conditional &&
      !endpoint.stale &&
      !other.stale &&
      [endpoint, other].every(({ parameters }) => !parameters?.some(({ pattern }) => pattern !== undefined))
    ) {
      report({
        code: 'same-requests',
        severity: 'warning',
        pointer: pointerTo('endpoints', index, 'path'),
        message: `${key} and ${endpointKey(other)} take the same requests.`,
        help: 'Only the first one that is registered answers. Remove the other, or say which one answers in `shadowedBy`.',
      });
    }
    if (other === undefined) shapes.set(shape, index);
    if (endpoint.shadowedBy !== undefined && !endpoints.some((one) => endpointKey(one) === endpoint.shadowedBy)) {
      report({
        code: 'unknown-shadower',
        severity: 'error',
        pointer: pointerTo('endpoints', index, 'shadowedBy'),
        message: `${key} is shadowed by ${endpoint.shadowedBy}, which the model does not have.`,
        help: 'Correct it, or remove the field.',
      });
    }
  }
  const names = new Set<string>();
  for (const [index, { name }] of environments.entries()) {
    if (names.has(name))
      report({
        code: 'duplicate-environment',
        severity: 'error',
        pointer: pointerTo('environments', index, 'name'),
        message: `The environment "${name}" is there twice; --env would mean the first one.`,
        help: 'Rename or delete one of them.',
      });
    names.add(name);
  }
};
