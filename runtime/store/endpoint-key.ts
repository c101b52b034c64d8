import type { Endpoint } from '../../schemas/index.js';

/** `METHOD /path`: what identifies an endpoint. */
export const endpointKey = (endpoint: Pick<Endpoint, 'method' | 'path'>): string => `${endpoint.method} ${endpoint.path}`;
