import { endpointKey } from '../../../store/index.js';
import { pointerTo, type Check } from '../finding.js';

/** What the path names is described, once, and nothing else is described as a part of it. */
export const parameters: Check = ({ endpoints }, report) => {
  for (const [index, endpoint] of endpoints.entries()) {
    const key = endpointKey(endpoint);
    const inPath = new Set([...endpoint.path.matchAll(/:([A-Za-z0-9_$]+)/g)].map((match) => match[1]!));
    const wild = new Set([...endpoint.path.matchAll(/\*([A-Za-z0-9_$]*)/g)].map((match) => match[1]!));
    const seen = new Set<string>();
    for (const [position, { name, in: place }] of (endpoint.parameters ?? []).entries()) {
      const at = pointerTo('endpoints', index, 'parameters', position, 'name');
      if (seen.has(`${place} ${name}`))
        report({
          code: 'duplicate-parameter',
          severity: 'error',
          pointer: at,
          message: `${key} describes its ${place} parameter "${name}" twice.`,
          help: 'Delete one of the descriptions.',
        });
      seen.add(`${place} ${name}`);
      if (place !== 'path' || inPath.has(name) || wild.has(name) || /^\d+$/.test(name) || endpoint.path.includes('(')) continue;
      report({
        code: 'unknown-path-parameter',
        severity: 'error',
        pointer: at,
        message: `${key} has no ":${name}" in its path.`,
        help: `Correct the name${inPath.size > 0 ? ` (the path has ${[...inPath].map((one) => `:${one}`).join(', ')})` : ''}, or say where the parameter is sent in "in".`,
      });
    }
    for (const name of inPath) {
      if (seen.has(`path ${name}`)) continue;
      report({
        code: 'undescribed-path-parameter',
        severity: 'error',
        pointer: pointerTo('endpoints', index, 'path'),
        message: `${key} does not describe its path parameter "${name}".`,
        help: `Add {"name": "${name}", "in": "path"} to "parameters", or run \`tool scan\`.`,
      });
    }
    const { pagination } = endpoint;
    for (const field of ['pageParam', 'limitParam'] as const) {
      const name = pagination?.[field];
      if (name !== undefined && !seen.has(`query ${name}`))
        report({
          code: 'unknown-pagination-parameter',
          severity: 'warning',
          pointer: pointerTo('endpoints', index, 'pagination', field),
          message: `${key} is read in pages by "${name}", which is none of its query parameters.`,
          help: 'Describe the parameter, or correct the name.',
        });
    }
  }
};
