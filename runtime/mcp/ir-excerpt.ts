import type { EndpointSet } from '@tool/ir';
import type { Endpoint } from '../../schemas/index.js';
import { endpointInSet } from '../project/endpoint-in-set.js';

/**
 * The blocks of a dump that concern one endpoint: its own, and those of the routers on its trail. A block is what stands
 * between two empty lines.
 */
export function excerptOfDump(text: string, endpoint: Endpoint, set: EndpointSet): string {
  const found = endpointInSet(set, endpoint);
  if (found === undefined) return text;
  const routers = new Set<string>(found.trail.map((step) => step.router));
  const middlewares = new Set<string>(found.chain.map((entry) => entry.middleware));
  const blocks = text.split('\n\n').flatMap((block) => {
    const [kind, id] = block.split(/\s+/, 2);
    if (kind === 'endpoint') return id === found.id ? [block] : [];
    if (kind === 'router') return id !== undefined && routers.has(id) ? [block] : [];
    if (kind === 'handler') return block.split('\n').filter((line) => line.split(/\s+/, 2)[1] === found.handler);
    if (kind === 'middleware') return [linesOf(block, middlewares)];
    return kind === 'link' || kind === 'scheme' ? [block] : [];
  });
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

/** Nodes of a block that holds several: a line at the margin begins one. */
function linesOf(block: string, ids: ReadonlySet<string>): string {
  let keep = false;
  return block
    .split('\n')
    .filter((line) => {
      if (!line.startsWith(' ')) keep = ids.has(line.split(/\s+/, 2)[1] ?? '');
      return keep;
    })
    .join('\n');
}
