import { createRequire } from 'node:module';
import { requireCached } from '../../compiler/typescript/require-cached.js';
import type { buildConnector as BuildConnector, Client as ClientClass, ProxyAgent as ProxyAgentClass } from 'undici';

const require = createRequire(import.meta.url);

const WITHOUT_HTTP2 = { instead: { 'node:http2': { constants: {} } } };

/**
 * The parts of undici that are used here. Its main module also loads fetch, web sockets, caches and mocks, which takes three times as
 * long as the rest and would be most of the start-up of a short run; nor is HTTP/2 loaded, which nobody asks for here. Where a later version keeps a
 * part elsewhere, the main module gives it.
 */
function part<T>(file: string, otherwise: (whole: typeof import('undici')) => T): T {
  try {
    return requireCached(require.resolve(`undici/lib/${file}`), WITHOUT_HTTP2) as T;
  } catch {
    return otherwise(require('undici') as typeof import('undici'));
  }
}

export const Client = part<typeof ClientClass>('dispatcher/client.js', (whole) => whole.Client);

export const buildConnector = part<typeof BuildConnector>('core/connect.js', (whole) => whole.buildConnector);

/** Loaded when there is a proxy. It needs what only the main module puts together. */
export const proxyAgentClass = (): typeof ProxyAgentClass => (require('undici') as typeof import('undici')).ProxyAgent;
