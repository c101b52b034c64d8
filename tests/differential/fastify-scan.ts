import { scanProject } from '../../compiler/scan.js';

/** The same rows from the model. What the model holds back or makes conditional is shown, so that it differs. */
export async function modelledFastify(root: string): Promise<readonly string[]> {
  const { endpointSet, diagnostics } = await scanProject({ root });
  const middlewares = new Map(endpointSet.program.middlewares.map((middleware) => [middleware.id, middleware.name]));
  const handlers = new Map(endpointSet.program.handlers.map((handler) => [handler.id, handler.name]));
  const rows = endpointSet.endpoints
    .filter((endpoint) => !endpoint.shadowedBy)
    .map(
      (endpoint) =>
        `${endpoint.method} ${endpoint.path}${endpoint.conditional ? '?' : ''} [${endpoint.chain.map((entry) => `${middlewares.get(entry.middleware)}${entry.conditional ? '?' : ''}`).join(' ')}] ${handlers.get(endpoint.handler)}`,
    );
  return [
    ...rows,
    ...endpointSet.unresolved.map(
      (entry) => `unresolved ${entry.what} ${entry.path ?? ''} ${diagnostics.find((each) => each.id === entry.diagnostic)?.message ?? ''}`,
    ),
  ];
}
