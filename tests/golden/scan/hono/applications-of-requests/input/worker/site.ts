import { Hono } from 'hono';
import { herons } from './herons';

/** Made anew for each request, from what the platform binds. */
export function makeSite(env: { HOST: string }): Hono {
  const site = new Hono();
  site.use('/api/*', async function limit(c, next) { c.header('x-host', env.HOST); await next(); });
  site.route('/api/herons', herons);
  return site;
}
