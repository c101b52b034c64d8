import type { EndpointSet, Link } from '@tool/ir';
import { credentialLinks } from './links/credentials.js';
import { resourceLinks } from './links/resources.js';
import { definePass } from './pass.js';

/** See infer-links.md. */
export const inferLinks = definePass({
  name: 'infer-links',
  from: 'endpoint-set',
  to: 'endpoint-set',
  requires: ['E1', 'E5'],
  establishes: [],
  run: (set: EndpointSet): EndpointSet => {
    const credentials = credentialLinks(set);
    const links: Link[] = [...set.links, ...credentials.links, ...resourceLinks(set)];
    // What an endpoint hands out is worth knowing even where nobody is seen to take it.
    const given = new Set(links.map((link) => `${link.producer} ${link.field}`));
    const produced = new Map<string, string[]>();
    for (const { endpoint, field } of credentials.produced) {
      const key = endpoint.key ?? `${endpoint.method} ${endpoint.path}`;
      if (!given.has(`${key} ${field}`)) produced.set(endpoint.id, [...(produced.get(endpoint.id) ?? []), field]);
    }
    const endpoints =
      produced.size === 0
        ? set.endpoints
        : set.endpoints.map((endpoint) => {
            const fields = produced.get(endpoint.id);
            return fields ? { ...endpoint, produces: [...(endpoint.produces ?? []), ...fields] } : endpoint;
          });
    return { ...set, endpoints, schemes: credentials.schemes, links };
  },
});
