import { isSecretName } from '../store/index.js';
import { Address } from './address.js';
import type { Prepared } from './http-client.js';
import type { HttpResponse } from './http-response.js';

/**
 * `manual`: a redirect is the answer. `same-origin`: it is followed where it leads to the same scheme, host and port, otherwise it is
 * the answer. `any`: it is followed everywhere, without credentials and never with a body to another origin.
 */
export type RedirectPolicy = 'manual' | 'same-origin' | 'any';

/** One redirect that was followed. */
export interface Hop {
  readonly status: number;
  readonly from: string;
  readonly to: string;
}

export type Next =
  | { readonly kind: 'stop' }
  | { readonly kind: 'follow'; readonly hop: Prepared }
  | { readonly kind: 'failure'; readonly message: string; readonly help: string };

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Where an answer sends the client. */
export function nextHop(current: Prepared, response: HttpResponse, policy: RedirectPolicy): Next {
  if (!REDIRECTS.has(response.status) || policy === 'manual') return { kind: 'stop' };
  const location = response.header('location');
  if (location === undefined) return { kind: 'stop' };
  let url: URL;
  try {
    url = new URL(location, current.address.url);
  } catch {
    return {
      kind: 'failure',
      message: `The redirect ${response.status} leads to ${JSON.stringify(location)}, which is not a URL.`,
      help: 'Correct the Location header of the server.',
    };
  }
  const elsewhere = url.origin !== current.address.origin;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { kind: 'stop' };
  if (elsewhere && policy === 'same-origin') return { kind: 'stop' };
  // As browsers do it: 303 becomes a GET, and so does a POST that is answered with 301 or 302.
  const becomesGet =
    response.status === 303 ? current.method !== 'GET' && current.method !== 'HEAD' : response.status <= 302 && current.method === 'POST';
  const keepsBody = !becomesGet && current.body !== undefined;
  if (elsewhere && keepsBody) {
    return {
      kind: 'failure',
      message: `The redirect ${response.status} would send the body of the request to ${url.origin}.`,
      help: 'A body may hold credentials, so it is sent to another origin never. Name that server as the environment.',
    };
  }
  url.username = '';
  url.password = '';
  const headers = Object.fromEntries(
    Object.entries(current.headers).filter(
      ([name]) => !(elsewhere && (name === 'cookie' || isSecretName(name))) && (keepsBody || !name.startsWith('content-')),
    ),
  );
  return {
    kind: 'follow',
    hop: {
      method: becomesGet ? 'GET' : current.method,
      address: Address.ofUrl(url),
      headers,
      body: keepsBody ? current.body : undefined,
      cookies: current.cookies,
    },
  };
}
