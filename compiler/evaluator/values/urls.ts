import * as paths from './paths.js';

export interface URLParts {
  href: string;
  protocol: string;
  host: string;
  hostname: string;
  port: string;
  pathname: string;
  search: string;
  hash: string;
  origin: string;
}

/** The parts of an absolute URL; null for a text that is none. */
export function parseUrl(href: string): URLParts | null {
  const match = /^([a-z][a-z0-9+.-]*:)(?:\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?$/i.exec(href);
  if (!match) return null;
  const host = (match[2] ?? '').replace(/^[^@]*@/, '');
  const [hostname = '', port = ''] = host.split(':');
  const path = match[3] || '/';
  // `new URL('.', import.meta.url)` is a folder with the slash at its end, whatever else its path goes through.
  const pathname = match[1] === 'file:' ? paths.normalize(path) + (/[^/]\/$/.test(path) ? '/' : '') : path;
  return {
    href: `${match[1]}//${match[2] ?? ''}${pathname}${match[4] ?? ''}${match[5] ?? ''}`,
    protocol: match[1]!,
    host,
    hostname,
    port,
    pathname,
    search: match[4] ?? '',
    hash: match[5] ?? '',
    origin: `${match[1]}//${host}`,
  };
}

/** A relative URL from an absolute one; null when that is none. */
export function resolveUrl(base: string, text: string): string | null {
  const parts = parseUrl(base);
  return parts && `${parts.protocol}//${parts.host}${resolvePath(parts.pathname, text)}`;
}

/** A relative path from another: `resolvePath('/a/b', 'c')` is `/a/c`. */
export function resolvePath(base: string, text: string): string {
  if (text === '') return base;
  const joined = text.startsWith('/') ? text : `${base.slice(0, base.lastIndexOf('/') + 1)}${text}`;
  const normal = paths.normalize(joined);
  if (normal === '.') return '';
  return /(?:^|\/)\.{0,2}$/.test(joined) && !normal.endsWith('/') ? `${normal}/` : normal;
}
