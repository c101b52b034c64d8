import { printPlace, type EndpointSet } from '@tool/ir';
import type { Scanned } from './scanner.js';
import { diagnosticsSection, fenced } from './sections.js';

/**
 * The text of `expected.md`: what a user is told, what the adapter emitted (the text form of the RouteTree) and the endpoints that come of it. The
 * passes between are not shown: they are no business of an adapter, and change without it.
 */
export function expectation(name: string, { dumps, endpointSet, diagnostics }: Scanned): string {
  const emitted = dumps[0];
  if (emitted === undefined) throw new Error('the scan gave no dump of what the adapter emitted');
  return `${[
    `# ${name}`,
    '## Diagnostics',
    diagnosticsSection(diagnostics),
    '## Emitted',
    fenced('text', emitted.text),
    '## Endpoints',
    block(endpointLines(endpointSet)),
    '## Unresolved',
    block(endpointSet.unresolved.map((one) => `${[one.what, one.method, one.path].filter(Boolean).join(' ')} @${printPlace(one.place)}`)),
  ].join('\n\n')}\n`;
}

const block = (lines: readonly string[]): string => (lines.length === 0 ? 'None.' : fenced('text', lines.join('\n')));

/** `GET /users/:id [log, authenticate] -> showUser @server.js:7:5`; a question mark stands behind what exists under a condition only. */
function endpointLines({ program, endpoints }: EndpointSet): string[] {
  const middlewares = new Map(program.middlewares.map((middleware) => [middleware.id, middleware.name]));
  const handlers = new Map(program.handlers.map((handler) => [handler.id, handler.name]));
  return endpoints.map((endpoint) => {
    const chain = endpoint.chain.map(
      (entry) =>
        `${middlewares.get(entry.middleware) ?? ''}${entry.conditional ? '?' : ''}${entry.phase === undefined ? '' : ` (${entry.phase})`}`,
    );
    return [
      `${endpoint.method} ${endpoint.path}${endpoint.conditional ? '?' : ''} [${chain.join(', ')}] -> ${handlers.get(endpoint.handler) || 'anonymous'}`,
      ...(endpoint.source === undefined ? [] : [`@${printPlace(endpoint.source)}`]),
      ...(endpoint.shadowedBy === undefined
        ? []
        : [`(never reached: ${endpoints.find((other) => other.id === endpoint.shadowedBy)?.key ?? endpoint.shadowedBy} answers)`]),
    ].join(' ');
  });
}
