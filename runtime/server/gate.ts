import type { IncomingMessage } from 'node:http';

/** Why a request is not answered; the text is for the person who wonders. */
export interface Refusal {
  readonly status: 400 | 403;
  readonly message: string;
}

/** Names under which a page on this machine reaches the server. Anything else is somebody else's name for our address. */
export const ownHosts = (port: number): ReadonlySet<string> => new Set([`127.0.0.1:${port}`, `localhost:${port}`]);

/**
 * Refuses what no page of ours sends, before anything looks at the path: every method, the event stream and upgrades included.
 *
 * - `Host` must be there exactly once and be one of ours: a name that was rebound to 127.0.0.1 carries its own name here.
 * - `Origin`, where there is one, must be the very host that is asked; no other address of this machine either.
 * - The decision never rests on `Sec-Fetch-*`: browsers leave it out on plain HTTP. Where it is there, it may only refuse.
 */
export function refuse(request: IncomingMessage, hosts: ReadonlySet<string>): Refusal | null {
  const sent = values(request, 'host');
  const host = sent[0]?.toLowerCase();
  if (sent.length !== 1 || host === undefined || !hosts.has(host)) {
    return { status: 403, message: `This server answers to ${[...hosts].join(' and ')} only. Open the link that \`tool dev\` printed.` };
  }
  const origins = values(request, 'origin');
  if (origins.length > 1 || (origins.length === 1 && origins[0]!.toLowerCase() !== `http://${host}`)) {
    return { status: 403, message: 'Pages of another origin must not talk to this server.' };
  }
  const site = values(request, 'sec-fetch-site');
  const isPage = request.method === 'GET' && !(request.url ?? '').startsWith('/api');
  if (!isPage && site.some((value) => value !== 'same-origin' && value !== 'none')) {
    return { status: 403, message: 'Pages of another site must not talk to this server.' };
  }
  // Absolute and other odd targets are for proxies; this is none.
  if (!(request.url ?? '').startsWith('/')) return { status: 400, message: 'The request target must be a path.' };
  return null;
}

/** Every value that was sent: Node keeps only the first of two `Host` headers, and two of them are the attack. */
function values(request: IncomingMessage, name: string): string[] {
  const { rawHeaders } = request;
  const found: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]!.toLowerCase() === name) found.push(rawHeaders[i + 1]!.trim());
  return found;
}
