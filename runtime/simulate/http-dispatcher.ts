import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Client as ClientClass, ProxyAgent } from 'undici';
import { UsageError } from '../store/index.js';
import type { Address } from './address.js';
import { Connections, type Way } from './connections.js';
import { buildConnector, Client, proxyAgentClass } from './undici.js';

export interface ConnectionOptions {
  readonly connectTimeoutMs: number;
  readonly headersTimeoutMs: number;
  readonly bodyTimeoutMs: number;
  /** Connections to one origin at once. */
  readonly connections: number;
  /** Accepts any certificate. */
  readonly insecure: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface Dispatchers {
  /** The way to the origin of an address: direct, or through the proxy that the environment variables name. */
  wayTo(address: Address): Way;
  close(): Promise<void>;
}

/**
 * Connections with keep-alive. Proxies come from HTTP_PROXY, HTTPS_PROXY and NO_PROXY (lower case wins, as in curl); loopback is always
 * reached directly, since no proxy could. Certificates come from the system of Node (NODE_EXTRA_CA_CERTS included) and SSL_CERT_FILE.
 * @throws UsageError for a file or a proxy that cannot be used
 */
export function createDispatchers(options: ConnectionOptions): Dispatchers {
  const { environment } = options;
  const certificate = ownCertificate(environment);
  const common = {
    pipelining: 1,
    headersTimeout: options.headersTimeoutMs,
    bodyTimeout: options.bodyTimeoutMs,
    keepAliveTimeout: 4_000,
    // Redirects, limits and retries are decided above; the library adds nothing.
  };
  const reach = { timeout: options.connectTimeoutMs, autoSelectFamily: true };
  const tls = once(() => ({
    ...(certificate !== undefined && { ca: [...rootCertificates(), certificate] }),
    ...(options.insecure && { rejectUnauthorized: false }),
  }));
  const plain = once(() => buildConnector(reach));
  const secure = once(() => buildConnector({ ...reach, ...tls() }));
  const ways = new Map<string, Way>();
  const proxies = new Map<string, Way>();
  const read = (name: string): string | undefined => environment[name.toLowerCase()] || environment[name] || undefined;
  const httpProxy = read('HTTP_PROXY');
  const httpsProxy = read('HTTPS_PROXY') ?? read('ALL_PROXY');
  const noProxy = (read('NO_PROXY') ?? '').split(/[\s,]+/).filter((entry) => entry !== '');

  const proxyTo = ({ url }: Address): string | undefined => {
    const proxy = url.protocol === 'https:' ? httpsProxy : (httpProxy ?? read('ALL_PROXY'));
    return proxy === undefined || isLoopback(url.hostname) || isExcluded(url, noProxy) ? undefined : proxy;
  };
  const through = (proxy: string): Way => {
    let way = proxies.get(proxy);
    if (way === undefined)
      proxies.set(
        proxy,
        (way = wayThrough(
          proxyAgent(proxy, { ...common, connections: options.connections }, { timeout: options.connectTimeoutMs, ...tls() }),
        )),
      );
    return way;
  };

  return {
    wayTo(address) {
      let way = ways.get(address.origin);
      if (way === undefined) {
        const proxy = proxyTo(address);
        way =
          proxy !== undefined
            ? through(proxy)
            : new Connections(
                () => new Client(address.origin, { ...common, connect: address.origin.startsWith('https:') ? secure() : plain() }),
                options.connections,
              );
        ways.set(address.origin, way);
      }
      return way;
    },
    // Destroyed, not closed: an answer that never ends would keep the process alive.
    close: async () => {
      await Promise.all([...new Set(ways.values())].map((way) => way.close()));
    },
  };
}

const wayThrough = (agent: ProxyAgent): Way => ({
  start: (request, exchange) => {
    agent.dispatch(request, exchange);
  },
  close: () => agent.destroy(),
});

type ProxyAgentOptions = ClientClass.Options & { readonly connections: number };

function proxyAgent(proxy: string, common: ProxyAgentOptions, tls: object): ProxyAgent {
  try {
    return new (proxyAgentClass())({ ...common, uri: /^[a-z]+:\/\//i.test(proxy) ? proxy : `http://${proxy}`, requestTls: tls });
  } catch (error) {
    throw new UsageError(
      {
        what: 'The proxy in the environment variables cannot be used.',
        why: `${(error as Error).message}.`,
        help: 'Set HTTP_PROXY and HTTPS_PROXY to a URL such as http://proxy.example:3128, or unset them.',
      },
      { cause: error },
    );
  }
}

/** Most runs need none of this, and some of it takes as long as several requests. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** `import` would decode all certificates of Node, in every run. */
const rootCertificates = (): readonly string[] =>
  (createRequire(import.meta.url)('node:tls') as typeof import('node:tls')).rootCertificates;

/** The one that SSL_CERT_FILE names; with it those of Node have to be named, too. */
function ownCertificate(environment: ConnectionOptions['environment']): string | undefined {
  const file = environment['SSL_CERT_FILE'];
  if (!file) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(
      {
        what: `The certificates in SSL_CERT_FILE (${file}) cannot be read.`,
        why: (error as Error).message,
        help: 'Correct the path, or unset SSL_CERT_FILE.',
      },
      { cause: error },
    );
  }
}

/** Whether a host is this machine. */
export const isLoopback = (hostname: string): boolean => {
  const bare = hostname
    .replace(/^\[|\]$/g, '')
    .toLowerCase()
    .replace(/\.$/, '');
  return (
    bare === 'localhost' ||
    bare.endsWith('.localhost') ||
    bare === '::1' ||
    /^127(?:\.\d{1,3}){3}$/.test(bare) ||
    /^::ffff:(?:127\.|7f[\da-f]{2}:)/.test(bare) ||
    bare === '0.0.0.0' ||
    bare === '::'
  );
};

/** `*`, `example.com`, `.example.com`, `example.com:8080`. */
function isExcluded(url: URL, entries: readonly string[]): boolean {
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return entries.some((entry) => {
    if (entry === '*') return true;
    const [, host, onlyPort] = /^(.*?)(?::(\d+))?$/.exec(entry.toLowerCase())!;
    const name = host!.replace(/^\*?\./, '');
    return (onlyPort === undefined || onlyPort === port) && (url.hostname === name || url.hostname.endsWith(`.${name}`));
  });
}
