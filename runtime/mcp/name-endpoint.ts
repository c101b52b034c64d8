import type { Endpoint, Model } from '../../schemas/index.js';
import { findEndpoint } from '../project/find-endpoint.js';
import { failure } from './failure.js';

/**
 * The endpoint that an assistant names: `METHOD /path`, or the id of an endpoint that was added by hand.
 * @throws UsageError with the candidates
 */
export function endpointNamed(model: Model, name: string): Endpoint {
  const byId = model.endpoints.find((endpoint) => endpoint.id === name && endpoint.shadowedBy === undefined);
  if (byId) return byId;
  const [method, path, ...rest] = name.trim().split(/\s+/);
  if (method !== undefined && path === undefined && method.startsWith('/')) {
    const methods = model.endpoints.filter((endpoint) => endpoint.path === method).map((endpoint) => `${endpoint.method} ${endpoint.path}`);
    if (methods.length === 1) return endpointNamed(model, methods[0]!);
    throw failure('endpoint/method-missing', `"${name}" does not say which method is meant.`, 'Write it as "METHOD /path".', methods);
  }
  if (method === undefined || path === undefined || rest.length > 0) {
    throw failure(
      'endpoint/invalid',
      `"${name}" names no endpoint.`,
      'Write it as "METHOD /path", e.g. "GET /users/:id"; tool_find_endpoints searches.',
    );
  }
  return findEndpoint(model, method, path);
}
