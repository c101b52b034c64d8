import type { Exchange } from '../../schemas/index.js';

/** Headers that curl sends itself, or that only say what sent the request. */
const LEFT_OUT = new Set(['user-agent', 'accept-encoding', 'content-length', 'host', 'connection']);

/** A command line that sends the request of an exchange again. Masked secrets stay masked: whoever repeats it puts them in. */
export function curlOf({ request }: Pick<Exchange, 'request'>): string {
  const parts = ['curl', '-sS', '-i'];
  if (request.method === 'HEAD') parts.push('--head');
  else if (request.method !== 'GET' || request.body !== undefined) parts.push('-X', request.method);
  parts.push(quoted(request.url));
  for (const [name, value] of Object.entries(request.headers))
    if (!LEFT_OUT.has(name.toLowerCase())) parts.push('-H', quoted(`${name}: ${value}`));
  if (request.body !== undefined)
    parts.push('--data-raw', quoted(typeof request.body === 'string' ? request.body : JSON.stringify(request.body)));
  return parts.join(' ');
}

/** For a POSIX shell: nothing is special between single quotes. */
const quoted = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
