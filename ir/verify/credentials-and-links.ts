import type { EndpointSet } from '../nodes/endpoint-set.js';
import { nameOf } from './traverse.js';
import type { Violations } from './violation.js';

/** E5: every scheme an endpoint uses is declared once, and both ends of a link are endpoints. */
export function checkCredentialsAndLinks(set: EndpointSet, found: Violations): void {
  const schemes = new Set<string>();
  for (const scheme of set.schemes) {
    if (schemes.has(scheme.name)) found.add('E5', scheme, `scheme ${scheme.name}`, 'the name is taken by another one');
    schemes.add(scheme.name);
  }
  for (const endpoint of set.endpoints) {
    for (const use of endpoint.security ?? []) {
      if (!schemes.has(use.scheme))
        found.add('E5', endpoint, nameOf(endpoint), `uses the scheme ${JSON.stringify(use.scheme)}, which is not declared`);
    }
  }
  if (set.links.length === 0) return;
  const keys = new Set(set.endpoints.flatMap((endpoint) => (endpoint.key === undefined ? [] : [endpoint.key])));
  for (const link of set.links) {
    for (const end of [link.producer, link.consumer]) {
      if (!keys.has(end)) found.add('E5', link, `link ${link.producer}`, `names ${JSON.stringify(end)}, which is no endpoint`);
    }
  }
}
