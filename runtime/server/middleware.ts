import type { MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';
import { errorDocument } from './api-error.js';
import type { Sessions } from './sessions.js';

/** No inline code, nothing from another host, in no frame; text becomes HTML only through the page's own templates. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
].join('; ');

const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** On every answer, errors included. */
export const secureHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(HEADERS)) c.res.headers.set(name, value);
};

/** Nobody without the cookie, reading included. */
export const requireSession =
  (sessions: Sessions): MiddlewareHandler =>
  async (c, next) => {
    const token = getCookie(c, sessions.cookie);
    if (!sessions.isOpen(token))
      return c.json(
        errorDocument('This page is not signed in.', 'Open the link that `tool dev` printed; press Enter there for a new one.'),
        401,
      );
    return next();
  };

/** A form or a plain text of another page can be sent without asking; JSON cannot. */
export const requireJson: MiddlewareHandler = async (c, next) => {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
  const type = (c.req.header('content-type') ?? '').split(';')[0]!.trim().toLowerCase();
  if (type !== 'application/json') return c.json(errorDocument('Writes must have the content type application/json.'), 415);
  return next();
};

const LARGEST_BODY = 8 * 2 ** 20;

/** A body says how long it is before it is read: what the parser then lets through is no longer. */
export const limitBody: MiddlewareHandler = async (c, next) => {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
  if (c.req.header('transfer-encoding') !== undefined) return c.json(errorDocument('A request body must come with its length.'), 411);
  if (Number(c.req.header('content-length') ?? 0) > LARGEST_BODY) return c.json(errorDocument('The request body is too large.'), 413);
  return next();
};
