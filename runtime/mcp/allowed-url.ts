import type { Session } from './session.js';

/** Whether a URL is on this machine, or of an origin that the user allowed on the command line. */
export async function isAllowedUrl(session: Session, url: string): Promise<boolean> {
  if (!URL.canParse(url)) return false;
  const { hostname, origin } = new URL(url);
  if (session.options.allowedUrls.some((allowed) => new URL(allowed).origin === origin)) return true;
  const { isLoopback } = await import('../simulate/index.js');
  return isLoopback(hostname);
}
